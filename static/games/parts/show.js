/* Frames follow each other, each from what the page shows to what it has come to. */
import { stage } from "../dom.js";
import { keepFocus } from "./focus.js";
import { Frame } from "./frame.js";

const BESIDE = "\n<!-- beside -->\n";

/* How many frames came on the line that is open. */
let heard = 0;

export function beginLine() {
  heard = 0;
}

/* Whether a frame of the line follows on the one before, or needs none before it. */
function follows({ frame, from }) {
  const next = heard + 1;
  heard = frame;
  return frame === next || from === undefined;
}

/* Shows one frame, and answers with its head. A page that does not follow any more has to be told everything. */
export function show(text) {
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
