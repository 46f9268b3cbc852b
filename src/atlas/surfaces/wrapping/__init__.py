"""Memory for an assistant that already speaks through the OpenAI or Anthropic client: wrap it, and go on as before.

The clients are known by their shape and never imported. What is done for a call stands in `companion.py`, beside it and
never in its way; what a call says is read in `call_messages.py`, what came back in `replies.py`.
"""
