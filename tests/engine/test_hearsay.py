"""C3: what somebody says of another who speaks here is hearsay and waits; everybody's own word stands."""

from __future__ import annotations

import pytest

from atlas import Status
from engine.conftest import Life


def answers(life: Life, question: str) -> list[str]:
    return [found.sentence for found in life.atlas.assistant.answer(question).answer.found]


@pytest.fixture
def shared(life: Life) -> Life:
    """A space in which Ana and somebody without a name have told where they live."""
    life.say("I live in Porto.", speaker="Ana")
    life.say("I live in Faro.", conversation="c2")
    return life


@pytest.mark.parametrize("said", ["Ana moved to Lisbon.", "Ana is divorced.", "Ana takes insulin."])
@pytest.mark.parametrize("speaker", ["Ben", None])
def test_what_is_said_of_another_speaker_waits(shared: Life, said: str, speaker: str | None) -> None:
    before = shared.facts()
    shared.say(said, speaker=speaker, conversation="c3")
    told = {content: status for content, status in shared.facts().items() if content not in before}
    assert set(told.values()) == {Status.NEEDS_REVIEW}
    assert shared.facts().items() >= before.items()
    assert answers(shared, "Where does Ana live?") == ["Ana lives in Porto"]


def test_the_user_in_a_named_speakers_mouth_is_not_the_user(shared: Life) -> None:
    shared.say("The user lives in Lisbon.", speaker="Ben", conversation="c3")
    assert shared.fact("in Lisbon").status is Status.NEEDS_REVIEW
    assert answers(shared, "Where do I live?") == ["You live in Faro"]


def test_whoever_only_spoke_is_no_less_a_speaker(life: Life) -> None:
    life.say("Good morning!", speaker="Ana Sousa")
    life.say("Ana is divorced.", speaker="Ben", conversation="c2")
    assert life.fact("divorced").status is Status.NEEDS_REVIEW


def test_a_speaker_is_meant_by_what_they_called_themselves(life: Life) -> None:
    life.say("My name is Ana.", speaker="as92")
    life.say("Ana is divorced.", speaker="Ben", conversation="c2")
    assert life.fact("divorced").status is Status.NEEDS_REVIEW


def test_a_speaker_is_meant_though_somebody_calls_them_their_sister(life: Life) -> None:
    life.say("I live in Porto.", speaker="Ana")
    life.say("My sister Ana lives in Kiel.", speaker="Ben", conversation="c2")
    assert life.fact("in Kiel").status is Status.NEEDS_REVIEW
    assert answers(life, "Where does Ana live?") == ["Ana lives in Porto"]


def test_of_somebody_who_does_not_speak_here_everybody_tells(shared: Life) -> None:
    shared.say("My brother Tom lives in Rome. Maria is a nurse.", speaker="Ben", conversation="c3")
    told = {content: status for content, status in shared.facts().items() if "Tom" in content or "Maria" in content}
    assert len(told) == 3
    assert set(told.values()) == {Status.APPROVED}


def test_whoever_speaks_of_themselves_by_name_is_heard(shared: Life) -> None:
    shared.say("Ana plays the cello.", speaker="Ana", conversation="c3")
    assert shared.fact("cello").status is Status.APPROVED


def test_the_own_word_stands_over_what_was_said_before_it(life: Life) -> None:
    life.say("Ana lives in Bern.", speaker="Ben")
    assert answers(life, "Where does Ana live?") == ["Ana lives in Bern"]
    life.say("I live in Porto.", speaker="Ana", conversation="c2")
    assert answers(life, "Where does Ana live?") == ["Ana lives in Porto"]
