/* The service worker of the site. Browsers offer workers on https and on localhost only. */
export const worker = navigator.serviceWorker?.register("/service-worker.js").catch(() => null);
