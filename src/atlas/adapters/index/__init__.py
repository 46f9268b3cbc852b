"""Nearest-vector indexes that follow the rows."""
