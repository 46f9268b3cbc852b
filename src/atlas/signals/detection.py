"""Everything that can be seen in one interaction: values in, signals out. Nothing here decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from atlas.model.ids import InteractionId
from atlas.model.interaction import Interaction, Message
from atlas.model.signal import Signal, SignalKind
from atlas.signals.abandonment import left_open
from atlas.signals.dissatisfaction import discontent, signs
from atlas.signals.hedging import hedges, hedging, unsure
from atlas.signals.interaction_view import Moment, asked, bounded, replied, spoken
from atlas.signals.out_of_distribution import strange
from atlas.signals.policy import SignalPolicy, SwitchRule
from atlas.signals.re_ask import asked_again, says_nothing
from atlas.signals.reactions import Seen, accepted, correction, undone
from atlas.signals.text_parts import in_whole
from atlas.signals.topic_switch import WINDOW, changes, switched
from atlas.signals.word_lists import WordLists

__all__ = ["Moment", "notice"]

_STAYING: Final = frozenset({SignalKind.CORRECTION, SignalKind.UNDO, SignalKind.RE_ASK, SignalKind.ACCEPTANCE})
"""Who does one of these has not given up."""
_LATER: Final = 0.5
"""The score of an undo that came later than at once."""


def notice(moment: Moment, policy: SignalPolicy, words: WordLists) -> tuple[Signal, ...]:
    """All signals that are seen in the moment's interaction, each kind once about each interaction."""
    look = _Look(bounded(moment), policy, words)
    found: dict[tuple[SignalKind, InteractionId], Signal] = {}
    for signal in (*look.reply(), *look.question(), *look.reaction()):
        key = (signal.kind, signal.about)
        if key not in found or found[key].score < signal.score:
            found[key] = signal
    return tuple(_in_whole(signal, moment.interaction) for signal in found.values())


def _in_whole(signal: Signal, interaction: Interaction) -> Signal:
    """With its words where they stand in the message as it was said, of which only the ends were looked at."""
    text = next(message.text for message in interaction.messages if message.id == signal.message)
    start, end = in_whole((signal.start, signal.end), text)
    return replace(signal, start=start, end=end)


@dataclass(frozen=True, slots=True)
class _Look:
    moment: Moment
    policy: SignalPolicy
    words: WordLists

    def reply(self) -> Iterator[Signal]:
        """What the reply of this interaction shows by itself (S1, S2)."""
        reply = replied(self.moment.interaction)
        if reply is None:
            return
        said = [message.text for each in (*self.moment.earlier, self.moment.interaction) for message in asked(each)]
        spans = hedges(reply.text, said, self.words)
        if score := hedging(len(spans), self.policy):
            yield self._here(SignalKind.HEDGING, reply, Seen(score, spans[0], (("hedges", float(len(spans))),)))
        if score := unsure(reply.confidence, self.policy):
            figures = (("confidence", float(reply.confidence or 0.0)), ("threshold", self.policy.unsure_below))
            yield self._here(SignalKind.UNSURE, reply, Seen(score, (0, 0), figures))

    def question(self) -> Iterator[Signal]:
        """What the question of this interaction shows by itself (S10)."""
        if self.moment.known is None:
            return
        for message in asked(self.moment.interaction):
            vector = self.moment.vector(message)
            if vector is None or says_nothing(message.text, self.words):
                continue
            if seen := strange(vector, self.moment.known, self.policy):
                yield self._here(SignalKind.STRANGE, message, Seen(seen[0], (0, 0), seen[1]))

    def reaction(self) -> Iterator[Signal]:
        """What the user's words show about replies before them (S6 to S9)."""
        previous = self.moment.previous
        if previous is None:
            return
        reply = replied(previous)
        for message in asked(self.moment.interaction):
            said = self._words(message, previous.id, reply) if reply else ()  # where nobody replied, nobody erred
            seen = [*said, *self._asked_again(message)]
            yield from seen
            if _STAYING.isdisjoint(signal.kind for signal in seen) or self.policy.switch is SwitchRule.COSINE:
                yield from self._left(message, previous)

    def _words(self, message: Message, about: InteractionId, reply: Message) -> Iterator[Signal]:
        corrected = correction(message.text, reply.text, self.words, self.policy)
        seen = {
            SignalKind.CORRECTION: corrected,
            SignalKind.UNDO: self._undone(message, reply),
            SignalKind.ACCEPTANCE: None if corrected else accepted(message.text, self.words),
            SignalKind.DISSATISFACTION: self._discontent(message),
        }
        for kind, each in seen.items():
            if each:
                yield self._signal(kind, about, message, each)

    def _undone(self, message: Message, reply: Message) -> Seen | None:
        """All of it at once after the reply, half of it later (S8)."""
        seen = undone(message.text, self.words)
        if seen is None:
            return None
        after = message.at - reply.at
        score = 1.0 if after <= self.policy.undo_within else _LATER
        return Seen(score, seen.span, (("seconds", after.total_seconds()),))

    def _discontent(self, message: Message) -> Seen | None:
        earlier = self.moment.earlier
        before = [each.text for interaction in earlier for each in asked(interaction)][-WINDOW:]
        replies = [reply.text for interaction in earlier if (reply := replied(interaction))]
        shown = signs(message.text, replies, before, self.words, self.policy)
        score = discontent(shown, self.policy)
        figures = (*((name, 1.0) for name, value in shown.items() if value), ("threshold", self.policy.discontent_from))
        return Seen(score, (0, 0), figures) if score >= self.policy.discontent_from else None

    def _asked_again(self, message: Message) -> Iterator[Signal]:
        again = asked_again(message, self.moment, self.policy, self.words)
        if again:
            threshold = self.policy.re_ask_overlap if again.by_words else self.policy.re_ask_above
            figures = (("overlap" if again.by_words else "similarity", again.similarity), ("threshold", threshold))
            seen = Seen(min(1.0, again.similarity), (0, 0), figures)
            yield self._signal(SignalKind.RE_ASK, again.about, message, seen)

    def _left(self, message: Message, previous: Interaction) -> Iterator[Signal]:
        """Another topic, while a question is open: perhaps the user gave up (S9)."""
        turns = [each for each in spoken(self.moment.earlier) if self.moment.vector(each) is not None][-WINDOW:]
        vector = self.moment.vector(message)
        if vector is None or not turns:
            return
        likely = self._switched([*turns, message])
        if changes(likely, self.policy) and self._gives_up(previous):
            seen = Seen(max(0.0, likely), (0, 0), (("switch", likely),))
            yield self._signal(SignalKind.ABANDONMENT, previous.id, message, seen)

    def _switched(self, turns: list[Message]) -> float:
        import numpy as np

        vectors = np.stack([vector for each in turns if (vector := self.moment.vector(each)) is not None])
        return switched([each.text for each in turns], vectors, self.words, self.policy)

    def _gives_up(self, previous: Interaction) -> bool:
        """The document takes any other topic for it."""
        return self.policy.switch is SwitchRule.COSINE or left_open(previous, self.moment.reports, self.words)

    def _here(self, kind: SignalKind, message: Message, seen: Seen) -> Signal:
        return self._signal(kind, self.moment.interaction.id, message, seen)

    def _signal(self, kind: SignalKind, about: InteractionId, message: Message, seen: Seen) -> Signal:
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
