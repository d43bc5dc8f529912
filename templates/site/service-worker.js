{% load i18n site static %}{% get_current_language as language %}/* Shows messages when the site is closed, leads from them to the table, and says so when the site is out of reach. */
"use strict";

const OFFLINE = "/offline/";
const SHELL = ["{% get_static_prefix %}site.css", "{% get_static_prefix %}favicon.svg", OFFLINE];
/* In another language this is another script: browsers then install it anew, with what it keeps. */
const KEPT = "hsweb-1-{{ language }}";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(SHELL)).catch(() => {}));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const forget = caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))));
  event.waitUntil(Promise.all([forget, self.clients.claim()]));
});

/* Pages always come from the site. Only if it does not answer, what was kept says so. */
self.addEventListener("fetch", (event) => {
  const path = new URL(event.request.url).pathname;
  if (event.request.mode === "navigate" && event.request.method === "GET") {
    event.respondWith(fetch(event.request).catch(async () => (await caches.match(OFFLINE)) ?? Response.error()));
  } else if (SHELL.includes(path) && path !== OFFLINE) {
    event.respondWith(fetch(event.request).catch(async () => (await caches.match(path)) ?? Response.error()));
  }
});

self.addEventListener("push", (event) => {
  let message = {};
  try {
    message = event.data?.json() ?? {};
  } catch {
    /* Not one of ours, but something has to be shown. */
  }
  const { title = "{% site_name as name %}{{ name|escapejs }}", body = "", url = "/my-games/", tag } = message;
  event.waitUntil(self.registration.showNotification(title, {
    body, tag, renotify: Boolean(tag), data: { url }, icon: "{% static 'icons/icon-192.png' %}", badge: "{% static 'icons/badge-96.png' %}",
  }));
});

/* To a window that shows the table already, or any other of ours, or a new one. Never to another site. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const wanted = new URL(event.notification.data?.url ?? "/my-games/", self.location.origin);
  const url = wanted.origin === self.location.origin ? wanted.href : new URL("/my-games/", self.location.origin).href;
  event.waitUntil((async () => {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const shown = windows.find((client) => client.url === url);
    if (shown) return shown.focus();
    const other = windows.find((client) => "navigate" in client);
    if (other) {
      const moved = await other.navigate(url).catch(() => null);
      if (moved) return moved.focus();
    }
    return self.clients.openWindow(url);
  })());
});
