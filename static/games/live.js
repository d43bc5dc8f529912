/* The open line of a table: what changes comes on it, and what is played goes out on it. Shows when it is lost, and
   reaches the server again. The table itself needs none of this to be right: without the line, forms are posted. */
(() => {
  "use strict";

  const stage = document.getElementById("stage");
  const sign = document.getElementById("connection");
  if (!stage?.dataset.line || !sign || !window.hsweb) return;

  const { show, beginLine, tellProblem, forgetProblems, keepFocus } = window.hsweb;
  const SILENCE = 15000;
  const PATIENCE = 2000;
  const LONGEST_POST = 10000;
  const GONE = 4000;
  const TOO_MANY = 3013;
  const TOO_FAST = 429;
  const AWAY = 60000;

  let line = null;
  let tries = 0;
  let calling = null;
  let lost = false;
  let isOver = false;
  let heard = Date.now();
  let unsent = false;
  let refusalIsShown = false;
  /* What was last seen before the line was lost: asked for until it is told, as a line may be lost again meanwhile. */
  let missedSince = null;
  /* What was last seen before the page went out of sight, while it is. */
  let seenBefore = null;
  let hiddenAt = null;

  const isOpen = () => line?.readyState === WebSocket.OPEN;
  const say = (words) => { if (isOpen()) line.send(JSON.stringify(words)); };
  const shownActions = () => Number(document.getElementById("public")?.dataset.number ?? -1);

  /* Where the account of what was missed begins, until it is put away: whoever misses more is told all of it. */
  function unreadSince() {
    const account = document.querySelector("#away [data-since]");
    return account && Number(account.dataset.since);
  }

  function showSign(text, back) {
    sign.textContent = text;
    sign.classList.toggle("back", back);
    sign.hidden = false;
  }

  function loseConnection() {
    lost = true;
    missedSince ??= unreadSince() ?? seenBefore ?? shownActions();
    showSign(doubted ? `${sign.dataset.lost} ${sign.dataset.doubt}` : sign.dataset.lost, false);
  }

  function regainConnection() {
    if (!lost) return;
    lost = false;
    if (doubted) showSign(`${sign.dataset.back} ${sign.dataset.doubt}`, true);
    else if (unsent) showSign(`${sign.dataset.back} ${sign.dataset.unsent}`, true);
    else if (verdict) tellVerdict();
    else sayForAWhile(sign.dataset.back);
  }

  function sayForAWhile(text) {
    showSign(text, true);
    setTimeout(() => {
      if (lost || sign.textContent !== text) return;
      sign.hidden = true;
      if (verdict?.text === text) verdict = null;
    }, 3000);
  }

  /* The line. */

  function connect() {
    clearTimeout(calling);
    if (isOver || (line && line.readyState <= WebSocket.OPEN)) return;
    const address = new URL(stage.dataset.line, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const fresh = new WebSocket(address);
    line = fresh;
    heard = Date.now();
    fresh.addEventListener("open", () => { if (line === fresh) opened(); });
    fresh.addEventListener("message", ({ data }) => { if (line === fresh) hear(data); });
    fresh.addEventListener("close", ({ code }) => { if (line === fresh) closed(code); });
  }

  function callAgain(after) {
    clearTimeout(calling);
    calling = setTimeout(connect, after);
  }

  function opened() {
    tries = 0;
    beginLine();
    heard = Date.now();
    if (document.hidden) tellSight();
    if (missedSince !== null && stage.dataset.seat !== undefined) say({ seen: missedSince });
    regainConnection();
    if (doubted) askAboutDoubt();
  }

  function closed(code) {
    line = null;
    letDecide();
    if (code >= GONE) {
      isOver = true;
      showSign(sign.dataset.gone, false);
      document.getElementById("private")?.replaceChildren();
    } else if (code === TOO_MANY) {
      lost = true;
      showSign(sign.dataset.crowded, false);
      callAgain(20000);
    } else {
      loseConnection();
      callAgain(Math.min(400 * 2 ** tries, 5000) * (0.75 + Math.random() / 2));
      tries += 1;
    }
  }

  /* Hang up and call again: nothing more is heard on the old line. */
  function redial() {
    const old = line;
    line = null;
    old?.close();
    loseConnection();
    connect();
  }

  function hear(text) {
    heard = Date.now();
    if (!text.trim()) return;
    const head = show(text);
    if (text.includes('<div id="away"')) missedSince = null;
    if (head.answer) answered(head.answer);
    if (head.doubt) settleDoubt(head.doubt);
  }

  stage.addEventListener("hsweb:shown", ({ detail }) => {
    if (detail.misfits) say({ again: true });
    /* Seats are shuffled at the start: the private part knows where its owner sits. */
    const seat = document.getElementById("private")?.dataset.seat;
    if (seat === undefined) delete stage.dataset.seat;
    else stage.dataset.seat = seat;
  });

  /* What is played. It goes out on the line if that is open at this moment, and waits nowhere. If no answer comes, the
     form is posted, once, with the same key; and if that fails, the page says that it does not know. */

  let pending = null;
  /* The key of a form of which nobody knows whether it was played. */
  let doubted = null;
  /* What became of it, until it has been read or something else is sent: the line may be lost again meanwhile. */
  let verdict = null;
  /* Whether somebody is looking that up: what to do next is not decided before it is known. */
  let asking = false;

  stage.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, requestConfig } = event.detail;
    if (elt.id !== "composer") return;
    if (pending || asking) event.preventDefault();
    else {
      verdict = null;
      if (!isOpen()) return;
      event.preventDefault();
      sendOnLine(elt, new URLSearchParams(requestConfig.formData));
    }
  });

  function sendOnLine(form, fields) {
    forgetProblems();
    pending = { form, key: fields.get("key"), address: form.getAttribute("action"), body: fields.toString() };
    form.inert = true;
    pending.timer = setTimeout(postOnce, PATIENCE);
    say({ act: pending.body });
  }

  function release() {
    clearTimeout(pending.timer);
    pending.form.inert = false;
    pending = null;
    keepFocus();
  }

  function answered({ key, problem }) {
    if (doubted === key) doubted = null;
    if (pending?.key !== key) return;
    release();
    if (problem) tellProblem({ at: "problem", words: problem });
    else if (!lost) sign.hidden = true;
  }

  async function postOnce() {
    const { key, address, body } = pending;
    const giveUp = new AbortController();
    pending.timer = setTimeout(() => giveUp.abort(), LONGEST_POST);
    const token = JSON.parse(document.body.getAttribute("hx-headers"));
    const headers = { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", "X-Shown": stage.dataset.version, ...token };
    try {
      const response = await fetch(address, { method: "POST", body, headers, signal: giveUp.signal });
      const text = await response.text();
      if (pending?.key !== key) return;
      if (response.headers.get("HX-Refresh")) location.reload();
      else if (text.startsWith("{") && response.status !== TOO_FAST) answered({ key, problem: show(text).problem?.words });
      else if (isOver) release();
      else doubt(key);
    } catch {
      if (pending?.key === key) doubt(key);
    }
  }

  function doubt(key) {
    if (pending) release();
    doubted = key;
    showSign(`${sign.dataset.lost} ${sign.dataset.doubt}`, false);
    if (isOpen()) askAboutDoubt();
    else loseConnection();
  }

  function askAboutDoubt() {
    asking = true;
    document.getElementById("composer")?.toggleAttribute("inert", true);
    say({ doubt: doubted });
  }

  function letDecide() {
    if (!asking) return;
    asking = false;
    document.getElementById("composer")?.toggleAttribute("inert", false);
    keepFocus();
  }

  function settleDoubt({ key, played, words }) {
    letDecide();
    if (doubted !== key) return;
    doubted = null;
    if (played === null) {
      showSign(words, false);
      return;
    }
    verdict = { played, text: played ? `${sign.dataset.played} ${words}` : sign.dataset.notPlayed };
    tellVerdict();
  }

  function tellVerdict() {
    if (verdict.played) sayForAWhile(verdict.text);
    else showSign(verdict.text, true);
  }

  /* Whoever has the table before their eyes needs no message about it. Whoever returns to it after a while is told what
     happened meanwhile, be it that the page was open all the time. */
  const tellSight = () => say({ looking: !document.hidden });

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
      if (stage.dataset.seat !== undefined) say({ seen: missedSince });
    }
    hiddenAt = seenBefore = null;
  });

  window.addEventListener("offline", loseConnection);
  window.addEventListener("online", () => { if (lost) redial(); });
  window.addEventListener("pagehide", () => { isOver = true; });
  window.addEventListener("pageshow", () => {
    isOver = false;
    connect();
  });

  /* A network can die without a word. The server speaks every few seconds; if it does not, the line is dead. */
  setInterval(() => { if (line && Date.now() - heard > SILENCE) redial(); }, 2000);

  /* Whoever is busy with something on a line hears nothing else on it: what is not answered is asked again. */
  setInterval(() => { if (asking) say({ doubt: doubted }); }, 3000);

  /* Answers are parts of the table. A whole page in their place, or an error without words, is a refusal: its heading
     and its first sentence say why. */
  const isRefusal = ({ xhr, serverResponse }) => xhr.status >= 400 && !serverResponse.startsWith("{");

  function tellRefusal(serverResponse) {
    const heading = new DOMParser().parseFromString(serverResponse, "text/html").querySelector(".lost h1");
    const reason = heading?.nextElementSibling?.textContent;
    showSign(reason ? `${heading.textContent}. ${reason}` : sign.dataset.failed, false);
  }

  const keyIn = ({ requestConfig }) => requestConfig.formData.get("key");

  stage.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig, xhr } = event.detail;
    const refused = isRefusal(event.detail) || /^\s*<!doctype html/i.test(event.detail.serverResponse);
    if (refused && xhr.status >= 500 && requestConfig.elt.id === "composer") {
      event.detail.shouldSwap = false;
      doubt(keyIn(event.detail));
    } else if (refused) {
      event.detail.shouldSwap = false;
      tellRefusal(event.detail.serverResponse);
    } else if (refusalIsShown && !lost) {
      sign.hidden = true;
    }
    refusalIsShown = refused;
  });

  /* Whether something arrived whose answer did not, nobody knows. What was to be played is asked about when the line is
     back; of anything else the page says so until something is sent. */
  document.body.addEventListener("htmx:sendError", ({ detail }) => {
    if (detail.elt?.id === "composer") doubt(keyIn(detail));
    else {
      unsent = true;
      loseConnection();
      showSign(`${sign.dataset.lost} ${sign.dataset.unsent}`, false);
    }
  });
  document.body.addEventListener("htmx:afterOnLoad", () => {
    if (unsent && !lost) sign.hidden = true;
    unsent = false;
  });

  document.body.addEventListener("click", (event) => {
    const target = event.target.closest("[data-dismiss]");
    if (target) document.querySelector(target.dataset.dismiss)?.replaceChildren();
  });

  connect();
})();
