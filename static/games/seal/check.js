/* Checks at the end of a game that its deck is the one that was sealed at the start. The seal is remembered when it is
   first seen, so that nobody can exchange deck and seal together. */
import { recall, remember } from "../../site/memory.js";
import { sha256 } from "./sha256.js";

/* A page that is not allowed to remember anything trusts the seal that is shown when it comes back. */
function remembered(table, seal) {
  const name = `seal:${table}`;
  if (seal && !recall(name)) remember(name, seal);
  return recall(name);
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
  opened.querySelector("[data-verified]").hidden = !right;
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
