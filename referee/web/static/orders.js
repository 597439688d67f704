// Orders to the table. Each names the last row this page had seen.

import { el, hush, options, picker, plain, post, say, tell, told, trouble, words } from "./common.js";

/** What the page knows: the newest table and how many rows of the record it holds. */
export const state = { table: null, rows: 0 };

const BOUNCE_MS = 350;
let tapped = { at: -Infinity, again: false };
/** A second tap so soon after the first answers nothing that the page has shown since. */
document.addEventListener("click", ({ detail, timeStamp }) => {
  tapped = { at: timeStamp, again: detail > 1 && timeStamp - tapped.at < BOUNCE_MS };
}, true);
document.addEventListener("keydown", () => {
  tapped.again = false;
}, true);

/**
 * Give an order; true when it was carried out. What was found wrong, or asked, is told.
 * @param {number} [basedOn] the rows the person had seen when beginning to enter it
 */
export async function order(name, fields = {}, basedOn = state.rows) {
  if (tapped.again) return false;
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

/** Where a referee's page takes the chief referee's PIN for one order; nothing on the chief's own. */
export function pinField(key, label = "chief_pin") {
  if (isChief) return null;
  const input = el("input", { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 32, class: "masked", "aria-label": plain(words("chief_pin")), "data-key": key });
  return {
    node: el("label", { class: "field" }, say(label), input),
    fields: () => {
      const pin = input.value;
      // Never kept on a page that others hold.
      input.value = "";
      return pin ? { chief_pin: pin } : {};
    },
  };
}

/** Whose decision the chief referee enters: his own, arbitration's, the organiser's. */
export function behalf(key) {
  const node = picker("on_behalf", [el("option", { value: "" }, plain(words("on_behalf_none"))),
    ...options([["arbitration", words("by_arbitration")], ["organiser", words("by_organiser")]])], key);
  return { node, fields: () => (node.querySelector("select").value ? { on_behalf: node.querySelector("select").value } : {}) };
}
