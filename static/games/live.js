/* Keeps a table alive: shows when the connection is lost, reaches the server again, and lets nothing older overwrite
   what is newer. The table itself arrives as HTML and needs none of this to be right. */
(() => {
  "use strict";

  const stage = document.getElementById("stage");
  const sign = document.getElementById("connection");
  if (!stage || !sign || !window.htmx) return;

  const SILENCE = 15000;
  const RETRIED_BY_HTMX = [1006, 1011, 1012, 1013];
  const TOO_MANY = 3013;
  let socket = null;
  let line = null;
  let lost = false;
  let heard = Date.now();
  let unsent = false;
  let refusalIsShown = false;
  /* What was last seen before the line was lost: asked for until it is told, as a line may be lost again meanwhile. */
  let missedSince = null;
  /* What was last seen before the page went out of sight, while it is. */
  let seenBefore = null;
  let hiddenAt = null;

  htmx.config.wsReconnectDelay = (tries) => Math.min(400 * 2 ** tries, 5000) * (0.75 + Math.random() / 2);

  const shownActions = () => Number(document.querySelector("#public")?.dataset.number ?? -1);

  /* Where the account of what was missed begins, until it is put away: whoever misses more is told all of it. */
  function unreadSince() {
    const account = document.querySelector("#away [data-since]");
    return account && Number(account.dataset.since);
  }

  function show(text, back) {
    sign.textContent = text;
    sign.classList.toggle("back", back);
    sign.hidden = false;
  }

  function loseConnection() {
    lost = true;
    missedSince ??= unreadSince() ?? seenBefore ?? shownActions();
    show(sign.dataset.lost, false);
  }

  function regainConnection() {
    if (!lost) return;
    lost = false;
    show(unsent ? `${sign.dataset.back} ${sign.dataset.unsent}` : sign.dataset.back, true);
    if (!unsent) setTimeout(() => { if (!lost) sign.hidden = true; }, 3000);
  }

  stage.addEventListener("htmx:wsOpen", (event) => {
    socket = event.detail.socketWrapper;
    line = event.detail.event.target;
    heard = Date.now();
    if (document.hidden) tellSight();
    if (missedSince !== null && stage.dataset.seat !== undefined) socket.send(JSON.stringify({ seen: missedSince }));
    regainConnection();
  });

  stage.addEventListener("htmx:wsClose", (event) => {
    const code = event.detail.event.code;
    if (code >= 4000) {
      show(sign.dataset.gone, false);
      document.getElementById("private")?.replaceChildren();
      return;
    }
    if (code === TOO_MANY) {
      show(sign.dataset.crowded, false);
      lost = true;
      setTimeout(() => event.detail.socketWrapper.reconnect(), 20000);
      return;
    }
    /* An older socket may close long after a newer one has taken its place. */
    const isUp = () => line !== null && line.readyState === WebSocket.OPEN;
    if (isUp()) return;
    loseConnection();
    const wrapper = event.detail.socketWrapper;
    if (!RETRIED_BY_HTMX.includes(code)) setTimeout(() => { if (!isUp()) wrapper.reconnect(); }, 800);
  });

  stage.addEventListener("htmx:wsBeforeMessage", (event) => {
    heard = Date.now();
    if (event.detail.message.includes('id="away"')) missedSince = null;
  });

  /* Whoever has the table before their eyes needs no message about it. Whoever returns to it after a while is told what
     happened meanwhile, be it that the page was open all the time. */
  const AWAY = 60000;

  const tellSight = () => { if (socket) socket.send(JSON.stringify({ looking: !document.hidden })); };

  document.addEventListener("visibilitychange", () => {
    if (line?.readyState === WebSocket.OPEN) tellSight();
    if (document.hidden) {
      hiddenAt = Date.now();
      seenBefore = shownActions();
      return;
    }
    const wasAway = hiddenAt !== null && Date.now() - hiddenAt >= AWAY;
    if (wasAway && seenBefore >= 0 && seenBefore < shownActions()) {
      missedSince = unreadSince() ?? seenBefore;
      if (socket && stage.dataset.seat !== undefined) socket.send(JSON.stringify({ seen: missedSince }));
    }
    hiddenAt = seenBefore = null;
  });

  window.addEventListener("offline", loseConnection);
  window.addEventListener("online", () => { if (socket && lost) socket.reconnect(); });

  /* A network can die without a word. The server speaks every few seconds; if it does not, the line is dead. */
  setInterval(() => {
    if (socket && Date.now() - heard > SILENCE) {
      loseConnection();
      heard = Date.now();
      socket.reconnect();
    }
  }, 2000);

  /* Answers are parts of the table. A whole page in their place, or an error without words, is a refusal: its heading
     and its first sentence say why. */
  const isRefusal = ({ xhr, serverResponse }) => xhr.status >= 500 || /^\s*<!doctype html/i.test(serverResponse)
    || (xhr.status >= 400 && !serverResponse.trimStart().startsWith("<"));

  function tellRefusal(serverResponse) {
    const heading = new DOMParser().parseFromString(serverResponse, "text/html").querySelector(".lost h1");
    const reason = heading?.nextElementSibling?.textContent;
    show(reason ? `${heading.textContent}. ${reason}` : sign.dataset.failed, false);
  }

  stage.addEventListener("htmx:beforeSwap", (event) => {
    const refused = isRefusal(event.detail);
    if (refused) {
      event.detail.shouldSwap = false;
      tellRefusal(event.detail.serverResponse);
    } else if (refusalIsShown && !lost) {
      sign.hidden = true;
    }
    refusalIsShown = refused;
  });

  /* A push may replace a form before its answer is here. htmx would look for the parts in what is gone. */
  stage.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig, serverResponse, shouldSwap } = event.detail;
    if (!shouldSwap || requestConfig.elt.isConnected) return;
    event.detail.shouldSwap = false;
    htmx.swap(stage, serverResponse, { swapStyle: "none" });
  });

  /* Answers and pushes may overtake each other. Whoever moves gets both; the public table of one version is always the
     same, and shown anew it would end the ceremony that it has just begun. */
  document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    const fresh = Number(fragment.firstElementChild?.dataset.version ?? NaN);
    const shown = Number(target?.dataset?.version ?? NaN);
    if (fresh < shown || (fresh === shown && target.id === "public")) event.detail.shouldSwap = false;
  });

  /* Seats are shuffled at the start: the private part knows where its owner sits. */
  document.body.addEventListener("htmx:oobAfterSwap", () => {
    const seat = document.getElementById("private")?.dataset.seat;
    if (seat === undefined) delete stage.dataset.seat;
    else stage.dataset.seat = seat;
  });

  document.body.addEventListener("click", (event) => {
    const target = event.target.closest("[data-dismiss]");
    if (target) document.querySelector(target.dataset.dismiss)?.replaceChildren();
  });

  /* A form that could not be sent is left as it is. Say so until something is sent: nobody may think that they moved. */
  document.body.addEventListener("htmx:sendError", () => {
    unsent = true;
    loseConnection();
    show(`${sign.dataset.lost} ${sign.dataset.unsent}`, false);
  });
  document.body.addEventListener("htmx:afterOnLoad", () => {
    if (unsent && !lost) sign.hidden = true;
    unsent = false;
  });
})();
