/* Remembers the browser's time zone, so that dates are right without asking. Names of time zones need no escaping in a
   cookie, and the server expects none. */

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && !document.cookie.split("; ").includes(`time_zone=${zone}`)) {
  document.cookie = `time_zone=${zone}; path=/; max-age=31536000; samesite=lax`;
}
