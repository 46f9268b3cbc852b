"""Notice what went well or wrong in what was said, in the order in which it was said; after the fact, never before.

A mark in the store says up to which interaction this was done, so that each is looked at once, whichever process does
it. Signals, failures and the thinking they make owed are committed together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from atlas.curation.hygiene import clean_text, redact_secrets
from atlas.engine.core.deadline import Deadline
from atlas.engine.core.foreground import iterate_yielding
from atlas.engine.core.marks import NOTICED
from atlas.engine.core.replay_mark import is_held_by_replay
from atlas.engine.core.runtime import Checked, Runtime
from atlas.engine.core.vectors import query_vectors
from atlas.engine.intake.arguments import find_argument_events
from atlas.engine.intake.failures import EarlierFailures, add_failure, embed_failures, is_failure
from atlas.engine.thinking.schedule import fire_counted, fire_for
from atlas.model.history import is_of_notes
from atlas.model.ids import InteractionId, MemoryId, MessageId
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.memory import Kind
from atlas.model.origin import Origin, Trust
from atlas.model.signal import Confidence, Signal, SignalKind, Source
from atlas.ports.clock import Clock
from atlas.ports.embedder import Embedder
from atlas.ports.reading import MemoryFilter, Reader
from atlas.ports.writing import Writer
from atlas.signals.confidence import Band, choose_band, compute_confidence
from atlas.signals.policy import SignalPolicy
from atlas.signals.word_lists import read_words
from atlas.triggers.table import DEEPLY_DOUBTED, DOUBTED, UNCERTAIN

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from atlas.signals.interaction_view import Moment
    from atlas.signals.word_lists import WordLists

    Rows = NDArray[np.float32]

BATCH: Final = 64
FEW: Final = 4
"""Interactions that are looked at together where time is short."""
WINDOW: Final = 8
"""Interactions of the conversation that are looked back on."""
LEXICAL: Final = "hashing"
"""How the embedder is called that knows no meanings."""
MAX_NOTE: Final = 1_000
MAX_TEXT: Final = 100_000
LATELY: Final = 1_000
"""Messages whose vectors are kept in the process."""
HEARD: Final = 2_000
"""What users said that is compared with: the newest."""
_SAID: Final = MemoryFilter(kinds=frozenset({Kind.EPISODE}), origins=frozenset({Origin.USER, Origin.OPERATOR}))


@dataclass(frozen=True, slots=True)
class Detection:
    """The signals that were found in one interaction."""

    interaction: Interaction
    earlier: tuple[Interaction, ...]
    signals: tuple[Signal, ...]
    vectors: Mapping[MessageId, Rows]
    measured: bool = False
    """Whether there was enough to say that it is like what was said before (S10)."""


def detect_signals(runtime: Runtime, deadline: Deadline | None = None) -> int:
    """Detect signals in interactions that nobody has looked at yet, as many as fit before a deadline; how many."""
    if runtime.store.read_only:
        return 0
    done = _detect_all(runtime, deadline)
    if deadline is None or not deadline.has_passed:
        embed_failures(runtime)
    return done


def _detect_all(runtime: Runtime, deadline: Deadline | None) -> int:
    done = 0
    while deadline is None or not deadline.has_passed:
        with runtime.reading() as reader:
            after = reader.read_mark(NOTICED)
            page = reader.interactions(after, BATCH if deadline is None else FEW)
            if not page or is_held_by_replay(runtime, reader):
                return done
            known: dict[InteractionId, Interaction | None] = {interaction.id: interaction for _, interaction in page}
            earlier = {interaction.id: _earlier_interactions(reader, interaction, known) for _, interaction in page}
            reports = {
                interaction.id: _reported_signals(reader, interaction, earlier[interaction.id])
                for _, interaction in page
            }
        detections = _detect_page(
            runtime, [interaction for _, interaction in page if _has_trusted_user(interaction)], earlier, reports
        )
        done += _commit_detections(runtime, detections, [each for _, each in page], after, page[-1][0])
        runtime.checkpoint()
    return done


def _commit_detections(
    runtime: Runtime, detections: Sequence[Detection], page: Sequence[Interaction], after: int, upto: int
) -> int:
    with runtime.writing() as txn:
        if txn.read_mark(NOTICED) != after:
            return 0  # another process was quicker
        failures = EarlierFailures(txn)
        remembered = {each.id for _, each in txn.interactions(after, len(page))} if detections else set()
        for each in detections:
            if each.interaction.id in remembered:  # not forgotten meanwhile
                commit_detection(runtime, txn, each, failures)
        fire_for(runtime, txn, (), find_argument_events(runtime, txn, page))
        fire_counted(runtime, txn)
        txn.put_mark(NOTICED, upto)
    return len(detections)


def commit_detection(runtime: Runtime, txn: Writer, detection: Detection, failures: EarlierFailures) -> None:
    """Commit signals, the confidence they leave, failures, and the thinking that all of it makes owed."""
    for signal in detection.signals:
        txn.put_signal(signal)
    doubts = _record_doubts(runtime, txn, detection)
    failed = [signal for signal in detection.signals if is_failure(signal)]
    for about in dict.fromkeys(signal.about for signal in failed):
        worst = max((signal for signal in failed if signal.about == about), key=lambda signal: signal.score)
        add_failure(runtime, txn, worst, detection.vectors, failures)
    fire_for(runtime, txn, _drop_outranked(detection.signals), doubts)


def _drop_outranked(signals: Sequence[Signal]) -> list[Signal]:
    """Leave out what a reply says of itself where a verifier found it right (S13)."""
    right = {each.about for each in signals if each.kind is SignalKind.VERIFIED and each.score > 0}
    return [each for each in signals if each.kind not in UNCERTAIN or each.about not in right]


# --- looking


def _detect_page(
    runtime: Runtime,
    page: Sequence[Interaction],
    earlier: Mapping[InteractionId, tuple[Interaction, ...]],
    reports: Mapping[InteractionId, tuple[Signal, ...]],
) -> list[Detection]:
    from atlas.signals.detection import Moment  # brings in numpy

    if not page:
        return []
    vectors = _message_vectors(runtime, [*page, *(each for one in page for each in earlier[one.id])])
    heard, found = _HeardVectors.for_space(runtime, page[0]), []
    for interaction in iterate_yielding(page):
        meant = vectors if _embeds_meaning(runtime.embedder) else None
        known = heard.rows if meant is not None else None
        nearest = heard.nearest if meant is not None else None
        model = runtime.embedder.identity.model
        moment = Moment(interaction, earlier[interaction.id], meant, known, nearest, reports[interaction.id], model)
        signals = (*_detect_safely(runtime, moment), *_verifier_signals(runtime, interaction))
        measured = known is not None and len(known) >= runtime.signals.strange_silent
        found.append(Detection(interaction, moment.earlier, signals, vectors or {}, measured))
        heard.add_vectors(interaction, vectors)
    return found


def _has_trusted_user(interaction: Interaction) -> bool:
    """Whether a user could be let down here: not in notes of another memory, nor in what came in on nobody's word."""
    asked = [message.origin.trust for message in interaction.messages if message.role is Role.USER]
    return not is_of_notes(interaction.conversation) and max(asked, default=Trust.USER) >= Trust.USER


