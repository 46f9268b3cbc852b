"""Lightweight thinking: the rules over one exchange, and its second pass by a model (J1)."""
