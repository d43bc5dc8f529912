/* The end, told step by step where it happens before our eyes; whoever comes later sees all of it. It plays by itself, in
   each page for itself: any key or tap goes on, and a button shows all. */
import { all, calm, find, isForBrowser, stage } from "../dom.js";
import { say } from "./announcement.js";
import { play } from "./sounds.js";

const BEAT = 1100;
const LONGEST = 16000;

/* What is told, in order: each thing by itself, and of the results the best last. */
function stepsOf(article) {
  const results = new Set(all(".results > [data-step]", article));
  const backwards = [...results].toReversed();
  return all("[data-step]", article).map((step) => (results.has(step) ? backwards.shift() : step));
}

class Ceremony {
  constructor(article) {
    this.article = article;
    this.steps = stepsOf(article);
    this.controls = find(".ceremony-steps", article);
    this.beat = Math.min(BEAT, LONGEST / this.steps.length);
  }

  begin() {
    this.article.classList.add("staged");
    for (const step of this.steps) step.classList.add("to-come");
    this.controls.hidden = false;
    this.listening = new AbortController();
    const { signal } = this.listening;
    document.addEventListener("keydown", (event) => this.onKey(event), { signal });
    stage.addEventListener("hsweb:shown", () => this.follow(), { signal });
    this.article.addEventListener("click", (event) => this.onClick(event), { signal });
    this.article.tabIndex = -1;
    this.article.focus({ preventScroll: true });
    this.next();
  }

  next() {
    clearTimeout(this.timer);
    const step = this.steps.shift();
    step.classList.remove("to-come");
    for (const words of [step, ...all("[data-say]", step)]) if ("say" in words.dataset) say(words.innerText);
    if (!this.steps.length) {
      this.end();
      return;
    }
    step.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
    this.timer = setTimeout(() => this.next(), this.beat);
  }

  /* Where the end was drawn anew, as somebody is called otherwise by now, it is all there. */
  follow() {
    if (!this.steps.every((step) => step.isConnected)) this.end();
  }

  showAll() {
    while (this.steps.length) this.next();
  }

  end() {
    clearTimeout(this.timer);
    this.listening.abort();
    this.article.classList.remove("staged");
    this.controls.hidden = true;
    const winner = find(".act-winner h2", this.article);
    winner.tabIndex = -1;
    winner.focus({ preventScroll: true });
    scrollTo(0, 0);
    play("ended");
  }

  onKey(event) {
    if (isForBrowser(event) || event.target.closest("a, button, input, textarea, select, summary")) return;
    event.preventDefault();
    if (event.key === "Escape") this.showAll();
    else this.next();
  }

  onClick({ target }) {
    if (target.closest("[data-ceremony-skip]")) this.showAll();
    else if (!target.closest("a, summary, .mini")) this.next();
  }
}

/* Whether there is one to play: where nobody looks, all is told at once. */
export function playCeremony(table) {
  const article = find("[data-ceremony]", table);
  if (!article || document.hidden) return false;
  new Ceremony(article).begin();
  return true;
}