def _embeds_meaning(embedder: Embedder) -> bool:
    """Thresholds are of meaning: where vectors only count words, words are compared instead."""
    return not embedder.identity.model.startswith(LEXICAL)


def _detect_safely(runtime: Runtime, moment: Moment) -> tuple[Signal, ...]:
    from atlas.signals.detection import find_signals  # brings in numpy

    try:
        return find_signals(moment, runtime.signals, word_lists(runtime.words))
    except Exception as error:  # noqa: BLE001 # the worker's bulkhead: one interaction does not blind it to the rest
        runtime.note_trouble("notice", f"{moment.interaction.id} could not be looked at ({type(error).__name__}).")
        return ()


def word_lists(words: Mapping[str, str]) -> WordLists:
    """The word lists, read once a process, whatever the number of spaces."""
    return _read_word_lists(tuple(sorted(words.items())))


@lru_cache(maxsize=8)
def _read_word_lists(texts: tuple[tuple[str, str], ...]) -> WordLists:
    return read_words(dict(texts))


def _verifier_signals(runtime: Runtime, interaction: Interaction) -> tuple[Signal, ...]:
    """The signal of the application's verifier (S13); whatever that does, detection goes on."""
    if runtime.verifier is None:
        return ()
    try:
        verdict = runtime.verifier(interaction)
        if verdict is not None and not isinstance(verdict, Checked):
            raise TypeError("a verifier gives a Checked, or None")
        return (make_verified_signal(runtime, interaction.id, verdict, Source.VERIFIER),) if verdict is not None else ()
    except Exception as error:  # noqa: BLE001 # the application's own code
        runtime.note_trouble("verify", f"The verifier failed ({type(error).__name__}).")
        return ()


