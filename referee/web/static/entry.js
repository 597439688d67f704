// Entering plays and passes by hand: a seat, then rank and suit, two taps a card.

import { button, draw, el, plain, say, told, words } from "./common.js";
import { RANKS, face, faceName } from "./cards.js";
import { correction, drop, propose } from "./correction.js";
import { order, state } from "./orders.js";
import { rankPad, suitPad } from "./pads.js";

/**
 * What is being entered. `mode` names the line that is corrected, if any; `basedOn` is what had
 * been seen when the first card was chosen.
 */
const entry = { seat: null, rank: null, cards: [], mode: null, basedOn: null };

const MAY_ACT = ["playing", "tribute", "return"];

/** Enter other cards for a line, or an act before it. */
export function enterFor(mode) {
  Object.assign(entry, { mode, seat: mode.seat, cards: [...mode.cards], rank: null, basedOn: null });
  drawEntry();
  const place = document.getElementById("entry");
  place.scrollIntoView({ block: "nearest" });
  place.querySelector("button").focus({ preventScroll: true });
}

const seatNow = () => entry.seat ?? state.table.clock?.seats[0] ?? state.table.seats.find((seat) => seat.to_act)?.seat ?? null;

export function drawEntry() {
  const { phase, level, seats } = state.table;
  const open = MAY_ACT.includes(phase) || entry.mode;
  document.getElementById("entry").hidden = !open;
  if (!open) {
    Object.assign(entry, { seat: null, rank: null, cards: [], basedOn: null });
    return;
  }
  const acting = seats.map((seat) => [seat.seat, seat.to_act, seat.place]);
  draw("entry", [phase, level, acting, entry, seatNow()], () => [
    el("h2", {}, say("entry")),
    entry.mode ? el("p", { class: "mode" }, say(entry.mode.insert ? "inserting" : "correcting", { did: entry.mode.did }), " ",
      button(words("cancel"), clear, { class: "plain", "data-key": "mode-cancel" })) : null,
    seatPicker(seats),
    chosen(level),
    rankPad(entry.rank, taken, (rank) => set({ rank }), add),
    suitPad(entry.rank, taken, add),
    actions(phase),
    el("p", { class: "hint keys" }, say("keys_help")),
  ]);
}

function seatPicker(seats) {
  return el("div", { class: "pad seats", role: "group", "aria-label": plain(words("pick_seat")) }, seats.map((seat) =>
    el("button", {
      type: "button", "data-key": `seat-${seat.seat}`, "aria-pressed": String(seatNow() === seat.seat),
      class: `${seat.to_act ? "to-act" : ""}`, onclick: () => set({ seat: seat.seat }),
    }, told(seat.word), seat.to_act ? el("span", { class: "dot" }, "●") : null)));
}

function chosen(level) {
  return el("div", { class: "chosen", "aria-live": "polite" },
    entry.cards.length
      ? entry.cards.map((card, place) => el("button", { type: "button", class: "bare", "data-key": `chosen-${place}`, "aria-label": `− ${faceName(card)}`, onclick: () => removeAt(place) }, face(card, level)))
      : el("span", { class: "hint" }, say("none_chosen"), " · ", say("pick_rank")));
}

function actions(phase) {
  const seat = seatNow();
  const ready = seat && entry.cards.length > 0;
  if (entry.mode) {
    return el("div", { class: "row acts" },
      button(words("preview"), submit, { class: "go", disabled: !ready, "data-key": "act-submit" }),
      button(words("order_clear"), () => set({ cards: [], rank: null }), { "data-key": "act-clear" }));
  }
  const name = phase === "tribute" ? "order_pay" : phase === "return" ? "order_return" : "order_play";
  return el("div", { class: "row acts" },
    button(words(name), submit, { class: "go", disabled: !ready, "data-key": "act-submit" }),
    button(words("order_pass"), pass, { class: "go pass", disabled: !seat || entry.cards.length > 0, "data-key": "act-pass" }),
    button(words("order_take_back"), () => act("take-back"), { disabled: !seat, "data-key": "act-back" }),
    button(words("order_unread"), () => act("unread"), { disabled: !seat, "data-key": "act-unread" }),
    button(words("order_clear"), clear, { disabled: !entry.cards.length, "data-key": "act-clear" }));
}

const taken = (card) => entry.cards.filter((one) => one === card).length;

function set(change) {
  Object.assign(entry, change);
  drawEntry();
}

function add(card) {
  if (taken(card) >= 2 || entry.cards.length >= 27) return;
  set({ cards: [...entry.cards, card], basedOn: entry.basedOn ?? state.rows });
}

function removeAt(place) {
  set({ cards: entry.cards.filter((_, number) => number !== place) });
}

function clear() {
  Object.assign(entry, { seat: null, rank: null, cards: [], mode: null, basedOn: null });
  if (MAY_ACT.includes(state.table.phase)) drawEntry();
  else document.getElementById("entry").hidden = true;
}

async function submit() {
  const seat = seatNow();
  if (!seat || !entry.cards.length) return;
  if (entry.mode) {
    const { row, part, insert } = entry.mode;
    const fields = { row, part, seat, cards: entry.cards };
    clear();
    await propose(insert ? "insert" : "replace", fields);
    return;
  }
  await give("play", { seat, cards: entry.cards }, entry.basedOn ?? state.rows);
}

async function act(name) {
  const seat = seatNow();
  if (seat) await give(name, { seat }, state.rows);
}

/** Send what was entered; the pads are free for the next play while it is on its way. */
async function give(name, fields, basedOn) {
  const given = { ...entry };
  clear();
  const done = await order(name, fields, basedOn);
  // Whoever was overtaken has been told now, and may give the same order again.
  if (!done && !entry.cards.length) set({ ...given, basedOn: null });
}

const pass = () => act("pass");

const SUIT_KEYS = { c: "C", d: "D", h: "H", s: "S" };

/** The keyboard does all that the fingers do. */
export function onKey(event) {
  if (!state.table) return;
  if (event.key === "Escape") {
    if (correction.shown) drop();
    clear();
    return;
  }
  if (document.getElementById("entry").hidden) return;
  const key = event.key.toUpperCase();
  const rank = key === "0" ? "T" : key;
  if (RANKS.includes(rank)) set({ rank });
  else if (SUIT_KEYS[event.key.toLowerCase()] && entry.rank) add(SUIT_KEYS[event.key.toLowerCase()] + entry.rank);
  else if (key === "B") add("SB");
  else if (key === "R") add("HR");
  else if (key === "P" && !entry.mode && !entry.cards.length) pass();
  else if (key === "BACKSPACE") set({ cards: entry.cards.slice(0, -1) });
  else if (key === "ENTER" && !/^(BUTTON|A|SUMMARY)$/.test(event.target.tagName)) submit();
  else return;
  event.preventDefault();
}
