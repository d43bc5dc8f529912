/* Small comforts around the table: copying and sharing the invitation, forms that are sent once, and seats that fit the
   chosen game. Every page works without them. */
(() => {
  "use strict";

  const TOO_MANY = 3013;
  const field = (button, name) => document.querySelector(button.dataset[name]);

  function reveal() {
    for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = !navigator.clipboard;
    for (const button of document.querySelectorAll("[data-share][hidden]")) button.hidden = !navigator.share;
  }

  async function copy(button) {
    field(button, "copy").select();
    await navigator.clipboard.writeText(field(button, "copy").value);
    const before = button.textContent;
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = before; }, 2000);
  }

  function share(button) {
    const invitation = { title: button.dataset.title, url: field(button, "share").value };
    navigator.share(invitation).catch(() => {});
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-copy], [data-share]");
    if (!button) return;
    if (button.dataset.copy) copy(button);
    else share(button);
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!("once" in form.dataset)) return;
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });

  /* Coming back with the browser's own button, a form may be sent again. */
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  });

  /* A quick answer shows the same button in the same place: the second click of two was not meant for it. */
  if (document.referrer === location.href.split("#")[0]) {
    for (const button of document.querySelectorAll("form[data-once=rest] button")) {
      button.disabled = true;
      setTimeout(() => { button.disabled = false; }, 700);
    }
  }

  /* The server asks a socket to come again when its owner has logged in or out. */
  document.addEventListener("htmx:wsClose", (event) => {
    const { event: closing, socketWrapper } = event.detail;
    const mayComeAgain = closing.code >= 3000 && closing.code < 4000;
    const pause = closing.code === TOO_MANY ? 20000 : 800;
    if (mayComeAgain) setTimeout(() => socketWrapper.reconnect(), pause);
  });

  /* What was sent from a fold is done with. */
  document.addEventListener("htmx:beforeRequest", (event) => {
    const fold = event.target.closest?.(".fold");
    if (fold) fold.open = false;
  });

  function fitSeats() {
    const game = document.querySelector("input[name=game]:checked");
    const size = document.querySelector("input[name=size]");
    const bots = document.querySelector("input[name=bots]");
    if (!game?.dataset.least || !size || !bots) return;
    for (const option of document.querySelectorAll("[data-option]")) {
      option.hidden = !game.dataset.options.split(" ").includes(option.dataset.option);
    }
    size.min = game.dataset.least;
    size.max = game.dataset.most;
    if (size.value) size.value = Math.min(Math.max(Number(size.value), size.min), size.max);
    bots.max = Math.max(0, Number(size.value) - 1);
    if (Number(bots.value) > bots.max) bots.value = bots.max;
  }

  document.addEventListener("change", (event) => {
    if (event.target.matches("input[name=game], input[name=size]")) fitSeats();
  });
  document.addEventListener("htmx:load", reveal);
  document.getElementById("stage")?.addEventListener("hsweb:shown", reveal);
  reveal();
  fitSeats();
})();
