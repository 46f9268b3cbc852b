"""X6: the audit of a store, and of what others wrote; nothing is changed by looking."""

from __future__ import annotations

import asyncio
import json
import tracemalloc
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import apsw
import pytest

from adapters.history._exports import MADE, as_file, as_list
from atlas import Atlas, compose
from atlas.engine.inspect.audit import audit_file, audit_tools
from atlas.errors import BadInput, NotFound
from atlas.metrics.entries import Entry, Fault
from atlas.metrics.hygiene import Auditor
from atlas.model.history import Conversation, Format
from atlas.model.interaction import Role
from atlas.testing.virtual import START
from unit.metrics.mem0_dump import NOW, Shares, dump, share, written


def test_a_store_is_audited_by_what_was_learned(life) -> None:  # X6
    life.say("I live in Porto. My sister Maria is a doctor.")
    life.say("ok thanks!")
    found = life.atlas.admin.audit()
    learned = [memory for memory in life.atlas.memories(limit=100) if memory.kind.value != "episode"]
    assert found.audit.entries == len(learned) > 0  # the transcript is evidence, not memory
    assert found.audit.rate(Fault.JUNK).count == 0
    assert not found.turns


def test_never_used_is_known_once_something_was_served(life) -> None:  # X6, T3
    life.say("I live in Porto.")
    life.say("I am allergic to peanuts.")
    assert life.atlas.admin.audit().audit.rate(Fault.NEVER_USED).share is None
    life.atlas.context("Where do I live?", conversation="c1")
    life.say("Where do I live?", "You live in Porto.")
    life.virtual.later(days=40)
    rate = life.atlas.admin.audit().audit.rate(Fault.NEVER_USED)
    assert rate.share is not None
    assert any("peanuts" in example.text for example in rate.examples)
    assert not any("Porto" in example.text for example in rate.examples)


def test_nobody_came_back_only_where_somebody_could_have(life) -> None:  # X6
    life.say("I live in Porto.")
    life.virtual.later(days=400)
    assert life.atlas.admin.audit().audit.rate(Fault.STALE).count == 0
    life.atlas.context("What is the weather?", conversation="c1")
    life.atlas.context("Where do I live?", conversation="c1")
    assert life.atlas.admin.audit().audit.rate(Fault.STALE).count == 1


def test_an_old_history_that_came_in_today_is_not_unused_for_a_year(life, tmp_path: Path) -> None:  # X6
    turn = {"role": "user", "text": "I live in Porto. I like jazz.", "at": "2020-01-01T00:00:00Z"}
    life.atlas.history.import_file(as_lines(tmp_path, [turn]), vouch=True)
    life.atlas.flush()
    life.atlas.context("Where do I live?", conversation="c1")
    found = life.atlas.admin.audit().audit
    assert found.entries > 0
    assert (found.rate(Fault.STALE).count, found.rate(Fault.NEVER_USED).count) == (0, 0)


