// Enrolling the event's deck: a few cards before the camera, look, until all 54 faces are known.

import { button, el, hush, options, picker, post, say, tell, told, trouble, words } from "./common.js";
import { RANKS, SUITS, face, faceName } from "./cards.js";

const place = document.getElementById("enrolment");
const FACES = [...SUITS.flatMap((suit) => RANKS.map((rank) => suit + rank)), "SB", "HR"];

async function ask(name, body = {}) {
  hush();
  place.setAttribute("aria-busy", "true");
  const answer = await post(`/api/enrolment/${name}`, body);
  place.removeAttribute("aria-busy");
  if (answer.status !== 200) tell(answer.said.says ? told(answer.said.says) : trouble(answer));
  else draw(answer.said);
  return answer.status === 200;
}

function draw({ possible, state }) {
  place.replaceChildren(...(possible ? (state === null ? [beginning()] : under(state)) : [el("p", { class: "hint" }, say("no_camera"))]));
}

function beginning() {
  const name = el("input", { maxlength: 40, pattern: "[a-z0-9][a-z0-9-]*", value: "event", autocomplete: "off", "data-key": "deck-name" });
  return el("div", {},
    el("p", { class: "hint" }, say("enrol_hint")),
    el("label", { class: "field" }, say("deck_name"), name),
    button(words("enrol_begin"), () => ask("begin", { name: name.value }), { class: "go", "data-key": "enrol-begin" }));
}

function under(state) {
  const missing = state.faces.filter((one) => !one.prints);
  const close = state.faces.filter((one) => one.is_safe === false);
  const done = state.faces.length - missing.length;
  const only = picker("enrol_only", [el("option", { value: "" }, "–"), ...options(missing.map((one) => [one.face, { zh: faceName(one.face), en: "" }]))], "enrol-only");
  const look = () => {
    const announced = only.querySelector("select").value;
    return ask("look", announced ? { announced } : {});
  };
  return [
    el("p", {}, el("b", {}, state.name), " ", say("enrol_progress", { done, all: state.faces.length })),
    el("progress", { max: state.faces.length, value: done, "aria-label": `${done} / ${state.faces.length}` }),
    state.new.length ? el("p", { class: "good" }, say("enrol_new"), " ", state.new.map((card) => face(card, null, {}))) : null,
    state.again.length ? el("ul", { class: "again" }, state.again.map((one) => el("li", {}, told(one)))) : null,
    el("div", { class: "row" },
      button(words("enrol_look"), look, { class: "go", "data-key": "enrol-look" }),
      button(words("enrol_save"), () => ask("save"), { disabled: missing.length > 0, "data-key": "enrol-save" }),
      button(words("enrol_drop"), () => ask("drop"), { "data-key": "enrol-drop" })),
    missing.length ? only : null,
    state.saved ? el("p", { class: "good" }, say("enrol_saved")) : null,
    close.length ? el("ul", { class: "again" }, close.map((one) => el("li", {}, say("enrol_close", { one: faceName(one.face), other: one.nearest ? faceName(one.nearest) : "–" })))) : null,
    el("div", { class: "faces" }, FACES.map((code) => faceState(state.faces.find((one) => one.face === code)))),
  ].filter(Boolean);
}

function faceState(one) {
  const known = one.prints > 0;
  return el("button", { type: "button", class: `bare face-state ${known ? (one.is_safe === false ? "close" : "known") : "missing"}`, disabled: !known,
    "data-key": `face-${one.face}`, "aria-label": `${faceName(one.face)}: ${one.prints}`, onclick: () => ask("forget", { face: one.face }) }, face(one.face, null, { "aria-hidden": "true" }));
}

fetch("/api/enrolment").then((answer) => answer.json()).then(draw).catch(() => draw({ possible: false, state: null }));
