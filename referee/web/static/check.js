// The self-check before a round: every part is looked at anew, nothing is taken for granted.

import { button, el, get, say, told, words } from "./common.js";

const place = document.getElementById("checks");
const SIGNS = { good: "✓", note: "·", warning: "!", fault: "✗" };

/** Ask for every check and show what was found, the gravest first. */
export async function check() {
  place.setAttribute("aria-busy", "true");
  const found = await get("/api/check");
  place.removeAttribute("aria-busy");
  const grave = ["fault", "warning", "note", "good"];
  const sorted = found && [...found].sort((one, other) => grave.indexOf(one.state) - grave.indexOf(other.state));
  const wrong = (sorted ?? []).filter((one) => one.state === "fault" || one.state === "warning").length;
  place.replaceChildren(...(sorted ?? [{ state: "fault", says: words("not_sent") }]).map((one) => line(one.state, one.says, one.cure)));
  const sum = document.getElementById("check-sum");
  sum.dataset.state = wrong || !found ? "bad" : "good";
  sum.replaceChildren(...(wrong ? say("check_wrong", { count: wrong }) : say("check_all_good")));
}

function line(state, says, cure = {}) {
  return el("li", { class: `check check-${state}` },
    el("b", { class: "check-sign", "aria-hidden": "true" }, SIGNS[state]),
    el("span", { class: "hidden" }, say(`state_${state}`)),
    el("span", {}, told(says), cure.zh ? el("span", { class: "cure" }, told(cure)) : null));
}

document.getElementById("check-again").append(button(words("check_again"), check, { "data-key": "check-again" }));
