// Nothing is drawn anew under a finger: its tap would be lost with the button it began on.

/** A finger that rests longer is forgotten, so that no page stands still. */
const LONGEST_MS = 5_000;
/** The click comes a little after the finger has let go. */
const CLICKED_MS = 80;

let down = false;
let timer = 0;
let waiting = [];

/** Do something at once, or in its turn when the finger that rests on the page has let go. */
export function whenFree(what) {
  if (down) waiting.push(what);
  else what();
}

function release() {
  down = false;
  const held = waiting;
  waiting = [];
  for (const what of held) what();
}

function releaseIn(ms) {
  clearTimeout(timer);
  timer = setTimeout(release, ms);
}

document.addEventListener("pointerdown", () => {
  down = true;
  releaseIn(LONGEST_MS);
}, true);
for (const name of ["pointerup", "pointercancel"]) {
  document.addEventListener(name, () => {
    if (down) releaseIn(CLICKED_MS);
  }, true);
}
