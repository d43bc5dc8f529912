/* Frames follow each other, each from what the page shows to what it has come to. A frame may have to wait for the
   moment in which it is shown; then those after it wait, too, and only what people say comes at once. */
import { byId, stage } from "../dom.js";
import { keepFocus } from "./focus.js";
import { elementsOf, Frame, rootOf } from "./frame.js";

const BESIDE = "\n<!-- beside -->\n";
const TALK = ["chat", "watchers"];

/* How many frames came on the line that is open. */
let heard = 0;

/* What came and is not shown yet. The first of them may be having its moment. */
const coming = [];
let isBusy = false;

export function beginLine() {
  heard = 0;
}

/* Whether a frame of the line follows on the one before, or needs none before it. */
function follows({ frame, from }) {
  const next = heard + 1;
  heard = frame;
  return frame === next || from === undefined;
}

/* Takes one frame, and answers with its head. It is shown at once, unless something has to be seen before. */
export function show(text) {
  const end = text.indexOf("\n");
  const head = JSON.parse(text.slice(0, end));
  if (head.frame <= heard) return {};
  const [table, beside = ""] = text.slice(end + 1).split(BESIDE);
  const isNext = head.frame === undefined || follows(head);
  const frame = { head, isNext, table: elementsOf(table), beside: elementsOf(beside) };
  coming.push(frame);
  tell("hsweb:arrived", frame);
  if (isBusy) showTalk(frame);
  else showComing();
  return head;
}

const tell = (name, detail) => stage.dispatchEvent(new CustomEvent(name, { detail }));

/* Whoever hears that a frame is coming may let it wait until a promise is kept. */
function showComing() {
  while (coming.length) {
    const [frame] = coming;
    tell("hsweb:coming", frame);
    if (frame.until) {
      isBusy = true;
      const goOn = () => {
        isBusy = false;
        put(coming.shift());
        showComing();
      };
      /* What cannot be seen is shown all the same. */
      frame.until.then(goOn, (error) => {
        goOn();
        throw error;
      });
      delete frame.until;
      showTalk(frame);
      return;
    }
    put(coming.shift());
  }
}

/* A page that does not follow any more has to be told everything. */
function put({ head, isNext, table, beside }) {
  const at = Number(stage.dataset.version);
  const frame = new Frame();
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
  tell("hsweb:shown", frame);
}

const isTalk = (element) => TALK.includes(rootOf(byId(element.id)));

function showTalk(frame) {
  const talk = frame.beside.filter(isTalk);
  if (!talk.length) return;
  frame.beside = frame.beside.filter((element) => !isTalk(element));
  const shown = new Frame();
  shown.putBeside(talk, frame.head.at, frame.isNext);
  keepFocus();
  tell("hsweb:shown", shown);
}
