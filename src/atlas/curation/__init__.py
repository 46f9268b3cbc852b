"""Proposals and what was there before, into verdicts and their effects. The only door to memory."""
