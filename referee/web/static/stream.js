// What happened, newest first. A line opens to be corrected.

import { button, draw, el, plain, say, told, words } from "./common.js";
import { fan } from "./cards.js";
import { propose } from "./correction.js";
import { enterFor } from "./entry.js";
import { order, sideWord, state } from "./orders.js";
import { pictures } from "./pictures.js";

/** Lines kept on the page; the record has them all. */
const MOST = 200;
let lines = [];
let opened = null;

/** Take lines that are new, or all of them after a correction. */
export function take(more, anew) {
  lines = (anew ? more : [...lines, ...more]).slice(-MOST);
}

export function drawStream() {
  document.body.dataset.lines = lines.length;
  draw("stream", [lines.length, lines.at(-1), lines[0], opened, state.table.level, state.table.phase], () => [
    el("h2", {}, say("happened")),
    el("ol", { class: "lines", reversed: true }, lines.toReversed().map(line)),
  ]);
}

if (!Array.prototype.toReversed) {
  // Browsers of 2021 and older.
  Object.defineProperty(Array.prototype, "toReversed", { value() { return [...this].reverse(); } });
}

const keyOf = (one) => `${one.row}.${one.part}`;

function line(one) {
  const key = keyOf(one);
  const open = opened === key;
  const bad = one.finding && one.finding !== "ok";
  return el("li", { class: `line-of ${bad ? "bad" : ""}${one.trick % 2 ? " odd" : ""}`, "data-row": key },
    el("button", { type: "button", class: "line-head", "aria-expanded": String(open), "data-key": `line-${key}`, onclick: () => toggle(key) },
      el("span", { class: "line-did" }, one.cards.length ? [el("b", {}, one.seat ? told(seatOf(one.seat)) : told(one.did)), fan(one.cards, state.table.level, "tiny")] : told(one.did)),
      one.finding ? el("span", { class: `tag ${bad ? "bad" : "fine"}` }, told(one.finding_word)) : null,
      one.used_ms !== null && one.used_ms !== undefined ? el("span", { class: "used" }, `${(one.used_ms / 1000).toFixed(1)} s`) : null),
    bad ? el("p", { class: "says" }, told(one.says)) : null,
    one.skipped?.length ? el("p", { class: "skipped hint" }, tookForPass(one.skipped)) : null,
    open && one.because ? el("p", { class: "hint" }, told(one.because)) : null,
    open ? tools(one) : null);
}

function tookForPass(skipped) {
  const names = skipped.map(seatOf);
  return say("took_for_pass", { seats: { zh: names.map((name) => name.zh).join("、"), en: names.map((name) => name.en).join(", ") } });
}

const seatOf = (seat) => state.table.seats.find((one) => one.seat === seat).word;

function toggle(key) {
  opened = opened === key ? null : key;
  drawStream();
}

function tools(one) {
  const { row, part, seat, did } = one;
  const cards = one.cards.length ? one.cards : one.seen;
  const act = seat !== null;
  const laid = one.kind === "laid" ? one.cards : null;
  const tool = (name, onclick, facts = {}, key = name) => button(words(name, facts), () => { opened = null; onclick(); drawStream(); }, { "data-key": `tool-${key}` });
  const seats = state.table.seats.map((other) => other.seat);
  return el("div", { class: "tools", role: "group", "aria-label": plain(words("change_line")) },
    pictures(one.pictures),
    one.ruling && part === 0 ? el("a", { class: "button", href: `/rulings/${row}/sheet.pdf`, target: "_blank", rel: "noopener" }, say("appeal_sheet"), "\u00a0PDF") : null,
    one.ruling && part === 0 && state.table.score.length ? ["EW", "NS"].map((side) =>
      tool("order_appeal", () => order("appeal", { side, row }), { side: sideWord(side) }, `appeal-${side}`)) : null,
    act ? tool("change_cards", () => enterFor({ row, part, seat, cards, did })) : null,
    laid || one.kind === "unread" ? tool("change_to_pass", () => propose("replace", { row, part, seat })) : null,
    act && (laid || one.kind === "pass") ? el("span", { class: "group" }, say("change_seat"), seats.filter((other) => other !== seat).map((other) =>
      button(seatOf(other), () => { opened = null; propose("replace", { row, part, seat: other, ...(laid ? { cards: laid } : {}) }); }, { "data-key": `move-${other}` }))) : null,
    act ? el("span", { class: "group" }, say("insert_pass"), seats.map((other) =>
      button(seatOf(other), () => { opened = null; propose("insert", { row, part, seat: other }); }, { "data-key": `insert-${other}` }))) : null,
    act ? tool("insert_play", () => enterFor({ row, part, seat, cards: [], did, insert: true })) : null,
    tool("remove_line", () => propose("remove", { row, part })),
    tool("undo_here", () => propose("undo", { row, part })));
}
