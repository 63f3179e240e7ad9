"""The socket: a bare ASGI callable, one small connection object, a bounded queue.

A connection reads one message at a time, so that a client that sends more than the server answers is slowed
by its own socket. What is sent waits in a queue of 256 frames; who reads too slowly is closed and resumes.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final
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
from istaka.server.web.places import House, Place

logger = logging.getLogger("istaka.server")

QUEUE: Final = 256
BEAT: Final = 1.0
BEATS_AT_ONCE: Final = 256
"""After so many beats others may go on: a move does not wait for ten thousand of them."""
MEASURED: Final = 5
"""Every so many beats a player at a table with a clock is asked for an answer."""
HELLO: Final = 10.0
"""Seconds within which a connection must be at a place."""
EACH: Final = 24
"""Connections that one person may have."""
BURST: Final = 60.0
"""So many messages may come at once,"""
RATE: Final = 20.0
"""and so many a second in the long run; what comes faster waits,"""
PATIENCE: Final = 100
"""and who has been made to wait so often without a pause is closed."""

PROTOCOL_ERROR: Final = 4000
BAD_TICKET: Final = 4001
NOT_YOURS: Final = 4003
FLOOD: Final = 4008
TOO_SLOW: Final = 1013
UNAVAILABLE: Final = 1011
RESTARTING: Final = 1012

ENDS: Final = {"unavailable": UNAVAILABLE, "newer": RESTARTING}
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

    def pause(self, now: float) -> float:
        """Seconds that this message must wait, 0 while there is room in the bucket."""
        self._allowed = min(BURST, self._allowed + (now - self._at) * RATE) - 1
        self._at = now
        if self._allowed >= 0:
            self.waits = 0
            return 0.0
        self.waits += 1
        return -self._allowed / RATE


class Connection:
    """One socket: what waits to be sent, and where it is attached."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._queue: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._close_code: int | None = None
        self.place: Place | None = None
        self.lag = Lag()
        self._beats = 0
        self._measuring: tuple[int, float] | None = None
        self.gave_up = asyncio.Event()

    def send(self, frame: bytes) -> None:
        """Queue a frame; a queue that is full closes the connection instead."""
        if self._close_code is not None:
            return
        if len(self._queue) >= QUEUE:
            self._queue.clear()
            self._close_code = TOO_SLOW
            self.gave_up.set()
        else:
            self._queue.append(frame)
        self._wake.set()

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
        if self._close_code is None:
            self._close_code = code
            self._wake.set()

    def end(self, problem: Problem) -> None:
        """Close because the table cannot be played: it does not answer now, or never will."""
        self.close(ENDS.get(problem.code, NOT_YOURS), problem)

    @property
    def is_closing(self) -> bool:
        """Whether nothing more will be read."""
        return self._close_code is not None

    async def write_on(self) -> None:
        """Send what waits, until the connection is closed."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                await self._send({"type": "websocket.send", "text": self._queue.popleft().decode()})
            if self._close_code is not None:
                await self._send({"type": "websocket.close", "code": self._close_code})
                return


class Sockets:
    """The ASGI callable for the socket's path, and the beat of all connections."""

    def __init__(self, desk: Desk, house: House, clock: Callable[[], int]) -> None:
        self._desk = desk
        self._house = house
        self._crowd = house.crowd
        self._clock = clock
        self._connections: set[Connection] = set()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """One connection, from its handshake to its end."""
        await receive()
        await send({"type": "websocket.accept"})
        connection = Connection(send)
        writer = asyncio.create_task(connection.write_on())
        try:
            person = await self._person(scope, connection)
            if person is not None:
                with self._counted(person):
                    await self._serve(connection, person, receive)
            await self._finish(connection, writer)
        finally:
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError, OSError):
                await writer

    async def beat_on(self) -> None:
        """Tell every attached connection once a second where its table's log ends."""
        while True:
            await asyncio.sleep(BEAT)
            now = self._clock()
            for number, connection in enumerate(tuple(self._connections), 1):
                if number % BEATS_AT_ONCE == 0:
                    await asyncio.sleep(0)
                if connection.place is not None:
                    _beat(connection, connection.place, now)

    @property
    def open(self) -> int:
        """How many connections there are."""
        return len(self._connections)

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
    def _counted(self, person: str) -> Iterator[None]:
        """One socket more of this person, until the block ends."""
        self._crowd.enter(person)
        try:
            yield
        finally:
            self._crowd.leave(person)

    async def _serve(self, connection: Connection, person: str, receive: Receive) -> None:
        """Read and answer until either side closes."""
        self._connections.add(connection)
        reading = asyncio.create_task(self._read(connection, person, receive))
        slow = asyncio.create_task(connection.gave_up.wait())
        try:
            ended, _ = await asyncio.wait({reading, slow}, timeout=HELLO, return_when=asyncio.FIRST_COMPLETED)
            if not ended and connection.place is None:
                connection.close(PROTOCOL_ERROR, Problem("hello_first"))
            elif not ended:
                await asyncio.wait({reading, slow}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            slow.cancel()
            reading.cancel()
            (fault,) = await asyncio.gather(reading, return_exceptions=True)
            if isinstance(fault, Exception):
                logger.error("a connection failed: %s", place_of(fault))
                connection.close(UNAVAILABLE, Problem("unavailable"))
            self._connections.discard(connection)
            _leave(connection)

    async def _read(self, connection: Connection, person: str, receive: Receive) -> None:
        loop = asyncio.get_running_loop()
        meter = Meter(loop.time())
        while not connection.is_closing:
            frame = await receive()
            if frame["type"] != "websocket.receive":
                return
            at = self._clock()
            pause = meter.pause(loop.time())
            if meter.waits > PATIENCE:
                connection.close(FLOOD, Problem("slow_down"))
                return
            if pause:
                await asyncio.sleep(pause)
            await _to_its_end(self._hear(connection, person, frame.get("text"), at))

    async def _hear(self, connection: Connection, person: str, text: str | None, at: int) -> None:
        """Answer one frame."""
        try:
            if text is None:
                reason = "a text frame was expected"
                connection.close(PROTOCOL_ERROR, Problem("bad_message", {"reason": reason}))
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

    @staticmethod
    async def _finish(connection: Connection, writer: asyncio.Task[None]) -> None:
        """Let the last words go out, if the client takes them."""
        if connection.is_closing:
            await asyncio.wait({writer}, timeout=2.0)


def _beat(connection: Connection, place: Place, now: int) -> None:
    connection.beat(place.head, now - place.delay, measured=place.lag > 0)


def _leave(connection: Connection) -> None:
    """Let go of the place where a connection is."""
    place, connection.place = connection.place, None
    if place is not None:
        place.leave()


async def _to_its_end(work: Coroutine[Any, Any, None]) -> None:
    """What was begun at a table is finished, also when the connection is closed meanwhile."""
    task = asyncio.create_task(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise
