/* The sign above the table: what is known of the line, and of what was sent on it. */
import { byId } from "../dom.js";

const sign = byId("connection");
export const words = sign.dataset;

export const known = {
  /* Whether the line is lost. */
  lost: false,
  /* Whether something was sent that may not have arrived, and that is no move. */
  unsent: false,
  /* The key of a form of which nobody knows whether it was played. */
  doubted: null,
  /* What became of it, until it has been read or something else is sent: the line may be lost again meanwhile. */
  verdict: null,
};

export function showSign(text, back) {
  sign.textContent = text;
  sign.classList.toggle("back", back);
  sign.hidden = false;
}

/* Nothing is put away while the line is lost. */
export function hideSign() {
  if (!known.lost) sign.hidden = true;
}

export function showLoss() {
  showSign(known.doubted ? `${words.lost} ${words.doubt}` : words.lost, false);
}

export function showReturn() {
  if (known.doubted) showSign(`${words.back} ${words.doubt}`, true);
  else if (known.unsent) showSign(`${words.back} ${words.unsent}`, true);
  else if (known.verdict) showVerdict();
  else sayForAWhile(words.back);
}

export function showVerdict() {
  if (known.verdict.played) sayForAWhile(known.verdict.text);
  else showSign(known.verdict.text, true);
}

function sayForAWhile(text) {
  showSign(text, true);
  setTimeout(() => {
    if (known.lost || sign.textContent !== text) return;
    sign.hidden = true;
    if (known.verdict?.text === text) known.verdict = null;
  }, 3000);
}
