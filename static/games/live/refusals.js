/* Answers are parts of the table. A whole page in their place, or an error without words, is a refusal: its heading and
   its first sentence say why. */
import { stage } from "../dom.js";
import { loseConnection } from "./connection.js";
import { doubt } from "./moves.js";
import { hideSign, known, showSign, words } from "./sign.js";

let refusalIsShown = false;

const isRefusal = ({ xhr, serverResponse }) => xhr.status >= 400 && !serverResponse.startsWith("{");

function tellRefusal(serverResponse) {
  const heading = new DOMParser().parseFromString(serverResponse, "text/html").querySelector(".lost h1");
  const reason = heading?.nextElementSibling?.textContent;
  showSign(reason ? `${heading.textContent}. ${reason}` : words.failed, false);
}

/* What fails is told in the page, and by the browser itself: htmx need not write of it, too. */
document.body.addEventListener("htmx:beforeRequest", ({ detail }) => { detail.error = null; });

const keyIn = ({ requestConfig }) => requestConfig.formData.get("key");

stage.addEventListener("htmx:beforeSwap", (event) => {
  const { requestConfig, xhr } = event.detail;
  const refused = isRefusal(event.detail) || /^\s*<!doctype html/i.test(event.detail.serverResponse);
  if (refused && xhr.status >= 500 && requestConfig.elt.id === "composer") {
    event.detail.shouldSwap = false;
    doubt(keyIn(event.detail));
  } else if (refused) {
    event.detail.shouldSwap = false;
    tellRefusal(event.detail.serverResponse);
  } else if (refusalIsShown) {
    hideSign();
  }
  refusalIsShown = refused;
});

/* Whether something arrived whose answer did not, nobody knows. What was to be played is asked about when the line is
   back; of anything else the page says so until something is sent. */
document.body.addEventListener("htmx:sendError", ({ detail }) => {
  if (detail.elt?.id === "composer") doubt(keyIn(detail));
  else {
    known.unsent = true;
    loseConnection();
    showSign(`${words.lost} ${words.unsent}`, false);
  }
});
document.body.addEventListener("htmx:afterOnLoad", () => {
  if (known.unsent) hideSign();
  known.unsent = false;
});
