/* Puts what the server sends into an open page. A page is made of parts: elements with an id and a stamp, one half for
   the tag and one for what is in it. What has the same stamp stays untouched, with all that somebody has chosen, opened
   or focused in it; and where a part is filled anew, the parts within it that the page has already stay where they are. */
(() => {
  "use strict";

  const stage = document.getElementById("stage");
  if (!stage) return;

  const BESIDE = "\n<!-- beside -->\n";
  const byId = (id) => document.getElementById(id);
  const halves = (element) => (element.dataset.stamp ?? "").split(".");

  function elementsOf(html) {
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

  function outermost(element) {
    const around = element.parentElement.closest("[data-stamp]");
    return around ? outermost(around) : element.id;
  }

  /* One frame, and whether it did not fit to what is shown. */
  class Frame {
    misfits = false;

    put(html) {
      for (const fresh of elementsOf(html)) this.putPart(fresh);
    }

    /* What leads on from something that never came fits nothing, and what was read before that which is shown comes too
       late. A new key is good in any case: whoever has said something with the one before says nothing more with it. */
    putBeside(html, at, follows) {
      for (const fresh of elementsOf(html)) {
        const shown = byId(fresh.id);
        const root = shown && outermost(shown);
        const isLate = at !== undefined && root !== null && at < (readAt.get(root) ?? 0);
        const isShown = !fresh.dataset.stamp || (follows && !isLate);
        if (isShown && at !== undefined && root !== null) readAt.set(root, at);
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
      for (const { name } of [...shown.attributes]) if (!fresh.hasAttribute(name)) shown.removeAttribute(name);
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
    for (const node of [...parent.childNodes]) if (!stays.has(node)) node.remove();
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

  /* Whoever had the focus in something that is gone goes on where it was. */
  const USUAL = "input[name=cards], input[name=amount], .moves button:enabled";
  let focused = null;

  stage.addEventListener("focusin", ({ target }) => {
    const around = [];
    for (let part = target.closest("[id]"); part && part !== stage; part = part.parentElement?.closest("[id]")) around.push(part.id);
    focused = { target, around };
  });
  stage.addEventListener("focusout", ({ target, relatedTarget }) => {
    /* What is taken out of the page, or rests until its answer is here, loses the focus without anybody's wish. */
    setTimeout(() => {
      const isWish = target.isConnected && !target.matches(":disabled, [inert] *") && document.activeElement !== target;
      if (focused?.target === target && (relatedTarget || isWish)) focused = null;
    });
  });

  function keepFocus() {
    if (!focused || document.activeElement !== document.body) return;
    const { target, around } = focused;
    const home = around.map(byId).find(Boolean);
    for (const heir of [target, home?.querySelector(USUAL), home]) {
      if (!heir?.isConnected || document.activeElement !== document.body) continue;
      heir.focus({ preventScroll: true });
      if (heir === home && document.activeElement === document.body) {
        heir.tabIndex = -1;
        heir.focus({ preventScroll: true });
      }
    }
  }

  /* How many frames came on the line that is open. */
  let heard = 0;

  function beginLine() {
    heard = 0;
  }

  /* Whether a frame of the line follows on the one before, or needs none before it. */
  function follows({ frame, from }) {
    const next = heard + 1;
    heard = frame;
    return frame === next || from === undefined;
  }

  /* Shows one frame, and answers with its head. A page that does not follow any more has to be told everything. */
  function show(text) {
    const end = text.indexOf("\n");
    const head = JSON.parse(text.slice(0, end));
    if (head.frame <= heard) return {};
    const [table, beside = ""] = text.slice(end + 1).split(BESIDE);
    const at = Number(stage.dataset.version);
    const frame = new Frame();
    const isNext = head.frame === undefined || follows(head);
    const leadsOn = head.from === undefined ? head.to >= at : head.from === at;
    if (head.to !== undefined && leadsOn) {
      frame.put(table);
      if (!frame.misfits) stage.dataset.version = head.to;
    } else if (head.to > at) {
      frame.misfits = true;
    }
    frame.putBeside(beside, head.at, isNext);
    frame.misfits ||= !isNext;
    keepFocus();
    stage.dispatchEvent(new CustomEvent("hsweb:shown", { detail: frame }));
    return head;
  }

  function tellProblem({ at, words }) {
    const place = byId(at) ?? byId("problem-company");
    if (!place) return;
    place.textContent = words;
    place.hidden = false;
    const fold = place.closest("details");
    if (fold) fold.open = true;
  }

  function forgetProblems() {
    for (const place of stage.querySelectorAll("[id^=problem]:not([hidden])")) {
      place.textContent = "";
      place.hidden = true;
    }
  }

  /* Forms are answered with frames, too. */
  stage.addEventListener("htmx:configRequest", ({ detail }) => { detail.headers["X-Shown"] = stage.dataset.version ?? ""; });
  stage.addEventListener("htmx:beforeRequest", forgetProblems);
  stage.addEventListener("htmx:beforeSwap", (event) => {
    const { serverResponse } = event.detail;
    if (!serverResponse.startsWith("{")) return;
    event.detail.shouldSwap = false;
    event.detail.isError = false;
    const head = show(serverResponse);
    const address = event.detail.xhr.getResponseHeader("HX-Replace-Url");
    if (address) history.replaceState(history.state, "", address);
    if (head.problem) tellProblem(head.problem);
    if (head.said) byId("chat-form")?.reset();
  });

  /* A form that came by itself has no token of its own, and most need none; this one is sent without htmx. */
  document.addEventListener("submit", ({ target: form }) => {
    if (form.method !== "post" || form.elements.csrfmiddlewaretoken) return;
    const token = document.createElement("input");
    Object.assign(token, { type: "hidden", name: "csrfmiddlewaretoken" });
    token.value = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
    form.append(token);
  }, true);

  window.hsweb = { show, beginLine, tellProblem, forgetProblems, keepFocus };
})();
