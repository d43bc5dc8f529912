/* What somebody has not seen, because the line was lost or the page out of sight. Whoever has the table before their
   eyes needs no message about it. Whoever returns to it after a while is told what happened meanwhile, be it that the page
   was open all the time. */
import { byId, find, stage } from "../dom.js";
import { say } from "./line.js";

const AWAY = 60000;

/* What was last seen before the line was lost: asked for until it is told, as a line may be lost again meanwhile. */
let missedSince = null;
/* What was last seen before the page went out of sight, while it is. */
let seenBefore = null;
let hiddenAt = null;

const shownActions = () => Number(byId("public")?.dataset.number ?? -1);

/* Where the account of what was missed begins, until it is put away: whoever misses more is told all of it. */
function unreadSince() {
  const account = find("#away [data-since]");
  return account && Number(account.dataset.since);
}

export function noteLoss() {
  missedSince ??= unreadSince() ?? seenBefore ?? shownActions();
}

export function askForMissed() {
  if (missedSince !== null && stage.dataset.seat !== undefined) say({ seen: missedSince });
}

export function noteAccount(text) {
  if (text.includes('<div id="away"')) missedSince = null;
}

export const tellSight = () => say({ looking: !document.hidden });

document.addEventListener("visibilitychange", () => {
  tellSight();
  if (document.hidden) {
    hiddenAt = Date.now();
    seenBefore = shownActions();
    return;
  }
  const wasAway = hiddenAt !== null && Date.now() - hiddenAt >= AWAY;
  if (wasAway && seenBefore >= 0 && seenBefore < shownActions()) {
    missedSince = unreadSince() ?? seenBefore;
    askForMissed();
  }
  hiddenAt = seenBefore = null;
});

document.body.addEventListener("click", (event) => {
  const target = event.target.closest("[data-dismiss]");
  if (target) find(target.dataset.dismiss)?.replaceChildren();
});
