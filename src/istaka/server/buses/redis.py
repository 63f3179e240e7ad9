"""The bus of many workers: Redis or Valkey, as a channel that every worker listens to.

What one worker says within a moment goes out as one packet, so that a thousand moves a second cost a few
hundred messages, and nobody has to subscribe to a table before it can be played. A worker's own packets come
back to it: that they do is how it knows that the bus works. Its own listeners are called at once, as by
`LocalBus`, and hear nothing twice.
"""

import asyncio
import contextlib
import logging
import math
import secrets
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import chain, repeat
from typing import Final, Literal, Self

import msgspec
from msgspec import Struct
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from istaka.server.buses.local import LocalBus
from istaka.server.core.events import Entry, decode_event, encode_event
from istaka.server.faults import place_of

logger = logging.getLogger("istaka.server")

CHANNEL: Final = "istaka"
QUEUE: Final = 10_000
"""So many hints wait at most; the oldest are lost first."""
AT_ONCE: Final = 500
"""At most so many share a packet."""
BEAT: Final = 0.5
"""Seconds; so often something is said, also where nothing happens."""
PATIENCE: Final = 2.0
"""Seconds; who has not heard his own beat for so long is cut off."""
LONGEST_PAUSE: Final = 2.0
"""Between two tries to get through; the first pause is a tenth of a second."""

END_SECONDS: Final = 0.1
"""After which a task that has not ended is asked again to."""


class Hint(Struct, frozen=True, array_like=True):
    """One thing said: entries of a table, or a note on a topic."""

    about: Literal["table", "topic"]
    name: str
    body: bytes


class Packet(Struct, frozen=True, array_like=True):
    """What one worker says at once."""

    sender: str
    hints: list[Hint]


class Line(Struct, frozen=True, array_like=True):
    """An entry without its secret, which never leaves the store by this way."""

    seq: int
    at: int
    event: bytes
    player: int | None
    command: str | None


_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(Packet).decode
_unpack_lines = msgspec.msgpack.Decoder(list[Line]).decode


class RedisBus(LocalBus):
    """Hints through a Redis; make it with `RedisBus.connect` inside a running loop.

    Where Redis does not answer, what is said is lost for other workers, and `is_up` says so.
    """

    def __init__(self, redis: Redis) -> None:
        super().__init__()
        self._redis = redis
        self._name = secrets.token_hex(8)
        self._waiting: deque[Hint] = deque(maxlen=QUEUE)
        self._wake = asyncio.Event()
        self._heard_at = -math.inf
        self._said_down = False
        self._tasks = [asyncio.create_task(work()) for work in (self._beat_on, self._write_on, self._read_on)]

    @classmethod
    def connect(cls, url: str) -> Self:
        """The bus at `redis://...`, which may come up later; raises `ValueError` for what is no such URL."""
        once = Retry(NoBackoff(), 0)
        redis = Redis.from_url(
            url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=once, protocol=2
        )
        return cls(redis)

    async def close(self) -> None:
        """Say what waits, if that goes, then hang up."""
        with contextlib.suppress(RedisError, OSError):
            if self.is_up:
                await self._say()
        await _end(self._tasks)
        await self._redis.aclose()

    @property
    def is_up(self) -> bool:
        """Whether this worker hears itself."""
        return asyncio.get_running_loop().time() - self._heard_at < PATIENCE

    def publish(self, table: str, entries: tuple[Entry, ...]) -> None:
        """Tell every listener of that table."""
        super().publish(table, entries)
        lines = [Line(e.seq, e.at, encode_event(e.event), e.player, e.command) for e in entries]
        self._put(Hint("table", table, _pack(lines)))

    def announce(self, topic: str, note: bytes) -> None:
        """Tell every follower of that topic."""
        super().announce(topic, note)
        self._put(Hint("topic", topic, note))

    def _put(self, hint: Hint) -> None:
        self._waiting.append(hint)
        self._wake.set()

    async def _beat_on(self) -> None:
        while True:
            self._wake.set()
            await asyncio.sleep(BEAT)

    async def _write_on(self) -> None:
        pauses = _pauses()
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._say()
            except (RedisError, OSError):
                await asyncio.sleep(next(pauses))
            else:
                pauses = _pauses()

    async def _say(self) -> None:
        """Send what waits, and a beat where nothing does; what cannot go is lost."""
        while True:
            hints = [self._waiting.popleft() for _ in range(min(AT_ONCE, len(self._waiting)))]
            await self._redis.publish(CHANNEL, _pack(Packet(self._name, hints)))
            if not self._waiting:
                return

    async def _read_on(self) -> None:
        pauses = _pauses()
        while True:
            with contextlib.suppress(RedisError, OSError):
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for body in _messages(channel):
                        self._take(body)
                        pauses = _pauses()
            if not self._said_down:
                self._said_down = True
                logger.warning("the bus does not answer: moves of other workers come from the log meanwhile")
            await asyncio.sleep(next(pauses))

    def _take(self, body: bytes) -> None:
        """Hand on what another worker has said."""
        try:
            packet = _unpack(body)
        except msgspec.DecodeError:
            logger.warning("something on the channel %s is not from a worker of istaka", CHANNEL)
            return
        if packet.sender != self._name:
            for hint in packet.hints:
                self._tell(hint)
            return
        self._heard_at = asyncio.get_running_loop().time()
        if self._said_down:
            self._said_down = False
            logger.info("the bus answers again")

    def _tell(self, hint: Hint) -> None:
        try:
            if hint.about == "topic":
                super().announce(hint.name, hint.body)
            elif self._tables[hint.name]:
                super().publish(hint.name, _entries(hint.body))
        except Exception as error:  # noqa: BLE001 - one listener's fault must not deafen the others
            logger.error("a hint could not be taken: %s", place_of(error))  # noqa: TRY400 - may quote hands


async def _end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """End tasks; the client takes some cancellations for a fault of the connection, and its task goes on."""
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=END_SECONDS)


def _entries(body: bytes) -> tuple[Entry, ...]:
    """The entries of a hint; none where a newer worker says what this one does not understand."""
    try:
        lines = _unpack_lines(body)
        return tuple(Entry(e.seq, e.at, decode_event(e.event), e.player, e.command) for e in lines)
    except msgspec.DecodeError:
        return ()


async def _messages(channel: PubSub) -> AsyncIterator[bytes]:
    """What is said, until nothing was for too long: then not even the own beat came through."""
    while (message := await channel.get_message(timeout=PATIENCE)) is not None:
        if message["type"] == "message":
            yield message["data"]


def _pauses() -> Iterator[float]:
    """Seconds between tries, longer and longer."""
    return chain((0.1, 0.2, 0.5, 1.0), repeat(LONGEST_PAUSE))
