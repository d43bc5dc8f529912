/* What a browser remembers from one page to the next. It may be forbidden to: then until the page is left. */
const here = new Map();

export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return here.get(name) ?? null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    here.set(name, value);
  }
}
