/* Stepping through a game by keys, and a slider that follows the buttons. Everything works without it, by links. */
import { stage } from "../dom.js";

const slider = document.getElementById("replay-number");
const KEYS = { ArrowLeft: "step-back", ArrowRight: "step-on", Home: "step-first", End: "step-last" };
const shown = () => document.getElementById("steps")?.dataset.number;
const told = () => document.getElementById("told")?.textContent.trim().replace(/\s+/g, " ") ?? "";

document.addEventListener("keydown", (event) => {
  const busy = event.target.matches("input, select, textarea, summary, #log, #figures");
  const step = KEYS[event.key];
  if (busy || !step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  document.getElementById(step)?.click();
});

/* Links that lead nowhere look like buttons that are off, and do nothing. */
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("a[aria-disabled]")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

/* The slider tells the ear what the eye reads beside it. While it is held, it is not moved under the finger. */
function follow() {
  if (document.activeElement !== slider) slider.value = shown();
  if (slider.value === shown()) slider.setAttribute("aria-valuetext", told());
}

follow();
document.body.addEventListener("htmx:afterRequest", follow);

/* The seat whose eyes are used is "you" at the table. */
document.getElementById("replay-seat")?.addEventListener("input", (event) => {
  if (/^[0-9]+$/.test(event.target.value)) stage.dataset.seat = event.target.value;
  else delete stage.dataset.seat;
});
