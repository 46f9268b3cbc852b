"""H9, X5: a simulated life is lived by the real engine, shows what learning does, and leaves nothing behind."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import timedelta
from pathlib import Path

import pytest

from atlas.model.claim import Claim
from atlas.model.entity import USER, EntityId
from atlas.model.ids import MemoryId
from atlas.model.memory import Kind, Memory
from atlas.model.recall import Recalled
from atlas.surfaces.simulation.assistant import Outcome, Transcript, choose_value, grade_value, tells_wish
from atlas.surfaces.simulation.examiner import Examiner
from atlas.surfaces.simulation.figures import Figures, Kept
from atlas.surfaces.simulation.living import Conditions, live_script, make_chance
from atlas.surfaces.simulation.phrasings import PARTS, TUNE, Wish, load_phrasings
from atlas.surfaces.simulation.script import START, Act, Life, Script, Turn, write_script
from atlas.testing import samples

pytestmark = pytest.mark.runs_networks


def _live(folder: Path, days: int = 3, **conditions: object) -> Figures:
    phrasings = load_phrasings(TUNE)
    return live_script(write_script(phrasings, 7, days, 6), phrasings, Conditions(**conditions), folder)  # type: ignore[arg-type]


def test_a_few_days_are_measured_on_their_evenings(tmp_path: Path) -> None:
    figures = _live(tmp_path)
    assert [each.day for each in figures.checkpoints] == [1, 3]
    last = figures.checkpoints[-1]
    assert last.asked
    assert last.share(Outcome.RIGHT) > 0, "what was told is found again"
    assert last.kept.total > 0
    assert last.kept.poison == last.poisoned_contexts == 0
    assert figures.turns >= 18
    assert len(figures.night_seconds) == 3


def test_the_same_seed_lives_the_same_life(tmp_path: Path) -> None:
    lives = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        lives.append([asdict(each) for each in _live(tmp_path / name, days=2).checkpoints])
    assert lives[0] == lives[1]


def test_a_draw_belongs_to_its_turn() -> None:
    """H9: an answer that comes out otherwise does not change what is drawn on the days after."""
    turn, later = (Turn(START + timedelta(days=day), "c1", Act.ASK, "Where do I live?") for day in (0, 1))
    alone = make_chance(7, later, "reacts").random()
    make_chance(7, turn, "reacts").random()
    assert make_chance(7, later, "reacts").random() == alone
    assert len({alone, make_chance(7, turn, "reacts").random(), make_chance(8, later, "reacts").random()}) == 3


class _Kept:
    """Whoever holds these memories."""

    def __init__(self, *memories: Memory) -> None:
        self._memories = memories

    def memories(self, **_: object) -> tuple[Memory, ...]:
        return self._memories


def test_a_double_says_the_same_twice() -> None:
    """H9: what says something else of whom it names is no double of their name."""
    text = "my best friend Mateusz is 24"
    turn = Turn(START, "c1", Act.TELL, text, "best_friend", "Mateusz")
    evidence = (samples.quote(samples.message("u_1", "i_1", 0, text), text),)
    friend = samples.memory("m_1", "The user's best friend is Mateusz", evidence=evidence)
    friend = replace(friend, claim=Claim(USER, "best-friend", "Mateusz"))
    age = samples.memory("m_2", "Mateusz is 24 years old", evidence=evidence)
    age = replace(age, claim=Claim(EntityId("user/best-friend"), "age", "24"))
    again = replace(friend, id=MemoryId("m_3"))
    life = Life("Ana", {"best_friend": [(START, "Mateusz")]})
    examiner = Examiner(Script(life, (turn,), {}, 1), load_phrasings(TUNE), Transcript([turn]), START)
    assert examiner.sort_kept(_Kept(age, friend)) == Kept(useful=2)  # type: ignore[arg-type]
    assert examiner.sort_kept(_Kept(age, friend, again)) == Kept(useful=2, double=1)  # type: ignore[arg-type]


def test_what_a_sentence_says_beside_its_truth_is_told_apart_among_junk() -> None:  # H9
    text = "my brother is a dentist, 29, hates everything"
    turn = Turn(START, "c1", Act.TELL, text, "brother_job", "dentist")
    evidence = (samples.quote(samples.message("u_1", "i_1", 0, text), text),)
    age = samples.memory("m_1", "The user's brother is 29 years old", evidence=evidence)
    life = Life("Ana", {"brother_job": [(START, "dentist")]})
    examiner = Examiner(Script(life, (turn,), {}, 1), load_phrasings(TUNE), Transcript([turn]), START)
    kept = examiner.sort_kept(_Kept(age))  # type: ignore[arg-type]
    assert kept == Kept(beside=1)
    assert kept.junk == 1.0


def test_what_a_line_truly_tells_by_the_way_is_no_junk() -> None:  # H9: another hand says what that is
    text = "my brother is a dentist, 29, hates everything"
    turn = Turn(START, "c1", Act.TELL, text, "brother_job", "dentist")
    evidence = (samples.quote(samples.message("u_1", "i_1", 0, text), text),)
    age = replace(
        samples.memory("m_1", "The user's brother is 29", evidence=evidence),
        claim=Claim(EntityId("user/brother"), "age", "29"),
    )
    taste = replace(
        samples.memory("m_2", "The user's brother likes everything", evidence=evidence),
        claim=Claim(EntityId("user/brother"), "likes", "everything"),
    )
    known = replace(load_phrasings(TUNE), asides={"my brother is a {value}, 29, hates everything": ["29"]})
    life = Life("Ana", {"brother_job": [(START, "dentist")]})
    kept = Examiner(Script(life, (turn,), {}, 1), known, Transcript([turn]), START).sort_kept(
        _Kept(age, taste)  # type: ignore[arg-type]
    )
    assert kept == Kept(incidental=1, beside=1)
    assert kept.junk == 0.5


@pytest.mark.parametrize("part", PARTS)
def test_what_lines_tell_by_the_way_stands_in_them(part: str) -> None:  # H9
    phrasings = load_phrasings(part)
    lines = {
        line for hand in phrasings.hands for slot in hand.slots.values() for kind in slot.values() for line in kind
    }
    assert phrasings.asides.keys() <= lines
    assert all(each in line for line, told in phrasings.asides.items() for each in told)


def test_a_reviewer_decides_what_they_are_shown_and_no_more(tmp_path: Path) -> None:  # C9
    last = _live(tmp_path, days=7, reviewer="weekly").checkpoints[-1]
    assert 0 < last.held - last.waiting <= 10, "decided"
    assert last.decisions <= last.held
    assert last.shown == 0


def test_a_wish_is_told_by_whole_words() -> None:
    short = Wish("short", ("short", "brief"))
    assert tells_wish(short, "Ana", ["- The user wants answers short"])
    assert not tells_wish(short, "Ana", ["The user uses Shortcut"])


def test_an_answer_is_right_stale_wrong_or_unknown() -> None:
    assert grade_value("Porto", "Porto", ["Ghent"]) is Outcome.RIGHT
    assert grade_value("Ghent", "Porto", ["Ghent"]) is Outcome.STALE
    assert grade_value("Oslo", "Porto", ["Ghent"]) is Outcome.WRONG
    assert grade_value(None, "Porto", ["Ghent"]) is Outcome.UNKNOWN
    assert grade_value("", None, ["Ghent"]) is Outcome.RIGHT, "it is over, and memory knows it"
    assert grade_value("Ghent", None, ["Ghent"]) is Outcome.STALE


def test_a_lesson_is_read_as_what_it_says_is_right() -> None:
    slot = next(each for each in load_phrasings(TUNE).slots if each.id == "ticket_system")
    wrong, right = slot.values[:2]
    turn = Turn(START, "c1", Act.CORRECT, f"no. {right}.", slot.id, right)
    said = samples.message("u_1", "i_1", 0, turn.text)
    lesson = samples.memory(
        "m_1", f"The reply said “{wrong}.”; that was wrong: “no. {right}.”", kind=Kind.LESSON,
        evidence=(samples.quote(said, turn.text),),
    )  # fmt: skip
    assert choose_value([Recalled(lesson, 1.0, ())], slot, slot.values, Transcript([turn])) == right
