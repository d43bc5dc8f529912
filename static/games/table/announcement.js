/* What happened, to the ear. */
import { byId, find } from "../dom.js";

let announced = find("#public")?.dataset.number;

export function announce(table) {
  const words = find("[data-announcement]", table)?.textContent;
  if (table.dataset.number === announced) return;
  announced = table.dataset.number;
  const region = byId("announce");
  if (!region) return;
  setTimeout(() => { region.textContent = [words, byId("private")?.dataset.myTurn].filter(Boolean).join(" "); }, 50);
}
