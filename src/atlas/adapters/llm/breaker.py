"""Who does not answer is left alone for a while, and is then asked once (J6)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from atlas.errors import ModelTrouble

FAILURES: Final = 5
"""In a row, before an endpoint is left alone."""
FIRST_PAUSE_S: Final = 30.0
LONGEST_PAUSE_S: Final = 600.0
_WHILE_PROBED_S: Final = 5.0


class Breaker:
    """Of one endpoint, for all threads of this process. Only what may pass by itself counts as its failure."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._failures = 0
        self._pause = 0.0
        """How long it is left alone this time; 0 when it is not."""
        self._until = 0.0
        self._probing = False

    @contextmanager
    def guard_attempt(self) -> Iterator[None]:
        """Guard one attempt: raise ModelTrouble instead while the endpoint is left alone."""
        probe = self._enter_attempt()
        try:
            yield
        except ModelTrouble as trouble:
            if trouble.transient:
                self._note_failure(probe)
            else:  # It answered, only not as one would wish.
                self._note_success()
            raise
        except GeneratorExit:  # Whoever was listening has heard enough.
            self._note_success()
            raise
        except BaseException:
            self._end_probe(probe)
            raise
        self._note_success()

    def _enter_attempt(self) -> bool:
        """Tell whether this attempt is the one that finds out if the endpoint is back."""
        with self._lock:
            if not self._pause:
                return False
            left = self._until - self._monotonic()
            if left > 0 or self._probing:
                raise ModelTrouble(
                    f"The model did not answer {FAILURES} times in a row and is left alone for a while.",
                    transient=True,
                    retry_after=max(left, _WHILE_PROBED_S if self._probing else 0.0),
                )
            self._probing = True
            return True

    def _note_success(self) -> None:
        with self._lock:
            self._failures, self._pause, self._probing = 0, 0.0, False

    def _note_failure(self, probe: bool) -> None:
        """What began before the endpoint was left alone, and fails only now, tells nothing new."""
        with self._lock:
            self._failures += 1
            if probe and self._pause:
                self._probing = False
                self._leave_alone(min(2 * self._pause, LONGEST_PAUSE_S))
            elif not self._pause and self._failures >= FAILURES:
                self._leave_alone(FIRST_PAUSE_S)

    def _end_probe(self, probe: bool) -> None:
        if probe:
            with self._lock:
                self._probing = False

    def _leave_alone(self, pause: float) -> None:
        self._pause = pause
        self._until = self._monotonic() + pause
