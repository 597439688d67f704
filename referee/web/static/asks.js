// What waits for a person: the correction that is looked at, calls, questions, cases, duties.

import { button, draw, el, options, plain, say, told, words } from "./common.js";
import { fan } from "./cards.js";
import { cardField } from "./pads.js";
import { pictures } from "./pictures.js";
import { correction, drop, accept } from "./correction.js";
import { behalf, isChief, order, pinField, seatWord, sideWord, state } from "./orders.js";

export function drawAsks() {
  const { questions, cases, duty, appeal, appeals, phase, ladder, seats, signed, score } = state.table;
  const places = seats.map((seat) => seat.place);
  draw("asks", [questions, cases, duty, appeal?.says, appeals, phase, places, signed, score.length, correction.shown], () => {
    const parts = [
      correction.shown && previewed(correction.shown),
      questions.map(question),
      cases.map((one) => caseOf(one, ladder)),
      duty && dutyOf(duty),
      appeals.filter((one) => one.outcome === "open").map(appealed),
      appeal && appealOf(appeal),
    ].flat().filter(Boolean);
    return [
      el("h2", { class: "asks-title" }, say("open_matters"), parts.length ? el("span", { class: "number" }, String(parts.length)) : null),
      parts.length ? parts : el("p", { class: "hint" }, say("nothing_open")),
    ];
  });
}

function ask(kind, says, ...rest) {
  return el("article", { class: `ask ask-${kind}` }, el("p", { class: "ask-says" }, says), rest);
}

function question(one) {
  const { seat } = one;
  switch (one.kind) {
    case "call":
      return ask("call", told(one.says), el("div", { class: "row" },
        button(words("order_answer"), () => order("answer-call", { seat }), { class: "go", "data-key": `answer-${seat}` })));
    case "wild":
      return ask("wild", told(one.says), el("div", { class: "row" }, one.readings.map((choice) =>
        button(choice.word, () => order("declare", { reading: choice.reading }), { "data-key": `wild-${choice.reading}` }))));
    case "skipped":
      return ask("skipped", told(one.says), el("div", { class: "row" },
        button(words("order_deny", { seat: seatWord(seat) }), () => order("deny-pass", { seat }), { "data-key": `deny-${seat}` })));
    case "report":
      return ask("report", told(one.says), el("div", { class: "row" },
        button(words("order_report"), () => order("report", { seat }), { "data-key": `report-${seat}` })));
    default:
      return ask(one.kind, told(one.says));
  }
}

function caseOf(one, ladder) {
  const key = (name) => `case-${one.number}-${name}`;
  const rule = (fields) => order("rule", { case: one.number, ...fields });
  const pin = pinField(key("pin"), one.decided_by === "referee" ? "chief_pin" : "chief_needed");
  const on = behalf(key("behalf"));
  const confirm = (fields, by) => rule({ decision: "confirm", ...fields, ...chosen(), ...(by === "referee" ? {} : { ...on.fields(), ...(pin?.fields() ?? {}) }) });
  const stop = el("input", { type: "checkbox", "data-key": key("stop") });
  const kind = one.kinds.length ? el("select", { "data-key": key("kind") }, el("option", { value: "" }, "–"), options(one.kinds.map((each) => [each.kind, each.word]))) : null;
  const chosen = () => ({ ...(stop.checked ? { stopped: true } : {}), ...(kind?.value ? { named: kind.value } : {}) });
  const stops = el("label", { class: "choice" }, stop, say("stop_play"));
  const label = one.proposes ? words("rule_confirm_step", { step: one.proposes.word }) : words("rule_confirm");
  const choices = ladder.filter((step) => step.step !== one.proposes?.step);
  const high = one.decided_by !== "referee";
  return el("article", { class: `ask ask-case${one.silent ? " silent" : ""}${one.state === "cleared" ? " cleared" : ""}`, "data-case": one.number },
    el("p", { class: "ask-says" }, el("b", { class: "number" }, String(one.number)), " ", told(one.says)),
    one.cards.length ? fan(one.cards, state.table.level, "small") : null,
    pictures(one.pictures),
    el("ul", { class: "remedies" },
      one.silent ? el("li", { class: "quiet" }, say("only_referee")) : null,
      one.claim ? el("li", { class: one.claim.lapsed ? "quiet" : "" }, say("claim_window"), ": ", told(one.claim.window), " · ", el("b", {}, told(one.claim.says))) : null,
      one.state === "cleared" ? el("li", {}, told(one.state_word)) : null,
      one.remedies.map((remedy) => el("li", {}, told(remedy)))),
    el("p", { class: "source" }, el("span", { class: "because" }, told(one.because)), " ", el("code", {}, one.article)),
    high ? [pin?.node, on.node] : null,
    one.choice === "stop_one_play" ? stops : null,
    kind ? el("label", { class: "field" }, say("name_kind"), kind) : null,
    el("div", { class: "row" },
      button(label, () => confirm({}, one.decided_by), { class: "go", "data-key": key("confirm") }),
      button(words("rule_dismiss"), () => rule({ decision: "dismiss" }), { "data-key": key("dismiss") }),
      one.may_stand ? button(words("rule_let_stand"), () => rule({ decision: "let_stand" }), { "data-key": key("stand") }) : null),
    el("details", {},
      el("summary", { "data-key": key("change") }, say("rule_change")),
      el("div", { class: "row" }, choices.map((step) =>
        button(step.word, () => confirm({ step: step.step }, step.by), { "data-key": key(step.step), title: plain(step.by_word) }))),
      one.choice === "stop_one_play" ? null : stops,
      high ? null : [pin?.node, on.node]));
}

