"""Lightweight thinking: the small reader over one exchange, and a second pass by a model (J1)."""
