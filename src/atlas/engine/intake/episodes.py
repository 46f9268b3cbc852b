"""Make memories of what was said (C3): every message is an episode, and the journal records it.

Observing only writes down what was said and what that owes, so that a reply waits for one short transaction (J15). This
reads on from a mark, right before anything looks: each interaction once, in order, whichever process does it.
"""

from __future__ import annotations

from typing import Final

from atlas.context.assemble import is_context
from atlas.curation.effects import episode
from atlas.curation.policy import Mode
from atlas.engine.core.deadline import Deadline
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.marks import KEPT
from atlas.engine.core.runtime import Runtime
from atlas.model.interaction import Message
from atlas.model.memory import Memory, Status
from atlas.model.origin import Trust
from atlas.ports.reading import Reader

BATCH: Final = 16
"""Few, so that whoever observes meanwhile does not wait long for their turn to write."""


def keep(runtime: Runtime, deadline: Deadline | None = None, batch: int = BATCH) -> int:
    """See to what nobody has seen to yet; how many interactions. With a deadline, one batch and what fits before it.

    What may only be read is left as it is.
    """
    done = 0
    while not runtime.store.read_only and _waiting(runtime):
        done += _keep_some(runtime, batch)
        runtime.checkpoint()
        if deadline is not None and deadline.passed:
            break
    return done


def unkept(reader: Reader, most: int) -> int:
    """How many interactions wait to be kept; more than so many are not counted."""
    return len(reader.interactions(reader.mark(KEPT), most))


def _waiting(runtime: Runtime) -> bool:
    with runtime.store.reading(runtime.space) as reader:
        return bool(reader.interactions(reader.mark(KEPT), 1))


def _keep_some(runtime: Runtime, batch: int) -> int:
    with runtime.store.writing(runtime.space) as txn:
        ledger = Ledger(runtime, txn)
        told = ledger.troubles()
        done = keep_next(runtime, ledger, batch)
    runtime.journaled(told)
    return done


def keep_next(runtime: Runtime, ledger: Ledger, most: int) -> int:
    """The same within a transaction, for at most so many."""
    txn = ledger.txn
    page = txn.interactions(txn.mark(KEPT), most)
    for _, interaction in page:
        ledger.kept(interaction, [episode_of(runtime, message) for message in interaction.messages])
    if page:
        txn.put_mark(KEPT, page[-1][0])
    return len(page)


def episode_of(runtime: Runtime, message: Message) -> Memory:
    return episode(message, episode_status(runtime.curation.mode, message), runtime.stamp())


def episode_status(mode: Mode, message: Message) -> Status:
    """C3: a user's own words may be quoted; a reply only beside them (recall sees to that); the rest waits.

    So does a context of ours that comes back inside a prompt, whoever it is said to be from (X2): what it quotes would
    be served anew, with the trust of whoever carried it.
    """
    near = message.origin.trust >= Trust.ASSISTANT and not is_context(message.text)
    return Status.APPROVED if mode is not Mode.MANUAL and near else Status.NEEDS_REVIEW
