/* What was refused is told beside what was tried, until something else is. */
import { byId, stage } from "../dom.js";

export function tellProblem({ at, words }) {
  const place = byId(at) ?? byId("problem-company");
  if (!place) return;
  place.textContent = words;
  place.hidden = false;
  const fold = place.closest("details");
  if (fold) fold.open = true;
}

export function forgetProblems() {
  for (const place of stage.querySelectorAll("[id^=problem]:not([hidden])")) {
    place.textContent = "";
    place.hidden = true;
  }
}
