/* Whoever had the focus in something that is gone goes on where it was. */
import { byId, stage } from "../dom.js";

const USUAL = "input[name=cards], input[name=amount], .moves button:enabled";
let focused = null;

stage.addEventListener("focusin", ({ target }) => {
  const around = [];
  for (let part = target.closest("[id]"); part && part !== stage; part = part.parentElement?.closest("[id]")) around.push(part.id);
  focused = { target, around };
});
stage.addEventListener("focusout", ({ target, relatedTarget }) => {
  /* What is taken out of the page, or rests until its answer is here, loses the focus without anybody's wish. */
  setTimeout(() => {
    const isWish = target.isConnected && !target.matches(":disabled, [inert] *") && document.activeElement !== target;
    if (focused?.target === target && (relatedTarget || isWish)) focused = null;
  });
});

export function keepFocus() {
  if (!focused || document.activeElement !== document.body) return;
  const { target, around } = focused;
  const home = around.map(byId).find(Boolean);
  for (const heir of [target, home?.querySelector(USUAL), home]) {
    if (!heir?.isConnected || document.activeElement !== document.body) continue;
    heir.focus({ preventScroll: true });
    if (heir === home && document.activeElement === document.body) {
      heir.tabIndex = -1;
      heir.focus({ preventScroll: true });
    }
  }
}
