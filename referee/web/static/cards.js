// Card faces: rank over suit as printed, red and black right, drawn without any picture file.

import { el, plain, words } from "./common.js";

const SVG = "http://www.w3.org/2000/svg";
const PATHS = {
  S: "M12 2C12 2 3 9 3 14.500a4.300 4.300 0 0 0 7.700 2.700C10.600 19.500 9.800 21 8.500 22h7c-1.300-1-2.100-2.500-2.200-4.800A4.300 4.300 0 0 0 21 14.500C21 9 12 2 12 2z",
  H: "M12 21.500C3 14.500 2.500 9 3.600 6.300 5 3 10 2.500 12 6.800c2-4.300 7-3.800 8.400-.5C21.500 9 21 14.500 12 21.500z",
  D: "M12 1.500 20 12l-8 10.500L4 12z",
  C: "M12 2a4.600 4.600 0 0 0-3.700 7.300A4.600 4.600 0 1 0 10.800 16.800C10.600 19.300 9.800 21 8.500 22h7c-1.300-1-2.100-2.700-2.300-5.200a4.600 4.600 0 1 0 2.500-7.500A4.600 4.600 0 0 0 12 2z",
};

export const SUITS = ["S", "H", "C", "D"];
export const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"];

export const isRed = (text) => text === "HR" || (text !== "SB" && "HD".includes(text[0]));
export const rankOf = (text) => (text[1] === "T" ? "10" : text[1]);

export function suitSign(suit) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `suit ${"HD".includes(suit) ? "red" : "black"}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[suit]);
  svg.append(path);
  return svg;
}

/** The name of a face, for people who hear the page. */
export function faceName(text) {
  if (text === "SB") return plain(words("joker_small"));
  if (text === "HR") return plain(words("joker_big"));
  return `${plain(words(`suit_${text[0]}`))} ${rankOf(text)}`;
}

/** One face. The wild card of the level is marked. */
export function face(text, level, attributes = {}) {
  const joker = text === "SB" || text === "HR";
  const wild = level && text === `H${level}`;
  const kind = `card ${isRed(text) ? "red" : "black"}${wild ? " wild" : ""}${joker ? " joker" : ""}`;
  const index = joker
    ? el("span", { class: "index", "aria-hidden": "true" }, el("span", { class: "king" }, text === "HR" ? "大王" : "小王"))
    : el("span", { class: "index", "aria-hidden": "true" }, el("span", { class: text[1] === "T" ? "rank ten" : "rank" }, rankOf(text)), suitSign(text[0]));
  const name = wild ? `${faceName(text)} (${plain(words("wild"))})` : faceName(text);
  return el("span", { class: kind, role: "img", "aria-label": name, ...attributes }, index, joker ? null : el("span", { class: "pip", "aria-hidden": "true" }, suitSign(text[0])));
}

/** Cards side by side, overlapping where there is not room for all. */
export function fan(cards, level, extra = "") {
  return el("span", { class: `fan ${extra}` }, cards.map((card) => face(card, level)));
}
