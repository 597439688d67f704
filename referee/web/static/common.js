// Words in both languages, small pieces of DOM, and requests that carry our token.

import texts from "./texts.js";

/** An element with attributes and children; a child may be text, a node, an array or nothing. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** A text of the catalogue by its name; facts are texts in both languages, or plain. */
export function words(name, facts = {}) {
  const filled = {};
  for (const [language, text] of Object.entries(texts[name])) {
    filled[language] = text.replace(/\{(\w+)\}/g, (_, fact) => facts[fact]?.[language] ?? facts[fact] ?? "");
  }
  return filled;
}

/** Both languages as two spans, of which the style sheet shows the chosen ones. */
export function told(both) {
  return [
    el("span", { lang: "zh-CN" }, both.zh),
    el("span", { lang: "en" }, both.en),
  ];
}

export const say = (name, facts) => told(words(name, facts));

export const plain = (both) => ({ zh: both.zh, en: both.en, both: `${both.zh} ${both.en}` })[shows()];

function shows() {
  return document.documentElement.dataset.shows;
}

/** A button that tells what it is for; `key` keeps the focus on it when it is drawn anew. */
export function button(both, onclick, attributes = {}) {
  return el("button", { type: "button", onclick, ...attributes }, told(both));
}

export const options = (pairs) => pairs.map(([value, both]) => el("option", { value }, plain(both)));
export const picker = (label, choices, key) => el("label", { class: "field" }, say(label), el("select", { "data-key": key }, choices));
export const seatOptions = (seats) => options(seats.map((seat) => [seat.seat, seat.word]));

/** Draw a part of the page, but only when what it shows has changed; the focus stays. */
const drawn = new Map();
export function draw(id, facts, make) {
  const text = JSON.stringify(facts);
  if (drawn.get(id) === text) return;
  drawn.set(id, text);
  const place = document.getElementById(id);
  const key = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const top = place.scrollTop;
  const kept = unfinished(place);
  place.replaceChildren(...[make()].flat(Infinity).filter(Boolean));
  takeUp(place, kept);
  place.scrollTop = top;
  if (key) place.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** What somebody has opened, ticked or typed and not sent yet, by its key. */
function unfinished(place) {
  const found = new Map();
  for (const field of place.querySelectorAll("input[data-key], select[data-key], textarea[data-key]")) {
    if (field.dataset.touched) found.set(field.dataset.key, field.type === "checkbox" ? field.checked : field.value);
  }
  for (const summary of place.querySelectorAll("details[open] > summary[data-key]")) found.set(summary.dataset.key, true);
  return found;
}

function takeUp(place, kept) {
  for (const [key, value] of kept) {
    const one = place.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!one) continue;
    if (one.tagName === "SUMMARY") one.parentElement.open = true;
    // What was chosen may be no choice any more.
    else if (one.tagName !== "SELECT" || [...one.options].some((choice) => choice.value === value)) {
      if (one.type === "checkbox") one.checked = value;
      else one.value = value;
      one.dataset.touched = "1";
    }
  }
}
document.addEventListener("input", ({ target }) => {
  if (target.dataset?.key) target.dataset.touched = "1";
});

const said = document.getElementById("said");

/** Tell the person something; it stays until it is taken away or something else is told. */
export function tell(parts, kind = "bad") {
  said.replaceChildren(
    el("div", { class: "said-words" }, parts),
    button(words("dismiss_message"), hush, { class: "plain" }),
  );
  said.dataset.kind = kind;
  said.hidden = false;
  makeRoom();
}

export function hush() {
  said.hidden = true;
  makeRoom();
}

/** The page can be moved up by as much as the message covers, so that no button stays under it. */
function makeRoom() {
  document.documentElement.style.setProperty("--said", `${said.offsetHeight}px`);
}

/** What an address tells as JSON; `undefined` when nothing came, or a refusal. */
export async function get(path) {
  try {
    const answer = await fetch(path);
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

/** Send JSON; gives the status and what came back, or status 0 when nothing did. */
export async function post(path, body) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-csrf": document.body.dataset.csrf },
      body: JSON.stringify(body),
    });
    return { status: answer.status, said: await answer.json().catch(() => ({})) };
  } catch {
    return { status: 0, said: {} };
  }
}

/** Words for an answer that is no success. */
export function trouble({ status, said: answer }) {
  if (status === 0) return say("not_sent");
  if (status === 409) {
    return [say("overtaken"), el("ul", {}, answer.since.map((one) => el("li", {}, told(one.did))))];
  }
  if (status === 429) return say("wait_pin", { seconds: answer.seconds });
  if (status === 401 && answer.error === "pin") return say("wrong_pin");
  if (status === 401) {
    location.assign("/login");
    return say("not_allowed");
  }
  if (status === 403) return say("not_allowed");
  if (status === 503) return say("not_recorded");
  if (status === 422 && answer.error === "form") return say("form_wrong");
  return say("not_possible");
}

function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing still shows everything.
  }
}

function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function dress() {
  const root = document.documentElement;
  root.dataset.shows = remembered("shows") ?? root.dataset.shows;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = remembered("theme") ?? (dark ? "dark" : "light");
  root.lang = root.dataset.shows === "en" ? "en" : "zh-CN";
}

const LANGUAGES = ["both", "zh", "en"];
document.getElementById("language").addEventListener("click", () => {
  remember("shows", LANGUAGES[(LANGUAGES.indexOf(shows()) + 1) % LANGUAGES.length]);
  dress();
});
document.getElementById("theme").addEventListener("click", () => {
  remember("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  dress();
});
document.getElementById("menu").addEventListener("click", ({ currentTarget }) => {
  currentTarget.setAttribute("aria-expanded", String(currentTarget.getAttribute("aria-expanded") !== "true"));
});
document.getElementById("logout")?.addEventListener("click", async () => {
  await post("/logout", {});
  location.assign("/login");
});
dress();
