/* A game that is looked at again. */
import "./site.js";
import "../games/parts/forms.js";
import "../games/table/follow.js";
import "../games/lobby/sharing.js";
import "../games/lobby/sending.js";
import "../games/replay/steps.js";
