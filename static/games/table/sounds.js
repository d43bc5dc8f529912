/* Short sounds, made here and kept low: what happens at the table for whoever has it before their eyes, and calls for
   whoever is elsewhere. */
import { all, byId, stage } from "../dom.js";
import { recall, remember } from "../../site/memory.js";

const HERE = ["note", "turn", "hammer", "misfortune", "ended"];
const ELSEWHERE = (stage.dataset.sounds ?? "").split(" ");

/* Tones by when they begin, how long they last, and from which pitch they go to which; without one, a rustle. */
const SOUNDS = {
  note: [{ lasts: 0.07, volume: 0.16 }, { at: 0.05, lasts: 0.05, volume: 0.1 }],
  turn: [{ pitch: 660, volume: 0.12 }, { at: 0.16, pitch: 880, volume: 0.12 }],
  hammer: [{ pitch: 190, falls: 60, lasts: 0.16, volume: 0.4 }, { lasts: 0.03, volume: 0.25 }],
  misfortune: [
    { pitch: 233, falls: 220, lasts: 0.5, shape: "triangle", volume: 0.16 },
    { at: 0.22, pitch: 175, falls: 155, lasts: 0.8, shape: "triangle", volume: 0.18 },
  ],
  ended: [523, 659, 784, 1047].map((pitch, place) => ({ at: place * 0.14, pitch, lasts: 0.5, shape: "triangle", volume: 0.1 })),
  reminder: [{ pitch: 880 }, { at: 0.18, pitch: 660 }],
  started: [{ pitch: 523 }, { at: 0.18, pitch: 659 }],
  mention: [{ pitch: 740 }],
};

/* How long a browser may take to let something be heard; after that it would come too late. */
const PATIENCE = 400;

const soundButton = byId("sound");
const muted = () => recall("muted") === "yes";
let audio = null;

/* Browsers let nothing be heard before a first key or tap, on this page or, as some do, on the one before. */
const isPressed = () => navigator.userActivation?.hasBeenActive ?? true;

function open() {
  if (!audio) {
    audio = new AudioContext();
    audio.addEventListener("statechange", showSound);
  }
  if (audio.state !== "running") audio.resume().catch(() => {});
}

export async function play(kind) {
  if (!soundButton || !window.AudioContext || muted() || !(document.hidden ? ELSEWHERE : HERE).includes(kind)) return;
  if (!audio && !document.hidden && !isPressed()) return;
  open();
  const asked = performance.now();
  if (audio.state !== "running") await audio.resume().catch(() => {});
  if (audio.state !== "running" || performance.now() - asked > PATIENCE) return;
  SOUNDS[kind].forEach(sound);
  stage.dataset.sounded = kind;
}

function sound({ pitch, falls = pitch, at = 0, lasts = 0.3, shape = "sine", volume = 0.2 }) {
  const [source, gain, begin] = [pitch ? tone(shape) : rustle(lasts), audio.createGain(), audio.currentTime + at];
  if (pitch) {
    source.frequency.setValueAtTime(pitch, begin);
    source.frequency.exponentialRampToValueAtTime(falls, begin + lasts);
  }
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(volume, begin + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
  source.connect(gain).connect(audio.destination);
  source.start(begin);
  source.stop(begin + lasts + 0.02);
}

const tone = (shape) => Object.assign(audio.createOscillator(), { type: shape });

function rustle(lasts) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * (lasts + 0.02)), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 1; place < samples.length; place += 1) samples[place] = 0.4 * samples[place - 1] + 0.6 * (Math.random() * 2 - 1);
  return Object.assign(audio.createBufferSource(), { buffer });
}

function showSound() {
  const { on, off, locked } = soundButton.dataset;
  const isHeard = audio ? audio.state === "running" : isPressed();
  const words = muted() ? off : isHeard ? on : locked;
  soundButton.hidden = !window.AudioContext;
  soundButton.title = words;
  soundButton.setAttribute("aria-label", words);
  soundButton.setAttribute("aria-pressed", String(!muted()));
}

if (soundButton) {
  soundButton.addEventListener("click", () => {
    remember("muted", muted() ? "no" : "yes");
    showSound();
    play("note");
  });
  for (const gesture of ["pointerdown", "keydown"]) {
    document.addEventListener(gesture, () => { if (window.AudioContext && !muted() && audio?.state !== "running") open(); }, true);
  }
  showSound();
}

const latestMention = () => Math.max(0, ...all("[data-mention]").map((line) => Number(line.dataset.mention)));
let mentioned = latestMention();

export function hearMentions() {
  const latest = latestMention();
  if (latest > mentioned) play("mention");
  mentioned = Math.max(mentioned, latest);
}
