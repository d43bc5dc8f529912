/* Every page. */
import "../site/time_zone.js";
import "../site/menu.js";
import "../site/calls.js";
import "../site/worker.js";
