// Orders that are needed now and then: breaks, more time, penalties, faults seen, places, ends.

import { button, draw, el, plain, say, told, words } from "./common.js";
import { isChief, order, sideWord, state } from "./orders.js";

export function drawMore() {
  const { phase, paused, ladder, faults, clock, score, tallies, seats } = state.table;
  const inRound = score.length > 0;
  document.getElementById("more").hidden = phase === "waiting";
  draw("more", [phase, paused, ladder, clock !== null, inRound, tallies], () => [
    el("h2", {}, say("more_orders")),
    el("div", { class: "row" },
      paused
        ? button(words("order_resume"), () => order("resume"), { class: "go", "data-key": "resume" })
        : button(words("order_pause"), () => order("pause"), { "data-key": "pause" }),
      clock ? [30, 60].map((seconds) => button(words("order_extra", { seconds }), () => order("extra-time", { seconds }), { "data-key": `extra-${seconds}` })) : null),
    inRound ? penalty(ladder, tallies, seats) : null,
    note(faults, seats),
    phase === "playing" ? takeUp(seats) : null,
    phase === "playing" || phase === "ended" ? finish(seats) : null,
    inRound && isChief ? ends() : null,
  ]);
}

const option = (value, both) => el("option", { value }, plain(both));
const picker = (label, options, key) => el("label", { class: "field" }, say(label), el("select", { "data-key": key }, options));
const seatOptions = (seats) => seats.map((seat) => option(seat.seat, seat.word));

function penalty(ladder, tallies, seats) {
  const seat = picker("pick_seat", seatOptions(seats), "penalty-seat");
  const step = picker("order_penalty", ladder.map((one) => option(one.step, one.word)), "penalty-step");
  const pin = el("input", { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 32, class: "masked", "data-key": "penalty-pin" });
  const give = () => order("penalty", {
    seat: seat.querySelector("select").value,
    step: step.querySelector("select").value,
    ...(pin.value && !isChief ? { chief_pin: pin.value } : {}),
  }).then(() => { pin.value = ""; });
  return el("details", {},
    el("summary", { "data-key": "penalty" }, say("order_penalty"), " ", Object.entries(tallies).map(([side, tally]) =>
      el("span", { class: "tag" }, told(sideWord(side)), " ", ["warning", "violation", "foul"].map((name) => `${plain(words(`step_${name}`))} ${tally[name]}`).join(" · ")))),
    el("div", { class: "row" }, seat, step,
      isChief ? null : el("label", { class: "field" }, say("chief_pin"), pin),
      button(words("order_penalty"), give, { class: "go", "data-key": "penalty-give" })));
}

function note(faults, seats) {
  const seat = picker("pick_seat", seatOptions(seats), "note-seat");
  const fault = picker("order_note", faults.map((one) => option(one.fault, one.word)), "note-fault");
  return el("details", {},
    el("summary", { "data-key": "note" }, say("order_note")),
    el("div", { class: "row" }, seat, fault,
      button(words("order_note"), () => order("note", { seat: seat.querySelector("select").value, fault: fault.querySelector("select").value }), { class: "go", "data-key": "note-give" })));
}

/** After a blind camera: how many cards everybody holds, and who leads. */
function takeUp(seats) {
  const counts = seats.map((seat) => el("label", { class: "field" }, told(seat.word),
    el("input", { type: "number", min: 0, max: 27, value: seat.left, inputmode: "numeric", "data-key": `count-${seat.seat}` })));
  const leader = picker("leads", seatOptions(seats), "take-up-leader");
  const give = () => {
    const left = counts.map((one) => Number(one.querySelector("input").value));
    const known = state.table.seats.filter((seat) => seat.place).sort((one, other) => one.place - other.place).map((seat) => seat.seat);
    const out = seats.map((seat) => seat.seat).filter((_, place) => left[place] === 0);
    const finished = [...known.filter((seat) => out.includes(seat)), ...out.filter((seat) => !known.includes(seat))];
    return order("take-up", { leader: leader.querySelector("select").value, cards_left: left, finished });
  };
  return el("details", {},
    el("summary", { "data-key": "take-up" }, say("order_take_up")),
    el("div", { class: "row" }, counts, leader, button(words("order_take_up"), give, { class: "go", "data-key": "take-up-give" })));
}

function finish(seats) {
  const places = [1, 2, 3].map((place) => picker(`place_${place}`, [el("option", { value: "" }, "–"), ...seatOptions(seats)], `finish-${place}`));
  const enter = () => order("finish", { order: places.map((one) => one.querySelector("select").value).filter(Boolean) });
  return el("details", {},
    el("summary", { "data-key": "finish" }, say("order_finish")),
    el("div", { class: "row" }, places, button(words("order_finish"), enter, { class: "go", "data-key": "finish-give" })));
}

function ends() {
  const sides = ["EW", "NS"];
  return el("details", {},
    el("summary", { "data-key": "ends" }, say("by_chief_referee")),
    el("div", { class: "row" },
      sides.map((side) => button(words("order_withdraw", { side: sideWord(side) }), () => order("withdraw", { side }), { "data-key": `withdraw-${side}` })),
      sides.map((side) => button(words("order_winner", { side: sideWord(side) }), () => order("decide-round", { winner: side }), { "data-key": `winner-${side}` })),
      button(words("order_draw"), () => order("decide-round", { winner: null }), { "data-key": "winner-none" })));
}
