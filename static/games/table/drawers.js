/* Drawers open over the table: a click beside them closes them. */
import { all } from "../dom.js";

export function closeDrawers(besides) {
  for (const drawer of all(".drawer[open]")) if (!drawer.contains(besides ?? null)) drawer.open = false;
}

document.addEventListener("click", (event) => closeDrawers(event.target));
