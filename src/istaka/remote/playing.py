"""A bot plays a match at a server: it comes back after a cut, and takes its seat back when it was away."""

import json
import random
import time
from collections.abc import Callable
from typing import Any, Final

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from istaka.bots.interface import Bot
from istaka.remote.door import Door, RemoteError
from istaka.remote.duties import Duties
from istaka.remote.table import Message, Table
from istaka.rules.actions import DRAW, GO_OUT, SHOW, TAKE
from istaka.rules.tiles import kind_name

THINK_SECONDS: Final = 0.4
"""How long the bot may weigh ideas."""
SILENCE_SECONDS: Final = 15.0
"""A server that has not even sent a beat for so long is gone."""
TRIES: Final = 60
"""So often in a row a server is looked for before it is given up,"""
PAUSE: Final = 1.0
"""with so many seconds between."""
FINAL: Final = frozenset({4000, 4003, 4008})
"""Close codes after which coming back helps nothing."""


class Match:
    """One match of one bot, from an open table to its end.

    Args:
        door: the server.
        place: the id of an open table, which becomes the table's, or of a table.
        bot: who chooses.
        tell: called with a sentence when something happens that whoever started it wants to know.

    Attributes:
        ranking: the places by player, once the match has a result.
        you: the bot's own number among the players.
    """

    def __init__(self, door: Door, place: str, bot: Bot, tell: Callable[[str], None]) -> None:
        self._door = door
        self._place = place
        self._bot = bot
        self._tell = tell
        self._chance = random.Random()  # noqa: S311 - a bot's whims
        self._table: Table | None = None
        self._duties = Duties()
        self._is_over = False
        self.ranking: tuple[int, ...] | None = None
        self.you = -1

    def play(self) -> None:
        """Play to the end, across cuts and restarts of the server; raises `RemoteError`."""
        failures = 0
        while not self._is_over:
            try:
                with connect(self._door.socket(), compression=None) as socket:
                    failures = 0
                    self._follow(socket)
            except (ConnectionClosed, OSError, InvalidHandshake) as error:
                failures += 1
                if failures > TRIES or _is_final(error):
                    msg = f"the match cannot go on: {error}"
                    raise RemoteError(msg) from error
                time.sleep(PAUSE)

    def _follow(self, socket: ClientConnection) -> None:
        """Hear what happens and do what is to be done, until the match is over or the socket is closed."""
        self._greet(socket)
        while not self._is_over:
            message: Message = json.loads(socket.recv(SILENCE_SECONDS))
            self._hear(socket, message)
            if self._table is not None and self._duties.is_current:
                for command in self._duties.due(self._table, self._act):
                    socket.send(json.dumps(command))

    def _greet(self, socket: ClientConnection) -> None:
        seq = None if self._table is None else self._table.seq
        self._duties.cut()
        socket.send(json.dumps({"t": "hello", "v": 1, "table": self._place, "seq": seq}))

    def _hear(self, socket: ClientConnection, message: Message) -> None:
        kind = message["t"]
        if kind == "snapshot":
            self._table = Table(message["seq"], message["table"])
            self.you = self._table.you
            self._duties.resume(message["table"])
            self._note_end(message["table"]["phase"] == "over", message["table"]["ranking"])
        elif kind == "event" and self._table is not None:
            self._table.hear(message)
            self._duties.hear(message["e"], self._table.you)
            self._note_end(message["e"]["k"] in {"match_over", "closed"}, message["e"].get("ranking"))
        elif kind == "beat":
            self._duties.is_current = True
            if "n" in message:
                socket.send(json.dumps({"t": "beat", "n": message["n"]}))
        elif kind == "offer":
            self._wait(socket, message["offer"])
        elif kind in {"ack", "reject"}:
            self._duties.answered(message)

    def _wait(self, socket: ClientConnection, offer: Message) -> None:
        """The table waits for players, or has begun meanwhile."""
        if offer["state"] == "started":
            self._greet(socket)
        elif offer["state"] == "closed":
            msg = f"the table {self._place} was taken back before the match began"
            raise RemoteError(msg)
        else:
            self._tell(f"waiting for {offer['seats'].count(None)} more at table {self._place}")

    def _note_end(self, is_over: bool, ranking: list[int] | None) -> None:  # noqa: FBT001 - what was heard
        if is_over:
            self._is_over = True
            self.ranking = None if ranking is None else tuple(ranking)

    def _act(self, table: Table) -> dict[str, Any]:
        """What the bot does now, as a command without its id."""
        end = time.monotonic() + THINK_SECONDS
        action = self._bot.choose(table.view(), self._chance, lambda: time.monotonic() < end)
        words = {DRAW: "draw", TAKE: "take", SHOW: "show"}
        if action in words:
            return {"t": "act", "do": words[action]}
        do, kind = ("finish", action - GO_OUT) if action >= GO_OUT else ("discard", action)
        return {"t": "act", "do": do, "tile": kind_name(kind, table.wild)}


def _is_final(error: Exception) -> bool:
    """Whether the server has said that it is of no use to come back."""
    return isinstance(error, ConnectionClosed) and error.rcvd is not None and error.rcvd.code in FINAL
