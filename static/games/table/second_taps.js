/* A second tap, or a second Enter, was meant for what stood there before: what is asked next rests for a moment after an
   own move, and after the end of a stage was cut short. A key that is held is not pressed again. */
import { byId, find, stage } from "../dom.js";
import { keepFocus } from "../parts/focus.js";
import { wasCutShort } from "./settlement.js";

const REST = 450;
const decisionIn = () => byId("private")?.dataset.decision ?? "";
let decision = decisionIn();

stage.addEventListener("keydown", (event) => {
  if (event.repeat && ["Enter", " "].includes(event.key) && event.target.closest("#composer")) event.preventDefault();
});

export function restAfterMove() {
  const before = decision;
  decision = decisionIn();
  if (!decision || before === decision || !(before || wasCutShort())) return;
  const asked = [...byId("composer")?.children ?? []];
  for (const part of asked) part.inert = true;
  setTimeout(() => {
    for (const part of asked) part.inert = false;
    keepFocus();
  }, REST);
}

const givenIn = () => find(".order-form")?.dataset.given ?? "";
let given = givenIn();

export function followOrders() {
  const before = given;
  given = givenIn();
  const button = find(".order-give");
  if (!button || before === given) return;
  button.disabled = true;
  setTimeout(() => { button.disabled = false; }, 700);
}
