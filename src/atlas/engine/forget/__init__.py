"""Forgetting for good: what goes, what is rewritten, and what is left of it in the journal.

Its face: `forget` (forgets, with a receipt), `forget_plan` (which words tell a thing), `journal_residue` (what the
journal still holds).
"""
