"""`istaka` with a fault in it: `python -m faults.launcher FAULT[:VALUE][+FAULT...] serve ...`.

The product has no hook for tests. This module puts one in from outside, before the program starts: at the
N-th time that a point is passed the process is killed, or what is said there happens.
"""

import asyncio
import itertools
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from typing import Any

import uvicorn

from istaka.server import app
from istaka.server.buses.local import LocalBus
from istaka.server.ports import Append, Lost, Repeated, StoreError, Won
from istaka.server.service.live import Live
from istaka.server.stores import sqlite
from istaka.server.stores.postgres import PostgresStore
from istaka.server.stores.sqlite import SqliteStore
from istaka.server.web import patience as web_patience
from istaka.server.web import socket as web_socket

Hit = Callable[[], bool]
"""Whether the point is passed for the N-th time just now."""
FLUSH_SECONDS = 0.02
"""What was queued for sockets goes out in this time."""


def die() -> None:
    """SIGKILL to oneself: nothing is flushed, closed or told."""
    os.kill(os.getpid(), signal.SIGKILL)


def before_commit(hit: Hit) -> None:
    """In the transaction, after the rows are written and before COMMIT (SQLite)."""
    append = sqlite._append  # noqa: SLF001

    def dying(*values: Any) -> Any:  # noqa: ANN401
        answer = append(*values)
        if isinstance(answer, Won) and hit():
            die()
        return answer

    sqlite._append = dying  # noqa: SLF001


def around_append(then: Callable[[], None]) -> Callable[[Hit], None]:
    """A fault after the commit of a command, before anybody has heard of it."""

    def install(hit: Hit) -> None:
        for store in (SqliteStore, PostgresStore):
            store.append = failing(store.append, hit, then)  # type: ignore[method-assign]

    return install


def failing(append: Any, hit: Hit, then: Callable[[], None]) -> Any:  # noqa: ANN401
    async def appending(self: object, batch: Append) -> Won | Lost | Repeated:
        answer: Won | Lost | Repeated = await append(self, batch)
        if isinstance(answer, Won) and batch.entries[0].command is not None and hit():
            then()
        return answer

    return appending


def lose_the_reply() -> None:
    """What the service learns of a commit whose answer is lost on the way."""
    raise StoreError("the answer was lost")  # noqa: EM101, TRY003


def before_bus(hit: Hit) -> None:
    """This worker's own sockets have been told, other workers have not."""
    publish = LocalBus.publish

    def dying(self: LocalBus, *values: Any) -> None:  # noqa: ANN401
        if hit():
            asyncio.get_running_loop().call_later(FLUSH_SECONDS, die)
            return
        publish(self, *values)

    LocalBus.publish = dying  # type: ignore[method-assign]


def half_fan_out(hit: Hit) -> None:
    """Some of a table's sockets have heard of an event, the rest have not."""
    tell_all = Live.tell_all

    def halting(self: Live, *values: Any) -> None:  # noqa: ANN401
        if not hit():
            tell_all(self, *values)
            return
        everybody = self.listeners
        self.listeners = dict(itertools.islice(everybody.items(), (len(everybody) + 1) // 2))
        tell_all(self, *values)
        asyncio.get_running_loop().call_later(FLUSH_SECONDS, die)

    Live.tell_all = halting  # type: ignore[method-assign]


def clock(shift: str) -> None:
    """A machine whose clock is off by so many seconds."""
    now, off = time.time_ns, int(float(shift) * 1e9)
    time.time_ns = lambda: now() + off


def small_buffers(frames: str) -> None:
    """So many frames wait for a client, and the kernel keeps little of what it does not read."""
    web_socket.QUEUE = int(frames)  # type: ignore[misc]
    listen = app.listen

    def listening(*values: Any) -> Any:  # noqa: ANN401
        plug = listen(*values)
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        return plug

    app.listen = listening


def fast_pings(seconds: str) -> None:
    """Peers are asked this often whether they are there."""
    config, period = uvicorn.Config, float(seconds)

    def quick(*values: Any, **settings: Any) -> uvicorn.Config:  # noqa: ANN401
        return config(*values, **{**settings, "ws_ping_interval": period, "ws_ping_timeout": period})

    uvicorn.Config = quick  # type: ignore[assignment,misc]


def patience(seconds: str) -> None:
    """So long a request may take until it is whole."""
    web_patience.REQUEST_SECONDS = float(seconds)  # type: ignore[misc]


def counted(number: int) -> Hit:
    """True at the N-th call only."""
    calls = itertools.count(1)
    return lambda: next(calls) == number


POINTS: dict[str, Callable[[Hit], None]] = {
    "before_commit": before_commit,
    "after_commit": around_append(die),
    "lost_reply": around_append(lose_the_reply),
    "before_bus": before_bus,
    "half_fan_out": half_fan_out,
}
CONDITIONS: dict[str, Callable[[str], None]] = {
    "clock": clock,
    "small_buffers": small_buffers,
    "fast_pings": fast_pings,
    "patience": patience,
}


def install(words: str) -> None:
    """Put in the faults that are named, such as `after_commit:20+clock:3600`."""
    for word in words.split("+"):
        name, _, value = word.partition(":")
        if name in POINTS:
            POINTS[name](counted(int(value)))
        else:
            CONDITIONS[name](value)


if __name__ == "__main__":
    install(sys.argv.pop(1))
    from istaka.cli import main

    main()
