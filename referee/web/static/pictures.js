// Pictures that a verdict rests on: the play itself at once, the others a tap away.

import { el, plain, say, told } from "./common.js";

/** Links to the pictures of a row, the first of them shown small; nothing where there are none. */
export function pictures(found) {
  if (!found.length) return null;
  return el("p", { class: "pictures" }, found.map((one, place) =>
    el("a", { class: "button", href: `/evidence/${one.name}`, target: "_blank", rel: "noopener" },
      place === 0 ? el("img", { src: `/evidence/${one.name}`, alt: plain(one.word), loading: "lazy" }) : null,
      found.length > 1 ? told(one.word) : say("picture"))));
}
