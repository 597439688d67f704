// The referee's page: what has to be decided first, then the table, entering, and what happened.

import { drawAsks } from "./asks.js";
import { drawDevice } from "./device.js";
import { drawEntry, onKey } from "./entry.js";
import { drawFacts, drawFelt } from "./felt.js";
import { listen } from "./live.js";
import { drawMore } from "./more.js";
import { state } from "./orders.js";
import { drawStream, take } from "./stream.js";

listen("/live/table", (table, lines, anew) => {
  state.table = table;
  state.rows = table.rows;
  take(lines, anew);
  drawDevice(table);
  drawFacts(table);
  drawAsks();
  drawFelt(table);
  drawEntry();
  drawStream();
  drawMore();
});

document.addEventListener("keydown", (event) => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey) onKey(event);
});
