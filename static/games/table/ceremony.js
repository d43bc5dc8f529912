/* The end, told step by step where it happens before our eyes; whoever comes later sees all of it. */
import { all, calm, find } from "../dom.js";

export function beginCeremony(table) {
  const article = find("[data-ceremony]", table);
  if (!article) return;
  const scores = find(".act-scores", article);
  const steps = [
    ...all(".act:not(.act-scores, .act-winner)", article),
    scores,
    ...all(".result", scores).toReversed(),
    find(".act-winner", article),
  ];
  const buttons = find(".ceremony-steps", article);
  const end = () => {
    if (!article.classList.contains("staged")) return;
    steps.splice(0).forEach((step) => step.classList.remove("to-come"));
    article.classList.remove("staged");
    buttons.hidden = true;
    const winner = find(".act-winner h2", article);
    winner.tabIndex = -1;
    winner.focus({ preventScroll: true });
    scrollTo(0, 0);
  };
  const next = () => {
    const step = steps.shift();
    step?.classList.remove("to-come");
    if (step === scores) steps.shift()?.classList.remove("to-come");
    step?.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
    if (!steps.length) end();
  };
  article.classList.add("staged");
  steps.forEach((step) => step.classList.add("to-come"));
  buttons.hidden = false;
  find("[data-ceremony-next]", article).addEventListener("click", next);
  find("[data-ceremony-skip]", article).addEventListener("click", end);
  article.addEventListener("keydown", (event) => { if (event.key === "Escape") end(); });
  next();
  find("[data-ceremony-next]", article).focus({ preventScroll: true });
}
