/* The line of the lobby, which htmx holds. */

const TOO_MANY = 3013;

/* The server asks a socket to come again when its owner has logged in or out. */
document.addEventListener("htmx:wsClose", (event) => {
  const { event: closing, socketWrapper } = event.detail;
  const mayComeAgain = closing.code >= 3000 && closing.code < 4000;
  const pause = closing.code === TOO_MANY ? 20000 : 800;
  if (mayComeAgain) setTimeout(() => socketWrapper.reconnect(), pause);
});
