// The camera as it sees the table, with the zones painted, and how it is.

import { el, get, say, told } from "./common.js";

const AGAIN_MS = 1_000;
const picture = document.getElementById("camera-picture");
const facts = document.getElementById("camera-facts");

async function look() {
  if (document.hidden) return;
  const state = await get("/api/camera");
  if (state === undefined) return;
  picture.hidden = state === null || state.seen_ms_ago === null;
  facts.replaceChildren(...(state === null ? [el("p", {}, say("camera_none"))] : shown(state)));
  if (!picture.hidden) picture.src = `/api/camera/picture?at=${Date.now()}`;
}

function shown(state) {
  const moved = state.moved_mm !== null;
  return [
    el("p", { class: `camera-state ${state.trouble ? "bad" : "good"}` }, told(state.says), state.detail ? el("code", {}, " ", state.detail) : null),
    moved ? el("p", { class: "camera-state bad" }, say("camera_moved", { mm: state.moved_mm.toFixed(0) })) : null,
    el("dl", { class: "heads" }, [
      ["camera_source", state.source],
      ["camera_seen", state.seen_ms_ago === null ? "–" : `${(state.seen_ms_ago / 1000).toFixed(1)} s`],
      ["camera_calibration", state.calibration || "–"],
      ["camera_residual", state.px_per_mm ? `${state.residual_mm.toFixed(1)} mm` : "–"],
      ["camera_scale", state.px_per_mm ? `${state.px_per_mm.toFixed(2)} px/mm` : "–"],
      ["camera_reading", state.reading_ms === null ? "–" : `${state.reading_ms} ms`],
      ["camera_restarts", String(state.restarts)],
    ].map(([name, value]) => el("div", {}, el("dt", {}, say(name)), el("dd", {}, value)))),
  ].filter(Boolean);
}

setInterval(look, AGAIN_MS);
look();
