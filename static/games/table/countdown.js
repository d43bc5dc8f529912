/* How long a turn lasts, by the clock of the server; and a tone when there is little time left. */
import { all, byId, language, stage } from "../dom.js";
import { play } from "./sounds.js";

const ahead = Number(stage.dataset.serverNow || Date.now()) - Date.now();
const units = (name) => new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "narrow" });

function remaining(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days) return `${units("day").format(days)} ${units("hour").format(hours)}`;
  if (hours) return `${units("hour").format(hours)} ${units("minute").format(minutes)}`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

let reminded = null;

function remind() {
  const moment = byId("private")?.dataset.remind;
  if (!moment || reminded === moment || Date.now() + ahead < Number(moment)) return;
  reminded = moment;
  play("reminder");
}

export function tick() {
  for (const clock of all("[data-deadline]")) {
    const left = Number(clock.dataset.deadline) - Date.now() - ahead;
    clock.textContent = remaining(left);
    clock.toggleAttribute("data-urgent", left < 10000);
  }
  remind();
}

setInterval(tick, 500);
