"""Shipped for users and our own tests: the conformance suite that every store must pass, the plain store that
defines what rows mean, a world with its own time, models that follow a script or misbehave, and a stand-in for a
provider (`rehearsal`).
"""

from atlas.testing.endpoint import Endpoint, rehearsal

__all__ = ["Endpoint", "rehearsal"]
