/* Checks at the end of a game that its deck is the one that was sealed at the start. The seal is remembered when it is
   first seen, so that nobody can exchange deck and seal together. */
import { sha256 } from "./sha256.js";

/* A browser may forbid a page to remember anything; then it trusts the seal that is shown at the end. */
function remembered(table, seal) {
  try {
    const name = `seal:${table}`;
    if (seal && !localStorage.getItem(name)) localStorage.setItem(name, seal);
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

async function check(opened) {
  opened.dataset.checked = "yes";
  const part = (name) => opened.querySelector(`[data-${name}]`).textContent;
  const seen = remembered(opened.dataset.table);
  const fits = (await sha256(`${part("salt")}\n${part("setup")}`)) === part("commitment");
  const right = fits && (!seen || seen === part("commitment"));
  const verdict = opened.querySelector("[data-verdict]");
  verdict.classList.toggle("wrong", !right);
  verdict.textContent = right ? (seen ? opened.dataset.remembered : opened.dataset.right) : opened.dataset.wrong;
  if (!right) opened.open = true;
}

function look() {
  const sealed = document.querySelector("[data-sealed]");
  if (sealed) remembered(sealed.dataset.table, sealed.dataset.sealed);
  const opened = document.querySelector("#seal:not([data-checked])");
  if (opened) check(opened);
}

look();
new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
