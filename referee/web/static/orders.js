// Orders to the table. Each names the last row this page had seen.

import { hush, post, tell, told, trouble } from "./common.js";

/** What the page knows: the newest table and how many rows of the record it holds. */
export const state = { table: null, rows: 0 };

/**
 * Give an order; true when it was carried out. What was found wrong, or asked, is told.
 * @param {number} [basedOn] the rows the person had seen when beginning to enter it
 */
export async function order(name, fields = {}, basedOn = state.rows) {
  hush();
  const answer = await post(`/api/orders/${name}`, { based_on: basedOn, ...fields });
  if (answer.status !== 200) {
    tell(trouble(answer));
    return false;
  }
  const { finding, says, asks, case: opened } = answer.said;
  if (asks.length) tell(asks.map((ask) => told(ask.says)), "ask");
  // A case that was opened stands among the open matters.
  else if (finding && finding !== "ok" && opened === null) tell(told(says), "ask");
  return true;
}

export const seatWord = (seat) => state.table.seats.find((one) => one.seat === seat).word;
export const sideWord = (side) => state.table.score.find((one) => one.side === side)?.word;
export const isChief = document.body.dataset.role === "chief";
