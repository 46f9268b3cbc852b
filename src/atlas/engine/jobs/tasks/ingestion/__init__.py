"""Watched folders, read again by night."""
