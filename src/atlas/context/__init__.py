"""Recall and a budget, into the block of text a model is given."""
