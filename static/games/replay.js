/* Stepping through a game by keys, and a slider that follows the buttons. Everything works without it, by links. */
(() => {
  "use strict";

  const slider = document.getElementById("replay-number");
  if (!slider) return;

  const KEYS = { ArrowLeft: "step-back", ArrowRight: "step-on", Home: "step-first", End: "step-last" };
  const shown = () => document.getElementById("steps")?.dataset.number;

  document.addEventListener("keydown", (event) => {
    const busy = event.target.matches("input, select, textarea, summary") || event.altKey || event.ctrlKey || event.metaKey;
    const step = KEYS[event.key];
    if (busy || !step) return;
    event.preventDefault();
    document.getElementById(step)?.click();
  });

  /* Links that lead nowhere look like buttons that are off, and do nothing. */
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("a[aria-disabled]")) event.preventDefault();
  }, true);

  document.body.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.detail.target?.id !== "steps" && event.detail.elt?.id !== "steps") return;
    if (document.activeElement !== slider) slider.value = shown();
  });

  /* The seat whose eyes are used is "you" at the table. */
  const stage = document.getElementById("stage");
  document.getElementById("replay-seat")?.addEventListener("input", (event) => {
    if (/^[0-9]+$/.test(event.target.value)) stage.dataset.seat = event.target.value;
    else delete stage.dataset.seat;
  });
})();
