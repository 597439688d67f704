// The line to the table: server-sent events, noticed when they stop, taken up again by themselves.

import { say } from "./common.js";
import { whenFree } from "./press.js";

const line = document.getElementById("line");
/** The server says something every 5 s. */
const SILENT_MS = 12_000;
const AGAIN_MS = 2_000;

/**
 * Listen for ever. `onMessage(table, lines, anew)` gets every table; after a lost connection the
 * browser names the last event it had and gets what it missed. While a finger rests on the page the
 * tables wait, and an order goes by what that finger saw.
 */
export function listen(path, onMessage) {
  let source = null;
  let heard = performance.now();
  let lastId = "";

  const show = (name) => {
    line.hidden = name === null;
    document.body.dataset.line = name ?? "up";
    if (name !== null) line.replaceChildren(...say(name));
  };

  const open = () => {
    source?.close();
    heard = performance.now();
    source = new EventSource(lastId ? `${path}?after=${encodeURIComponent(lastId)}` : path);
    source.addEventListener("table", (event) => {
      heard = performance.now();
      lastId = event.lastEventId;
      show(null);
      const { table, lines, anew } = JSON.parse(event.data);
      whenFree(() => onMessage(table, lines, anew));
    });
    source.addEventListener("ping", () => {
      heard = performance.now();
      show(null);
    });
    source.addEventListener("error", () => show("lost"));
  };

  setInterval(() => {
    // A browser gives up after an answer that is no stream; a sleeping phone never tells.
    const quiet = performance.now() - heard;
    if (source.readyState === EventSource.CLOSED ? quiet > AGAIN_MS : quiet > SILENT_MS) {
      show("lost");
      open();
    }
  }, 500);
  open();
}
