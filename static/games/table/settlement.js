/* A settlement is played once. It is a part by itself, and goes on whatever else changes meanwhile. */
import { all, byId, calm, find, stage } from "../dom.js";
import { closeDrawers } from "./drawers.js";

const LASTS = 2900;
const settlementIn = (table) => find("[data-settlement]", table);
let playing = null;
let settled = Number(settlementIn(stage)?.dataset.settlement ?? 0);

function stopSettlement() {
  clearTimeout(playing);
  playing = null;
  for (const veil of all(".settlement.playing")) {
    veil.classList.remove("playing");
    veil.hidden = true;
  }
}

export function playSettlement() {
  const veil = settlementIn(stage);
  const number = Number(veil?.dataset.settlement ?? 0);
  if (!veil || number <= settled) return;
  settled = number;
  if (calm.matches) return;
  stopSettlement();
  playing = setTimeout(stopSettlement, LASTS);
  veil.hidden = false;
  veil.classList.add("playing");
}

document.addEventListener("keydown", (event) => {
  if (playing) {
    // What is asked is out of sight meanwhile: no key may answer it.
    if (byId("private")?.contains(event.target) && event.key !== "Tab") event.preventDefault();
    stopSettlement();
  } else if (event.key === "Escape") closeDrawers();
});
stage.addEventListener("click", (event) => { if (playing && event.target.closest(".settlement")) stopSettlement(); });
