/* Shows the bid in the making: on the button, on the ladder of totals and on the meter of the poorest. */
import { all, byId, find, stage } from "../dom.js";
import { bidsNothing, buttonWords, comparison, composition, factsOf, sumsOf, verdictOn, withSum } from "./bid.js";

function fill(output, text) {
  if (!output) return;
  output.textContent = text;
  output.toggleAttribute("data-filled", Boolean(text));
}

/* A rung for each total; those that the notes that are left do not lead to any more are dimmed. */
const ladderOf = (totals) => totals.map((total) => `M${total / 1000} 0h.7v6h-.7z`).join("");

function showLadder(form, { facts, total, base, open }) {
  const ladder = find(".ladder", form);
  if (!ladder) return;
  const reachable = new Set([...sumsOf(open)].map((sum) => base + sum));
  const within = facts.totals.filter((sum) => reachable.has(sum) && sum !== total);
  find(".rung", ladder).setAttribute("d", ladderOf(within));
  find(".rung-beyond", ladder).setAttribute("d", ladderOf(facts.totals.filter((sum) => !reachable.has(sum))));
  find(".rung-here", ladder).setAttribute("d", ladderOf(facts.totals.includes(total) ? [total] : []));
}

/* The button says what is asked for; whoever waits is asked for nothing, and told what they have made ready. */
function showWords(form, state, words, isReady) {
  const text = buttonWords(state, words);
  const { turn, leads } = state.facts;
  find("button.raise", form).textContent = text;
  const waits = isReady ? text : leads && !state.total ? words.highest : "";
  find(".must", form).textContent = turn ? "" : waits;
}

/* Whoever has the highest bid pays it, if nobody goes on; of a misfortune everybody pays who does not take it. */
const willPay = ({ own, leads }) => (leads || byId("public").dataset.mode === "misfortune" ? own : 0);

function showMeter(form, state, words) {
  const line = find("[data-meter-bid]", form);
  const isNear = line?.closest("[data-near]");
  const mark = find("[data-mine]", form);
  if (!line || state.facts.least === null) return;
  const { facts } = state;
  const paid = facts.totals.includes(state.total) ? state.total : willPay(facts);
  const shown = Boolean(paid);
  const told = verdictOn({ facts, total: paid });
  mark.dataset.drawn ??= mark.getAttribute("x");
  mark.setAttribute("x", Math.max(0, Math.min(98.4, (100 * told.mine) / facts.scale)));
  line.hidden = !shown;
  line.dataset.verdict = told.verdict;
  const danger = isNear && told.verdict !== "safe" ? ` ${words.danger}` : "";
  line.textContent = shown ? comparison(state, told, words) + danger : "";
}

/* Once nothing can be bid, the meter tells again what it was drawn with. */
function restMeter() {
  const mark = find("#private [data-drawn]");
  if (!mark) return;
  mark.setAttribute("x", mark.dataset.drawn);
  find("#private [data-meter-bid]").hidden = true;
}

/* For which auction, and on top of which own bid, an amount was last typed: it is not carried any further. */
let typedFor = null;
const madeFor = (form) => `${form.closest("[data-stage]").dataset.stage} ${factsOf(form).own}`;

/* An amount that nobody has typed, or that can not be bid by now, is the least that can; whoever waits has typed none. */
function keepUp(form) {
  const amount = find("input[name=amount]", form);
  const { turn, totals: [least] } = factsOf(form);
  if (!amount || !least) return;
  const isLegal = !turn || bidsNothing(amount) || Number(amount.value) >= least;
  const isKept = typedFor === madeFor(form) && (isLegal || document.activeElement === amount);
  if (!isKept) amount.value = turn ? least : "";
}

/* Keys stop at the least that can be bid, as the buttons do: 0 has to be typed. */
function limitKeys(form, { facts: { totals: [least = 0] }, nothing }) {
  const amount = find("input[name=amount]", form);
  if (amount) amount.min = nothing ? 0 : least;
}

function compose(form) {
  const words = JSON.parse(find("[data-words]", form).dataset.words);
  const state = composition(form);
  const { facts, total } = state;
  const legal = state.nothing || facts.totals.includes(total);
  limitKeys(form, state);
  showWords(form, state, words, legal);
  for (const button of all("button[value=bid]", form)) button.disabled = !(legal && facts.turn);
  fill(find("[data-total]", form), facts.notes && total ? withSum(words.total, total) : "");
  fill(find("[data-left]", form), total && total <= facts.purse ? withSum(words.left, facts.purse - total) : "");
  showLadder(form, state);
  showMeter(form, state, words);
}

function nudge(form, by) {
  const amount = find("input[name=amount]", form);
  const { totals: [least = 0] } = factsOf(form);
  const wanted = Number(amount.value || 0) + by;
  amount.value = Math.max(least, Math.min(Number(amount.max), wanted));
  typedFor = madeFor(form);
  compose(form);
}

const composerIn = (root = document) => find("form[data-facts]", root);

stage.addEventListener("input", ({ target }) => {
  const form = target.closest("form[data-facts]");
  if (!form) return;
  typedFor = madeFor(form);
  compose(form);
});
stage.addEventListener("submit", (event) => {
  const bid = event.target.matches("form[data-facts]") && find("button[value=bid]", event.target);
  if (bid && bid.disabled && event.submitter?.value === "bid") event.preventDefault();
});
stage.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-less], [data-more]");
  if (button) nudge(button.form, "less" in button.dataset ? -1 : 1);
});

/* What waits for scripts is shown, and reckoned with what is on the table by now. */
export function prepareDock() {
  const waiting = find("#private [data-waiting]");
  if (waiting) waiting.textContent = byId("public").dataset.waiting;
  const form = composerIn();
  if (!form) {
    restMeter();
    return;
  }
  for (const button of all("[data-less], [data-more]", form)) button.hidden = find("input[name=amount]", form).disabled;
  keepUp(form);
  compose(form);
}
