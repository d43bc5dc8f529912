/* The bid in the making, reckoned: what has been put down, what is missing, and what would be left. */
import { all, byId, find, language } from "../dom.js";

const numbers = new Intl.NumberFormat(language);
export const withSum = (words, amount) => words.replace("%s", numbers.format(amount));
const fillIn = (words, facts) => words.replace(/%\((\w+)\)s/g, (_place, name) => facts[name]);

export function sumsOf(notes) {
  let sums = new Set([0]);
  for (const note of notes) sums = new Set([...sums, ...[...sums].map((sum) => sum + note)]);
  return sums;
}

/* The own part of the table stays while others bid; what they have bid by now stands on the table. */
export function factsOf(form) {
  const facts = JSON.parse(form.dataset.facts);
  const table = byId("public").dataset;
  const seat = form.closest("[data-seat]").dataset.seat;
  const highest = Number(table.highest);
  const least = table.least ? Number(table.least.split(" ")[seat]) : null;
  const poorest = table.poorest?.split(" ")[seat];
  const leads = table.bidder !== "" && table.bidder === seat;
  return { ...facts, highest, least, poorest, leads, totals: facts.totals.filter((total) => total > highest) };
}

const valueOf = (box) => Number(box.value);

/* Whoever bids 0 passes; an empty field says nothing. */
export const bidsNothing = (amount) => amount?.value === "0" && !amount.disabled;

export function composition(form) {
  const facts = factsOf(form);
  const boxes = all("input[name=cards]", form);
  const amount = find("input[name=amount]", form);
  if (!facts.notes) return { facts, total: Number(amount?.value || 0), nothing: bidsNothing(amount), open: [] };
  const added = boxes.filter((box) => box.checked).map(valueOf).reduce((sum, note) => sum + note, 0);
  const open = boxes.filter((box) => !box.checked).map(valueOf);
  return { facts, total: added ? facts.own + added : 0, base: facts.own + added, open };
}

function leastToAdd({ facts, base, open }) {
  const enough = [...sumsOf(open)].filter((sum) => sum && base + sum > facts.highest);
  return enough.length ? Math.min(...enough) : null;
}

export function verdictOn({ facts, total }) {
  const mine = facts.purse - total;
  const verdict = mine === facts.least ? "tied" : mine > facts.least ? "safe" : "cast-out";
  return { mine, verdict, difference: Math.abs(mine - facts.least) };
}

/* Who has least among the others; called the poorest unless that is who asks. */
function poorestWords(poorest, words, isCalled) {
  if (poorest === "*") return words.all;
  const seats = poorest.split(",");
  if (seats.length > 2) return fillIn(isCalled ? words.many : words.others, { count: seats.length });
  const [several, last] = seats.map((seat) => find(`#plate-${seat} .name`)?.textContent ?? "");
  const who = last ? fillIn(words.and, { several, last }) : several;
  return isCalled ? fillIn(last ? words.two : words.one, { who }) : who;
}

export function comparison({ facts }, { verdict, difference }, words) {
  const isPoorest = verdict === "cast-out" && facts.purse < facts.least;
  const who = poorestWords(facts.poorest, words, !isPoorest);
  return fillIn(words[verdict], { sum: numbers.format(difference), who });
}

export function buttonWords(state, words) {
  const { facts, total } = state;
  if (!facts.totals.length) return words.cannot;
  if (state.nothing) return words.nothing;
  if (total && facts.totals.includes(total)) return withSum(facts.turn ? words.bid : words.ready, total);
  if (!facts.notes) return total > facts.purse ? withSum(words.only, facts.purse) : withSum(words.least, facts.totals[0]);
  const missing = leastToAdd(state);
  return missing === null ? words.cannot : withSum(state.base ? words.add : words.least, missing);
}
