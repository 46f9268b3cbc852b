"""A scripted model that edits documents: it notes what was wished and corrected, one line a topic, and compacts (E4).

It knows what was said for what it is, as the scripted assistant does, and says it in words of its own, as it is asked
to; of the documents it knows what it reads.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from atlas.errors import ModelTrouble
from atlas.language.document_blocks import apply_edits, find_block
from atlas.language.document_sources import make_line
from atlas.model.document import Edit
from atlas.surfaces.simulation.assistant import Transcript
from atlas.surfaces.simulation.phrasings import Phrasings
from atlas.surfaces.simulation.script import VOICING_ACTS, Act, Turn

NAME: Final = "scripted"
MOST_LINES: Final = 12
"""Of one block; more than that is compacted to the newest."""
_PLACES: Final = (("user-profile.md", "Wishes about answers"), ("corrections.md", "Corrections"))
_QUOTED: Final = re.compile(r'^"(?:[^"\\]|\\.)*"$', re.MULTILINE)
_SECTION: Final = re.compile(r"^(`{3,})\n(.*?)\n\1$", re.MULTILINE | re.DOTALL)
_NOTHING: Final[Mapping[str, Any]] = {
    "tool": "done", "path": "", "from": 0, "to": 0, "text": "", "old": "", "new": "", "status": "", "target": "",
    "changed": [], "compacted": [], "reason": "",
}  # fmt: skip


@dataclass(slots=True)
class ScriptedEditor:
    """Reads each document that the sessions bear on, writes it, and says that it is done."""

    said: Transcript
    phrasings: Phrasings
    name: str
    """What the person is called."""
    changed: list[str] = field(default_factory=list)
    compacted: list[str] = field(default_factory=list)

    def answer(self, asked: str, schema: Mapping[str, Any] | None) -> str:
        if schema is None or "tool" not in schema["properties"]:
            raise ModelTrouble("The scripted editor answers nothing but what is asked of an editor.")
        return json.dumps({**_NOTHING, **self._take_step(asked)})

    def _take_step(self, asked: str) -> dict[str, Any]:
        _, sessions, _, _, steps = (found[2] for found in _SECTION.finditer(asked))
        lines = self._pick_lines([json.loads(each) for each in _QUOTED.findall(sessions)])
        places = [place for place in _PLACES if place in lines]
        done = len(re.findall(r"^(?:read|write) [a-z-]+\.md$", steps, re.MULTILINE))
        if not done:
            self.changed, self.compacted = [], []
        if done >= 2 * len(places):
            return self._end()
        path, block = places[done // 2]
        if done % 2 == 0:
            return {"tool": "read", "path": path}
        return self._write(path, block, steps.rpartition(f"read {path}\n")[2], lines[path, block])

    def _end(self) -> dict[str, Any]:
        if not self.changed:
            return {"status": "skip", "reason": "Nothing in it lasts that is not there."}
        reason = "What was wished and corrected, one line a topic."
        return {"status": "ok", "changed": self.changed, "compacted": self.compacted, "reason": reason}

    def _write(self, path: str, block: str, text: str, turns: Sequence[Turn]) -> dict[str, Any]:
        before = f"{text.rstrip()}\n"
        after = self._edit_block(before, path, block, turns)
        if after != before:
            self.changed.append(path)
        if len(after) < len(before):
            self.compacted.append(path)
        return {"tool": "write", "path": path, "text": after}

    def _edit_block(self, text: str, path: str, block: str, turns: Sequence[Turn]) -> str:
        found = find_block(text, block)
        old = [line for line in (found.text if found else "").splitlines(keepends=True) if line.startswith("- ")]
        lines = {topic: line for line in old if (topic := self._find_topic(line.removeprefix("- ").strip()))}
        for turn in turns:
            topic = turn.wish or turn.slot or ""
            lines.pop(topic, None)
            lines[topic] = make_line(self._word_lesson(turn))
        kept = list(lines.values())[-MOST_LINES:]
        if kept == old:
            return text
        edits = [Edit(path, block, line, "") for line in old] if found else []
        return apply_edits(text, [*edits, Edit(path, block, "", "".join(kept))]) or text

    def _pick_lines(self, texts: Sequence[str]) -> dict[tuple[str, str], list[Turn]]:
        picked: dict[tuple[str, str], list[Turn]] = {}
        for text in texts:
            turn = next((each for each in reversed(self.said.turns) if each.text == text), None)
            if turn is not None and turn.act in {*VOICING_ACTS, Act.CORRECT}:
                picked.setdefault(_PLACES[turn.act is Act.CORRECT], []).append(turn)
        return picked

    def _word_lesson(self, turn: Turn) -> str:
        if turn.wish:
            return self.phrasings.word_wish(turn.wish, self.name)
        return self.phrasings.word_value(turn.slot or "", turn.value or "")

    def _find_topic(self, line: str) -> str | None:
        told = self.phrasings.read_value(line)
        if told is not None:
            return told[0]
        wishes = (each.id for each in self.phrasings.wishes)
        return next((id for id in wishes if self.phrasings.word_wish(id, self.name) == line), None)
