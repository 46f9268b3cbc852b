"""Make memories of what was said (C3): every message is an episode, and the journal records it.

Observing only writes down what was said and what that owes, so that a reply waits for one short transaction (J15). This
reads on from a mark, right before anything looks: each interaction once, in order, whichever process does it.
"""

from __future__ import annotations

from typing import Final

from atlas.curation.echoes import holds_label, recites_context
from atlas.curation.effects import create_episode
from atlas.curation.policy import Mode
from atlas.engine.core.access import ReadAccess
from atlas.engine.core.deadline import Deadline
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.marks import KEPT
from atlas.engine.core.runtime import Runtime
from atlas.engine.thinking.served_texts import read_served_texts
from atlas.model.ids import MemoryId
from atlas.model.interaction import Message
from atlas.model.memory import Memory, Status
from atlas.model.origin import Trust
from atlas.ports.reading import Reader

BATCH: Final = 16
"""Few, so that whoever observes meanwhile does not wait long for their turn to write."""


def make_episodes(runtime: Runtime, deadline: Deadline | None = None, batch: int = BATCH) -> int:
    """Make episodes of stored interactions, one batch and what fits before the deadline; how many interactions."""
    done = 0
    while not runtime.store.read_only and _has_unkept(runtime):
        made = _make_batch(runtime, batch)
        done += made
        runtime.checkpoint()
        if (deadline is not None and deadline.has_passed) or made < batch:
            break
    return done


def count_unkept(reader: Reader, most: int) -> int:
    """How many interactions wait for their episodes; more than so many are not counted."""
    return len(reader.interactions(reader.read_mark(KEPT), most))


def _has_unkept(access: ReadAccess) -> bool:
    with access.reading() as reader:
        return bool(reader.interactions(reader.read_mark(KEPT), 1))


def _make_batch(runtime: Runtime, batch: int) -> int:
    with runtime.writing() as txn:
        ledger = Ledger(runtime, txn)
        troubles = ledger.record_troubles()
        done = make_next_episodes(runtime, ledger, batch)
    runtime.settle_troubles(troubles)
    return done


def make_next_episodes(runtime: Runtime, ledger: Ledger, most: int) -> int:
    """Make the next episodes within a transaction, of at most so many interactions."""
    txn = ledger.txn
    page = txn.interactions(txn.read_mark(KEPT), most)
    read: dict[MemoryId, Memory] = {}
    for _, interaction in page:
        made = [make_episode(runtime, txn, message, read) for message in interaction.messages]
        ledger.record_episodes(interaction, made)
    if page:
        txn.put_mark(KEPT, page[-1][0])
    return len(page)


def make_episode(
    runtime: Runtime, reader: Reader, message: Message, read: dict[MemoryId, Memory] | None = None
) -> Memory:
    status = choose_episode_status(runtime.curation.mode, reader, message, read)
    return create_episode(message, status, runtime.make_stamp())


def choose_episode_status(
    mode: Mode, reader: Reader, message: Message, read: dict[MemoryId, Memory] | None = None
) -> Status:
    """C3: a user's own words may be quoted; a reply only beside them (recall sees to that); the rest waits.

    So does a context of ours that comes back inside a prompt, whoever it is said to be from (X2): what it quotes would
    be served anew, with the trust of whoever carried it. Of replies that recite without a label, serving thinks. Served
    memories that stand in `read` are not read again.
    """
    if mode is Mode.MANUAL or message.origin.trust < Trust.ASSISTANT:
        return Status.NEEDS_REVIEW
    looked = message.origin.trust >= Trust.USER or holds_label(message.text)
    recited = recites_context(message.text, read_served_texts(reader, [message], read).everything if looked else ())
    return Status.NEEDS_REVIEW if recited else Status.APPROVED
