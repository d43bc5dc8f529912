/* The open line of a table: a plain socket that is called again when it is lost. What is heard on it, and what its loss
   means, is for others to say. */
import { stage } from "../dom.js";

const SILENCE = 15000;
export const GONE = 4000;
export const TOO_MANY = 3013;

let line = null;
let tries = 0;
let calling = null;
let over = false;
let heardAt = Date.now();
/* Who is told that the line has `opened`, `closed` with a code, been `lost` by hanging up, or what was `heard` on it. */
let listener = null;

export const isOpen = () => line?.readyState === WebSocket.OPEN;
export const isOver = () => over;

/* What is said goes out at this moment or not at all. */
export function say(words) {
  if (isOpen()) line.send(JSON.stringify(words));
}

export function openLine(to) {
  listener = to;
  connect();
}

function connect() {
  clearTimeout(calling);
  if (over || (line && line.readyState <= WebSocket.OPEN)) return;
  const address = new URL(stage.dataset.line, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const fresh = new WebSocket(address);
  line = fresh;
  heardAt = Date.now();
  fresh.addEventListener("open", () => { if (line === fresh) opened(); });
  fresh.addEventListener("message", ({ data }) => { if (line === fresh) heard(data); });
  fresh.addEventListener("close", ({ code }) => { if (line === fresh) closed(code); });
}

function callAgain(after) {
  clearTimeout(calling);
  calling = setTimeout(connect, after);
}

function opened() {
  tries = 0;
  heardAt = Date.now();
  listener.opened();
}

function heard(text) {
  heardAt = Date.now();
  if (text.trim()) listener.heard(text);
}

function closed(code) {
  line = null;
  over ||= code >= GONE;
  listener.closed(code);
  if (code === TOO_MANY) callAgain(20000);
  else if (code < GONE) {
    callAgain(Math.min(400 * 2 ** tries, 5000) * (0.75 + Math.random() / 2));
    tries += 1;
  }
}

/* Hang up and call again: nothing more is heard on the old line. */
export function redial() {
  const old = line;
  line = null;
  old?.close();
  listener.lost();
  connect();
}

window.addEventListener("pagehide", () => { over = true; });
window.addEventListener("pageshow", () => {
  over = false;
  connect();
});

/* A network can die without a word. The server speaks every few seconds; if it does not, the line is dead. */
setInterval(() => { if (line && Date.now() - heardAt > SILENCE) redial(); }, 2000);
