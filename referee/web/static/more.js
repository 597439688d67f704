// Orders that are needed now and then: breaks, more time, penalties, faults seen, places, ends.

import { button, draw, el, options, picker, plain, say, seatOptions, told, words } from "./common.js";
import { cardField } from "./pads.js";
import { behalf, order, pinField, sideWord, state } from "./orders.js";

const SIDES = ["EW", "NS"];
/** Chosen cards of the forms; they outlive the drawing of the page. */
const noted = { rank: null, cards: [] };

export function drawMore() {
  const { phase, paused, ladder, faults, clock, score, tallies, seats, expects, claim_window: claims } = state.table;
  const inRound = score.length > 0;
  const may = (name) => expects.includes(name);
  const counts = seats.map((seat) => [seat.left, seat.place]);
  document.getElementById("more").hidden = phase === "waiting";
  pausedSince = state.table.paused_ms === null ? null : performance.now() - state.table.paused_ms;
  draw("more", [expects, paused, ladder, clock !== null, inRound, tallies, claims, may("take-up") ? counts : null], () => [
    el("h2", {}, say("more_orders")),
    breaks(paused, may, clock),
    may("call") ? calls() : null,
    may("report") ? report(seats) : null,
    inRound && may("penalty") ? penalty(ladder, tallies, seats) : null,
    may("note") ? note(faults, seats, claims) : null,
    may("take-up") ? takeUp(seats) : null,
    may("finish") ? finish(seats) : null,
    inRound && may("withdraw") ? ends() : null,
  ]);
  tick();
}

/** A form that is folded away until it is needed, and again when its order was carried out. */
function form(name, title, fields, send, label = title) {
  const place = el("details", { class: "order-form" },
    el("summary", { "data-key": name }, title),
    el("div", { class: "row" }, fields,
      button(label, async () => {
        if (!(await send())) return;
        place.open = false;
        for (const field of place.querySelectorAll("[data-touched]")) {
          field.value = field.defaultValue ?? field.options?.[0]?.value ?? "";
          delete field.dataset.touched;
        }
      }, { class: "go", "data-key": `${name}-give` })));
  return place;
}

const value = (field) => field.querySelector("select, input").value;

let pausedSince = null;

function breaks(paused, may, clock) {
  const seconds = el("input", { type: "number", min: 1, max: 600, value: 120, inputmode: "numeric", "data-key": "extra-seconds" });
  const timed = clock && may("extra-time");
  return [
    el("div", { class: "row" },
      paused
        ? [button(words("order_resume"), () => order("resume"), { class: "go", "data-key": "resume" }), el("span", { class: "tag doubt", "data-paused": true })]
        : may("pause") ? button(words("order_pause"), () => order("pause"), { "data-key": "pause" }) : null,
      timed ? [30, 60].map((more) => button(words("order_extra", { seconds: more }), () => order("extra-time", { seconds: more }), { "data-key": `extra-${more}` })) : null),
    timed ? form("extra", say("extra_seconds"), el("label", { class: "field" }, say("extra_seconds"), seconds),
      () => order("extra-time", { seconds: Number(seconds.value) }), words("order_extra_give")) : null,
  ];
}

function tick() {
  const place = document.querySelector("[data-paused]");
  if (!place) return;
  place.hidden = pausedSince === null;
  if (place.hidden) return;
  const whole = Math.max(0, Math.floor((performance.now() - pausedSince) / 1000));
  place.replaceChildren(...say("paused_for", { time: `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}` }));
}
setInterval(tick, 1000);

function calls() {
  return el("details", { class: "order-form" },
    el("summary", { "data-key": "call" }, say("raise_call")),
    el("div", { class: "row" }, state.table.seats.map((seat) =>
      button(words("order_call", { seat: seat.word }), () => order("call", { seat: seat.seat }), { "data-key": `call-${seat.seat}` }))));
}

function report(seats) {
  const seat = picker("pick_seat", seatOptions(seats), "report-seat");
  const count = el("label", { class: "field" }, say("report_count"),
    el("input", { type: "number", min: 1, max: 27, inputmode: "numeric", "data-key": "report-count" }));
  return form("report", say("enter_report"), [seat, count],
    () => order("report", { seat: value(seat), ...(value(count) ? { count: Number(value(count)) } : {}) }), words("order_report"));
}

