"""`atlas beliefs`: the assistant's own positions, and what a person does to them."""

from __future__ import annotations

from atlas.surfaces.cli.beliefs.change import correct, pin_belief, retract, unpin_belief
from atlas.surfaces.cli.beliefs.look import beliefs, show_belief

__all__ = ["beliefs"]

for _command in (show_belief, pin_belief, unpin_belief, correct, retract):
    beliefs.add_command(_command)
