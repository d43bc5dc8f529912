// Remembers the browser's time zone, so that dates are right without asking, and closes the menu when done with it.
// Names of time zones need no escaping in a cookie, and the server expects none.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && !document.cookie.split("; ").includes(`time_zone=${zone}`)) {
  document.cookie = `time_zone=${zone}; path=/; max-age=31536000; samesite=lax`;
}

const menu = document.querySelector("details.menu");
if (menu) {
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
}
