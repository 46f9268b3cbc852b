"""Nightly thinking: what was said since the last night, failures that belong together, reviews (J9)."""