def make_verified_signal(clock: Clock, about: InteractionId, verdict: Checked, source: Source) -> Signal:
    score = 1.0 if verdict.right else 0.0
    return Signal(SignalKind.VERIFIED, about, about, score, clock.now(), source, note=clean_note(verdict.note))


def clean_note(text: object) -> str:
    """The note an application writes beside its report, as it may be stored."""
    return redact_secrets(clean_text(str(text))[:MAX_TEXT])[0][:MAX_NOTE]


def _earlier_interactions(
    reader: Reader, interaction: Interaction, known: dict[InteractionId, Interaction | None]
) -> tuple[Interaction, ...]:
    """The last interactions before this one; `known` keeps those that were read, of which most are looked back on
    again."""
    before = reader.messages_before(interaction.id, WINDOW * 4)
    ids = list(dict.fromkeys(message.interaction for message in before))[-WINDOW:]
    known |= {id: reader.interaction(id) for id in ids if id not in known}
    return tuple(each for id in ids if (each := known[id]) is not None)


def _reported_signals(reader: Reader, interaction: Interaction, earlier: Sequence[Interaction]) -> tuple[Signal, ...]:
    known = reader.signals([interaction.id, *(each.id for each in earlier)])
    return tuple(signal for signal in known if signal.source is not Source.NOTICED)


def _message_vectors(runtime: Runtime, interactions: Sequence[Interaction]) -> dict[MessageId, Rows] | None:
    """Of what user and assistant said. No transaction is open while the embedder works.

    The last ones are kept: what was said a moment ago is looked back on with each new message.
    """
    spoken = (Role.USER, Role.ASSISTANT)
    said = {each.id: each.text for one in interactions for each in one.messages if each.role in spoken}
    key = f"lately|{runtime.space}|{runtime.embedder.identity.key}"
    with runtime.memo.lock:
        known: dict[MessageId, Rows] = dict(runtime.memo.heard.get(key, {}))
    missing = [id for id in said if id not in known]
    rows: Sequence[Rows] | Rows | None = query_vectors(runtime, [said[id] for id in missing]) if missing else ()
    if rows is None:
        return None
    found = {id: known[id] for id in said if id in known} | dict(zip(missing, rows, strict=True))
    with runtime.memo.lock:
        runtime.memo.heard[key] = dict(list({**known, **found}.items())[-LATELY:])
    return found


