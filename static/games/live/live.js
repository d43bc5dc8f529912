/* The table on its open line: what changes comes on it, and what is played goes out on it. The table itself needs none of
   this to be right: without the line, forms are posted. */
import { byId, stage } from "../dom.js";
import { beginLine, show } from "../parts/show.js";
import { loseConnection, regainConnection } from "./connection.js";
import { GONE, openLine, redial, say, TOO_MANY } from "./line.js";
import { askForMissed, noteAccount, tellSight } from "./missed.js";
import { askAboutDoubt, letDecide, settleDoubt, takeAnswer } from "./moves.js";
import "./refusals.js";
import { known, showSign, words } from "./sign.js";

function opened() {
  beginLine();
  if (document.hidden) tellSight();
  askForMissed();
  regainConnection();
  if (known.doubted) askAboutDoubt();
}

function heard(text) {
  const head = show(text);
  noteAccount(text);
  if (head.answer) takeAnswer(head.answer);
  if (head.doubt) settleDoubt(head.doubt);
}

function closed(code) {
  letDecide();
  if (code >= GONE) {
    showSign(words.gone, false);
    byId("private")?.replaceChildren();
  } else if (code === TOO_MANY) {
    known.lost = true;
    showSign(words.crowded, false);
  } else {
    loseConnection();
  }
}

stage.addEventListener("hsweb:shown", ({ detail }) => {
  if (detail.misfits) say({ again: true });
  /* Seats are shuffled at the start: the private part knows where its owner sits. */
  const seat = byId("private")?.dataset.seat;
  if (seat === undefined) delete stage.dataset.seat;
  else stage.dataset.seat = seat;
});

window.addEventListener("offline", loseConnection);
window.addEventListener("online", () => { if (known.lost) redial(); });

openLine({ opened, heard, closed, lost: loseConnection });