def rows_of(store: Path) -> dict[str, str]:
    """Every row of every table, as it stands in the file."""
    connection = apsw.Connection(str(store))
    names = [str(name) for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {name: str(connection.execute(f'SELECT * FROM "{name}"').fetchall()) for name in names}  # noqa: S608 # its own
    connection.close()
    return found


def test_an_audit_changes_nothing(life, tmp_path: Path) -> None:  # X6
    life.say("I live in Porto.")
    history = as_lines(tmp_path, [{"role": "user", "text": "I like tea."}, {"role": "assistant", "text": "I see."}])
    life.atlas.history.import_file(history)  # nobody has looked at it yet
    before = rows_of(tmp_path / "me.atlas")
    life.atlas.admin.audit()
    life.atlas.admin.audit(written(dump(50, 1), tmp_path / "mem0.json"))
    assert rows_of(tmp_path / "me.atlas") == before
    life.atlas.flush()
    assert rows_of(tmp_path / "me.atlas") != before  # there was something to do


def test_an_export_of_ours_has_the_rates_of_the_store(life, tmp_path: Path) -> None:  # X6, X7
    for text in ("I live in Porto.", "I like jazz.", "My sister Maria is a doctor.", "I am allergic to peanuts."):
        life.say(text)
    life.atlas.context("Where do I live?")
    ours, theirs = (
        life.atlas.admin.audit().audit,
        life.atlas.admin.audit(as_lines(tmp_path, life.atlas.history.export())).audit,
    )
    assert ours.entries == theirs.entries > 0
    assert [rate.share for rate in ours.rates] == [rate.share for rate in theirs.rates]


def _changed(row: dict[str, object], **fields: object) -> dict[str, object]:
    return {name: value for name, value in {**row, **fields}.items() if value is not None}


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "nonsense"},
        {"content": 5},
        {"content": None},
        {"id": ["x"]},
        {"observed_at": "yesterday"},
        {"observed_at": "2026-01-01T00:00:00"},
        {"uses": "often"},
        {"evidence": 7},
        {"claim": "tea"},
    ],
)
def test_a_line_that_is_not_as_an_export_has_it_is_counted(life, tmp_path: Path, fields: dict[str, object]) -> None:
    life.say("I live in Porto.")
    life.say("I like tea.")
    rows = list(life.atlas.history.export())
    place = next(at for at, row in enumerate(rows) if row["type"] == "memory" and row["kind"] != "episode")
    entries = life.atlas.admin.audit().audit.entries
    rows[place] = _changed(rows[place], **fields)
    found = life.atlas.admin.audit(as_lines(tmp_path, rows))
    assert (found.audit.entries, found.skipped) == (entries - 1, 1)
    assert found.why_skipped == (f"line {place + 1}: it is not a memory as an export has it.",)


def test_of_an_export_in_another_format_nothing_is_guessed(life, tmp_path: Path) -> None:  # X6, P8
    life.say("I live in Porto.")
    header, *rows = life.atlas.history.export()
    with pytest.raises(BadInput, match="has the format 1; format 2 can be read"):
        life.atlas.admin.audit(as_lines(tmp_path, [{**header, "format": 1}, *rows]))
    with pytest.raises(BadInput, match=r"Nothing in .* can be read: line 2"):
        life.atlas.admin.audit(as_lines(tmp_path, [header, {"type": "memory"}]))


def as_lines(folder: Path, rows: Iterable[object]) -> Path:
    out = folder / "everything.jsonl"
    out.write_text("".join(f"{json.dumps(row, default=str)}\n" for row in rows), encoding="utf-8")
    return out


def test_a_dump_of_mem0_read_from_its_file(life, tmp_path: Path) -> None:  # X6
    rows = dump(2_000, 6, Shares(junk=0.4))
    found = life.atlas.admin.audit(written(rows, tmp_path / "mem0.json"))
    assert found.kind == Format.MEM0.described
    assert found.audit.entries == 2_000
    for label, fault in (("junk", Fault.JUNK), ("exact", Fault.EXACT), ("loop", Fault.LOOP), ("secret", Fault.SECRET)):
        assert found.audit.rate(fault).share == pytest.approx(share(rows, label), abs=0.03)
    assert found.audit.rate(Fault.NEVER_USED).share is None


@pytest.mark.parametrize("kind", MADE)
def test_every_format_that_can_be_brought_can_be_audited(tmp_path: Path, kind: Format) -> None:  # X6, X7
    made = MADE[kind](3)
    path = tmp_path / "brought"
    path.write_bytes(as_file(made, kind))
    found = audit_file(compose.make_history(), path, NOW)
    turns = [each for item in made.expected if isinstance(item, Conversation) for each in item.turns]
    notes = [item for item in made.expected if not isinstance(item, Conversation)]
    assert found.kind == kind.described
    assert found.audit.entries == len(notes) + sum(turn.role is not Role.TOOL for turn in turns) > 0
    assert found.turns is bool(turns)


