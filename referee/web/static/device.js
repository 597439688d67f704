// Above everything: what the device itself wants a person to see to, and a camera that is blind.

import { draw, el, say, told } from "./common.js";

export function drawDevice({ troubles, camera }) {
  draw("device", [troubles, camera], () => [
    troubles.map((one) => el("p", { class: `trouble trouble-${one.state}` }, el("b", {}, told(one.says)), one.do.zh ? [" ", el("span", {}, told(one.do))] : null)),
    // What looks after the device tells of its camera, too; where nobody does, the camera tells itself.
    camera?.trouble && !troubles.length ? el("p", { class: "trouble trouble-fault" }, el("b", {}, say("camera_title"), " ", told(camera.says)), " ", say("camera_by_hand")) : null,
  ].flat());
}
