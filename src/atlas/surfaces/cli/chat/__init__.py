"""Commands that take in what is said: the chat, and observe."""
