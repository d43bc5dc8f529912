/* The table on this page, and short words for looking things up in it. */
export const stage = document.getElementById("stage");
export const language = document.documentElement.lang || "en";
export const byId = (id) => document.getElementById(id);
export const find = (selector, root = document) => root.querySelector(selector);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];
/* Keys with which a browser is told something, not the page. */
export const isForBrowser = ({ key, altKey, ctrlKey, metaKey }) => altKey || ctrlKey || metaKey || ["Tab", "Shift"].includes(key);
export const calm = matchMedia("(prefers-reduced-motion: reduce)");
