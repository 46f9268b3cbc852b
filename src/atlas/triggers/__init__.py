"""Signals, counters and the time become owed work: one table says when."""
