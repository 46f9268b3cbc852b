"""What users argued in the words that are forgotten, and the beliefs that it moved (X3).

An argument is judged from its whole message: where a part of the message goes, nobody can tell what is left of it, and
it goes too. A belief is computed anew from the arguments that are left; with the last of them it goes, whoever pinned
it, because its topic was theirs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from atlas.engine.core.belief_replay import ReplayedBelief, replay_without, write_replayed
from atlas.engine.core.belief_rows import argument_change, belief_change
from atlas.engine.core.ledger import Ledger
from atlas.engine.forget.journal_residue import ForgetWords
from atlas.model.belief import Argument, ArgumentChange, Belief, BeliefChange
from atlas.model.ids import ArgumentId, BeliefId, MessageId
from atlas.model.journal import Change
from atlas.ports.rows.beliefs import BeliefReader


def find_arguments_telling(reader: BeliefReader, words: ForgetWords) -> dict[ArgumentId, Argument]:
    """Find the arguments whose insight holds the words; of a belief whose topic does, all of them."""
    return {
        argument.id: argument
        for belief in reader.beliefs()
        for argument in reader.arguments(belief.id)
        if words.occur_in(belief.topic) or words.occur_in(argument.insight)
    }


def find_beliefs_called(reader: BeliefReader, words: ForgetWords) -> dict[BeliefId, Belief]:
    """Find the beliefs whose topic holds the words: a person may have given one, whom nobody argued with."""
    return {belief.id: belief for belief in reader.beliefs() if words.occur_in(belief.topic)}


def find_arguments_made(reader: BeliefReader, messages: Iterable[MessageId]) -> dict[ArgumentId, Argument]:
    return {argument.id: argument for argument in reader.arguments_from(messages)}


def forget_arguments(
    ledger: Ledger, gone: Collection[Argument], beliefs: Collection[BeliefId]
) -> tuple[ReplayedBelief, ...]:
    """Take arguments and beliefs out, and compute the other beliefs anew; the caller erases what the journal has."""
    runtime, txn = ledger.runtime, ledger.txn
    moved = [
        each if each.left and each.before.id not in beliefs else each.removed
        for each in replay_without(txn, gone, runtime.beliefs, runtime.now())
    ]
    bare = [txn.belief(id) for id in sorted(set(beliefs) - {each.before.id for each in moved})]
    moved += [ReplayedBelief(each, None, 0) for each in bare if each is not None]
    write_replayed(ledger, gone, moved)
    return tuple(moved)


def tell_beliefs_anew(reader: BeliefReader, beliefs: Iterable[str], arguments: Iterable[str]) -> list[Change]:
    """Changes that tell the rows that stay and whose history was erased."""
    known = (reader.belief(BeliefId(id)) for id in sorted(beliefs))
    made = (reader.argument(ArgumentId(id)) for id in sorted(arguments))
    told = [belief_change(BeliefChange(None, each)) for each in known if each]
    return told + [argument_change(ArgumentChange(None, each)) for each in made if each]
