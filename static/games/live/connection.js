/* The connection is lost and regained: what that means for what is shown. */
import { noteLoss } from "./missed.js";
import { known, showLoss, showReturn } from "./sign.js";

export function loseConnection() {
  known.lost = true;
  noteLoss();
  showLoss();
}

export function regainConnection() {
  if (!known.lost) return;
  known.lost = false;
  showReturn();
}
