"""Shipped for users and our own tests: the conformance suite that every store must pass."""
