/* Browsers that may show messages tell the site where they are reached. */
import { worker } from "./worker.js";

const place = document.getElementById("push");
const [state, on, off] = ["[data-state]", "[data-turn-on]", "[data-turn-off]"].map((part) => place.querySelector(part));
const canPush = Boolean(worker && window.PushManager && window.Notification);
const token = JSON.parse(document.body.getAttribute("hx-headers"));

function show(words, { mayTurnOn = false, mayTurnOff = false } = {}) {
  state.textContent = words;
  on.hidden = !mayTurnOn;
  off.hidden = !mayTurnOff;
}

const post = (url, fields) => fetch(url, { method: "POST", headers: token, body: new URLSearchParams(fields) });

function keyBytes(text) {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

async function tellSite(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  const answer = await post(place.dataset.add, { endpoint, p256dh: keys.p256dh, auth: keys.auth });
  if (!answer.ok) throw new Error(answer.status);
}

async function refresh() {
  if (!canPush || !(await worker)) return show(place.dataset.impossible);
  if (Notification.permission === "denied") return show(place.dataset.denied);
  const subscription = await (await worker).pushManager.getSubscription();
  return subscription ? show(place.dataset.on, { mayTurnOff: true }) : show(place.dataset.off, { mayTurnOn: true });
}

async function turnOn() {
  if ((await Notification.requestPermission()) !== "granted") return refresh();
  const options = { userVisibleOnly: true, applicationServerKey: keyBytes(place.dataset.key) };
  await tellSite(await (await worker).pushManager.subscribe(options));
  location.reload();
}

async function turnOff() {
  const subscription = await (await worker).pushManager.getSubscription();
  if (subscription) {
    await post(place.dataset.remove, { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  location.reload();
}

const trying = (deed) => () => deed().catch(() => show(place.dataset.failed, { mayTurnOn: deed === turnOn, mayTurnOff: deed === turnOff }));
on.addEventListener("click", trying(turnOn));
off.addEventListener("click", trying(turnOff));
refresh().catch(() => show(place.dataset.impossible));
