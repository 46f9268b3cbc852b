"""Detection of all signals in one interaction: values in, signals out; nothing here decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from atlas.model.ids import InteractionId
from atlas.model.interaction import Interaction, Message
from atlas.model.signal import Signal, SignalKind
from atlas.signals.abandonment import was_left_open
from atlas.signals.dissatisfaction import measure_signs, score_dissatisfaction, weigh_meaning
from atlas.signals.hedging import find_hedges, score_hedging, score_unsureness
from atlas.signals.interaction_view import Moment, bound_moment, last_reply, spoken_messages, user_messages
from atlas.signals.out_of_distribution import score_novelty
from atlas.signals.policy import SignalPolicy, SwitchRule
from atlas.signals.re_ask import find_re_ask, is_small_talk
from atlas.signals.reactions import Cue, find_acceptance, find_correction, find_undo
from atlas.signals.text_parts import restore_span
from atlas.signals.topic_switch import WINDOW, is_switch, score_switch
from atlas.signals.word_lists import WordLists

__all__ = ["Moment", "find_signals"]

_STAYING: Final = frozenset({SignalKind.CORRECTION, SignalKind.UNDO, SignalKind.RE_ASK, SignalKind.ACCEPTANCE})
"""Who does one of these has not given up."""
_LATER: Final = 0.5
"""The score of an undo that came later than at once."""


def find_signals(moment: Moment, policy: SignalPolicy, words: WordLists) -> tuple[Signal, ...]:
    """Detect all signals of the moment's interaction, each kind once about each interaction."""
    look = _Detector(bound_moment(moment), policy, words)
    found: dict[tuple[SignalKind, InteractionId], Signal] = {}
    for signal in (*look.detect_in_reply(), *look.detect_in_question(), *look.detect_in_reaction()):
        key = (signal.kind, signal.about)
        if key not in found or found[key].score < signal.score:
            found[key] = signal
    return tuple(_restore_span(signal, moment.interaction) for signal in found.values())


def _restore_span(signal: Signal, interaction: Interaction) -> Signal:
    """Move the signal's span to its place in the whole message, of which only both ends were searched."""
    text = next(message.text for message in interaction.messages if message.id == signal.message)
    start, end = restore_span((signal.start, signal.end), text)
    return replace(signal, start=start, end=end)


