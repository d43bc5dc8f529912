/* Forms that are sent once, however often somebody clicks, and folds that close when done with. */

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

/* What was sent from a fold is done with. */
document.addEventListener("htmx:beforeRequest", (event) => {
  const fold = event.target.closest?.(".fold");
  if (fold) fold.open = false;
});
