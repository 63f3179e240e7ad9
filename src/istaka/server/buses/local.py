"""The bus of one process: who listens is called at once."""

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec.structs import replace

from istaka.server.core.events import Entry
from istaka.server.ports import Heard, Noted

H = TypeVar("H")


class Ears(Generic[H]):
    """Who hears of what, by name."""

    def __init__(self) -> None:
        self._of: dict[str, list[H]] = {}

    def __getitem__(self, name: str) -> tuple[H, ...]:
        """Everyone who hears of this name now."""
        return tuple(self._of.get(name, ()))

    def add(self, name: str, ear: H) -> Callable[[], None]:
        """One more, until the function returned is called."""
        ears = self._of.setdefault(name, [])
        ears.append(ear)

        def stop() -> None:
            if ear in ears:
                ears.remove(ear)
            if not ears and self._of.get(name) is ears:
                del self._of[name]

        return stop


class LocalBus:
    """Entries, without their secrets, and notes are handed over as they are."""

    def __init__(self) -> None:
        self._tables: Ears[Heard] = Ears()
        self._topics: Ears[Noted] = Ears()

    @property
    def is_up(self) -> bool:
        """Always: nothing lies between."""
        return True

    def publish(self, table: str, entries: tuple[Entry, ...]) -> None:
        """Call every listener of that table."""
        ears = self._tables[table]
        if any(entry.secret is not None for entry in entries):
            entries = tuple(replace(entry, secret=None) for entry in entries)
        for heard in ears:
            heard(table, entries)

    def listen(self, table: str, heard: Heard) -> Callable[[], None]:
        """Hear of a table until the function returned is called."""
        return self._tables.add(table, heard)

    def announce(self, topic: str, note: bytes) -> None:
        """Call every follower of that topic."""
        for noted in self._topics[topic]:
            noted(note)

    def follow(self, topic: str, noted: Noted) -> Callable[[], None]:
        """Hear of a topic until the function returned is called."""
        return self._topics.add(topic, noted)
