"""Rows of one space, a module for each noun: what can be read of it, and what can be written."""
