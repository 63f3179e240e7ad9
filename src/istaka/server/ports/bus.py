"""The bus: hints between workers. A lost hint does no harm: the log is the truth."""

from collections.abc import Callable
from typing import Protocol

from istaka.server.core.events import Entry

Heard = Callable[[str, tuple[Entry, ...]], None]
"""Called with a table and entries that were appended by some worker; a secret is never among them.

No entries: something was appended that only the log can tell.
"""
Noted = Callable[[bytes], None]
"""Called with a note that some worker has announced."""


class Bus(Protocol):
    """Tells every worker, this one included. Nothing here waits or raises; a hint that cannot go is lost."""

    @property
    def is_up(self) -> bool:
        """Whether hints arrive at present, as far as is known."""

    def publish(self, table: str, entries: tuple[Entry, ...]) -> None:
        """Tell every listener of that table; entries that do not follow one another show a lost hint."""

    def listen(self, table: str, heard: Heard) -> Callable[[], None]:
        """Hear of a table until the function returned is called."""

    def announce(self, topic: str, note: bytes) -> None:
        """Tell every follower of a topic (`lobby`, `offer:ID`, `talk:PLACE`, `person:ID`)."""

    def follow(self, topic: str, noted: Noted) -> Callable[[], None]:
        """Hear of a topic until the function returned is called."""
