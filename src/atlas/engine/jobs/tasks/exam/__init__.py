"""Exams: a few questions every four hours, with memory and without it (C10)."""
