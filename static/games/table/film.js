/* What moves when something is settled: the hammer falls, the card goes to whoever has it now, and what was laid before
   the seats is swept away or goes home. Only what lies on the table is moved, by transforms and opacity. */
import { all, byId, find, stage } from "../dom.js";

const EASE = "cubic-bezier(.45, .05, .3, 1)";

const centre = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

function way(from, to) {
  const [here, there] = [centre(from.getBoundingClientRect()), centre(to.getBoundingClientRect())];
  return `translate(${there.x - here.x}px, ${there.y - here.y}px)`;
}

export function roll(settlement, lasts, nextMode) {
  const timing = { duration: lasts, fill: "both", easing: EASE };
  const animations = [...carry(settlement, timing, nextMode), ...sweep(settlement, timing)];
  const sign = signOf(settlement);
  animations.push(...fall(sign, timing));
  return {
    hurry(rate) {
      for (const animation of animations) animation.updatePlaybackRate(rate);
    },
    cut() {
      for (const animation of animations) animation.cancel();
      sign.remove();
    },
  };
}

/* The words of a settlement lie over the table, outside of all parts, and in the middle of what was fought for. */
function signOf(settlement) {
  const told = "tagOnly" in settlement.dataset ? byId("settlement") : settlement;
  const sign = told.cloneNode(true);
  for (const name of ["id", "hidden", "data-stamp"]) sign.removeAttribute(name);
  delete sign.dataset.settlement;
  stage.append(sign);
  const lot = byId("lot");
  const [table, place] = [stage.getBoundingClientRect(), (lot ?? byId("public")).getBoundingClientRect()];
  const wide = sign.firstElementChild.getBoundingClientRect().width / 2 + 12;
  const left = (lot ? centre(place).x : centre(byId("public").getBoundingClientRect()).x) - table.left;
  sign.style.top = `${(lot ? centre(place).y : place.top) - table.top}px`;
  sign.style.left = `${Math.max(wide, Math.min(table.width - wide, left))}px`;
  return sign;
}

function fall(sign, timing) {
  const frames = [
    { offset: 0, opacity: 0, transform: "translate(-50%, -50%) rotate(-7deg) scale(2.2)" },
    { offset: 0.1, opacity: 1, transform: "translate(-50%, -50%) rotate(-7deg) scale(0.94)" },
    { offset: 0.15, opacity: 1, transform: "translate(-50%, -50%) rotate(-7deg) scale(1)" },
    { offset: 0.92, opacity: 1, transform: "translate(-50%, -50%) rotate(-7deg) scale(1)" },
    { offset: 1, opacity: 0, transform: "translate(-50%, -50%) rotate(-7deg) scale(1)" },
  ];
  const stamp = find(".stamp", sign);
  if (stamp) return [stamp.animate(frames, { ...timing, easing: "linear" })];
  return all("li", sign).map((line, place) => line.animate(
    [{ opacity: 0, transform: "translateY(0.5rem)" }, { opacity: 1, transform: "none" }],
    { duration: timing.duration / 6, delay: (place * timing.duration) / 8, fill: "both" },
  ));
}

/* The card goes to whoever has it now, unless it stays until it is known what it takes. */
function carry({ dataset: { kind, seat } }, timing, nextMode) {
  const card = find("#lot > *");
  const place = byId(`seat-${seat}`);
  if (!card || !place || [kind, nextMode].includes("theft")) return [];
  return [card.animate([
    { offset: 0, transform: "none", opacity: 1 },
    { offset: 0.32, transform: "none", opacity: 1 },
    { offset: 0.85, transform: `${way(card, place)} scale(0.3)`, opacity: 1 },
    { offset: 1, transform: `${way(card, place)} scale(0.22)`, opacity: 0 },
  ], timing)];
}

/* For a prize its owner pays; for a misfortune everybody but its owner. */
function sweep({ dataset: { kind, seat } }, timing) {
  const away = byId("pile")?.checkVisibility?.() ? byId("pile") : byId("lot");
  return all(".bid > *", stage).map((laid) => {
    const place = laid.closest(".seat");
    const isPaid = (place.dataset.seat === seat) === (kind === "prize");
    const goes = isPaid ? `${way(laid, away)} scale(0.4)` : `${way(laid, find(".plate", place))} scale(0.6)`;
    const [leaves, arrives] = isPaid ? [0.3, 0.75] : [0.12, 0.5];
    return laid.animate([
      { offset: 0, transform: "none", opacity: 1 },
      { offset: leaves, transform: "none", opacity: 1 },
      { offset: arrives, transform: goes, opacity: 0 },
      { offset: 1, transform: goes, opacity: 0 },
    ], timing);
  });
}

/* The next card is turned over; the later it may be the last one, the slower. */
export function turnOver(card, lasts) {
  card.animate([
    { transform: "perspective(60rem) rotateY(95deg)", opacity: 0.2 },
    { transform: "perspective(60rem) rotateY(0)", opacity: 1 },
  ], { duration: lasts, easing: "ease-out" });
}
