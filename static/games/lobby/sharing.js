/* Copying and sharing an invitation, where the browser can. */

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

document.addEventListener("htmx:load", reveal);
document.getElementById("stage")?.addEventListener("hsweb:shown", reveal);
reveal();