@dataclass(frozen=True, slots=True)
class _Detector:
    moment: Moment
    policy: SignalPolicy
    words: WordLists

    def detect_in_reply(self) -> Iterator[Signal]:
        """Detect signals of the reply itself (S1, S2)."""
        reply = last_reply(self.moment.interaction)
        if reply is None:
            return
        said = [
            message.text for each in (*self.moment.earlier, self.moment.interaction) for message in user_messages(each)
        ]
        spans = find_hedges(reply.text, said, self.words)
        if score := score_hedging(len(spans), self.policy):
            yield self._make_own_signal(
                SignalKind.HEDGING, reply, Cue(score, spans[0], (("hedges", float(len(spans))),))
            )
        if score := score_unsureness(reply.confidence, self.policy):
            figures = (("confidence", float(reply.confidence or 0.0)), ("threshold", self.policy.unsure_below))
            yield self._make_own_signal(SignalKind.UNSURE, reply, Cue(score, (0, 0), figures))

    def detect_in_question(self) -> Iterator[Signal]:
        """Detect signals of the question itself (S10)."""
        if self.moment.known is None:
            return
        for message in user_messages(self.moment.interaction):
            vector = self.moment.vector(message)
            if vector is None or is_small_talk(message.text, self.words):
                continue
            if seen := score_novelty(vector, self.moment.known, self.policy, self.moment.nearest):
                yield self._make_own_signal(SignalKind.STRANGE, message, Cue(seen[0], (0, 0), seen[1]))

    def detect_in_reaction(self) -> Iterator[Signal]:
        """Detect the user's reactions to earlier replies (S6 to S9)."""
        previous = self.moment.previous
        if previous is None:
            return
        reply = last_reply(previous)
        for message in user_messages(self.moment.interaction):
            said = (
                self._detect_in_words(message, previous.id, reply) if reply else ()
            )  # where nobody replied, nobody erred
            seen = [*said, *self._detect_re_ask(message)]
            yield from seen
            if _STAYING.isdisjoint(signal.kind for signal in seen) or self.policy.switch is SwitchRule.COSINE:
                yield from self._detect_abandonment(message, previous)

    def _detect_in_words(self, message: Message, about: InteractionId, reply: Message) -> Iterator[Signal]:
        corrected = find_correction(message.text, reply.text, self.words, self.policy)
        seen = {
            SignalKind.CORRECTION: corrected,
            SignalKind.UNDO: self._detect_undo(message, reply),
            SignalKind.ACCEPTANCE: None if corrected else find_acceptance(message.text, self.words),
            SignalKind.DISSATISFACTION: self._detect_dissatisfaction(message),
        }
        for kind, each in seen.items():
            if each:
                yield self._make_signal(kind, about, message, each)

    def _detect_undo(self, message: Message, reply: Message) -> Cue | None:
        """Detect an undo: a full score right after the reply, half a score later (S8)."""
        seen = find_undo(message.text, self.words)
        if seen is None:
            return None
        after = message.at - reply.at
        score = 1.0 if after <= self.policy.undo_within else _LATER
        return Cue(score, seen.span, (("seconds", after.total_seconds()),))

    def _detect_dissatisfaction(self, message: Message) -> Cue | None:
        earlier = self.moment.earlier
        before = [each.text for interaction in earlier for each in user_messages(interaction)][-WINDOW:]
        replies = [reply.text for interaction in earlier if (reply := last_reply(interaction))]
        shown = measure_signs(message.text, replies, before, self.words, self.policy)
        vector, embedder = self.moment.vector(message), self.moment.embedder
        score = score_dissatisfaction(shown, self.policy, vector, embedder)
        if score < self.policy.discontent_from:
            return None
        meant = weigh_meaning(self.policy, vector, embedder)
        signs = [(name, 1.0) for name, value in shown.items() if value]
        meaning = [("meaning", meant)] if meant is not None else []
        figures = (*signs, *meaning, ("threshold", self.policy.discontent_from))
        return Cue(score, (0, 0), figures)

    def _detect_re_ask(self, message: Message) -> Iterator[Signal]:
        again = find_re_ask(message, self.moment, self.policy, self.words)
        if again:
            threshold = self.policy.re_ask_overlap if again.by_words else self.policy.re_ask_above
            figures = (("overlap" if again.by_words else "similarity", again.similarity), ("threshold", threshold))
            seen = Cue(min(1.0, again.similarity), (0, 0), figures)
            yield self._make_signal(SignalKind.RE_ASK, again.about, message, seen)

    def _detect_abandonment(self, message: Message, previous: Interaction) -> Iterator[Signal]:
        """Detect a topic switch while a question is open: perhaps the user gave up (S9).

        Whether one is open is asked first: it costs nothing beside the model of switches, and mostly none is.
        """
        if not self._may_give_up(previous):
            return
        turns = [each for each in spoken_messages(self.moment.earlier) if self.moment.vector(each) is not None][
            -WINDOW:
        ]
        vector = self.moment.vector(message)
        if vector is None or not turns:
            return
        likely = self._score_topic_switch([*turns, message])
        if is_switch(likely, self.policy):
            seen = Cue(max(0.0, likely), (0, 0), (("switch", likely),))
            yield self._make_signal(SignalKind.ABANDONMENT, previous.id, message, seen)

    def _score_topic_switch(self, turns: list[Message]) -> float:
        vectors = np.stack([vector for each in turns if (vector := self.moment.vector(each)) is not None])
        return score_switch([each.text for each in turns], vectors, self.words, self.policy)

    def _may_give_up(self, previous: Interaction) -> bool:
        """Tell whether a switch would mean giving up; the source document takes any switch for it."""
        return self.policy.switch is SwitchRule.COSINE or was_left_open(previous, self.moment.reports, self.words)

    def _make_own_signal(self, kind: SignalKind, message: Message, seen: Cue) -> Signal:
        return self._make_signal(kind, self.moment.interaction.id, message, seen)

    def _make_signal(self, kind: SignalKind, about: InteractionId, message: Message, seen: Cue) -> Signal:
        return Signal(
            kind=kind,
            about=about,
            seen_in=self.moment.interaction.id,
            score=seen.score,
            at=message.at,
            message=message.id,
            start=seen.span[0],
            end=seen.span[1],
            figures=seen.figures,
        )
