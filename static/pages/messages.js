/* Where somebody says how they want to be reached. */
import "./site.js";
import "../site/push.js";
