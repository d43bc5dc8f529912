/* The newest line of the chat is in sight, unless somebody reads what was said before. */
import { byId, stage } from "../dom.js";

let readingAt = null;
stage.addEventListener("scroll", ({ target }) => {
  if (target.id !== "chat-lines") return;
  const atEnd = target.scrollHeight - target.clientHeight - target.scrollTop < 40;
  readingAt = atEnd ? null : target.scrollTop;
}, true);

export function followChat() {
  const lines = byId("chat-lines");
  if (lines) lines.scrollTop = readingAt ?? lines.scrollHeight;
}
