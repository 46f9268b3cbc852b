"""Reflections: the record that a tier ran, and what it said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Protocol

from atlas.model.ids import JobId, MessageId, ReflectionId
from atlas.model.task import Task
from atlas.model.thinking import Reflection


class ReflectionReader(Protocol):
    def reflection(self, id: ReflectionId) -> Reflection | None: ...

    def reflections(
        self, limit: int, task: Task | None = None, since: datetime | None = None, job: JobId | None = None
    ) -> Sequence[Reflection]:
        """Newest first; since this moment, itself included."""
        ...


class ReflectionWriter(ReflectionReader, Protocol):
    def add_reflection(self, reflection: Reflection) -> None: ...

    def blank_reflections(self, reflections: Iterable[ReflectionId]) -> None:
        """What these say goes; the record that they ran stays."""
        ...

    def erase_thoughts(self, messages: Iterable[MessageId]) -> None:
        """What was noticed and thought about these: their signals and failures, patterns and suggestions made from
        them, what reflections over them say (the record that they ran stays), and every stored answer."""
        ...
