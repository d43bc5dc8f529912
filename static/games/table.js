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
    const table = document.getElementById("public")?.dataset ?? {};
    if (table.highest === undefined) return facts;
    const highest = Number(table.highest);
    const leads = table.bidder !== "" && table.bidder === form.closest("[data-seat]")?.dataset.seat;
    return { ...facts, highest, leads, totals: facts.totals.filter((total) => total > highest) };
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

  function showLadder(form, { facts, total, base, open }) {
    const rungs = all(".rung", form);
    if (!rungs.length) return;
    const reachable = new Set([...sumsOf(open)].map((sum) => (base + sum) / 1000));
    for (const rung of rungs) {
      const place = Number(rung.dataset.place);
      rung.classList.toggle("rung-here", total > 0 && place === total / 1000);
      const within = reachable.has(place) && place * 1000 > facts.highest;
      rung.classList.toggle("rung-beyond", !within && !rung.classList.contains("rung-never"));
    }
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
    mark.setAttribute("x", Math.max(0, Math.min(98.4, (100 * mine) / state.facts.scale)));
    line.hidden = !shown;
    line.dataset.verdict = verdict;
    line.textContent = shown ? `${say(words[verdict], difference)} ${say(words.if_paid, state.total)}` : "";
  }

  /* An amount that nobody has typed is the least that can be bid. */
  function keepUp(form) {
    const amount = find("input[name=amount]", form);
    const [least] = factsOf(form).totals;
    if (!amount || !least || "typed" in amount.dataset) return;
    amount.min = amount.value = least;
  }

  function compose(form) {
    const words = JSON.parse(form.dataset.words);
    keepUp(form);
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
    amount.dataset.typed = "";
    compose(form);
  }

  function prepareDock(dock) {
    const form = find("form[data-facts]", dock);
    if (!form) return;
    for (const [name, by] of [["less", -1], ["more", 1]]) {
      const button = find(`[data-${name}]`, form);
      if (!button || find("input[name=amount]", form).disabled) continue;
      button.hidden = false;
      button.addEventListener("click", () => nudge(form, by));
    }
    form.addEventListener("input", (event) => {
      event.target.dataset.typed = "";
      compose(form);
    });
    form.addEventListener("submit", (event) => {
      if (event.submitter?.value === "bid" && find("button[value=bid]", form).disabled) event.preventDefault();
    });
    compose(form);
  }

  /* A push may replace the form while somebody is composing: what was chosen and still can be stays chosen. */

  function carryOver(before, after) {
    if (before.dataset.stage !== after.dataset.stage) return;
    for (const box of all("input[name=cards]:checked", before)) {
      const again = find(`input[name=cards][value="${CSS.escape(box.value)}"]`, after);
      if (again) again.checked = true;
    }
    const typed = find("input[name=amount][data-typed]", before);
    const amount = find("input[name=amount]", after);
    if (typed && amount && Number(typed.value) >= Number(amount.min)) {
      amount.value = typed.value;
      amount.dataset.typed = "";
    }
  }

  let focused = null;
  stage.addEventListener("focusin", (event) => { focused = event.target; });
  stage.addEventListener("focusout", (event) => {
    // A node that is taken out of the page blurs without anywhere to go.
    // A button that was pressed is disabled until the answer is here.
    if (event.target.matches(":disabled")) return;
    if (event.relatedTarget || event.target.isConnected) setTimeout(() => {
      if (focused === event.target && focused.isConnected && document.activeElement !== focused) focused = null;
    });
  });

  function twinOf(element, root) {
    if (element.id) return root.querySelector(`#${CSS.escape(element.id)}`);
    if (element.name) {
      const twins = all(`[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`, root);
      return twins.find((twin) => twin.checkVisibility());
    }
    const drawer = element.closest("details[id]");
    return drawer && element.localName === "summary" ? root.querySelector(`#${CSS.escape(drawer.id)} > summary`) : null;
  }

  const USUAL = "input[name=cards], input[name=amount], .moves button:enabled";

  function keepFocus(before, after) {
    if (!focused || !before.contains(focused)) return;
    after.tabIndex = -1;
    for (const heir of [twinOf(focused, after), find(USUAL, after), after]) {
      if (document.activeElement === document.body) heir?.focus({ preventScroll: true });
    }
  }

  /* A second tap, or a second Enter, was meant for what stood there before. A move is answered and pushed, too. */
  let restsUntil = 0;

  function restAfterMove(before, after) {
    if (before.dataset.myTurn && before.dataset.version !== after.dataset.version) restsUntil = Date.now() + 450;
    const moves = find("fieldset.moves", after);
    const rests = restsUntil - Date.now();
    if (!moves || rests <= 0) return;
    moves.inert = true;
    setTimeout(() => {
      moves.inert = false;
      if (document.activeElement === after) find(USUAL, after)?.focus({ preventScroll: true });
    }, rests);
  }

  /* A settlement is played once, and goes on where it was if the table changes meanwhile. */

  const LASTS = 2900;
  const settlementIn = (table) => find("[data-settlement]", table);
  let playing = null;
  let settled = Number(settlementIn(stage)?.dataset.settlement ?? 0);

  function stopSettlement() {
    clearTimeout(playing?.timer);
    playing = null;
    for (const veil of all(".settlement.playing")) {
      veil.classList.remove("playing");
      veil.hidden = true;
    }
  }

  function playSettlement(table) {
    const veil = settlementIn(table);
    const number = Number(veil?.dataset.settlement ?? 0);
    if (!veil || calm.matches) settled = Math.max(settled, number);
    else if (number > settled || playing?.number === number) {
      if (playing?.number !== number) {
        stopSettlement();
        playing = { number, since: Date.now(), timer: setTimeout(stopSettlement, LASTS) };
      }
      settled = number;
      veil.hidden = false;
      veil.classList.add("playing");
      for (const motion of veil.getAnimations({ subtree: true })) motion.currentTime = Date.now() - playing.since;
    }
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

  document.body.addEventListener("htmx:oobAfterSwap", () => {
    const latest = Math.max(0, ...all("[data-mention]").map((line) => Number(line.dataset.mention)));
    if (latest > mentioned) play("mention");
    mentioned = Math.max(mentioned, latest);
    followChat();
  });

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

  /* Parts are replaced as wholes; the old one still knows what was chosen in it. */

  function followTable(table) {
    const waiting = find("#private [data-waiting]");
    if (waiting) waiting.textContent = table.dataset.waiting;
    const form = find("form[data-facts]");
    if (form) compose(form);
  }

  function keepOpen(before) {
    for (const drawer of all("details[data-keep][open]", before)) {
      const again = document.getElementById(drawer.id);
      if (again) again.open = true;
    }
  }

  function tableReplaced(before, after) {
    keepOpen(before);
    const wasRunning = before.dataset.mode && before.dataset.mode !== "over";
    if (!before.dataset.mode && after.dataset.mode) scrollTo(0, 0);
    followTable(after);
    strikeOutSold(after);
    playSettlement(after);
    announce(after);
    // Whoever steps through a game again is shown the end at once, and keeps the step under their finger.
    if (wasRunning && after.dataset.mode === "over" && !stage.classList.contains("replay")) beginCeremony(after);
    if (wasRunning && after.dataset.mode === "over") play("ended");
    if (!before.dataset.mode && after.dataset.mode) play("started");
    tick();
  }

  function dockReplaced(before, after) {
    keepOpen(before);
    carryOver(before, after);
    prepareDock(after);
    restAfterMove(before, after);
    showTurn();
    if (after.dataset.myTurn && !before.dataset.myTurn) play("turn");
  }

  /* A second click that was meant for the button before does nothing. */
  function restFor(button) {
    if (!button) return;
    button.disabled = true;
    setTimeout(() => { button.disabled = false; }, 700);
  }

  /* An order in the making stays, unless it was for an auction that is over or has just been given. */
  function ordersReplaced(before, after) {
    const fold = find("details", after);
    if (fold && find("details", before)?.open) fold.open = true;
    if (before.dataset.given !== after.dataset.given) restFor(find(".order-give", after));
    if (before.dataset.stage !== after.dataset.stage || before.dataset.given !== after.dataset.given) return;
    for (const field of all("[name]:not([type=hidden], button)", before)) {
      const checkable = field.matches("[type=radio], [type=checkbox]");
      const same = `[name="${field.name}"]${checkable ? `[value="${CSS.escape(field.value)}"]` : ""}`;
      const again = find(same, after);
      if (again && checkable) again.checked = field.checked;
      else if (again) again.value = field.value;
    }
  }

  /* What others buy cannot be ordered any more. The form is not replaced for that: somebody may be filling it in. */
  function strikeOutSold(table) {
    const market = find("[data-cards]", table)?.dataset.cards.split(" ");
    if (!market) return;
    for (const box of all("#orders [name=buy]").filter(({ value }) => !market.includes(value))) {
      find(`#orders [name=play] option[value="${CSS.escape(box.value)}"]`)?.remove();
      box.closest("label").remove();
    }
  }

  const REPLACED = { public: tableReplaced, private: dockReplaced, orders: ordersReplaced };

  new MutationObserver((changes) => {
    const gone = changes.flatMap((change) => [...change.removedNodes]);
    for (const [id, replaced] of Object.entries(REPLACED)) {
      const before = gone.find((node) => node.id === id);
      const after = document.getElementById(id);
      if (!before || !after) continue;
      replaced(before, after);
      keepFocus(before, after);
    }
  }).observe(stage, { childList: true });

  const dock = document.getElementById("private");
  if (dock) prepareDock(dock);
  if (soundButton) showSound();
  followChat();
  showTurn();
  tick();
  setInterval(tick, 500);
})();
