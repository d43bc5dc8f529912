/* What is played. It goes out on the line if that is open at this moment, and waits nowhere. If no answer comes, the form
   is posted, once, with the same key; and if that fails, the page says that it does not know. */
import { byId, stage } from "../dom.js";
import { keepFocus } from "../parts/focus.js";
import { forgetProblems, tellProblem } from "../parts/problems.js";
import { show } from "../parts/show.js";
import { loseConnection } from "./connection.js";
import { isOpen, isOver, say } from "./line.js";
import { hideSign, known, showSign, showVerdict, words } from "./sign.js";

const PATIENCE = 2000;
const LONGEST_POST = 10000;
const TOO_FAST = 429;

let pending = null;
/* Whether somebody is looking up what became of a move: what to do next is not decided before it is known. */
let asking = false;

stage.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, requestConfig } = event.detail;
  if (elt.id !== "composer") return;
  if (pending || asking) event.preventDefault();
  else {
    known.verdict = null;
    if (!isOpen()) return;
    event.preventDefault();
    sendOnLine(elt, new URLSearchParams(requestConfig.formData));
  }
});

function sendOnLine(form, fields) {
  forgetProblems();
  pending = { form, key: fields.get("key"), address: form.getAttribute("action"), body: fields.toString() };
  form.inert = true;
  pending.timer = setTimeout(postOnce, PATIENCE);
  say({ act: pending.body });
}

function release() {
  clearTimeout(pending.timer);
  pending.form.inert = false;
  pending = null;
  keepFocus();
}

export function takeAnswer({ key, problem }) {
  if (known.doubted === key) known.doubted = null;
  if (pending?.key !== key) return;
  release();
  if (problem) tellProblem({ at: "problem", words: problem });
  else hideSign();
}

async function postOnce() {
  const { key, address, body } = pending;
  const giveUp = new AbortController();
  pending.timer = setTimeout(() => giveUp.abort(), LONGEST_POST);
  const token = JSON.parse(document.body.getAttribute("hx-headers"));
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", "X-Shown": stage.dataset.version, ...token };
  try {
    const response = await fetch(address, { method: "POST", body, headers, signal: giveUp.signal });
    const text = await response.text();
    if (pending?.key !== key) return;
    if (response.headers.get("HX-Refresh")) location.reload();
    else if (text.startsWith("{") && response.status !== TOO_FAST) takeAnswer({ key, problem: show(text).problem?.words });
    else if (isOver()) release();
    else doubt(key);
  } catch {
    if (pending?.key === key) doubt(key);
  }
}

export function doubt(key) {
  if (pending) release();
  known.doubted = key;
  showSign(`${words.lost} ${words.doubt}`, false);
  if (isOpen()) askAboutDoubt();
  else loseConnection();
}

export function askAboutDoubt() {
  asking = true;
  byId("composer")?.toggleAttribute("inert", true);
  say({ doubt: known.doubted });
}

export function letDecide() {
  if (!asking) return;
  asking = false;
  byId("composer")?.toggleAttribute("inert", false);
  keepFocus();
}

export function settleDoubt({ key, played, words: account }) {
  letDecide();
  if (known.doubted !== key) return;
  known.doubted = null;
  if (played === null) {
    showSign(account, false);
    return;
  }
  known.verdict = { played, text: played ? `${words.played} ${account}` : words.notPlayed };
  showVerdict();
}

/* Whoever is busy with something on a line hears nothing else on it: what is not answered is asked again. */
setInterval(() => { if (asking) say({ doubt: known.doubted }); }, 3000);
