/* Where somebody lets programs act for them. */
import "./site.js";
import "../games/lobby/sharing.js";
import "../games/lobby/sending.js";
