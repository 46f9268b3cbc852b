"""Recall by words alone, as a hook does it: what bears on a prompt and no noise beside it."""

from __future__ import annotations

from itertools import pairwise

from atlas.retrieval.word_recall import find_hits

FILLER = [f"The weather on day {n} was fine and the train was late." for n in range(200)]


def found(question: str, *texts: str) -> list[str]:
    every = [*texts, *FILLER]
    return [every[hit.place] for hit in find_hits(question, every) if not hit.thin]


def test_words_are_compared_by_their_stems_and_as_whole_words() -> None:
    assert found("Which cities did I live in?", "I lived in a city by the sea.") == ["I lived in a city by the sea."]
    assert found("a test", "We made a testament.") == []
    assert found("man", "He may manage it.") == []


def test_one_rare_word_is_enough_and_one_common_one_is_not() -> None:
    assert found("How is Zurich?", "My bank is in Zurich.") == ["My bank is in Zurich."]
    assert found("the train") == []
    assert len(found("Was the train late?")) == len(FILLER)


def test_a_question_of_one_word_finds_what_many_say_and_says_that_it_is_thin() -> None:
    assert [hit.thin for hit in find_hits("the train", FILLER)] == [True] * len(FILLER)
    assert [hit.thin for hit in find_hits("Where do I live?", ["Ana lives in Rome.", *FILLER])] == [False]
    assert find_hits("Did the train come to Bern and to Basel?", FILLER) == []


def test_the_more_telling_comes_first_and_of_equal_ones_the_first() -> None:
    both, one = "My sister Maria lives in Zurich.", "My bank is in Zurich."
    assert found("Does Maria live in Zurich?", one, both, one) == [both, one, one]
    scores = [
        hit.score for hit in find_hits("Does Maria live in Zurich, where the train is late?", [one, both, *FILLER])
    ]
    assert all(before >= after for before, after in pairwise(scores))
    assert all(0 < score <= 1 for score in scores)


def test_any_script_is_searched() -> None:
    assert found("Que café é bom?", "Gosto do café da esquina.") == ["Gosto do café da esquina."]
    assert found("東京の天気は?", "私は東京に住んでいます。") == ["私は東京に住んでいます。"]


def test_there_is_nothing_in_nothing() -> None:
    assert find_hits("", FILLER) == []
    assert find_hits("?!", FILLER) == []
    assert find_hits("Zurich", []) == []
    assert find_hits("Zurich", ["", "\n", "Zurich\nZurich"])[0].place == 2


def test_a_prompt_of_any_length_is_searched_by_its_longest_words() -> None:
    long = " ".join(f"word{n}" for n in range(50_000))
    assert found(f"Zurichsee {long}", "At the Zurichsee.") == ["At the Zurichsee."]
