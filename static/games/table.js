/* What a browser adds to the table: a bid is reckoned while it is composed, a settlement is paced, the end is a
   ceremony. All facts come with the HTML; without this file everything can still be read and played. */
(() => {
  "use strict";

  const stage = document.getElementById("stage");
  if (!stage) return;

  const language = document.documentElement.lang || "en";
  const numbers = new Intl.NumberFormat(language);
  const say = (words, amount) => words.replace("%s", numbers.format(amount));
  const find = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  /* The bid in the making. */

  function sumsOf(notes) {
    let sums = new Set([0]);
    for (const note of notes) sums = new Set([...sums, ...[...sums].map((sum) => sum + note)]);
    return sums;
  }

  /* The own part of the table stays while others bid; what they have bid by now stands on the table. */
  function factsOf(form) {
    const facts = JSON.parse(form.dataset.facts);
    const table = document.getElementById("public").dataset;
    const seat = form.closest("[data-seat]").dataset.seat;
    const highest = Number(table.highest);
    const least = table.least ? Number(table.least.split(" ")[seat]) : null;
    const leads = table.bidder !== "" && table.bidder === seat;
    return { ...facts, highest, least, leads, totals: facts.totals.filter((total) => total > highest) };
  }

  function composition(form) {
    const facts = factsOf(form);
    const boxes = all("input[name=cards]", form);
    const amount = find("input[name=amount]", form);
    const valueOf = (box) => Number(box.value);
    if (!facts.notes) return { facts, total: Number(amount?.value || 0), open: [] };
    const added = boxes.filter((box) => box.checked).map(valueOf).reduce((sum, note) => sum + note, 0);
    const open = boxes.filter((box) => !box.checked).map(valueOf);
    return { facts, total: added ? facts.own + added : 0, base: facts.own + added, open };
  }

  function leastToAdd({ facts, base, open }) {
    const enough = [...sumsOf(open)].filter((sum) => sum && base + sum > facts.highest);
    return enough.length ? Math.min(...enough) : null;
  }

  function verdictOn({ facts, total }) {
    const mine = facts.purse - total;
    const verdict = mine === facts.least ? "tied" : mine > facts.least ? "safe" : "cast-out";
    return { mine, verdict, difference: Math.abs(mine - facts.least) };
  }

  function buttonWords(state, words) {
    const { facts, total } = state;
    if (!facts.totals.length) return words.cannot;
    if (total && facts.totals.includes(total)) return say(facts.turn ? words.bid : words.ready, total);
    if (!facts.notes) return total > facts.purse ? say(words.only, facts.purse) : say(words.least, facts.totals[0]);
    const missing = leastToAdd(state);
    return missing === null ? words.cannot : say(state.base ? words.add : words.least, missing);
  }

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

  /* The button says what is asked for; while it is not there, the line above does. */
  function showWords(form, state, words) {
    const text = buttonWords(state, words);
    const { turn, leads } = state.facts;
    find("button.raise", form).textContent = text;
    find(".must", form).textContent = turn ? "" : leads && !state.total ? words.highest : text;
  }

  function showMeter(form, state, words) {
    const line = find("[data-meter-bid]", form);
    const mark = find("[data-mine]", form);
    if (!line || state.facts.least === null) return;
    const shown = state.facts.totals.includes(state.total);
    const { mine, verdict, difference } = verdictOn(shown ? state : { ...state, total: 0 });
    mark.dataset.drawn ??= mark.getAttribute("x");
    mark.setAttribute("x", Math.max(0, Math.min(98.4, (100 * mine) / state.facts.scale)));
    line.hidden = !shown;
    line.dataset.verdict = verdict;
    line.textContent = shown ? `${say(words[verdict], difference)} ${say(words.if_paid, state.total)}` : "";
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

  /* An amount that nobody has typed, or that can not be bid by now, is the least that can. */
  function keepUp(form) {
    const amount = find("input[name=amount]", form);
    const { turn, totals: [least] } = factsOf(form);
    if (!amount || !least) return;
    const isLegal = !turn || Number(amount.value) >= least;
    const isKept = typedFor === madeFor(form) && (isLegal || document.activeElement === amount);
    if (!isKept) amount.min = amount.value = least;
  }

  function compose(form) {
    const words = JSON.parse(find("[data-words]", form).dataset.words);
    const state = composition(form);
    const { facts, total } = state;
    const legal = facts.totals.includes(total);
    showWords(form, state, words);
    for (const button of all("button[value=bid]", form)) button.disabled = !(legal && facts.turn);
    fill(find("[data-total]", form), facts.notes && total ? say(words.total, total) : "");
    fill(find("[data-left]", form), total && total <= facts.purse ? say(words.left, facts.purse - total) : "");
    showLadder(form, state);
    showMeter(form, state, words);
  }

  function nudge(form, by) {
    const amount = find("input[name=amount]", form);
    const wanted = Number(amount.value || 0) + by;
    amount.value = Math.max(Number(amount.min), Math.min(Number(amount.max), wanted));
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
  function prepareDock() {
    const waiting = find("#private [data-waiting]");
    if (waiting) waiting.textContent = document.getElementById("public").dataset.waiting;
    const form = composerIn();
    if (!form) {
      restMeter();
      return;
    }
    for (const button of all("[data-less], [data-more]", form)) button.hidden = find("input[name=amount]", form).disabled;
    keepUp(form);
    compose(form);
  }

  /* A second tap, or a second Enter, was meant for what stood there before. */
  const REST = 450;
  const decisionIn = () => document.getElementById("private")?.dataset.decision ?? "";
  let decision = decisionIn();

  function restAfterMove() {
    const before = decision;
    decision = decisionIn();
    const moves = find("fieldset.moves");
    if (!before || !decision || before === decision || !moves) return;
    moves.inert = true;
    setTimeout(() => {
      moves.inert = false;
      window.hsweb.keepFocus();
    }, REST);
  }

  /* A settlement is played once. It is a part by itself, and goes on whatever else changes meanwhile. */

  const LASTS = 2900;
  const settlementIn = (table) => find("[data-settlement]", table);
  let playing = null;
  let settled = Number(settlementIn(stage)?.dataset.settlement ?? 0);

  function stopSettlement() {
    clearTimeout(playing);
    playing = null;
    for (const veil of all(".settlement.playing")) {
      veil.classList.remove("playing");
      veil.hidden = true;
    }
  }

  function playSettlement() {
    const veil = settlementIn(stage);
    const number = Number(veil?.dataset.settlement ?? 0);
    if (!veil || number <= settled) return;
    settled = number;
    if (calm.matches) return;
    stopSettlement();
    playing = setTimeout(stopSettlement, LASTS);
    veil.hidden = false;
    veil.classList.add("playing");
  }

  document.addEventListener("keydown", (event) => {
    if (playing) {
      // What is asked is out of sight meanwhile: no key may answer it.
      if (document.getElementById("private")?.contains(event.target) && event.key !== "Tab") event.preventDefault();
      stopSettlement();
    } else if (event.key === "Escape") closeDrawers();
  });
  stage.addEventListener("click", (event) => { if (playing && event.target.closest(".settlement")) stopSettlement(); });

  /* The newest line of the chat is in sight, unless somebody reads what was said before. */

  let readingAt = null;
  stage.addEventListener("scroll", ({ target }) => {
    if (target.id !== "chat-lines") return;
    const atEnd = target.scrollHeight - target.clientHeight - target.scrollTop < 40;
    readingAt = atEnd ? null : target.scrollTop;
  }, true);

  function followChat() {
    const lines = document.getElementById("chat-lines");
    if (lines) lines.scrollTop = readingAt ?? lines.scrollHeight;
  }

  /* Drawers open over the table: a click beside them closes them. */

  function closeDrawers(besides) {
    for (const drawer of all(".drawer[open]")) if (!drawer.contains(besides ?? null)) drawer.open = false;
  }

  document.addEventListener("click", (event) => closeDrawers(event.target));

  /* The end, told step by step where it happens before our eyes; whoever comes later sees all of it. */

  function beginCeremony(table) {
    const article = find("[data-ceremony]", table);
    if (!article) return;
    const scores = find(".act-scores", article);
    const steps = [
      ...all(".act-last, .act-purses, .act-out", article),
      scores,
      ...all(".result", scores).reverse(),
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

  /* Whose turn it is, in the tab; how long it lasts, on the table; what happened, to the ear. */

  const showTurn = () => document.dispatchEvent(new Event("hsweb:turn"));

  /* A short tone for whoever is elsewhere: two notes when they are asked, one for anything else. */

  const sounds = (stage.dataset.sounds ?? "").split(" ");
  const soundButton = document.getElementById("sound");
  const muted = () => localStorage.getItem("muted") === "yes";
  const TONES = { turn: [660, 880], reminder: [880, 660], ended: [523], started: [523, 659], mention: [740] };
  let audio = null;

  function play(kind) {
    if (!document.hidden || muted() || !sounds.includes(kind) || !window.AudioContext) return;
    audio ??= new AudioContext();
    TONES[kind].forEach((pitch, place) => {
      const [tone, volume, begin] = [audio.createOscillator(), audio.createGain(), audio.currentTime + place * 0.18];
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.0001, begin);
      volume.gain.exponentialRampToValueAtTime(0.2, begin + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, begin + 0.3);
      tone.connect(volume).connect(audio.destination);
      tone.start(begin);
      tone.stop(begin + 0.32);
    });
    stage.dataset.sounded = kind;
  }

  function showSound() {
    soundButton.hidden = !sounds.some((kind) => kind in TONES);
    soundButton.textContent = muted() ? soundButton.dataset.off : soundButton.dataset.on;
    soundButton.setAttribute("aria-pressed", String(!muted()));
  }

  soundButton?.addEventListener("click", () => {
    localStorage.setItem("muted", muted() ? "no" : "yes");
    showSound();
  });

  let reminded = null;

  function remind() {
    const moment = document.getElementById("private")?.dataset.remind;
    if (!moment || reminded === moment || Date.now() + ahead < Number(moment)) return;
    reminded = moment;
    play("reminder");
  }

  let mentioned = Math.max(0, ...all("[data-mention]").map((line) => Number(line.dataset.mention)));

  function hearMentions() {
    const latest = Math.max(0, ...all("[data-mention]").map((line) => Number(line.dataset.mention)));
    if (latest > mentioned) play("mention");
    mentioned = Math.max(mentioned, latest);
  }

  const ahead = Number(stage.dataset.serverNow || Date.now()) - Date.now();
  const units = (name) => new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "narrow" });

  function remaining(milliseconds) {
    const seconds = Math.max(0, Math.round(milliseconds / 1000));
    const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
    if (days) return `${units("day").format(days)} ${units("hour").format(hours)}`;
    if (hours) return `${units("hour").format(hours)} ${units("minute").format(minutes)}`;
    return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  }

  function tick() {
    for (const clock of all("[data-deadline]")) {
      const left = Number(clock.dataset.deadline) - Date.now() - ahead;
      clock.textContent = remaining(left);
      clock.toggleAttribute("data-urgent", left < 10000);
    }
    remind();
  }

  let announced = find("#public")?.dataset.number;

  function announce(table) {
    const words = find("[data-announcement]", table)?.textContent;
    if (table.dataset.number === announced) return;
    announced = table.dataset.number;
    const region = document.getElementById("announce");
    if (!region) return;
    setTimeout(() => { region.textContent = [words, document.getElementById("private")?.dataset.myTurn].filter(Boolean).join(" "); }, 50);
  }

  /* What the table has come to, each time that something of it was shown. */

  const modeOf = () => document.getElementById("public")?.dataset.mode ?? "";
  let mode = modeOf();

  function followTable() {
    const table = document.getElementById("public");
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

  const isAsked = () => document.getElementById("private")?.dataset.myTurn !== undefined;
  let asked = isAsked();

  function followDock() {
    restAfterMove();
    if (isAsked() && !asked) play("turn");
    asked = isAsked();
    showTurn();
  }

  /* A second click that was meant for the button before does nothing. */
  const givenIn = () => find(".order-form")?.dataset.given ?? "";
  let given = givenIn();

  function followOrders() {
    const before = given;
    given = givenIn();
    const button = find(".order-give");
    if (!button || before === given) return;
    button.disabled = true;
    setTimeout(() => { button.disabled = false; }, 700);
  }

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
  if (soundButton) showSound();
  followChat();
  showTurn();
  tick();
  setInterval(tick, 500);
})();
