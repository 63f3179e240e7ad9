"""The bus of one process: listeners are called at once."""

from collections.abc import Callable

from istaka.server.core.events import Entry
from istaka.server.ports import Heard


class LocalBus:
    """Listeners by table; entries are handed over as they are."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Heard]] = {}

    def publish(self, table: str, entries: tuple[Entry, ...]) -> None:
        """Call every listener of that table."""
        for heard in tuple(self._listeners.get(table, ())):
            heard(table, entries)

    def listen(self, table: str, heard: Heard) -> Callable[[], None]:
        """Hear of a table until the function returned is called."""
        listeners = self._listeners.setdefault(table, [])
        listeners.append(heard)

        def stop() -> None:
            if heard in listeners:
                listeners.remove(heard)
            if not listeners and self._listeners.get(table) is listeners:
                del self._listeners[table]

        return stop
