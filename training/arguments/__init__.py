"""The network that hears arguments: its messages, and how it is trained."""