def test_turns_are_never_stale_or_unused(tmp_path: Path) -> None:  # X6
    path = tmp_path / "conversations.json"
    path.write_bytes(as_list(MADE[Format.CHATGPT](1).rows))
    audit = audit_file(compose.make_history(), path, NOW).audit
    assert audit.rate(Fault.STALE).share is None
    assert audit.rate(Fault.NEVER_USED).share is None


def test_what_cannot_be_read_is_counted_and_the_rest_goes_on(tmp_path: Path) -> None:  # X6, P8
    path = tmp_path / "mem0.json"
    path.write_text(
        '[{"memory": "User keeps bees"}, {"memory": 7}, {"memory": "User keeps hens"}, {"memory": "x', "utf-8"
    )
    found = audit_file(compose.make_history(), path, NOW)
    assert found.audit.entries == 2
    assert found.skipped == 2
    assert all(why.endswith(".") for why in found.why_skipped)


def test_what_is_no_memory_is_refused_with_a_sentence(tmp_path: Path) -> None:  # X6, P8
    with pytest.raises(NotFound, match="There is no file"):
        audit_file(compose.make_history(), tmp_path / "nothere.json", NOW)
    other = tmp_path / "other.bin"
    other.write_bytes(b"\0\1\2")
    with pytest.raises(BadInput, match="nothing that can be read"):
        audit_file(compose.make_history(), other, NOW)
    with zipfile.ZipFile(tmp_path / "empty.zip", "w") as archive:
        archive.writestr("photo.png", b"no")
    with pytest.raises(BadInput, match="without conversations"):
        audit_file(compose.make_history(), tmp_path / "empty.zip", NOW)


def test_by_meaning_it_finds_what_words_do_not_show(tmp_path: Path) -> None:  # X6
    class ByFirstWord:
        """An embedder for which texts that begin alike mean the same."""

        identity = None

        def embed(self, texts: list[str]) -> object:
            import numpy as np

            rows = np.zeros((len(texts), 8), dtype=np.float32)
            rows[range(len(texts)), [len(text.split()[0]) % 8 for text in texts]] = 1.0
            return rows

    path = tmp_path / "MEMORY.md"
    path.write_text(
        "- Bees are kept by the user\n- Hens belong to somebody in the house\n- Geometry is hard\n", "utf-8"
    )
    plain = audit_file(compose.make_history(), path, NOW)
    meant = audit_file(compose.make_history(), path, NOW, ByFirstWord())  # type: ignore[arg-type]
    assert (plain.audit.rate(Fault.NEAR).count, meant.audit.rate(Fault.NEAR).count) == (0, 1)


def test_progress_tells_how_much_of_how_much(life, tmp_path: Path) -> None:  # X6
    path = written(dump(500, 2), tmp_path / "mem0.json")
    told: list[tuple[int, int | None]] = []
    life.atlas.admin.audit(path, progress=lambda more, total: told.append((more, total)))
    assert sum(more for more, _ in told) == path.stat().st_size
    assert {total for _, total in told} == {path.stat().st_size}
    life.say("I live in Porto.")
    told.clear()
    entries = life.atlas.admin.audit(progress=lambda more, total: told.append((more, total))).audit.entries
    assert told == [(entries, entries)]


def test_long_entries_take_no_more_memory_than_short_ones() -> None:  # X6: bounded memory
    def long_ones() -> Iterator[Entry]:
        for number in range(60):
            yield Entry(str(number), f"{number} " + f"harbour{number} " * 20_000, START)

    auditor = Auditor(audit_tools(), NOW)
    auditor.add(Entry("first", "to load what is loaded once", START))
    tracemalloc.start()
    for entry in long_ones():
        auditor.add(entry)
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 4_000_000  # the texts alone are 13 million characters


def test_the_same_from_async_code(tmp_path: Path) -> None:
    async def main() -> int:
        atlas = Atlas.open(tmp_path / "me.atlas", background=False)
        found = await atlas.aio.admin.audit(written(dump(20, 3), tmp_path / "mem0.json"))
        await atlas.aio.close()
        return found.audit.entries

    assert asyncio.run(main()) == 20
