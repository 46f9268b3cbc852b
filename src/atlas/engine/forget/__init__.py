"""Forgetting for good: what goes, what is rewritten, and what is left of it in the journal."""
