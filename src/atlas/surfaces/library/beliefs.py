"""The assistant's own positions: as they are, how each came about, and what a person does to them."""

from __future__ import annotations

from collections.abc import Sequence

from atlas.engine.curate import beliefs as changes
from atlas.engine.inspect import beliefs
from atlas.engine.inspect.beliefs import BeliefStory
from atlas.errors import BadInput
from atlas.model.belief import Belief
from atlas.model.ids import BeliefId
from atlas.surfaces.input_values import check_flag, check_text, show_value
from atlas.surfaces.library.opening import Opening


class Beliefs:
    """The assistant's own positions: as they are, how each came about, and what a person does to them.

    Arguments of users move them by arithmetic, and nothing else does; each verb that changes one is journaled, and
    `undo` takes it back. What waits is approved and rejected as memories are: `approve`, `reject`.
    """

    def __init__(self, opening: Opening) -> None:
        self._opening = opening

    def list(self, *, everything: bool = False) -> Sequence[Belief]:
        """The positions in service and those that wait, the surest first; `everything` has also those that were
        dropped, rejected or retracted."""
        return beliefs.list_beliefs(self._opening.runtime, check_flag(everything, "everything"))

    def story(self, id: str) -> BeliefStory:
        """Everything known about a position: each move with its cause, its curve, what was argued, which replies it
        stood behind."""
        return beliefs.explain_belief(self._opening.runtime, self._resolve(id))

    def pin(self, *ids: str) -> Sequence[Belief]:
        """Hold positions where they are: what is argued meanwhile is kept, and moves nothing. All of them or none."""
        return changes.set_belief_pins(self._opening.runtime, [self._resolve(id) for id in ids], pinned=True)

    def unpin(self, *ids: str) -> Sequence[Belief]:
        """Let arguments move positions again: what was argued meanwhile counts now. All of them or none."""
        return changes.set_belief_pins(self._opening.runtime, [self._resolve(id) for id in ids], pinned=False)

    def correct(self, id: str, stance: float, reason: str = "") -> Belief:
        """Put a position at a stance from -1, wholly against, to 1, wholly for it. What was argued before no longer
        counts; what is argued from now on moves it from there."""
        if isinstance(stance, bool) or not isinstance(stance, int | float):
            raise BadInput(f"A stance is a number from -1 to 1, not {show_value(stance)}.")
        said = check_text(reason, "reason")
        return changes.correct_belief(self._opening.runtime, self._resolve(id), float(stance), said)

    def retract(self, id: str, reason: str = "") -> Belief:
        """Take a position out of service. It is served no more, and no argument brings it back."""
        return changes.retract_belief(self._opening.runtime, self._resolve(id), check_text(reason, "reason"))

    def _resolve(self, id: str) -> BeliefId:
        return BeliefId(self._opening.resolve_id(id))
