/* What happened, to the ear. */
import { all, byId, find } from "../dom.js";

/* For how long, in milliseconds, what was told stays beside what is told next. */
const TOGETHER = 1500;
let announced = find("#public")?.dataset.number;

/* Whether the table has come to something that was not announced yet; from now on it was. */
export function isNews(table) {
  const before = announced;
  announced = table.dataset.number;
  return before !== announced;
}

export function announce(table) {
  say([find("[data-announcement]", table)?.textContent, byId("private")?.dataset.myTurn].filter(Boolean).join(" "));
}

/* Each by itself, so that what is being read is not taken away by what comes next. */
export function say(words) {
  const region = byId("announce");
  if (!region || !words) return;
  const now = performance.now();
  for (const told of all("span", region)) if (now - Number(told.dataset.at) > TOGETHER) told.remove();
  const line = document.createElement("span");
  line.dataset.at = now;
  region.append(line);
  setTimeout(() => { line.textContent = `${words} `; }, 50);
}
