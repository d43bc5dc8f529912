/* A table that is open. Each of these hears of what happens after those before it. */
import "./site.js";
import "../games/seal/check.js";
import "../games/parts/forms.js";
import "../games/table/follow.js";
import "../games/live/live.js";
import "../games/lobby/sharing.js";
import "../games/lobby/sending.js";
