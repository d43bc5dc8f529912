/* Puts what the server sends into an open page. A page is made of parts: elements with an id and a stamp, one half for
   the tag and one for what is in it. What has the same stamp stays untouched, with all that somebody has chosen, opened
   or focused in it; and where a part is filled anew, the parts within it that the page has already stay where they are. */
import { byId } from "../dom.js";

const halves = (element) => (element.dataset.stamp ?? "").split(".");

export function elementsOf(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return [...template.content.children];
}

/* The parts right within an element, and not within another part. */
function partsWithin(element) {
  return [...element.querySelectorAll("[data-stamp]")].filter((part) => part.parentElement.closest("[data-stamp]") === element);
}

/* A template stands for a run of parts that the page has. */
function runOf({ dataset: { first, last } }) {
  const run = [];
  for (let part = byId(first); part; part = part.nextElementSibling) {
    run.push(part);
    if (part.id === last) return run;
  }
  return null;
}

/* When what is shown beside the table was read, by the outermost part that it is in. */
const readAt = new Map();

export function rootOf(element) {
  const around = element?.parentElement.closest("[data-stamp]");
  return around ? rootOf(around) : element?.id;
}

/* One frame, and whether it did not fit to what is shown. */
export class Frame {
  misfits = false;

  put(elements) {
    for (const fresh of elements) this.putPart(fresh);
  }

  /* What leads on from something that never came fits nothing, and what was read before that which is shown comes too
     late. A new key is good in any case: whoever has said something with the one before says nothing more with it. */
  putBeside(elements, at, follows) {
    for (const fresh of elements) {
      const shown = byId(fresh.id);
      const root = rootOf(shown);
      const isLate = at !== undefined && root !== undefined && at < (readAt.get(root) ?? 0);
      const isShown = !fresh.dataset.stamp || (follows && !isLate);
      if (isShown && at !== undefined && root !== undefined) readAt.set(root, at);
      const part = isShown ? fresh : fresh.querySelector("#chat-key");
      if (part) this.putPart(part);
    }
  }

  putPart(fresh) {
    const shown = byId(fresh.id);
    if (!shown) this.misfits = true;
    else if (!fresh.dataset.stamp || shown.localName !== fresh.localName) this.replace(shown, fresh);
    else this.update(shown, fresh);
  }

  replace(shown, fresh) {
    shown.replaceWith(fresh);
    window.htmx?.process(fresh);
  }

  update(shown, fresh) {
    const [tag, content] = halves(fresh);
    const isTagged = halves(shown)[0] === tag;
    const tagOnly = "tagOnly" in fresh.dataset;
    delete fresh.dataset.tagOnly;
    const isFilled = halves(shown)[1] === content;
    if (tagOnly && !isFilled) {
      this.misfits = true;
      return;
    }
    const inner = tagOnly ? [] : partsWithin(fresh);
    const known = inner.filter((part) => byId(part.id)?.localName === part.localName);
    if (!isFilled && !this.fill(shown, fresh, known)) return;
    if (!isTagged) this.copyTag(shown, fresh);
    shown.dataset.stamp = fresh.dataset.stamp;
    for (const part of isFilled ? inner : known) this.putPart(part);
  }

  copyTag(shown, fresh) {
    for (const name of shown.getAttributeNames()) if (!fresh.hasAttribute(name)) shown.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  }

  /* What the page has already takes the place that it has in the fresh part. */
  fill(shown, fresh, known) {
    const places = [...fresh.querySelectorAll("template[data-first]")];
    const runs = places.map(runOf);
    if (runs.includes(null)) {
      this.misfits = true;
      return false;
    }
    const stays = new Map([...places.map((place, number) => [place, runs[number]]), ...known.map((part) => [part, [byId(part.id)]])]);
    for (const [place, kept] of stays) if (place.parentElement !== fresh) place.replaceWith(...kept);
    const chosen = shown.selectedOptions?.[0];
    const forms = [...fresh.querySelectorAll("form")];
    arrange(shown, [...fresh.childNodes].flatMap((node) => stays.get(node) ?? [node]));
    if (shown.localName === "select") keepChoice(shown, chosen);
    /* Into another form nothing is carried, be it that it has parts of the one before. */
    for (const form of forms) form.reset();
    window.htmx?.process(shown);
    return true;
  }
}

/* These children and no others, without moving those that are in order: whoever is moved loses focus and place. */
function arrange(parent, nodes) {
  const stays = new Set(nodes);
  for (const node of Array.from(parent.childNodes)) if (!stays.has(node)) node.remove();
  let at = parent.firstChild;
  for (const node of nodes) {
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
}

/* Of the options of a list, the first is chosen by itself as soon as those before it are taken elsewhere, and stays so
   wherever it comes. What somebody has chosen counts, or else what is chosen beforehand. */
function keepChoice(list, chosen) {
  const options = [...list.options];
  const kept = options.includes(chosen) ? chosen : options.find((option) => option.defaultSelected) ?? options[0];
  if (kept) kept.selected = true;
}
