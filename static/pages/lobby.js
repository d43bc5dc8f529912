/* Pages around the table: small comforts, and each works without them. */
import "./site.js";
import "../games/lobby/sharing.js";
import "../games/lobby/sending.js";
import "../games/lobby/socket.js";
import "../games/lobby/seats.js";
