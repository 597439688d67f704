// A correction on its way: shown first, then accepted or dropped.

import { hush, post, tell, trouble } from "./common.js";
import { drawAsks } from "./asks.js";
import { order, state } from "./orders.js";

export const correction = { shown: null };

/** Ask what a correction would change and show it. */
export async function propose(name, fields) {
  hush();
  const basedOn = state.rows;
  const answer = await post(`/api/preview/${name}`, { based_on: basedOn, ...fields });
  if (answer.status !== 200) {
    tell(trouble(answer));
    return;
  }
  correction.shown = { name, fields, basedOn, answer: answer.said };
  drawAsks();
  const place = document.querySelector(".ask-preview");
  place.scrollIntoView({ block: "nearest" });
  place.querySelector("button").focus({ preventScroll: true });
}

export async function accept() {
  const { name, fields, basedOn } = correction.shown;
  drop();
  await order(name, fields, basedOn);
}

export function drop() {
  correction.shown = null;
  drawAsks();
}