function dutyOf(duty) {
  const seats = state.table.seats.map((seat) => seat.seat);
  const lead = () => seats.map((seat) =>
    button(words("order_lead", { seat: seatWord(seat) }), () => order("name-leader", { seat }), { "data-key": `lead-${seat}` }));
  const sides = ["EW", "NS"];
  switch (duty.kind) {
    case "drawing":
      return ask("duty", told(duty.says), el("div", { class: "row" }, button(words("order_drawn"), () => order("hands-drawn"), { class: "go", "data-key": "drawn" })), el("div", { class: "row" }, lead()), turnedCard());
    case "leader":
      return ask("duty", told(duty.says), el("div", { class: "row" }, lead()));
    case "tribute":
      return ask("duty", told(duty.says), el("div", { class: "row" },
        button(words("order_resist"), () => order("resist-tribute"), { "data-key": "resist" }),
        duty.chooses ? duty.payers.map((seat) => button(words("order_choose", { seat: seatWord(seat) }), () => order("choose-tribute", { seat }), { "data-key": `choose-${seat}` })) : null));
    case "ended":
      return ask("duty", told(duty.says), el("p", { class: "places" }, places()), el("div", { class: "row" },
        state.table.watched_only ? null : button(words("order_confirm_result"), () => order("confirm-result"), { class: "go", "data-key": "confirm-result" })));
    case "tied": {
      const pin = pinField("decide-pin");
      return ask("duty", told(duty.says), pin?.node, el("div", { class: "row" }, sides.map((side) =>
        button(words("order_winner", { side: sideWord(side) }), () => order("decide-round", { winner: side, ...(pin?.fields() ?? {}) }), { "data-key": `decide-${side}` }))));
    }
    case "round_ended":
      return ask("duty", told(duty.says), el("div", { class: "row" },
        sides.filter((side) => !state.table.signed.includes(side)).map((side) =>
          button(words("order_sign", { side: sideWord(side) }), () => order("sign", { side }), { class: "go", "data-key": `sign-${side}` })),
        el("a", { class: "button", href: "/sheet" }, say("sheet_link"))));
    default:
      return ask("duty", told(duty.says));
  }
}

const turned = { rank: null, cards: [] };

/** The card turned in the cut: it tells who draws first, and often who leads. */
function turnedCard() {
  const field = cardField(turned, "turn-", 1, null);
  const give = async () => {
    const [card] = field.cards();
    if (card && (await order("turn-card", { card }))) field.clear();
  };
  return el("details", {}, el("summary", { "data-key": "turn" }, say("order_turn")), field.node,
    el("div", { class: "row" }, button(words("order_turn"), give, { class: "go", "data-key": "turn-give" })));
}

const OUTCOMES = ["upheld", "rejected", "withdrawn"];

/** An appeal that nobody has heard yet; the answer is the chief referee's to enter. */
function appealed(one) {
  const key = (name) => `appeal-${one.number}-${name}`;
  const pin = pinField(key("pin"), "chief_needed");
  const on = behalf(key("behalf"));
  const give = (outcome) => order("answer-appeal", { appeal: one.number, outcome, ...on.fields(), ...(pin?.fields() ?? {}) });
  return ask("appeal", told(one.says),
    el("p", { class: one.in_time ? "" : "quiet" }, told(one.time), " · ", told(one.heard_by)),
    one.row === null ? null : el("p", {}, el("a", { class: "button", href: `/rulings/${one.row}/sheet.pdf`, target: "_blank", rel: "noopener" }, say("appeal_sheet"), "\u00a0PDF")),
    pin?.node, on.node,
    el("div", { class: "row" }, OUTCOMES.map((outcome) => button(words(`order_${outcome}`), () => give(outcome), { "data-key": key(outcome) }))));
}

/** The time in which an appeal may still be made, and the way to make one. */
function appealOf(appeal) {
  const left = el("b", { "data-until": performance.now() + appeal.ends_in_ms });
  const shown = ask("appeal", told(appeal.says), el("p", {}, left),
    el("div", { class: "row" }, ["EW", "NS"].map((side) =>
      button(words("order_appeal", { side: sideWord(side) }), () => order("appeal", { side }), { "data-key": `appeal-${side}` }))));
  count(left);
  return shown;
}

function count(place) {
  const minutes = Math.ceil((place.dataset.until - performance.now()) / 60_000);
  place.replaceChildren(...(minutes > 0 ? say("appeal_left", { minutes }) : say("appeal_over")));
}
setInterval(() => document.querySelectorAll("[data-until]").forEach(count), 10_000);

function places() {
  const out = state.table.seats.filter((seat) => seat.place).sort((one, other) => one.place - other.place);
  return out.map((seat) => el("span", { class: "tag place" }, say(`place_${seat.place}`), " ", told(seat.word)));
}

function previewed(shown) {
  const found = shown.answer.differences;
  return el("article", { class: "ask ask-preview" },
    el("p", { class: "ask-says" }, found.length ? say("preview") : say("preview_none")),
    el("ul", { class: "differences-list" }, found.map((one) => el("li", {}, told(one.did), " ", change(one)))),
    el("p", { class: "hint" }, say("preview_then", { phase: shown.answer.phase }),
      shown.answer.to_act.map((seat) => [" · ", told(seatWord(seat)), " ", say("turn")])),
    el("div", { class: "row" },
      button(words("accept"), accept, { class: "go", "data-key": "accept" }),
      button(words("cancel"), drop, { "data-key": "drop" })));
}

function change(one) {
  if (!one.counts) return el("span", { class: "tag bad" }, say("removed_act"));
  if (!one.counted) return el("span", { class: "tag" }, say("added_act"), one.after ? [" ", told(one.after)] : null);
  return [el("s", {}, one.before ? told(one.before) : "–"), " → ", el("b", {}, one.after ? told(one.after) : "–")];
}
