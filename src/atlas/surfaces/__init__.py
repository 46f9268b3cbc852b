"""Thin translations of the engine for people and programs."""
