"""How the device itself is: what wants a person, and whether the camera sees the table."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from referee.web.ports import CameraState, CameraView
from referee.web.views.words import both
from referee.web.vitals import Vitals

Json = dict[str, Any]


def device_view(vitals: Vitals | None, camera: CameraView | None) -> Json:
    """What changes seldom enough to be told with every table; ages are asked for by themselves."""
    state = None if camera is None else camera.state()
    return {
        "troubles": [] if vitals is None else [_trouble(one) for one in vitals.troubles()],
        "camera": None if state is None else _seen(state),
    }


def camera_json(state: CameraState) -> Json:
    """The camera in words and numbers."""
    return asdict(state) | _seen(state)


def _seen(state: CameraState) -> Json:
    trouble = state.trouble
    return {
        "trouble": None if trouble is None else trouble.value,
        "says": both(f"page.camera_{'well' if trouble is None else trouble.value}"),
        "moved_mm": state.moved_mm,
    }


def _trouble(found: Any) -> Json:
    return {"state": found["state"], "says": found["says"], "do": found["do"]}
