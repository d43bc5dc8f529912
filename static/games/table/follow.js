/* What a browser adds to the table: a bid is reckoned while it is composed, a settlement is paced, the end is a
   ceremony. All facts come with the HTML; without this everything can still be read and played. */
import { showCalls } from "../../site/calls.js";
import { byId, calm, find, stage } from "../dom.js";
import { announce, isNews } from "./announcement.js";
import { playCeremony } from "./ceremony.js";
import { followChat } from "./chat.js";
import { prepareDock } from "./composer.js";
import { tick } from "./countdown.js";
import { turnOver } from "./film.js";
import { followOrders, restAfterMove } from "./second_taps.js";
import "./settlement.js";
import { hearMentions, play } from "./sounds.js";

const isReplay = stage.classList.contains("replay");
const TURNING = { usual: 350, slow: 900 };

/* What is seen of the table that makes a sound or a movement when it changes. */
function look() {
  const { mode = "", number = 0, highest = 0 } = byId("public")?.dataset ?? {};
  return { mode, number: Number(number), highest: Number(highest), card: byId("lot")?.dataset.stamp };
}
let seen = look();

function followTable() {
  const before = seen;
  seen = look();
  if (!before.mode && seen.mode) {
    scrollTo(0, 0);
    play("started");
  }
  const isEnd = before.mode && before.mode !== "over" && seen.mode === "over" && !isReplay;
  const isTold = !isNews(byId("public")) || (isEnd && playCeremony(byId("public")));
  if (!isTold) announce(byId("public"));
  if (isEnd && !isTold) play("ended");
  if (!isReplay && before.mode) followLot(before);
}

function followLot(before) {
  if (seen.card && seen.card !== before.card) followCard();
  else if (seen.highest > before.highest) play("note");
}

function followCard() {
  if (seen.mode === "misfortune") play("misfortune");
  if (calm.matches || document.hidden) return;
  const isNearTheEnd = find(".end-clock-near") && !isAsked();
  turnOver(find("#lot > *"), isNearTheEnd ? TURNING.slow : TURNING.usual);
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
