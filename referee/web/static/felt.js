// The table from above: seats, whose turn, the clock, what lies in front of everybody.

import { draw, el, plain, say, told, words } from "./common.js";
import { fan } from "./cards.js";

let clock = null;

/** Draw a table; the clock goes on by itself between two messages. */
export function drawFelt(table) {
  clock = table.clock && { ...table.clock, at: performance.now() };
  draw("felt", { ...table, now_ms: 0, clock: table.clock && { ...table.clock, used_ms: 0, starts_in_ms: 0 } }, () =>
    table.phase === "waiting" ? el("p", { class: "middle" }, say("no_table")) : [...table.seats.map((seat) => drawSeat(seat, table)), middle(table)],
  );
  tick();
}

/** Level, deal, score: the facts of the header. */
export function drawFacts(table) {
  const facts = [table.level, table.deal, table.score, table.paused, table.last_deal, table.phase, table.ruling];
  draw("facts", facts, () => [
    el("h1", { class: "hidden" }, say(document.body.dataset.screen === "watch" ? "watch_title" : "title")),
    table.level && el("p", { class: "level" }, say("level"), " ", el("strong", {}, table.level.replace("T", "10"))),
    table.deal > 0 && el("p", {}, say("deal", { number: table.deal })),
    table.score.length > 0 && el("p", { class: "score" }, table.score.map(scored)),
    table.paused && el("p", { class: "flag" }, say("paused_now")),
    table.ruling && el("p", { class: "flag" }, say("now_ruling")),
    table.last_deal && el("p", { class: "flag" }, say("last_deal_now")),
  ]);
}

function scored(side) {
  const wins = side.best_of > 1 ? ` ${side.wins}/${side.best_of}` : "";
  return el("span", { class: `side side-${side.side}`, title: side.name || null },
    el("span", { class: "side-name" }, side.name || told(side.word)),
    el("strong", {}, side.grade, wins),
    side.declares ? el("span", { class: "declares" }, say("declares")) : null);
}

function drawSeat(seat, table) {
  const states = [
    seat.place && el("span", { class: "tag place" }, say(`place_${seat.place}`)),
    seat.calls && el("span", { class: "tag bad" }, say("calls_referee")),
    seat.reported && el("span", { class: "tag" }, say("reported")),
    countOf(seat),
  ];
  return el("div", { class: `seat seat-${seat.seat}${seat.to_act ? " to-act" : ""}`, "data-seat": seat.seat },
    el("div", { class: "seat-head" },
      el("span", { class: `lamp lamp-${seat.lamp}`, role: "img", "aria-label": plain(words(`lamp_${seat.lamp}`)) }),
      el("strong", { class: "seat-name" }, told(seat.word)),
      seat.to_act ? el("span", { class: "tag turn" }, say("turn")) : null,
      states),
    el("div", { class: "front" }, front(seat, table)));
}

function countOf(seat) {
  if (seat.left === null || seat.left === undefined || seat.place) return null;
  return el("span", { class: `count${seat.left <= 10 ? " few" : ""}` }, say(seat.uncounted ? "left_unsure" : "left", { count: seat.left }));
}

function front(seat, table) {
  const parts = [];
  if (seat.paid) parts.push(fan([seat.paid], table.level), seat.paid_to && el("span", { class: "tag" }, say("paid_to", { seat: seat.paid_to })));
  if (seat.front && !seat.refused.length) {
    if (seat.front.passed) parts.push(el("span", { class: `passed${seat.front.old ? " old" : ""}` }, say("passed")));
    else if (seat.front.cards.length) parts.push(fan(seat.front.cards, table.level, seat.front.old ? "old" : ""));
  }
  if (seat.refused.length) {
    parts.push(fan(seat.refused, table.level, "refused"), el("span", { class: "tag bad" }, say("refused")));
  }
  if (seat.unread || (seat.front && !seat.front.passed && !seat.front.cards.length)) {
    parts.push(el("span", { class: "back", "aria-hidden": "true" }, "?"), el("span", { class: "tag doubt" }, say("unread")));
  }
  return parts;
}

function middle(table) {
  return el("div", { class: "middle" },
    el("div", { class: "clock", hidden: !table.clock, "data-clock": true },
      el("div", { class: "dial" },
        el("div", { class: "hand", "data-hand": true }),
        table.clock ? table.clock.stages.map((stage) => el("i", { class: `stage stage-${stage.step}`, "data-at": stage.at_ms, title: plain(stage.word) })) : null),
      el("div", { class: "seconds", "data-seconds": true })),
    el("div", { class: "phase" }, told(table.phase_word)),
    table.top ? el("div", { class: "to-beat" }, say("to_beat"), " ", el("strong", {}, table.top.reading ? told(table.top.reading) : "?")) : null,
    table.notices.map((notice) => el("div", { class: "notice" }, told(notice))));
}

function tick() {
  const place = document.querySelector("[data-clock]");
  if (!place || !clock) return;
  const since = clock.runs ? performance.now() - clock.at : 0;
  const sorting = Math.max(0, clock.starts_in_ms - since);
  const used = clock.used_ms + Math.max(0, since - clock.starts_in_ms);
  const last = clock.stages.length ? clock.stages[clock.stages.length - 1].at_ms : clock.limit_ms;
  const whole = Math.max(last, clock.limit_ms) * 1.05;
  const over = used > clock.limit_ms;
  place.dataset.state = over ? "over" : used > clock.limit_ms * 0.75 ? "near" : "fine";
  place.querySelector("[data-hand]").style.setProperty("width", `${Math.min(100, (used / whole) * 100)}%`);
  for (const mark of place.querySelectorAll("[data-at]")) mark.style.setProperty("left", `${(mark.dataset.at / whole) * 100}%`);
  const left = Math.ceil((clock.limit_ms - used) / 1000);
  const digits = sorting ? Math.ceil(sorting / 1000) : over ? `+${Math.max(1, -left)}` : left;
  const meaning = sorting ? "sorting" : over ? "seconds_over" : "seconds_left";
  place.querySelector("[data-seconds]").replaceChildren(
    el("span", { class: "digits" }, String(digits)),
    el("span", {}, say(meaning)),
    clock.runs ? "" : el("span", { class: "tag" }, say("clock_stands")),
  );
}
setInterval(tick, 250);
