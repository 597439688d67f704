// Set-up: pairs and ruleset of a round, differences of two rulesets, and whether all is well.

import { el, get, post, say, tell, told, trouble, hush, words } from "./common.js";
import "./camera.js";
import { check } from "./check.js";
import "./enrol.js";
import { listen } from "./live.js";
import "./trial.js";

const AGAIN_MS = 2_000;
let rows = 0;
const form = document.getElementById("round-form");
const other = document.getElementById("other");

for (const place of document.querySelectorAll(".told[data-text]")) {
  place.replaceChildren(...say(place.dataset.text, { side: words(place.dataset.side) }));
}

async function fill() {
  const rulesets = await get("/api/rulesets");
  if (!rulesets) {
    setTimeout(fill, AGAIN_MS);
    return;
  }
  const options = () => rulesets.map((one) => el("option", { value: one.id }, `${one.title} · ${one.id}`));
  form.elements.ruleset.replaceChildren(...options());
  form.elements.ruleset.value = form.dataset.ruleset;
  other.replaceChildren(...options());
  other.value = "advised-defaults";
  await compare();
}

async function compare() {
  const [one, two] = [form.elements.ruleset.value, other.value];
  const found = await get(`/api/rulesets/${encodeURIComponent(one)}/against/${encodeURIComponent(two)}`);
  // Somebody may have chosen another one meanwhile.
  if (!found || one !== form.elements.ruleset.value || two !== other.value) return;
  document.getElementById("count").replaceChildren(...(found.length ? say("differences", { count: found.length }) : say("same_rules")));
  document.getElementById("differences").replaceChildren(...found.map(difference));
}

function difference(found) {
  return el("details", {},
    el("summary", {}, el("span", { class: "switch" }, told(found.word)),
      el("span", { class: "values" }, el("b", {}, told(found.one.word)), el("span", { class: "hint" }, told(found.other.word)))),
    el("p", {}, el("code", {}, found.key), " ", el("span", { lang: "en" }, found.meaning)),
    [found.one, found.other].map((side) => el("p", {}, el("b", {}, told(side.word)), " ",
      el("code", {}, side.document), " ", side.at, ": ", side.says)));
}

form.elements.ruleset.addEventListener("change", compare);
other.addEventListener("change", compare);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  hush();
  const answer = await post("/api/orders/start-round", {
    based_on: rows,
    ruleset: form.elements.ruleset.value,
    east_west: form.elements.east_west.value.trim(),
    north_south: form.elements.north_south.value.trim(),
    best_of: Number(form.elements.best_of.value),
    must_decide: form.elements.must_decide.checked,
    must_pass_ace: form.elements.must_pass_ace.checked,
  });
  if (answer.status === 200) location.assign("/table");
  else tell(trouble(answer));
});

const deal = document.getElementById("deal-form");
deal.addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await post("/api/orders/start-deal", {
    based_on: rows,
    level: deal.elements.level.value,
    leader: deal.elements.leader.value,
  });
  if (answer.status === 200) location.assign("/table");
  else tell(trouble(answer));
});

const MAY_START = ["waiting", "round_ended", "signed"];

listen("/live/table", (table) => {
  rows = table.rows;
  const running = !MAY_START.includes(table.phase) && !table.watched_only;
  document.getElementById("running").hidden = !running;
  form.querySelector("button[type=submit]").disabled = running || table.watched_only;
  deal.querySelector("button[type=submit]").disabled = !(table.phase === "waiting" || (table.watched_only && table.phase === "ended"));
});
fill();
check();
