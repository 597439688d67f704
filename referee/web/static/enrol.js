// Enrolling the event's deck: a few cards before the camera, look, until all 54 faces are known.

import { button, draw, el, get, hush, options, picker, post, say, tell, told, trouble, words } from "./common.js";
import { RANKS, SUITS, face, faceName } from "./cards.js";

const FACES = [...SUITS.flatMap((suit) => RANKS.map((rank) => suit + rank)), "SB", "HR"];
/** What the table has answered last, and what it is asked just now: a look takes seconds. */
let known = null;
let asked = null;

async function ask(name, body = {}) {
  if (asked) return;
  hush();
  asked = name;
  show();
  const answer = await post(`/api/enrolment/${name}`, body);
  asked = null;
  if (answer.status === 200) known = answer.said;
  else tell(answer.said.says ? told(answer.said.says) : answer.said.error === "form" ? say("enrol_name") : trouble(answer));
  show();
}

function show() {
  const place = document.getElementById("enrolment");
  place.setAttribute("aria-busy", String(asked !== null));
  const { possible, state } = known;
  draw("enrolment", [known, asked], () => {
    if (!possible) return el("p", { class: "hint" }, say("no_camera"));
    return state === null ? beginning() : under(state);
  });
}

/** A button that waits, and keeps the focus, while the table is asked. */
function doing(name, body, attributes) {
  return button(words(asked === name ? "enrol_looking" : `enrol_${name}`), () => ask(name, body()), { "aria-disabled": asked !== null, "data-key": `enrol-${name}`, ...attributes });
}

function beginning() {
  const name = el("input", { maxlength: 40, pattern: "[a-z0-9][a-z0-9\\-]*", value: "event", autocomplete: "off", autocapitalize: "none", "data-key": "deck-name" });
  return [
    el("p", { class: "hint" }, say("enrol_hint")),
    el("label", { class: "field" }, say("deck_name"), name),
    doing("begin", () => ({ name: name.value.trim() }), { class: "go" }),
  ];
}

function under(state) {
  const missing = state.faces.filter((one) => !one.prints);
  const close = state.faces.filter((one) => one.is_safe === false);
  const done = state.faces.length - missing.length;
  const only = picker("enrol_only", [el("option", { value: "" }, "–"), ...options(missing.map((one) => [one.face, { zh: faceName(one.face), en: "" }]))], "enrol-only");
  const announced = () => only.querySelector("select").value;
  return [
    el("p", {}, el("b", {}, state.name), " ", say("enrol_progress", { done, all: state.faces.length })),
    el("progress", { max: state.faces.length, value: done, "aria-label": `${done} / ${state.faces.length}` }),
    state.new.length ? [el("p", { class: "good" }, say("enrol_new")), el("div", { class: "chosen" }, state.new.map((card) => face(card, null)))] : null,
    state.again.length ? el("ul", { class: "again" }, state.again.map((one) => el("li", {}, told(one)))) : null,
    el("div", { class: "row" },
      doing("look", () => (announced() ? { announced: announced() } : {}), { class: "go" }),
      doing("save", () => ({}), { disabled: missing.length > 0 }),
      doing("drop", () => ({}), {})),
    missing.length ? only : null,
    state.saved ? el("p", { class: "good enrol-saved" }, say("enrol_saved")) : null,
    close.length ? el("ul", { class: "again" }, close.map((one) => el("li", {}, say("enrol_close", { one: faceName(one.face), other: one.nearest ? faceName(one.nearest) : "–" })))) : null,
    el("div", { class: "faces" }, FACES.map((code) => faceState(state.faces.find((one) => one.face === code)))),
    done ? el("p", { class: "hint" }, say("enrol_forget")) : null,
    missing.length ? null : separation(state.faces),
  ];
}

function faceState(one) {
  const seen = one.prints > 0;
  return el("button", { type: "button", class: `bare face-state ${seen ? (one.is_safe === false ? "close" : "known") : "missing"}`, disabled: !seen,
    "data-key": `face-${one.face}`, "aria-label": `${faceName(one.face)}: ${one.prints}`, onclick: () => ask("forget", { face: one.face }) }, face(one.face, null, { "aria-hidden": "true" }));
}

/** Card by card how safely it is told from the one most like it, the least safe first. */
function separation(faces) {
  const sorted = [...faces].sort((one, other) => one.margin - other.margin);
  return el("details", {},
    el("summary", { "data-key": "enrol-apart" }, say("enrol_apart")),
    el("table", { class: "apart" },
      el("thead", {}, el("tr", {}, ["apart_card", "apart_nearest", "apart_margin"].map((name) => el("th", { scope: "col" }, say(name))))),
      el("tbody", {}, sorted.map((one) => el("tr", { class: one.is_safe ? "" : "bad" },
        el("th", { scope: "row" }, face(one.face, null)),
        el("td", {}, face(one.nearest, null)),
        el("td", {}, one.margin.toFixed(2), " ", say(one.is_safe ? "apart_safe" : "apart_close")))))));
}

get("/api/enrolment").then((found) => {
  known = found ?? { possible: false, state: null };
  show();
});
