"""Adaptive thinking: a reply that is doubted, looked into (J8)."""