function penalty(ladder, tallies, seats) {
  const seat = picker("pick_seat", seatOptions(seats), "penalty-seat");
  const step = picker("order_penalty", ladder.map((one) => el("option", { value: one.step }, `${plain(one.word)} · ${plain(one.by_word)}`)), "penalty-step");
  const pin = pinField("penalty-pin");
  const on = behalf("penalty-behalf");
  const title = [say("order_penalty"), " ", Object.entries(tallies).map(([side, tally]) =>
    el("span", { class: "tag" }, told(sideWord(side)), " ", ["warning", "violation", "foul"].map((name) => `${plain(words(`step_${name}`))} ${tally[name]}`).join(" · ")))];
  return form("penalty", title, [seat, step, pin?.node, on.node],
    () => order("penalty", { seat: value(seat), step: value(step), ...on.fields(), ...(pin?.fields() ?? {}) }), words("order_penalty"));
}

function note(faults, seats, claims) {
  const seat = picker("pick_seat", seatOptions(seats), "note-seat");
  const fault = picker("order_note", options(faults.map((one) => [one.fault, one.word])), "note-fault");
  const cards = cardField(noted, "note-", 27, state.table.level);
  return form("note", say("order_note"), [seat, fault,
    el("details", { class: "wide" }, el("summary", { "data-key": "note-cards" }, say("note_cards")), cards.node),
    el("p", { class: "hint wide" }, say("claim_window"), ": ", told(claims))], async () => {
    const chosen = cards.cards();
    const done = await order("note", { seat: value(seat), fault: value(fault), ...(chosen.length ? { cards: chosen } : {}) });
    if (done) cards.clear();
    return done;
  }, words("order_note"));
}

/** After a blind camera: how many cards everybody holds, who is out, and who leads. */
function takeUp(seats) {
  const counts = seats.map((seat) => el("label", { class: "field" }, say("counted_left", { seat: seat.word }),
    el("input", { type: "number", min: 0, max: 27, value: seat.left ?? 27, inputmode: "numeric", "data-key": `count-${seat.seat}` })));
  const leader = picker("leads", seatOptions(seats), "take-up-leader");
  const gone = [[1, "first_finished"], [2, "second_finished"]].map(([place, label]) => {
    const field = picker(label, [el("option", { value: "" }, "–"), ...seatOptions(seats)], `out-${place}`);
    field.querySelector("select").value = seats.find((seat) => seat.place === place)?.seat ?? "";
    return field;
  });
  return form("take-up", say("order_take_up"), [counts, gone, leader], () => order("take-up", {
    leader: value(leader), cards_left: counts.map((one) => Number(value(one))), finished: gone.map(value).filter(Boolean),
  }), words("order_take_up"));
}

function finish(seats) {
  const places = [1, 2, 3].map((place) => picker(`place_${place}`, [el("option", { value: "" }, "–"), ...seatOptions(seats)], `finish-${place}`));
  return form("finish", say("order_finish"), places,
    () => order("finish", { order: places.map(value).filter(Boolean) }), words("order_finish"));
}

/** What only the chief referee may, on his page or with his PIN. */
function ends() {
  const pin = pinField("ends-pin");
  const give = (name, fields) => order(name, { ...fields, ...(pin?.fields() ?? {}) });
  return el("details", { class: "order-form" },
    el("summary", { "data-key": "ends" }, say("chief_orders")),
    pin?.node,
    el("div", { class: "row" },
      SIDES.map((side) => button(words("order_withdraw", { side: sideWord(side) }), () => give("withdraw", { side }), { "data-key": `withdraw-${side}` })),
      SIDES.map((side) => button(words("order_winner", { side: sideWord(side) }), () => give("decide-round", { winner: side }), { "data-key": `winner-${side}` })),
      button(words("order_draw"), () => give("decide-round", { winner: null }), { "data-key": "winner-none" })));
}
