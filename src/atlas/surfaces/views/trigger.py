"""A trigger and its state, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlas.surfaces.views.json_text import make_plain

if TYPE_CHECKING:
    from atlas.engine.jobs.job_control import Armed


def view_trigger(armed: Armed) -> dict[str, object]:
    standing = make_plain(armed.standing) if armed.standing else {}
    standing.pop("trigger", None)
    return {**make_plain(armed.trigger), "armed": armed.armed, **standing}
