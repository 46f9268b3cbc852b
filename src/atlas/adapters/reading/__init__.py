"""A small reader of messages: a fine-tuned encoder with heads, run on the CPU, and what its numbers mean."""
