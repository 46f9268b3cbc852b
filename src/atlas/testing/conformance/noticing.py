"""Signals, failures, patterns, suggestions, and how they are forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from atlas.errors import BadInput
from atlas.model.ids import FailureId, InteractionId, JobId, MessageId, PatternId, ReflectionId, SuggestionId
from atlas.model.origin import Origin, Trust
from atlas.model.signal import Signal, SignalKind, Source
from atlas.model.suggestion import SuggestionState
from atlas.ports.store import Store
from atlas.ports.writing import Writer
from atlas.testing.conformance.common import assert_refused, assert_same
from atlas.testing.samples import (
    HOME,
    SMALL,
    START,
    answer,
    at,
    failure,
    pattern,
    reflection,
    signal,
    suggestion,
    tell,
    vector,
)

_ONE, _TWO, _THREE = (InteractionId(f"i_{number}") for number in (1, 2, 3))


class NoticingConformance:
    def test_signals_come_back_as_they_went(self, store: Store) -> None:
        """S1-S14: of every kind and from every source, with what was measured and where it stands."""
        whole: dict[str, Any] = {"message": "u_1", "start": 3, "end": 7, "note": "é", "figures": (("cosine", 0.75),)}
        full = [signal("i_1", kind, seen_in="i_2", **whole) for kind in SignalKind]
        full += [signal("i_1", SignalKind.UNDO, source=source) for source in Source]
        with store.writing(HOME) as writer:
            for each in full:
                writer.put_signal(each)
            assert_same(list(writer.signals([_ONE])), full)
            assert_same(list(writer.signals([_TWO])), [])

    def test_a_signal_is_noticed_once(self, store: Store) -> None:
        """Told again, it replaces what was told, in its place; from another source or place it is another one."""
        first = signal("i_1", score=0.5)
        others = [signal("i_1", source=Source.APPLICATION), signal("i_1", seen_in="i_2"), signal("i_2")]
        others += [signal("i_1", SignalKind.HEDGING)]
        again = signal("i_1", score=0.9, at=at(3), message="u_1", figures=(("cosine", 1.0),), note="sure")
        with store.writing(HOME) as writer:
            for each in (first, *others, again):
                writer.put_signal(each)
            assert_same(list(writer.signals([_TWO, _ONE, _ONE])), [again, *others])

    def test_signals_by_where_they_were_seen(self, store: Store) -> None:
        """E1: a correction is about the reply before it, and stands where it was said."""
        with store.writing(HOME) as writer:
            seen = [signal("i_1", seen_in="i_2"), signal("i_2"), signal("i_3", seen_in="i_2")]
            for each in (*seen, signal("i_1")):
                writer.put_signal(each)
            assert_same(list(writer.signals_seen_in([_TWO, _TWO])), seen)
            assert_same(list(writer.signals_seen_in([])), [])

    def test_signals_since_a_moment(self, store: Store) -> None:
        """Newest first by row, whatever their own times say."""
        with store.writing(HOME) as writer:
            for number, minute in enumerate((2, 0, 1, 3)):
                kind = SignalKind.RE_ASK if number % 2 else SignalKind.UNDO
                writer.put_signal(signal(f"i_{number}", kind, at=at(minute)))
            assert_same(_list_subjects(writer.signals_since(at(1), 9)), ["i_3", "i_2", "i_0"])
            assert_same(_list_subjects(writer.signals_since(at(1), 2)), ["i_3", "i_2"])
            assert_same(_list_subjects(writer.signals_since(START, 9, SignalKind.RE_ASK)), ["i_3", "i_1"])
            assert_same(_list_subjects(writer.signals_since(at(1), 1, SignalKind.UNDO)), ["i_2"])
            assert_same(_list_subjects(writer.signals_since(at(4), 9)), [])

    def test_numbers_that_are_none_are_refused(self, store: Store) -> None:
        for wrong in (signal("i_1", score=float("nan")), signal("i_1", figures=(("cosine", float("inf")),))):
            assert_refused(store, lambda writer, wrong=wrong: writer.put_signal(wrong), BadInput)  # type: ignore[misc]
        unsure = pattern("k_1", "often", confidence=float("nan"))
        assert_refused(store, lambda writer: writer.put_pattern(unsure), BadInput)

    def test_failures_come_back_as_they_went(self, store: Store) -> None:
        """S12: newest first, each with the vector of what was asked."""
        plain = failure("f_1", "i_1")
        full = failure("f_2", "i_2", asked="u_1", told="u_2", type="f_1", pattern="k_1", at=at(1))
        full = replace(full, identity=SMALL.key, vector=vector(1, 0.5))
        with store.writing(HOME) as writer:
            for each in (plain, full):
                writer.put_failure(each)
            assert_same((list(writer.failures(9)), list(writer.failures(1))), ([full, plain], [full]))
            assert_same((writer.failure(full.id), writer.failure(FailureId("f_9"))), (full, None))
            embedded = replace(plain, identity=SMALL.key, vector=vector(0, 1), type=plain.id)
            writer.put_failure(embedded)
            assert_same(list(writer.failures(9)), [full, embedded])
            for kind in SignalKind:
                writer.put_failure(replace(full, signal=kind))
                assert_same(writer.failure(full.id), replace(full, signal=kind))

    def test_patterns_strengthen_and_weaken(self, store: Store) -> None:
        """H8: in the order in which they were first written."""
        first = pattern("k_1", "forgets the port", "f_1", "f_2", "f_3", sources=("u_1", "u_2"))
        second = pattern("k_2", "é", type="topic")
        with store.writing(HOME) as writer:
            for each in (first, second):
                writer.put_pattern(each)
            weaker = replace(first, confidence=0.25, last_seen=at(9), count=4, active=False)
            writer.put_pattern(weaker)
            assert_same(list(writer.patterns()), [weaker, second])
            assert_same((list(writer.patterns(True)), list(writer.patterns(False))), ([second], [weaker]))
            assert_same((writer.pattern(first.id), writer.pattern(PatternId("k_9"))), (weaker, None))

    def test_suggestions_are_offered_and_decided(self, store: Store) -> None:
        """J16: newest first, and every decision on record."""
        plain = suggestion("g_1", "book a tram", "u_1")
        full = suggestion("g_2", "é", "u_1", "u_2", trust=Trust.WEB, reflection="r_1", due_at=at(60))
        with store.writing(HOME) as writer:
            for each in (plain, full):
                writer.put_suggestion(each)
            assert_same((list(writer.suggestions(None, 9)), list(writer.suggestions(None, 1))), ([full, plain], [full]))
            for state in SuggestionState:
                decided = replace(plain, state=state, offered_at=at(1), decided_at=at(2))
                writer.put_suggestion(decided)
                assert_same(writer.suggestion(plain.id), decided)
            expired = replace(decided, state=SuggestionState.EXPIRED)
            writer.put_suggestion(expired)
            assert_same(list(writer.suggestions(SuggestionState.WAITING, 9)), [full])
            assert_same(list(writer.suggestions(SuggestionState.EXPIRED, 9)), [expired])
            assert_same(list(writer.suggestions(SuggestionState.DECLINED, 9)), [])
            assert_same(writer.suggestion(SuggestionId("g_9")), None)


class ForgettingThoughtsConformance:
    """X3: what was noticed and thought about what is forgotten goes with it."""

    def test_signals_of_what_is_forgotten_go(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            _write_interactions(writer)
            for about, seen_in, message in (
                ("i_1", "i_1", None),
                ("i_1", "i_2", "u_2"),
                ("i_2", "i_1", None),
                ("i_3", "i_3", "u_1"),
                ("i_2", "i_3", "u_3"),
                ("i_3", "i_3", None),
            ):
                writer.put_signal(signal(about, seen_in=seen_in, message=message, source=_choose_source(message)))
            writer.erase_thoughts([MessageId("u_1"), MessageId("u_9")])
            left = [(each.about, each.seen_in, each.message) for each in writer.signals([_ONE, _TWO, _THREE])]
            assert_same(left, [("i_2", "i_3", "u_3"), ("i_3", "i_3", None)])

    def test_failures_go_and_the_patterns_and_suggestions_made_of_them(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            _write_interactions(writer)
            for number, fields in enumerate(_FAILURES):
                writer.put_failure(failure(f"f_{number}", **fields))
            for name, evidence, sources in _PATTERNS:
                writer.put_pattern(pattern(name, name, *evidence, sources=sources))
            writer.put_suggestion(suggestion("g_1", "go", "u_2", "u_1"))
            stays = suggestion("g_2", "stay", "u_2")
            writer.put_suggestion(stays)
            writer.erase_thoughts([MessageId("u_1")])
            assert_same([each.id for each in writer.failures(9)], ["f_4", "f_3"])
            assert_same([each.id for each in writer.patterns()], ["k_rest"])
            assert_same(list(writer.suggestions(None, 9)), [stays])

    def test_what_belonged_to_a_forgotten_pattern_belongs_to_none(self, store: Store) -> None:
        """It can be seen in another one: of the failures that stay nothing else is changed."""
        kept = failure("f_1", "i_2", pattern="k_1", type="f_1", identity=SMALL.key, vector=vector(1, 0))
        other = failure("f_2", "i_2", pattern="k_2")
        with store.writing(HOME) as writer:
            _write_interactions(writer)
            for each in (kept, other):
                writer.put_failure(each)
            writer.put_pattern(pattern("k_1", "gone", "f_1", sources=("u_1",)))
            writer.put_pattern(pattern("k_2", "stays", "f_2"))
            writer.erase_thoughts([MessageId("u_1")])
            assert_same(list(writer.failures(9)), [other, replace(kept, pattern=None)])

    def test_reflections_fall_silent_and_answers_go(self, store: Store) -> None:
        """That it was thought, from what and at what cost stays on record. An answer may have seen anything."""
        about = reflection("r_1", inputs=("u_2", "u_1"), said={"insight": "tea"}, problem="said tea", tokens=9)
        other = reflection("r_2", inputs=("u_2",), said={"insight": "trams"}, problem="late")
        with store.writing(HOME) as writer:
            _write_interactions(writer)
            for each in (about, other):
                writer.add_reflection(each)
            writer.put_answer(answer("j_1", "tea"))
            writer.put_answer(answer("j_2", "trams", ordinal=3))
            writer.erase_thoughts([MessageId("u_1")])
            assert_same(writer.reflection(ReflectionId("r_1")), replace(about, said={}, problem=None))
            assert_same(writer.reflection(ReflectionId("r_2")), other)
            writer.blank_reflections([ReflectionId("r_2"), ReflectionId("r_9")])
            assert_same(writer.reflection(ReflectionId("r_2")), replace(other, said={}, problem=None))
            assert_same([list(writer.answers(JobId(name))) for name in ("j_1", "j_2")], [[], []])

    def test_before_the_messages_go_everything_is_found(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            _talk_and_notice(writer)
            writer.erase_thoughts([MessageId("u_1")])
            writer.erase_message(MessageId("u_1"))
            assert_same((list(writer.signals([_ONE])), list(writer.failures(9))), ([], []))

    def test_afterwards_only_what_names_the_message_itself(self, store: Store) -> None:
        """In which interaction it stood is not known any more."""
        with store.writing(HOME) as writer:
            _talk_and_notice(writer)
            writer.erase_message(MessageId("u_1"))
            writer.erase_thoughts([MessageId("u_1")])
            assert_same((list(writer.signals([_ONE])), list(writer.failures(9))), ([signal("i_1")], []))


_FAILURES: Sequence[dict[str, Any]] = (
    {"about": "i_1"},
    {"about": "i_2", "asked": "u_1"},
    {"about": "i_2", "told": "u_1"},
    {"about": "i_2", "asked": "u_2", "told": "u_3"},
    {"about": "i_3"},
)
_PATTERNS: Sequence[tuple[str, Sequence[str], Sequence[str]]] = (
    ("k_evidence", ("f_3", "f_0"), ()),
    ("k_source", ("f_3",), ("u_3", "u_1")),
    ("k_rest", ("f_3", "f_4"), ("u_3",)),
)


def _write_interactions(writer: Writer) -> None:
    for number in (1, 2, 3):
        tell(writer, f"i_{number}", (f"u_{number}", "tea", Origin.USER))


def _talk_and_notice(writer: Writer) -> None:
    _write_interactions(writer)
    writer.put_signal(signal("i_1", seen_in="i_2", message="u_1"))
    writer.put_signal(signal("i_1"))
    writer.put_failure(failure("f_1", "i_2", asked="u_1"))


def _choose_source(message: str | None) -> Source:
    return Source.APPLICATION if message is None else Source.NOTICED


def _list_subjects(signals: Sequence[Signal]) -> list[str]:
    return [each.about for each in signals]
