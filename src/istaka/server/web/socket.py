"""The socket: a bare ASGI callable, one small connection object, a bounded queue.

A connection answers one message at a time, so that a client that sends more than the server answers is slowed
by its own socket. At most 256 frames wait to be sent; who reads too slowly is closed and resumes.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Final
from urllib.parse import parse_qs

import msgspec
from msgspec import UNSET

from istaka.server.core import messages as wire
from istaka.server.core.messages import Problem
from istaka.server.faults import place_of
from istaka.server.ports import StoreError
from istaka.server.service.lag import Lag
from istaka.server.web.asgi import Message, Receive, Send
from istaka.server.web.desk import Desk
from istaka.server.web.line import Line, line_of
from istaka.server.web.nul import has_nul
from istaka.server.web.places import House, Place

logger = logging.getLogger("istaka.server")

QUEUE: Final = 256
BEAT: Final = 1.0
SHARES: Final = 50
"""Connections get their beats in so many shares: a move does not wait for those of ten thousand."""
MEASURED: Final = 5
"""Every so many beats a player at a table with a clock is asked for an answer."""
HELLO: Final = 10.0
"""Seconds within which a connection must be at a place."""
LAST_WORDS: Final = 2.0
"""Seconds that a client has to take them."""
EACH: Final = 24
"""Connections that one person may have."""
BURST: Final = 60.0
"""So many messages may come at once,"""
RATE: Final = 20.0
"""and so many a second in the long run; what comes faster waits,"""
PATIENCE: Final = 100
"""and who has been made to wait so often, and had the next message sent already each time, is closed."""

PROTOCOL_ERROR: Final = 4000
BAD_TICKET: Final = 4001
NOT_YOURS: Final = 4003
FLOOD: Final = 4008
TOO_SLOW: Final = 1013
UNAVAILABLE: Final = 1011
RESTARTING: Final = 1012

ENDS: Final = {"unavailable": UNAVAILABLE, "newer": RESTARTING, "bad_ticket": BAD_TICKET}
"""How a table's end for a socket is told, where there is a point in coming back."""

CLOSE_CODES: Final = {
    PROTOCOL_ERROR: "A protocol error; an `error` frame with its code came before.",
    BAD_TICKET: "The ticket is used, too old or none: get a new one.",
    NOT_YOURS: "There is no such table, or no seat of yours at it.",
    FLOOD: "Too many messages for too long, or too many connections.",
    UNAVAILABLE: "The server cannot answer now: come back.",
    RESTARTING: "The server stops or is started again: come back and resume.",
    TOO_SLOW: "Frames were not read fast enough: come back and resume.",
}


class Meter:
    """A bucket of allowed messages that fills with time; `pause` says how long the next one has to wait."""

    def __init__(self, now: float) -> None:
        self._allowed = BURST
        self._at = now
        self.waits = 0

    def pause(self, now: float, *, ahead: bool) -> float:
        """Seconds that this message must wait, 0 while there is room in the bucket.

        `ahead` says that it had come before the last one was answered: a fast program that waits for its
        answers is slowed by them, and never one that floods. A flood does not end by a moment in which the
        server was slow.
        """
        self._allowed = min(BURST, self._allowed + (now - self._at) * RATE) - 1
        self._at = now
        if not ahead:
            self.waits = 0
        if self._allowed >= 0:
            return 0.0
        self.waits += ahead
        return -self._allowed / RATE


class Connection:
    """One socket: what is sent to it, where it is, and why it is closed."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self.close_code: int | None = None
        self.place: Place | None = None
        self.lag = Lag()
        self._beats = 0
        self._measuring: tuple[int, float] | None = None

    @property
    def is_ahead(self) -> bool:
        """Whether the client has sent more than was asked for."""
        return self._line.waiting > 0

    def send(self, frame: bytes) -> None:
        """Send a frame; where too many wait for the client to read, the connection is closed instead."""
        if self.close_code is not None:
            return
        if self._line.unsent >= QUEUE:
            self._line.drop()
            self._end_with(TOO_SLOW)
        else:
            self._line.post(frame)

    def beat(self, seq: int, now: int, *, measured: bool) -> None:
        """Tell where the table's log ends; some beats are to be answered, so that the way is measured."""
        asks = measured and self._beats % MEASURED == 0
        if asks:
            self._measuring = (self._beats, asyncio.get_running_loop().time())
        self.send(wire.encode(wire.Beat(seq, now, self._beats if asks else UNSET)))
        self._beats += 1

    def answered(self, number: int) -> None:
        """The answer to a beat has come; one to an older beat says nothing."""
        if self._measuring is not None and self._measuring[0] == number:
            self.lag.measured((asyncio.get_running_loop().time() - self._measuring[1]) * 1000)
            self._measuring = None

    def close(self, code: int, problem: Problem) -> None:
        """Say what is wrong, then close."""
        self.send(wire.encode(wire.Fault(problem)))
        if self.close_code is None:
            self._end_with(code)

    def _end_with(self, code: int) -> None:
        self.close_code = code
        self._line.interrupt()

    def end(self, problem: Problem) -> None:
        """Close because the table cannot be played: it does not answer now, or never will."""
        self.close(ENDS.get(problem.code, NOT_YOURS), problem)

    def expect_hello(self) -> None:
        """The time is over within which a connection must be at a place."""
        if self.place is None:
            self.close(PROTOCOL_ERROR, Problem("hello_first"))

    async def finish(self, send: Send) -> None:
        """Let the last words go out, if the client takes them."""
        if self.close_code is not None:
            self._line.flush()
            with contextlib.suppress(TimeoutError, OSError):
                closing = send({"type": "websocket.close", "code": self.close_code})
                await asyncio.wait_for(closing, LAST_WORDS)


