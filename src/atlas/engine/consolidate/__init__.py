"""One cycle of consolidation: what it reads, what it plans, and its commit, whole or not at all.

Its face: `cycle_plan` (plans a cycle as a job's input), `commit_cycle` (writes it), `cycle_state` (what both hand
on), `light_cycle` (the names of the light one).
"""