class _HeardVectors:
    """Vectors of what users said in this space before, the newest (S10): read once, then added to."""

    def __init__(self, rows: Sequence[Rows]) -> None:
        import numpy as np  # slow to import

        from atlas.signals.out_of_distribution import measure_nearest  # brings in numpy

        self.rows: Rows | None = np.stack(rows) if rows else None
        self.nearest: Rows | None = measure_nearest(self.rows) if self.rows is not None else None
        """How alike each of the rows and the nearest of the others are."""

    @classmethod
    def for_space(cls, runtime: Runtime, first: Interaction) -> _HeardVectors:
        """The vectors as they were before this interaction, the first that nobody has looked at."""
        key = f"{runtime.space}|{runtime.embedder.identity.key}"
        with runtime.memo.lock:
            if key not in runtime.memo.heard:
                runtime.memo.heard[key] = cls(_stored_vectors(runtime, first))
            heard: _HeardVectors = runtime.memo.heard[key]
        return heard

    def add_vectors(self, interaction: Interaction, vectors: Mapping[MessageId, Rows] | None) -> None:
        said = [message.id for message in interaction.messages if message.role is Role.USER]
        for row in [vectors[id] for id in said if vectors and id in vectors]:
            self._add_row(row)

    def _add_row(self, row: Rows) -> None:
        """Whoever holds the arrays keeps them as they were: new ones take their place."""
        import numpy as np  # slow to import

        if self.rows is None or self.nearest is None:
            self.rows, self.nearest = row[None], np.full(1, -1.0, dtype=np.float32)
            return
        alike = self.rows @ row
        nearest = np.append(np.maximum(self.nearest, alike), alike.max())
        self.rows, self.nearest = np.concatenate((self.rows, row[None]))[-HEARD:], nearest[-HEARD:]


def _stored_vectors(runtime: Runtime, first: Interaction) -> list[Rows]:
    """Vectors of the messages that were looked at before this process began."""
    import numpy as np  # slow to import

    identity = runtime.embedder.identity
    with runtime.reading() as reader:
        told = reader.find_citing(message.id for message in first.messages)
        since = min((memory.created_at for memory in told if memory.transcribes), default=runtime.now())
        newest = [memory.id for memory in reader.newest_memories(_SAID, HEARD) if memory.created_at < since]
        blobs: Sequence[tuple[MemoryId, bytes]] = reader.vectors_of(identity, list(reversed(newest)))
    return [np.frombuffer(blob, dtype="<f4")[: identity.dimension] for _, blob in blobs]


# --- confidence


def _record_doubts(runtime: Runtime, txn: Writer, detection: Detection) -> list[tuple[str, InteractionId]]:
    """Record low confidence (S5) in this reply and in the one before it, on which this interaction may throw light.

    Each band acts: from adaptive on the reply is looked into, and below the lowest the night takes it up as well.
    """
    found: list[tuple[str, InteractionId]] = []
    about = [detection.interaction, *detection.earlier[-1:]]
    for interaction in about:
        later = interaction is not detection.interaction
        sure = measure_confidence(runtime.signals, txn, interaction, followed=later, measured=detection.measured)
        where = choose_band(sure, runtime.signals)
        if where is None or sure.value is None:
            continue
        figures = (("confidence", sure.value), *sure.parts)
        txn.put_signal(
            Signal(
                SignalKind.LOW_CONFIDENCE,
                interaction.id,
                interaction.id,
                1.0 - sure.value,
                runtime.now(),
                figures=figures,
            )
        )
        found += [(event, interaction.id) for event in _BAND_EVENTS[where]]
    return found


_BAND_EVENTS: Final = {Band.FLAG: (), Band.ADAPTIVE: (DOUBTED,), Band.NIGHTLY: (DOUBTED, DEEPLY_DOUBTED)}


def measure_confidence(
    policy: SignalPolicy, reader: Reader, interaction: Interaction, *, followed: bool = False, measured: bool = False
) -> Confidence:
    about = [each for each in reader.signals([interaction.id]) if each.kind is not SignalKind.LOW_CONFIDENCE]
    reply = _last_message(interaction.messages, Role.ASSISTANT)
    ordinary = True if measured else None  # a signal says where it is not
    return compute_confidence(about, reply, policy, in_distribution=ordinary, followed=followed)


def _last_message(messages: Sequence[Message], role: Role) -> Message | None:
    return next((message for message in reversed(messages) if message.role is role), None)
