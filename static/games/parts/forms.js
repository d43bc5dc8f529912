/* Forms are answered with frames, too. */
import { byId, stage } from "../dom.js";
import { forgetProblems, tellProblem } from "./problems.js";
import { show } from "./show.js";

stage.addEventListener("htmx:configRequest", ({ detail }) => { detail.headers["X-Shown"] = stage.dataset.version ?? ""; });
stage.addEventListener("htmx:beforeRequest", forgetProblems);
stage.addEventListener("htmx:beforeSwap", (event) => {
  const { serverResponse, requestConfig } = event.detail;
  if (!serverResponse.startsWith("{")) return;
  event.detail.shouldSwap = false;
  event.detail.isError = false;
  const head = show(serverResponse);
  const address = event.detail.xhr.getResponseHeader("HX-Replace-Url");
  if (address) history.replaceState(history.state, "", address);
  if (head.problem) tellProblem(head.problem);
  if (head.said) byId("chat-form")?.reset();
  /* What was asked for is done, and the same form asks for something else next. */
  if (!head.problem && requestConfig.elt.matches("[data-anew]")) requestConfig.elt.reset();
});

/* A form that came by itself has no token of its own, and most need none; this one is sent without htmx. */
document.addEventListener("submit", ({ target: form }) => {
  if (form.method !== "post" || form.elements.csrfmiddlewaretoken) return;
  const token = document.createElement("input");
  Object.assign(token, { type: "hidden", name: "csrfmiddlewaretoken" });
  token.value = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  form.append(token);
}, true);
