// Choosing cards from all 54: first the rank, then the suit; a joker is one tap.

import { button, el, plain, say, words } from "./common.js";
import { RANKS, SUITS, face, faceName, rankOf, suitSign } from "./cards.js";

const COPIES = 2;

/**
 * Thirteen ranks and both jokers.
 * @param taken how often a face is chosen already
 * @param prefix of the keys that keep the focus, where a page has several pads
 */
export function rankPad(chosen, taken, onRank, onCard, prefix = "") {
  return el("div", { class: "pad ranks", role: "group", "aria-label": plain(words("pick_rank")) },
    RANKS.map((rank) => el("button", { type: "button", "data-key": `${prefix}rank-${rank}`, "aria-pressed": String(chosen === rank), onclick: () => onRank(chosen === rank ? null : rank) }, rank === "T" ? "10" : rank)),
    [["SB", "joker_small", "black"], ["HR", "joker_big", "red"]].map(([card, name, colour]) =>
      el("button", { type: "button", "data-key": `${prefix}joker-${card}`, class: `joker-key ${colour}`, disabled: taken(card) >= COPIES, onclick: () => onCard(card) }, say(name))));
}

/** The four suits, of the rank that is chosen. */
export function suitPad(rank, taken, onCard, prefix = "") {
  return el("div", { class: "pad suits", role: "group" }, SUITS.map((suit) => {
    const card = rank && suit + rank;
    return el("button", {
      type: "button", "data-key": `${prefix}suit-${suit}`, disabled: !card || taken(card) >= COPIES,
      "aria-label": card ? faceName(card) : plain(words(`suit_${suit}`)), onclick: () => onCard(card),
    }, rank ? el("span", { class: "HD".includes(suit) ? "red" : "black" }, rankOf(`X${rank}`)) : null, suitSign(suit));
  }));
}

/**
 * A field of its own for some cards. `cards()` are those chosen, `clear()` takes them away; what
 * was chosen outlives the drawing of the page, as `kept` holds it.
 */
export function cardField(kept, prefix, most, level) {
  const place = el("div", { class: "card-field" });
  const taken = (card) => kept.cards.filter((one) => one === card).length;
  const set = (change) => {
    const key = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    Object.assign(kept, change);
    draw();
    if (key) place.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  };
  const add = (card) => {
    if (taken(card) < COPIES && kept.cards.length < most) set({ cards: [...kept.cards, card] });
    else if (most === 1) set({ cards: [card] });
  };
  const draw = () => place.replaceChildren(
    el("div", { class: "chosen", "aria-live": "polite" },
      kept.cards.map((card, number) => el("button", { type: "button", class: "bare", "data-key": `${prefix}chosen-${number}`, "aria-label": `− ${faceName(card)}`, onclick: () => set({ cards: kept.cards.filter((_, other) => other !== number) }) }, face(card, level))),
      kept.cards.length
        ? button(words("order_clear"), () => set({ cards: [], rank: null }), { class: "plain", "data-key": `${prefix}clear` })
        : el("span", { class: "hint" }, say("none_chosen"))),
    rankPad(kept.rank, taken, (rank) => set({ rank }), add, prefix),
    suitPad(kept.rank, taken, add, prefix));
  draw();
  return { node: place, cards: () => [...kept.cards], clear: () => set({ cards: [], rank: null }) };
}
