/* Browsers offer their own SHA-256 only where the page came by https or from the same machine; elsewhere, as on a home
   network, the one below takes its place. */

const ROUND = [];
const START = [];
for (let number = 2; ROUND.length < 64; number += 1) {
  let prime = true;
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) prime = false;
  if (!prime) continue;
  if (START.length < 8) START.push((number ** (1 / 2) * 2 ** 32) | 0);
  ROUND.push((number ** (1 / 3) * 2 ** 32) | 0);
}

const turn = (word, by) => (word >>> by) | (word << (32 - by));

/* The message, a one bit, zeros, and its length in bits: whole blocks of sixteen words. */
function padded(bytes) {
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) << 4);
  bytes.forEach((byte, place) => { words[place >> 2] |= byte << (24 - (place % 4) * 8); });
  words[bytes.length >> 2] |= 0x80 << (24 - (bytes.length % 4) * 8);
  words[words.length - 1] = bytes.length * 8;
  return words;
}

function schedule(block) {
  const words = [...block];
  for (let place = 16; place < 64; place += 1) {
    const early = words[place - 15];
    const late = words[place - 2];
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[place] = (words[place - 16] + small + words[place - 7] + large) | 0;
  }
  return words;
}

function mix(state, block) {
  let [a, b, c, d, e, f, g, h] = state;
  schedule(block).forEach((word, place) => {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUND[place] + word) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  });
  return [a, b, c, d, e, f, g, h].map((word, place) => (word + state[place]) | 0);
}

function ownSha256(bytes) {
  const words = padded(bytes);
  let state = START;
  for (let place = 0; place < words.length; place += 16) state = mix(state, words.subarray(place, place + 16));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

export async function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  if (!window.crypto?.subtle) return ownSha256(bytes);
  const digest = new Uint8Array(await window.crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
