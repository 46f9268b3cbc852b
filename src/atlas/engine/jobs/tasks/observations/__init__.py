"""Observations: notes on what users said, compressed when there are many (T14)."""
