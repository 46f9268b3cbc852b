"""Reflections: the record that a tier ran, and what it said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from atlas.adapters.storage.reflection_json import write_said
from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.ids import JobId, MessageId, ReflectionId
from atlas.model.plain_data import instant_text
from atlas.model.task import Task
from atlas.model.thinking import Reflection

_REFLECTIONS: Final = RowCodec(Reflection)


class SqlReflectionReader(SqlRows):
    def reflection(self, id: ReflectionId) -> Reflection | None:
        return self._read_one(_REFLECTIONS, "reflection", {"id": id})

    def reflections(
        self, limit: int, task: Task | None = None, since: datetime | None = None, job: JobId | None = None
    ) -> Sequence[Reflection]:
        values: dict[str, object] = {}
        if task is not None:
            values["task"] = task.value
        if since is not None:
            values["since"] = instant_text(since)
        if job is not None:
            values["job"] = job
        last = "latest_first" if since is None else "latest_of_few"
        pieces = ["reflections_where", *(f"only_{name}" for name in values), last]
        return _REFLECTIONS.decode_all(self._lane.composed(pieces, values | {"limit": limit}))


class SqlReflectionWriter(SqlReflectionReader):
    def add_reflection(self, reflection: Reflection) -> None:
        said = {"said": write_said(reflection.said)}
        self._lane.change("add_reflection", _REFLECTIONS.encode(reflection) | said)

    def blank_reflections(self, reflections: Iterable[ReflectionId]) -> None:
        with self._lane.whole():
            self._lane.change("blank_reflections", {"ids": self._lane.list_value(reflections)})
            self._lane.change("owe_purge", {})

    def erase_thoughts(self, messages: Iterable[MessageId]) -> None:
        """Call it before the messages are erased: of one that is gone it is not known in which interaction it stood,
        and only what names the message itself is found."""
        said = self._lane.list_value(messages)
        with self._lane.whole():
            rows = self._lane.rows("interactions_of_messages", {"messages": said})
            where = {"messages": said, "interactions": self._lane.list_value(id for (id,) in rows)}
            self._lane.change("erase_signals", where)
            failures = self._lane.list_value(id for (id,) in self._lane.rows("failures_over", where))
            patterns = self._lane.rows("patterns_from", {"messages": said, "failures": failures})
            self._lane.change("erase_failures", {"ids": failures})
            for name in ("erase_patterns", "release_failures"):
                self._lane.change(name, {"ids": self._lane.list_value(id for (id,) in patterns)})
            for name in ("erase_suggestions", "silence_reflections"):
                self._lane.change(name, {"messages": said})
            self._lane.change("erase_answers", {})
            self._lane.change("owe_purge", {})
