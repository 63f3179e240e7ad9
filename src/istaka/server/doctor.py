"""Whether everything that a server rests on is as it should be: each part is tried, not only looked at."""

import asyncio
import contextlib
import secrets
import shutil
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, delete, insert, select, text

from istaka.server.buses.redis import RedisBus
from istaka.server.ports import StoreError
from istaka.server.service.passwords import Passwords
from istaka.server.stores.database import Database
from istaka.server.stores.schema import workers
from istaka.server.upkeep import is_shared, opened, shown
from istaka.server.web.static import Bundle

WRITER: Final = "doctor"
"""The host of a row that stands among the workers' for a moment."""
FREE_BYTES: Final = 200 << 20
AWAY_MS: Final = 2000
"""Clocks that are further apart than this are wrong; a server follows its database's clock."""
DEAD_MS: Final = 8000
"""A worker that has said nothing for so long is taken off by the others."""
BUS_SECONDS: Final = 3.0
OLDEST_POSTGRES: Final = 16
PASSWORD: Final = "correct horse battery"  # noqa: S105 - nobody's


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was tried.

    Attributes:
        name: what it is, in a word or two.
        ok: whether it is as it should be.
        message: what was found, or what to do.
    """

    name: str
    ok: bool
    message: str


class SickError(Exception):
    """Something is not as it should be: the message says what, and what to do."""


async def examine(db: str, bus: str) -> list[Finding]:
    """Try everything that a server with this database and bus needs."""
    findings = [*await _database(db), await _found("bus", lambda: _bus(db, bus))]
    findings.append(await _found("passwords", _passwords))
    findings.append(await _found("page", _page))
    return findings


async def _found(name: str, attempt: Callable[[], Awaitable[str]]) -> Finding:
    try:
        return Finding(name, ok=True, message=await attempt())
    except (SickError, StoreError) as error:
        return Finding(name, ok=False, message=str(error))


async def _database(db: str) -> list[Finding]:
    if _is_new(db):
        new = Finding("database", ok=True, message=f"{db} is not there yet: the first start makes it")
        return [new, await _found("disk", lambda: _disk(Path(db)))]
    try:
        async with opened(db) as database:
            good = Finding("database", ok=True, message=f"{shown(db)} answers, with today's schema")
            tries = _tries_of(db, database)
            return [good, *[await _found(name, attempt) for name, attempt in tries.items()]]
    except StoreError as error:
        return [Finding("database", ok=False, message=str(error))]


def _is_new(db: str) -> bool:
    """A file that is not there yet is no fault."""
    return not is_shared(db) and not Path(db).exists()


def _tries_of(db: str, database: Database) -> dict[str, Callable[[], Awaitable[str]]]:
    tries: dict[str, Callable[[], Awaitable[str]]] = {"writing": lambda: _writing(database)}
    if not is_shared(db):
        return {**tries, "whole": lambda: _whole(database), "disk": lambda: _disk(Path(db))}
    return {
        **tries,
        "promises": lambda: _promises(database),
        "clock": lambda: _clock(database),
        "workers": lambda: _workers(database),
    }


async def _writing(database: Database) -> str:
    """Write a row, and take it away again."""
    row = {"id": secrets.token_hex(8), "host": WRITER, "started": 0, "alive": _now()}
    start = time.perf_counter()
    await database.write(lambda connection: connection.execute(insert(workers).values(row)) and None)
    took = time.perf_counter() - start
    gone = delete(workers).where(workers.c.id == row["id"])
    await database.write(lambda connection: connection.execute(gone) and None)
    return f"a row was on the disk after {took * 1000:.1f} ms"


async def _whole(database: Database) -> str:
    said = await database.read(lambda connection: connection.scalar(text("PRAGMA quick_check")))
    if said != "ok":
        msg = f"the file is damaged ({said}): restore a backup"
        raise SickError(msg)
    return "the file is undamaged"


async def _disk(path: Path) -> str:
    folder = _folder_of(path)
    free = shutil.disk_usage(folder).free
    if free < FREE_BYTES:
        msg = f"only {free >> 20} MiB are free in {folder}: when the disk is full no move can be kept"
        raise SickError(msg)
    return f"{free / (1 << 30):.1f} GiB are free"


def _folder_of(path: Path) -> Path:
    """Where the file is, or its folder will be."""
    return next(parent for parent in path.absolute().parents if parent.exists())


async def _promises(database: Database) -> str:
    """What a commit means there."""

    def settings(connection: Connection) -> dict[str, str]:
        names = ("server_version_num", "server_version", "fsync", "full_page_writes")
        return {name: str(connection.scalar(text(f"SHOW {name}"))) for name in names}

    found = await database.read(settings)
    for name in ("fsync", "full_page_writes"):
        if found[name] != "on":
            msg = f"{name} is {found[name]} in the server's configuration: a power cut can lose moves"
            raise SickError(msg)
    if int(found["server_version_num"]) // 10_000 < OLDEST_POSTGRES:
        msg = f"PostgreSQL {found['server_version']} is too old: expected {OLDEST_POSTGRES} or newer"
        raise SickError(msg)
    return f"PostgreSQL {found['server_version']} keeps what it has committed"


async def _clock(database: Database) -> str:
    before = _now()
    theirs = await database.read(_clock_of)
    away = theirs - (before + _now()) // 2
    if abs(away) > AWAY_MS:
        msg = f"this machine's clock and the database's are {abs(away) / 1000:.1f} s apart: set them by NTP"
        raise SickError(msg)
    return f"{abs(away)} ms from the database's clock"


def _clock_of(connection: Connection) -> int:
    query = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
    return int(connection.execute(query).scalar_one())


async def _workers(database: Database) -> str:
    """Those at work report every other second, by the database's clock as they know it."""

    def ages(connection: Connection) -> dict[str, int]:
        now = _clock_of(connection)
        query = select(workers.c.host, workers.c.alive).where(workers.c.host != WRITER)
        return {row.host: now - row.alive for row in connection.execute(query)}

    found = await database.read(ages)
    for host, age in found.items():
        if age > DEAD_MS:
            msg = f"the worker {host} has said nothing for {age / 1000:.0f} s, and nobody has noticed"
            raise SickError(msg)
        if age < -AWAY_MS:
            msg = f"the clock of the worker {host} is {-age / 1000:.1f} s ahead: set it by NTP"
            raise SickError(msg)
    return f"{len(found)} at work" + "".join(f", {host}" for host in sorted(found))


