// Trying the seat unit between two deals: each lamp, each buzzer, and the keys as they are pressed.

import { button, el, get, post, say, tell, told, trouble, words } from "./common.js";

const SEATS = ["E", "N", "W", "S"];
const LAMPS = ["turn", "overtime", "fault", "trouble"];
const KEYS = ["pass", "call"];
const AGAIN_MS = 400;
const place = document.getElementById("trial");
const seatName = (seat) => words(`seat_${seat}`);
let on = null;
/** How often each key was pressed in this trial. */
let presses = new Map();

async function show(seat, lamp, buzz) {
  const answer = await post("/api/trial/show", { seat, lamp, buzz });
  if (answer.status !== 200) {
    tell(answer.said.says ? told(answer.said.says) : trouble(answer));
    return;
  }
  on ??= setInterval(look, AGAIN_MS);
  take(answer.said);
}

async function look() {
  const found = await get("/api/trial");
  if (found) take(found);
}

function take(found) {
  presses = new Map();
  for (const { seat, key } of found.pressed) presses.set(`${seat}-${key}`, (presses.get(`${seat}-${key}`) ?? 0) + 1);
  document.getElementById("trial-unit").replaceChildren(...say(found.connected === false ? "unit_lost" : found.connected ? "unit_there" : "unit_unknown"));
  for (const cell of place.querySelectorAll("[data-pressed]")) {
    const times = presses.get(cell.dataset.pressed) ?? 0;
    cell.classList.toggle("pressed", times > 0);
    cell.querySelector("b").textContent = times ? `✓ ${times}` : "–";
  }
}

async function end() {
  clearInterval(on);
  on = null;
  await post("/api/trial/end", {});
}

place.replaceChildren(
  el("p", { class: "hint" }, say("trial_hint")),
  el("p", { id: "trial-unit", class: "hint", role: "status" }),
  ...SEATS.map((seat) => el("fieldset", { class: "trial-seat" },
    el("legend", {}, told(seatName(seat))),
    el("div", { class: "row" },
      LAMPS.map((lamp) => button(words(`lamp_${lamp}`), () => show(seat, lamp, "silent"), { "data-key": `trial-${seat}-${lamp}`, class: `try try-${lamp}` })),
      button(words("buzz_fault"), () => show(seat, "off", "fault"), { "data-key": `trial-${seat}-buzz` }),
      button(words("buzz_overtime"), () => show(seat, "off", "overtime"), { "data-key": `trial-${seat}-long` }),
      button(words("lamp_off"), () => show(seat, "off", "silent"), { "data-key": `trial-${seat}-off` })),
    el("div", { class: "row keys-tried" }, KEYS.map((key) => el("span", { class: "tag key-tried", "data-pressed": `${seat}-${key}` }, say(`key_${key}`), " ", el("b", {}, "–")))))),
  el("div", { class: "row" }, button(words("trial_end"), end, { "data-key": "trial-end" })),
);
