"""Consolidation as a job: a cycle that is planned, run and committed by the wing `consolidate` (T13)."""
