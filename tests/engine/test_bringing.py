"""Histories of other assistants come in: each turn once, with its time and its origin, no better than it is (X7)."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from adapters.history._exports import MADE, as_file, as_list
from atlas import BadInput, Status
from atlas.curation.hygiene import MAX_CHARACTERS
from atlas.curation.invariants import MAX_CONTENT
from atlas.engine.transfer import import_history
from atlas.model.history import Conversation, Format, Noted
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.journal import Action, Actor
from atlas.model.memory import Basis, Kind
from atlas.model.origin import Origin
from benchmarks.history_import import write

EVERY = pytest.mark.parametrize("kind", MADE)


def interactions(life: Any) -> list[Interaction]:
    with life.runtime.store.reading(life.runtime.space) as reader:
        return [each for _, each in reader.interactions(0, 10_000)]


def messages(life: Any) -> list[Message]:
    return [message for each in interactions(life) for message in each.messages]


def entries(life: Any, action: Action) -> list[Any]:
    return [entry for entry in life.atlas.history.log(10_000) if entry.action is action]


def turns(folder: Path, *rows: tuple[str, str], **more: Any) -> Path:
    """A file of plain turns in one conversation."""
    path = folder / "turns.jsonl"
    made = ({"id": str(n), "conversation": "c", "role": role, "text": text} for n, (role, text) in enumerate(rows))
    path.write_text("".join(f"{json.dumps({**row, **more})}\n" for row in made), "utf-8")
    return path


def memory_file(folder: Path, *lines: str) -> Path:
    path = folder / "MEMORY.md"
    path.write_text("\n".join(f"- {line}" for line in lines), "utf-8")
    return path


@EVERY
def test_what_was_said_elsewhere_comes_in_as_it_was_said(live: Any, tmp_path: Path, kind: Format) -> None:  # X7
    life = live(start=datetime(2026, 6, 1, tzinfo=UTC))
    made = MADE[kind](11)
    path = tmp_path / "export"
    path.write_bytes(as_file(made, kind))
    done = life.atlas.history.import_file(path)
    said = [turn for item in made.expected if isinstance(item, Conversation) for turn in item.turns]
    noted = [item for item in made.expected if isinstance(item, Noted)]
    expected = [(turn.origin, turn.at) for turn in said] + [(note.origin, note.at) for note in noted]
    assert sorted((each.origin, each.at) for each in messages(life)) == sorted(expected)
    assert (done.format, done.turns, done.notes) == (kind, len(said), len(noted))
    assert (done.new_turns, done.new_notes, done.known) == (len(said), len(noted), 0)
    assert {message.conversation.split(":")[0] for message in messages(life)} == {kind.value}
    assert life.atlas.admin.verify().ok


@EVERY
def test_brought_twice_it_adds_nothing(live: Any, tmp_path: Path, kind: Format) -> None:  # X7
    life = live(start=datetime(2026, 6, 1, tzinfo=UTC))
    path = tmp_path / "export"
    path.write_bytes(as_file(MADE[kind](12), kind))
    first = life.atlas.history.import_file(path, vouch=True)
    life.atlas.flush()
    before = list(life.atlas.history.export())
    again = life.atlas.history.import_file(path, vouch=True)
    assert (again.new_turns, again.new_notes, again.new_interactions) == (0, 0, 0)
    assert again.known == first.new_turns + first.new_notes
    assert list(life.atlas.history.export()) == before


def test_conversations_that_take_turns_in_a_file_are_counted_once(life: Any, tmp_path: Path) -> None:
    path = tmp_path / "turns.jsonl"
    rows = ({"conversation": f"c{n % 3}", "role": "user", "text": f"t{n}", "id": str(n)} for n in range(12))
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    assert life.atlas.history.import_file(path).conversations == 3


def test_of_very_many_conversations_the_neighbours_are_told_apart(
    life: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # P8
    monkeypatch.setattr(import_history, "MOST_NAMES", 2)
    path = tmp_path / "turns.jsonl"
    rows = ({"conversation": f"c{n // 2}", "role": "user", "text": f"t{n}", "id": str(n)} for n in range(12))
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    assert life.atlas.history.import_file(path).conversations == 6


def test_vouching_later_changes_nothing_and_is_counted(life: Any, tmp_path: Path) -> None:  # X1
    path = turns(tmp_path, ("user", "I live in Porto."), ("assistant", "Nice."), ("tool", "42"))
    first = life.atlas.history.import_file(path)
    assert first.origins == {Origin.IMPORT: 2, Origin.TOOL: 1}
    again = life.atlas.history.import_file(path, vouch=True)
    assert (again.known, again.unvouched, again.new_turns) == (3, 2, 0)
    assert life.atlas.history.import_file(path).unvouched == 0
    assert {message.origin for message in messages(life)} == {Origin.IMPORT, Origin.TOOL}


def test_a_question_and_its_answer_are_one_interaction(life: Any, tmp_path: Path) -> None:
    said = [
        ("assistant", "Hello."),
        ("user", "Hi."),
        ("assistant", "Yes?"),
        ("user", "a"),
        ("user", "b"),
        ("tool", "c"),
    ]
    life.atlas.history.import_file(turns(tmp_path, *said))
    texts = [[message.text for message in each.messages] for each in interactions(life)]
    assert texts == [["Hello.", "Hi.", "Yes?"], ["a"], ["b", "c"]]
    assert [[message.ordinal for message in each.messages] for each in interactions(life)] == [[0, 1, 2], [0], [0, 1]]


def test_a_conversation_that_went_on_brings_what_is_new(life: Any, tmp_path: Path) -> None:  # X7
    life.atlas.history.import_file(turns(tmp_path, ("user", "Where is it?")))
    done = life.atlas.history.import_file(
        turns(tmp_path, ("user", "Where is it?"), ("assistant", "There."), ("user", "Thanks."))
    )
    assert (done.known, done.new_turns) == (1, 2)
    assert [message.text for message in messages(life)] == ["Where is it?", "There.", "Thanks."]


def test_times_are_the_history_s_and_never_of_tomorrow(life: Any, tmp_path: Path) -> None:
    path = tmp_path / "turns.jsonl"
    told = [None, "2025-01-01T10:00:00Z", None, "2026-03-05T00:00:00Z"]
    path.write_text(
        "".join(f"{json.dumps({'role': 'user', 'text': f't{n}', 'at': at})}\n" for n, at in enumerate(told))
    )
    done = life.atlas.history.import_file(path)
    known = datetime(2025, 1, 1, 10, tzinfo=UTC)
    assert [message.at for message in messages(life)] == [known, known, known, life.runtime.now()]
    assert (done.first, done.last) == (known, known)
    assert {each.created_at for each in life.atlas.memories()} == {life.runtime.now()}


def test_nobody_vouches_and_it_waits(life: Any, tmp_path: Path) -> None:  # X1, C3
    life.atlas.history.import_file(turns(tmp_path, ("user", "I live in Porto."), ("assistant", "Nice.")))
    life.atlas.flush()
    assert {each.status for each in life.atlas.memories()} == {Status.NEEDS_REVIEW}
    assert {each.origin for each in life.atlas.memories()} == {Origin.IMPORT}
    assert life.atlas.recall("Where do I live?") == []


def test_whoever_vouches_raises_people_and_assistants_and_nobody_else(life: Any, tmp_path: Path) -> None:  # X1, C3
    said = [("user", "I live in Porto."), ("assistant", "Nice."), ("system", "Obey."), ("tool", "Rule the world.")]
    life.atlas.history.import_file(turns(tmp_path, *said), vouch=True)
    life.atlas.flush()
    origins = {message.role: message.origin for message in messages(life)}
    assert origins == {
        Role.USER: Origin.USER,
        Role.ASSISTANT: Origin.ASSISTANT,
        Role.SYSTEM: Origin.IMPORT,
        Role.TOOL: Origin.TOOL,
    }
    assert "Porto" in life.atlas.recall("Where do I live?")[0].memory.content


def test_vouching_is_the_operator_s_act_and_on_record_once(life: Any, tmp_path: Path) -> None:  # C3
    path = turns(tmp_path, ("user", "I live in Porto."))
    for _ in range(2):
        life.atlas.history.import_file(path, vouch=True)
    life.atlas.flush()
    acts = [entry for entry in entries(life, Action.OBSERVED) if entry.actor is Actor.OPERATOR]
    assert [part.change().after["text"] for entry in acts for part in entry.parts] == [
        f"Vouched for turns.jsonl: {Format.TURNS.described}."
    ]
    assert life.atlas.admin.verify().ok


def test_a_replay_s_journal_says_on_which_day_somebody_vouched(life: Any, tmp_path: Path) -> None:  # C3, X5
    """The entry stands where the history begins, on its clock: the day on which it was said is in its words."""
    path = turns(tmp_path, ("user", "I live in Porto."), at="2025-06-01T09:00:00Z")
    today = life.runtime.now().date()
    life.atlas.history.import_file(path, vouch=True, replay=True)
    (act,) = [entry for entry in entries(life, Action.OBSERVED) if entry.actor is Actor.OPERATOR]
    assert act.at.date() < today
    told = f"Vouched for turns.jsonl: {Format.TURNS.described}. It was said on {today:%Y-%m-%d}."
    assert [part.change().after["text"] for part in act.parts] == [told]
    times = [entry.at for entry in reversed(life.atlas.history.log(limit=1_000))]
    assert times == sorted(times)


def test_without_vouching_no_operator_did_anything(life: Any, tmp_path: Path) -> None:
    life.atlas.history.import_file(turns(tmp_path, ("user", "I live in Porto.")))
    assert not [entry for entry in life.atlas.history.log() if entry.actor is Actor.OPERATOR]


def test_a_note_waits_and_quotes_itself_whole(life: Any, tmp_path: Path) -> None:  # C3
    done = life.atlas.history.import_file(memory_file(tmp_path, "Ada keeps bees.", "The shed is green."))
    assert (done.notes, done.new_notes, done.new_turns) == (2, 2, 0)
    bees = life.fact("bees")
    assert (bees.kind, bees.basis, bees.status, bees.origin) == (
        Kind.FACT, Basis.OBSERVED, Status.NEEDS_REVIEW, Origin.FILE,
    )  # fmt: skip
    assert [item.quote for item in bees.evidence] == ["Ada keeps bees."]
    life.atlas.approve(bees.id)
    assert life.atlas.recall("Who keeps bees?")[0].memory.id == bees.id


def test_a_file_s_notes_wait_even_where_somebody_vouches(life: Any, tmp_path: Path) -> None:  # X1
    life.atlas.history.import_file(memory_file(tmp_path, "Ada keeps bees."), vouch=True)
    assert (life.fact("bees").status, life.fact("bees").origin) == (Status.NEEDS_REVIEW, Origin.FILE)


def test_another_memory_s_rows_have_their_time_and_their_person(life: Any, tmp_path: Path) -> None:  # C3
    path = tmp_path / "mem0.json"
    rows = [{"id": "1", "memory": "Keeps bees.", "user_id": "ada", "updated_at": "2025-05-05T10:00:00Z"}]
    path.write_bytes(as_list(rows))
    life.atlas.history.import_file(path, vouch=True)
    bees = life.fact("bees")
    assert bees.observed_at == datetime(2025, 5, 5, 10, tzinfo=UTC)
    assert bees.conversation == "mem0:notes of ada"
    path.write_bytes(as_list([{**rows[0], "memory": "Keeps hens.", "updated_at": "2025-06-05T10:00:00Z"}]))
    assert life.atlas.history.import_file(path, vouch=True).new_notes == 1, "what was changed there is another note"


def test_what_a_person_rejected_does_not_come_back_as_a_note(life: Any, tmp_path: Path) -> None:  # C2
    life.atlas.history.import_file(memory_file(tmp_path, "Ada keeps bees."))
    life.atlas.reject(life.fact("bees").id)
    (tmp_path / "other").mkdir()
    life.atlas.history.import_file(memory_file(tmp_path / "other", "Ada keeps bees!"))
    assert [status for content, status in life.facts().items() if "bees" in content] == ["rejected"]


def test_what_was_forgotten_here_stays_so(life: Any, tmp_path: Path) -> None:  # X3
    path = turns(tmp_path, ("user", "I live in Zanzibarqx."), ("assistant", "Nice."))
    life.atlas.history.import_file(path, vouch=True)
    life.atlas.flush()
    life.atlas.forget(conversation="turns:c")
    done = life.atlas.history.import_file(path, vouch=True)
    assert (done.forgotten, done.new_turns, messages(life)) == (2, 0, [])


def test_a_dry_run_counts_and_changes_nothing(life: Any, tmp_path: Path) -> None:
    life.atlas.history.import_file(turns(tmp_path, ("user", "I live in Porto.")))
    before = list(life.atlas.history.export())
    path = turns(tmp_path, ("user", "I live in Porto."), ("assistant", "Nice."))
    done = life.atlas.history.import_file(path, dry_run=True, vouch=True)
    assert (done.conversations, done.turns, done.known, done.new_turns) == (1, 2, 1, 1)
    assert list(life.atlas.history.export()) == before


def test_what_is_too_long_is_cut_between_sentences(life: Any, tmp_path: Path) -> None:
    sentence = "All of the garden is green. "
    whole = sentence * (MAX_CHARACTERS // len(sentence) + 10)
    done = life.atlas.history.import_file(turns(tmp_path, ("user", whole), ("assistant", "I see.")))
    texts = [message.text for message in messages(life)]
    assert done.cut == 1
    assert "".join(texts[:-1]).replace(" ", "") == whole.replace(" ", "")
    assert all(len(text) <= MAX_CHARACTERS and text.endswith("green.") for text in texts[:-1])
    assert life.atlas.history.import_file(turns(tmp_path, ("user", whole), ("assistant", "I see."))).new_turns == 0


def test_a_long_note_becomes_several_that_can_be_judged(life: Any, tmp_path: Path) -> None:
    done = life.atlas.history.import_file(
        memory_file(tmp_path, " ".join(f"Bee {n} likes the garden." for n in range(400)))
    )
    found = [memory for memory in life.atlas.memories(limit=100) if memory.kind is Kind.FACT]
    assert done.cut == 1
    assert (done.notes, done.new_notes) == (1, 1)
    assert len(found) > 1
    assert all(len(memory.content) <= MAX_CONTENT for memory in found)


def test_secrets_are_left_out(life: Any, tmp_path: Path) -> None:  # P5
    done = life.atlas.history.import_file(turns(tmp_path, ("user", f"My key is sk-ant-{'a1b2' * 8}.")))
    assert done.redacted == 1
    assert "a1b2a1b2" not in str(list(life.atlas.history.export()))


def test_turns_without_words_leave_nothing(life: Any, tmp_path: Path) -> None:
    done = life.atlas.history.import_file(turns(tmp_path, ("user", "\u200b\u200b"), ("assistant", "I see.")))
    assert [message.text for message in messages(life)] == ["I see."]
    assert (done.turns, done.new_turns) == (2, 1)


def test_two_turns_of_one_name_are_one(life: Any, tmp_path: Path) -> None:
    life.atlas.history.import_file(turns(tmp_path, ("user", "First."), ("user", "Second."), id="same"))
    assert [message.text for message in messages(life)] == ["First."]


def test_of_two_facts_the_one_that_was_said_last_holds(life: Any, tmp_path: Path) -> None:  # T16
    """Exports have the newest conversation first."""
    path = tmp_path / "turns.jsonl"
    said = [("I live in Rome.", "2025-06-01"), ("I live in Oslo.", "2024-06-01")]
    rows = [{"role": "user", "text": text, "at": f"{at}T10:00:00Z", "conversation": at} for text, at in said]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    life.atlas.history.import_file(path, vouch=True)
    life.atlas.flush()
    assert life.fact("Rome").status is Status.APPROVED
    assert life.fact("Oslo").status is Status.SUPERSEDED


def test_a_name_too_long_or_hidden_still_names_one_conversation(life: Any, tmp_path: Path) -> None:
    for name in ("n" * 500, "hid\u200bden"):
        life.atlas.history.import_file(turns(tmp_path, ("user", "Hi."), ("assistant", "Yes?"), conversation=name))
    names = {message.conversation for message in messages(life)}
    assert len(names) == 2
    assert all(name.startswith("turns:") and len(name) < 40 for name in names)


def test_a_file_that_breaks_in_its_middle_brings_what_came_before(life: Any, tmp_path: Path) -> None:  # P8
    path = turns(tmp_path, ("user", "Hi."), ("assistant", "Yes?"))
    whole = path.read_bytes()
    path.write_bytes(whole + whole.replace(b'"c"', b'"later"') + b"nonsense\n" * 2_000)
    done = life.atlas.history.import_file(path)
    assert done.broke
    assert done.skipped > len(done.examples) > 0
    assert [message.text for message in messages(life)] == ["Hi.", "Yes?", "Hi.", "Yes?"]


def test_nothing_that_can_be_read_is_one_sentence(life: Any, tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\0\0\0")
    with pytest.raises(BadInput, match="nothing that can be read"):
        life.atlas.history.import_file(path)
    with pytest.raises(BadInput, match="There is no format 'floppy'"):
        life.atlas.history.import_file(path, format="floppy")


def test_the_thinking_is_owed_and_done_once(life: Any, tmp_path: Path) -> None:  # J7
    life.atlas.history.import_file(turns(tmp_path, ("user", "I live in Porto."), ("user", "I like tea.")), vouch=True)
    assert life.atlas.jobs.owed() == 2
    life.atlas.flush()
    assert {"The user lives in Porto", "The user likes tea"} <= {content.rstrip(".") for content in life.facts()}


# --- lived through


def replayed(life: Any, folder: Path, conversations: int = 12, **wish: Any) -> Any:
    path = folder / "conversations.json"
    write(path, conversations)
    return life.atlas.history.import_file(path, vouch=True, replay=True, **wish)


def test_a_history_is_lived_through_on_its_own_clock(live: Any, tmp_path: Path) -> None:  # X5
    life = live(start=datetime(2026, 6, 1, tzinfo=UTC))
    days: list[str] = []
    done = replayed(life, tmp_path, progress=lambda what, more, whole: days.append(what))
    assert [message.at for message in messages(life)] == sorted(message.at for message in messages(life))
    assert done.days == 12
    assert days[-1] == f"living through {done.last.date()}"
    assert {"nightly", "weekly", "light pruning", "deep consolidation"} <= set(done.cycles)
    first, last = done.first - timedelta(hours=1), done.last + timedelta(days=1)
    assert all(first <= entry.at <= last for entry in life.atlas.history.log(100_000))
    assert all(first <= each.created_at <= last for each in life.atlas.memories(limit=10_000, archived=True))
    assert life.atlas.inspect.signals(limit=10)
    assert life.atlas.jobs.reflections(task="nightly")
    assert life.atlas.admin.verify().ok


def test_every_night_that_is_lived_through_runs_once(live: Any, tmp_path: Path) -> None:  # J3, X5
    life = live(start=datetime(2026, 6, 1, tzinfo=UTC))
    done = replayed(life, tmp_path, 8)
    assert 8 <= done.cycles["nightly"] <= 16, "one on the day itself, and a late one for those slept through"
    again = replayed(life, tmp_path, 8)
    assert (again.new_turns, again.cycles) == (0, {})


def test_no_model_is_asked_while_a_history_is_lived_through(live: Any, tmp_path: Path) -> None:  # X5
    from atlas.model.task import Size
    from atlas.testing.models import ScriptedModel

    def unasked(*_: object) -> str:
        raise AssertionError("a replay asked a model")

    model = ScriptedModel("scripted", unasked)
    life = live(start=datetime(2026, 6, 1, tzinfo=UTC), models=dict.fromkeys(Size, model))
    assert replayed(life, tmp_path, 3).days == 3


def test_who_has_lived_on_cannot_live_through_what_was_before(live: Any, tmp_path: Path) -> None:  # X4
    life = live(start=datetime(2026, 6, 1, tzinfo=UTC))
    life.say("I live in Porto.")
    before = list(life.atlas.history.export())
    with pytest.raises(BadInput, match="has lived until 2026-06-01, and the history begins on 2024-01-01"):
        replayed(life, tmp_path, 3)
    assert list(life.atlas.history.export()) == before
