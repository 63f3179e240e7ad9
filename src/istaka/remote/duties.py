"""What a player owes the table: numbers, moves, readiness, and his presence."""

import secrets
from collections.abc import Callable, Iterator
from typing import Any

from istaka.remote.table import Message, Table

Command = dict[str, Any]


class Duties:
    """What is to be done at a table, each thing once.

    Attributes:
        is_current: whether all that was missed has been heard, so that what is to be done is known.
    """

    def __init__(self) -> None:
        self.is_current = False
        self._nonce_for: int | None = None
        self._is_away = False
        self._is_between = False
        self._open: Command | None = None
        """The command that has not been answered."""
        self._sent = True
        """Whether it was sent on this connection."""
        self._seen = 0
        """The last event that was known when a command was refused: it would be refused again."""

    def resume(self, state: Message) -> None:
        """What a snapshot says is to be done."""
        you = state["you"]
        waits = state["phase"] == "waiting" and state["commitment"] is not None
        self._nonce_for = state["round"] if waits and you not in state["nonced"] else None
        self._is_away = state["players"][you]["away"]
        self._is_between = state["phase"] == "between" and you not in state["ready"]

    def hear(self, event: Message, you: int) -> None:
        """What an event says is to be done."""
        kind = event["k"]
        if kind == "committed":
            self._nonce_for, self._is_between = event["round"], False
        elif kind == "round_over":
            self._is_between = event["deadline"] is not None
        elif kind in {"away", "returned"} and event["player"] == you:
            self._is_away = kind == "away"

    def answered(self, message: Message) -> None:
        """A command is in the log, or refused; one that the server could not take now is sent again."""
        if self._open is None or message["id"] != self._open["id"]:
            return
        if message["t"] == "reject" and message["error"]["code"] == "unavailable":
            self._sent = False
            return
        self._seen = self._open["seq"] if message["t"] == "reject" else 0
        self._open = None

    def cut(self) -> None:
        """The connection is gone: what was not answered is sent again, under the same id."""
        self.is_current = False
        self._sent = False

    def due(self, table: Table, act: Callable[[Table], Command]) -> Iterator[Command]:
        """What is to be sent now."""
        if self._nonce_for is not None:
            yield {"t": "nonce", "round": self._nonce_for, "nonce": secrets.token_hex(16)}
            self._nonce_for = None
        if self._open is None and table.seq > self._seen:
            command = self._next(table, act)
            if command is not None:
                self._open = {**command, "id": secrets.token_hex(8), "seq": table.seq}
                self._sent = False
        if self._open is not None and not self._sent:
            self._sent = True
            yield self._open

    def _next(self, table: Table, act: Callable[[Table], Command]) -> Command | None:
        if self._is_away:
            return {"t": "back"}
        if self._is_between:
            self._is_between = False
            return {"t": "next"}
        return None if table.can is None else act(table)
