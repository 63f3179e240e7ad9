"""Where a socket can be: at a table, in a waiting room, in the lobby. `hello` is the one door."""

import logging
from dataclasses import dataclass
from typing import Final, Protocol

from istaka.server.core import messages as wire
from istaka.server.core.messages import LOBBY, Problem
from istaka.server.ports import StoreError
from istaka.server.service import Service
from istaka.server.service.boards import Boards
from istaka.server.service.crowd import Crowd
from istaka.server.service.listening import Listener
from istaka.server.service.lobby import Lobby
from istaka.server.service.refused import RefusedError
from istaka.server.service.talk import Talk

logger = logging.getLogger("istaka.server")

Heard = wire.Command | wire.Nonce | wire.Say
Answer = wire.Ack | wire.Reject | None
NOWHERE: Final = 0
"""What beats say where there is no log."""


class Place(Protocol):
    """Where a socket is."""

    @property
    def head(self) -> int:
        """The end of the log that is followed here."""

    @property
    def delay(self) -> int:
        """How many ms later than it happens things are told here."""

    @property
    def lag(self) -> int:
        """The most, in ms, that is forgiven a move for the network; 0 where nothing is measured."""

    async def hear(self, message: Heard, at: int) -> Answer:
        """Answer what the socket sent, which arrived at that instant."""

    def leave(self) -> None:
        """The socket goes, or is closed."""


@dataclass(frozen=True, slots=True)
class House:
    """Everything behind the door."""

    tables: Service
    lobby: Lobby
    boards: Boards
    talk: Talk
    crowd: Crowd

    async def enter(self, person: str, hello: wire.Hello, listener: Listener) -> Place | Problem:
        """Let a socket in where it wants to be, or say why not."""
        try:
            if hello.table == LOBBY:
                return await self._look_around(person, listener)
            at_table = await self._sit_down(person, hello, listener)
            if not isinstance(at_table, Problem) or at_table.code != "unknown_table":
                return at_table
            return await self._wait(person, hello, listener)
        except StoreError as error:
            logger.error("a socket is not let in: %s", error)  # noqa: TRY400 - a sentence, no traceback
            return Problem("unavailable")

    async def _sit_down(self, person: str, hello: wire.Hello, listener: Listener) -> "AtTable | Problem":
        player = await self.tables.attach(hello.table, person, hello.seq, listener)
        if isinstance(player, Problem):
            return player
        place = AtTable(self, hello.table, person, player, listener)
        try:
            await self._join_talk(place)
        except BaseException:
            self.tables.detach(hello.table, listener)
            raise
        return place

    async def _join_talk(self, place: "AtTable") -> None:
        """Let a player hear the others; a match is played also where that fails."""
        try:
            await self.talk.enter(place.table, place.person, place.listener, place.delay)
            if place.player is not None and self.tables.is_over(place.table):
                offer = await self.lobby.rematch_of(place.table)
                if offer is not None:
                    by = next((seat.name for seat in offer.seats if seat and seat.person == offer.owner), "")
                    place.listener.send(wire.encode(wire.Notice("rematch", offer.id, by)))
        except StoreError as error:
            logger.error("table %s: its talk cannot be read: %s", place.table, error)  # noqa: TRY400

    async def _wait(self, person: str, hello: wire.Hello, listener: Listener) -> Place | Problem:
        """Let a socket into a waiting room; whoever comes when the match has started goes to its table."""
        try:
            offer = await self.lobby.get(hello.table)
            if offer.state == "started":
                return await self._sit_down(person, hello, listener)
            return await self._stand(hello.table, person, listener)
        except RefusedError:
            return Problem("unknown_table")

    async def _look_around(self, person: str, listener: Listener) -> "Outside":
        return await self._stand(LOBBY, person, listener)

    async def _stand(self, place: str, person: str, listener: Listener) -> "Outside":
        await self.boards.enter(place, person, listener)
        try:
            await self.talk.enter(place, person, listener)
        except BaseException:
            self.boards.leave(place, listener)
            raise
        return Outside(self, place, person, listener)


@dataclass(frozen=True, slots=True)
class AtTable:
    """A socket of a player, or a spectator, at a table."""

    house: House
    table: str
    person: str
    player: int | None
    """None for a spectator."""
    listener: Listener

    @property
    def head(self) -> int:
        """The last event of the table."""
        return self.house.tables.head(self.table, self.player)

    @property
    def delay(self) -> int:
        """That of the table, for spectators."""
        return self.house.tables.delay(self.table, self.player)

    @property
    def lag(self) -> int:
        """That of the table, for players."""
        return 0 if self.player is None else self.house.tables.lag(self.table)

    async def hear(self, message: Heard, at: int) -> Answer:
        """A command, a nonce or a word."""
        if isinstance(message, wire.Nonce):
            await self.house.tables.nonce(self.table, self.player, message)
            return None
        if isinstance(message, wire.Say):
            if self.player is None:
                return wire.Reject(message.id, self.head, Problem("spectator"))
            return await self.house.talk.say(self.table, self.person, self.player, message)
        return await self.house.tables.command(self.table, self.player, message, at)

    def leave(self) -> None:
        """The table learns of it after a moment."""
        self.house.talk.leave(self.table, self.listener)
        self.house.tables.detach(self.table, self.listener)


@dataclass(frozen=True, slots=True)
class Outside:
    """A socket in the lobby or in a waiting room."""

    house: House
    place: str
    person: str
    listener: Listener

    @property
    def head(self) -> int:
        """There is no log here."""
        return NOWHERE

    @property
    def delay(self) -> int:
        """Nothing is late here."""
        return 0

    @property
    def lag(self) -> int:
        """Nothing is measured here."""
        return 0

    async def hear(self, message: Heard, at: int) -> Answer:
        """Words only. In a waiting room they are for those who sit there."""
        del at
        if isinstance(message, wire.Nonce):
            return None
        if not isinstance(message, wire.Say):
            return wire.Reject(message.id, NOWHERE, Problem("not_at_table"))
        if self.place != LOBBY:
            problem = await self._silence()
            if problem is not None:
                return wire.Reject(message.id, NOWHERE, problem)
        return await self.house.talk.say(self.place, self.person, None, message)

    async def _silence(self) -> Problem | None:
        """Why this person may not speak in the waiting room."""
        try:
            offer = await self.house.lobby.get(self.place)
        except StoreError:
            return Problem("unavailable")
        return None if offer.seat_of(self.person) is not None else Problem("spectator")

    def leave(self) -> None:
        """Nobody is told."""
        self.house.talk.leave(self.place, self.listener)
        self.house.boards.leave(self.place, self.listener)