class Sockets:
    """The ASGI callable for the socket's path, and the beat of all connections."""

    def __init__(self, desk: Desk, house: House, clock: Callable[[], int]) -> None:
        self._desk = desk
        self._house = house
        self._crowd = house.crowd
        self._clock = clock
        self._shares: tuple[set[Connection], ...] = tuple(set() for _ in range(SHARES))
        self._joining = cycle(self._shares)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """One connection, from its handshake to its end."""
        await receive()
        await send({"type": "websocket.accept"})
        connection = Connection(line_of(scope))
        person = await self._person(scope, connection)
        if person is not None:
            with self._counted(person, connection):
                await self._serve(connection, person, receive)
        await connection.finish(send)

    async def beat_on(self) -> None:
        """Tell every attached connection once a second where its table's log ends."""
        loop = asyncio.get_running_loop()
        at = loop.time()
        for share in cycle(self._shares):
            at = max(at + BEAT / SHARES, loop.time() - BEAT)
            await asyncio.sleep(at - loop.time())
            now = self._clock()
            for connection in tuple(share):
                if connection.place is not None:
                    _beat(connection, connection.place, now)

    @property
    def open(self) -> int:
        """How many connections there are."""
        return sum(map(len, self._shares))

    async def _person(self, scope: Message, connection: Connection) -> str | None:
        """Whose ticket came with the handshake; a bad one closes the connection."""
        query = parse_qs(scope["query_string"].decode("latin-1"))
        try:
            person = await self._desk.redeem(query.get("ticket", [""])[0])
        except StoreError:
            connection.close(UNAVAILABLE, Problem("unavailable"))
            return None
        if person is None:
            connection.close(BAD_TICKET, Problem("bad_ticket"))
        elif self._crowd.sockets_of(person) >= EACH:
            connection.close(FLOOD, Problem("too_many_sockets"))
            return None
        return person

    @contextlib.contextmanager
    def _counted(self, person: str, connection: Connection) -> Iterator[None]:
        """One socket more of this person, until the block ends."""
        self._crowd.enter(person, connection)
        try:
            yield
        finally:
            self._crowd.leave(person, connection)

    async def _serve(self, connection: Connection, person: str, receive: Receive) -> None:
        """Read and answer until either side closes."""
        share = next(self._joining)
        share.add(connection)
        hello = asyncio.get_running_loop().call_later(HELLO, connection.expect_hello)
        try:
            await self._read(connection, person, receive)
        except Exception as fault:  # noqa: BLE001 - reported without its words, which may quote hidden tiles
            logger.error("a connection failed: %s", place_of(fault))  # noqa: TRY400
            connection.close(UNAVAILABLE, Problem("unavailable"))
        finally:
            hello.cancel()
            share.discard(connection)
            _leave(connection)

    async def _read(self, connection: Connection, person: str, receive: Receive) -> None:
        """One message after the other; what was begun at a table is finished, whatever the client does."""
        loop = asyncio.get_running_loop()
        meter = Meter(loop.time())
        while connection.close_code is None:
            ahead = connection.is_ahead
            frame = await receive()
            if frame["type"] != "websocket.receive":
                return
            at, now = self._clock(), loop.time()
            pause = meter.pause(now, ahead=ahead)
            if meter.waits > PATIENCE:
                connection.close(FLOOD, Problem("slow_down"))
                return
            if pause:
                await asyncio.sleep(pause)
            await self._hear(connection, person, frame.get("text"), at)

    async def _hear(self, connection: Connection, person: str, text: str | None, at: int) -> None:
        """Answer one frame."""
        try:
            if text is None:
                reason = "a text frame was expected"
                connection.close(PROTOCOL_ERROR, Problem("bad_message", {"reason": reason}))
                return
            if has_nul(text):
                connection.close(PROTOCOL_ERROR, Problem("bad_message", {"reason": "no text holds a NUL"}))
                return
            message = wire.decode_client(text)
        except (msgspec.DecodeError, RecursionError) as error:
            connection.close(PROTOCOL_ERROR, Problem("bad_message", {"reason": str(error)[:200]}))
            return
        if isinstance(message, wire.Ping):
            connection.send(wire.encode(wire.Pong(message.at, self._clock())))
        elif isinstance(message, wire.Hello):
            await self._attach(connection, person, message)
        elif connection.place is None:
            connection.close(PROTOCOL_ERROR, Problem("hello_first"))
        elif isinstance(message, wire.Echo):
            connection.answered(message.n)
        else:
            answer = await connection.place.hear(message, at)
            if answer is not None:
                connection.send(wire.encode(answer))

    async def _attach(self, connection: Connection, person: str, hello: wire.Hello) -> None:
        _leave(connection)
        place = await self._house.enter(person, hello, connection)
        if isinstance(place, Problem):
            connection.end(place)
        else:
            connection.place = place


def _beat(connection: Connection, place: Place, now: int) -> None:
    connection.beat(place.head, now - place.delay, measured=place.lag > 0)


def _leave(connection: Connection) -> None:
    """Let go of the place where a connection is."""
    place, connection.place = connection.place, None
    if place is not None:
        place.leave()
