"""Who counts what the service does."""

from collections.abc import Iterable
from typing import Protocol


class Meter(Protocol):
    """Takes figures; it neither waits nor fails."""

    def appended(self, kinds: Iterable[str], seconds: float) -> None:
        """Events of these kinds are in the log, after so long."""

    def answered(self, answer: str) -> None:
        """A command was answered: `ack`, or the code of the refusal."""

    def looked(self, seconds: float) -> None:
        """The earliest of what was due was looked at so long after its instant."""

    def thought(self, seconds: float) -> None:
        """A bot has chosen, after so long."""
