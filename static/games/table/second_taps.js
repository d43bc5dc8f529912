/* A second tap, or a second Enter, was meant for what stood there before. */
import { byId, find } from "../dom.js";
import { keepFocus } from "../parts/focus.js";

const REST = 450;
const decisionIn = () => byId("private")?.dataset.decision ?? "";
let decision = decisionIn();

export function restAfterMove() {
  const before = decision;
  decision = decisionIn();
  const moves = find("fieldset.moves");
  if (!before || !decision || before === decision || !moves) return;
  moves.inert = true;
  setTimeout(() => {
    moves.inert = false;
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