async def _bus(db: str, url: str) -> str:
    """Say something on the bus, and hear it."""
    if not is_shared(db):
        return "none is needed: a server on a file is alone"
    if not url:
        msg = "none is set: servers on PostgreSQL need --bus redis://..."
        raise SickError(msg)
    start = time.perf_counter()
    async with _connected(url) as bus:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(BUS_SECONDS):
                while not bus.is_up:  # noqa: ASYNC110 - it has nothing to wait for
                    await asyncio.sleep(0.001)
        if not bus.is_up:
            msg = f"{shown_bus(url)} does not answer within {BUS_SECONDS:.0f} s"
            raise SickError(msg)
    return f"{shown_bus(url)} answers, and was heard after {(time.perf_counter() - start) * 1000:.1f} ms"


def shown_bus(url: str) -> str:
    """The address without the password."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"


@contextlib.asynccontextmanager
async def _connected(url: str) -> AsyncIterator[RedisBus]:
    try:
        bus = RedisBus.connect(url)
    except ValueError as error:
        msg = f"{shown_bus(url)} is no address of a Redis or Valkey server: {error}"
        raise SickError(msg) from error
    try:
        yield bus
    finally:
        await bus.close()


async def _passwords() -> str:
    with _closed(Passwords()) as passwords:
        start = time.perf_counter()
        hashed = await passwords.hash(PASSWORD)
        took = time.perf_counter() - start
        if not await passwords.fits(PASSWORD, hashed) or await passwords.fits(PASSWORD + "!", hashed):
            msg = "argon2 does not tell a right password from a wrong one: install argon2-cffi again"
            raise SickError(msg)
    return f"argon2 takes {took * 1000:.0f} ms for one"


@contextlib.contextmanager
def _closed(passwords: Passwords) -> Iterator[Passwords]:
    try:
        yield passwords
    finally:
        passwords.close()


async def _page() -> str:
    if not Bundle().is_there:
        msg = "the page is not built: install istaka again without ISTAKA_WEB=skip"
        raise SickError(msg)
    return "the page is built"


def _now() -> int:
    return time.time_ns() // 1_000_000
