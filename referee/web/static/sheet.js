// The score sheet is made by the server; printing is the browser's.

import "./common.js";

document.getElementById("print")?.addEventListener("click", () => window.print());
