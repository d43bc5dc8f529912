/* The end of a stage is seen where it happens: on the table as it was, before anybody reads of it elsewhere. The frame
   that brings it waits meanwhile. Any key or tap ends that, and does nothing else. */
import { byId, calm, isForBrowser, stage } from "../dom.js";
import { closeDrawers } from "./drawers.js";
import { roll } from "./film.js";
import { play } from "./sounds.js";

/* The time that the server gives to it, and how much of that it takes: where the next card may be the last, usually, for
   whoever is asked next, and once others have gone on. */
const TIME = Number(stage.dataset.settling ?? 0);
const SHARES = { slow: 1, usual: 0.7, asked: 0.4, late: 0.24 };

let playing = null;

/* Whether what is shown now was shown because somebody wished it. */
let isCutShort = false;
export const wasCutShort = () => isCutShort;

function findIn({ table }, selector) {
  for (const part of table) {
    const found = part.matches(selector) ? part : part.querySelector(selector);
    if (found) return found;
  }
  return null;
}

const numberIn = (frame) => Number(findIn(frame, "#public")?.dataset.number ?? 0);

/* What a frame settles, if it leads on from what is shown. */
function settledBy(frame) {
  const settlement = findIn(frame, "[data-settlement]");
  const shown = byId("public");
  const isNext = shown && frame.head.from === Number(stage.dataset.version);
  return isNext && Number(settlement?.dataset.settlement) > Number(shown.dataset.number) ? settlement : null;
}

function shareFor(frame, settlement) {
  if (numberIn(frame) > Number(settlement.dataset.settlement)) return SHARES.late;
  if (findIn(frame, "#private[data-my-turn]")) return SHARES.asked;
  return stage.querySelector(".end-clock-near") ? SHARES.slow : SHARES.usual;
}

stage.addEventListener("hsweb:coming", ({ detail: frame }) => {
  const settlement = settledBy(frame);
  if (!settlement) return;
  play("hammer");
  if (calm.matches || document.hidden || !TIME) return;
  const lasts = TIME * shareFor(frame, settlement);
  frame.until = new Promise((shown) => { begin(frame, settlement, lasts, shown); });
});

function begin(frame, settlement, lasts, shown) {
  const film = roll(settlement, lasts, findIn(frame, "#public")?.dataset.mode);
  const began = performance.now();
  playing = { number: numberIn(frame), began, ends: began + lasts, film, shown, timer: setTimeout(end, lasts) };
  stage.classList.add("settling");
}

function cutShort() {
  isCutShort = true;
  end();
  setTimeout(() => { isCutShort = false; });
}

/* What is played is taken away only when what it has led to is there. */
function end() {
  const { film, timer, shown } = playing;
  playing = null;
  clearTimeout(timer);
  shown();
  queueMicrotask(() => {
    film.cut();
    if (!playing) stage.classList.remove("settling");
  });
}

/* Others have gone on: nobody is to see them later than need be. */
stage.addEventListener("hsweb:arrived", ({ detail: frame }) => {
  if (!playing || numberIn(frame) <= playing.number) return;
  const now = performance.now();
  const left = Math.max(0, playing.began + TIME * SHARES.late - now);
  if (now + left >= playing.ends) return;
  playing.film.hurry((playing.ends - now) / Math.max(left, 1));
  playing.ends = now + left;
  clearTimeout(playing.timer);
  playing.timer = setTimeout(end, left);
});

document.addEventListener("visibilitychange", () => { if (playing && document.hidden) end(); });

/* What lies beside the table, such as the chat, is used as ever. */
const isOfTable = ({ target }) => target === document.body || (stage.contains(target) && !target.closest(".side"));

function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/* A tap that began while something was shown was not meant for what lies there now. */
let pressedMeanwhile = false;
document.addEventListener("pointerdown", () => { pressedMeanwhile = playing !== null; }, true);
document.addEventListener("click", (event) => {
  if (!playing && !(pressedMeanwhile && event.detail)) return;
  pressedMeanwhile = false;
  if (isOfTable(event)) swallow(event);
  if (playing) cutShort();
}, true);

document.addEventListener("keydown", (event) => {
  if (!playing) {
    if (event.key === "Escape") closeDrawers();
    return;
  }
  if (isForBrowser(event)) return;
  if (isOfTable(event)) swallow(event);
  cutShort();
}, true);
