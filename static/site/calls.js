/* What waits for somebody stands in the title, on the icon and on the installed page. */

const title = document.title;
const icon = document.querySelector("link[rel=icon]");
const usualIcon = icon?.getAttribute("href");
const waiting = () => document.getElementById("waiting")?.dataset ?? {};

export function showCalls() {
  const dock = document.getElementById("private")?.dataset ?? {};
  const count = Number(waiting().count ?? 0);
  const mine = dock.myTurn;
  const sign = mine ? `● ${mine} · ` : count ? `(${count}) ` : "";
  document.title = sign + title;
  icon?.setAttribute("href", ((mine || count) && waiting().icon) || usualIcon);
  if (!navigator.setAppBadge) return;
  (count ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {});
}

document.addEventListener("htmx:oobAfterSwap", (event) => { if (event.detail.target?.id === "waiting") showCalls(); });
showCalls();
