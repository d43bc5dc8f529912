/* A short tone for whoever is elsewhere: two notes when they are asked, one for anything else. */
import { all, byId, stage } from "../dom.js";
import { recall, remember } from "../../site/memory.js";

const sounds = (stage.dataset.sounds ?? "").split(" ");
const soundButton = byId("sound");
const muted = () => recall("muted") === "yes";
const TONES = { turn: [660, 880], reminder: [880, 660], ended: [523], started: [523, 659], mention: [740] };
let audio = null;

export function play(kind) {
  if (!document.hidden || muted() || !sounds.includes(kind) || !window.AudioContext) return;
  audio ??= new AudioContext();
  TONES[kind].forEach((pitch, place) => {
    const [tone, volume, begin] = [audio.createOscillator(), audio.createGain(), audio.currentTime + place * 0.18];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, begin);
    volume.gain.exponentialRampToValueAtTime(0.2, begin + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.32);
  });
  stage.dataset.sounded = kind;
}

function showSound() {
  soundButton.hidden = !sounds.some((kind) => kind in TONES);
  soundButton.textContent = muted() ? soundButton.dataset.off : soundButton.dataset.on;
  soundButton.setAttribute("aria-pressed", String(!muted()));
}

soundButton?.addEventListener("click", () => {
  remember("muted", muted() ? "no" : "yes");
  showSound();
});

const latestMention = () => Math.max(0, ...all("[data-mention]").map((line) => Number(line.dataset.mention)));
let mentioned = latestMention();

export function hearMentions() {
  const latest = latestMention();
  if (latest > mentioned) play("mention");
  mentioned = Math.max(mentioned, latest);
}

if (soundButton) showSound();
