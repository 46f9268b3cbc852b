"""Beliefs: what users argue moves positions by arithmetic, and shapes the persona in small edits (B1-B8)."""
