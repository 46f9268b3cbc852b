"""A trigger and how it stands, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlas.surfaces.views.json_text import plain

if TYPE_CHECKING:
    from atlas.engine.jobs.job_control import Armed


def view_trigger(each: Armed) -> dict[str, object]:
    standing = plain(each.standing) if each.standing else {}
    standing.pop("trigger", None)
    return {**plain(each.trigger), "armed": each.armed, **standing}
