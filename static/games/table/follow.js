/* What a browser adds to the table: a bid is reckoned while it is composed, a settlement is paced, the end is a
   ceremony. All facts come with the HTML; without this everything can still be read and played. */
import { showCalls } from "../../site/calls.js";
import { byId, stage } from "../dom.js";
import { announce } from "./announcement.js";
import { beginCeremony } from "./ceremony.js";
import { followChat } from "./chat.js";
import { prepareDock } from "./composer.js";
import { tick } from "./countdown.js";
import { followOrders, restAfterMove } from "./second_taps.js";
import { playSettlement } from "./settlement.js";
import { hearMentions, play } from "./sounds.js";

const modeOf = () => byId("public")?.dataset.mode ?? "";
let mode = modeOf();

function followTable() {
  const table = byId("public");
  const before = mode;
  mode = modeOf();
  if (!before && mode) {
    scrollTo(0, 0);
    play("started");
  }
  playSettlement();
  announce(table);
  if (!before || before === "over" || mode !== "over") return;
  // Whoever steps through a game again is shown the end at once, and keeps the step under their finger.
  if (!stage.classList.contains("replay")) beginCeremony(table);
  play("ended");
}

const isAsked = () => byId("private")?.dataset.myTurn !== undefined;
let asked = isAsked();

function followDock() {
  restAfterMove();
  if (isAsked() && !asked) play("turn");
  asked = isAsked();
  showCalls();
}

/* What the table has come to, each time that something of it was shown. */
stage.addEventListener("hsweb:shown", () => {
  prepareDock();
  followTable();
  followDock();
  followOrders();
  followChat();
  hearMentions();
  tick();
});

prepareDock();
followChat();
showCalls();
tick();
