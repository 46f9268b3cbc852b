"""Beliefs: what users argue is weighed, and moves positions once it has cooled (B1-B3)."""
