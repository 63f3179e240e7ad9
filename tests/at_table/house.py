"""A whole server in the test's own loop: real sockets, real HTTP, a clock and bots of the test's choosing."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

from istaka.server.app import App, create_app
from istaka.server.ports import Minds
from istaka.server.serving import address_of, listen, server_of
from istaka.server.settings import Settings


@dataclass(frozen=True, slots=True)
class House:
    """Where it answers, and what is inside."""

    address: str
    app: App
    settings: Settings


@contextlib.asynccontextmanager
async def serving(
    settings: Settings,
    minds: Minds | None = None,
    clock: Callable[[], int] | None = None,
    chance: Callable[[int], bytes] | None = None,
) -> AsyncIterator[House]:
    """A server on a free port until the block ends."""
    given = {} if chance is None else {"chance": chance}
    listening = listen("127.0.0.1", 0)
    async with create_app(settings, clock=clock, minds=minds, **given) as app:
        ready = asyncio.Event()
        server = server_of(app.asgi, ready.set, app.service.drain)
        running = asyncio.create_task(server.serve(sockets=[listening]))
        await ready.wait()
        try:
            yield House(address_of(listening), app, settings)
        finally:
            server.should_exit = True
            await running
            listening.close()


def quick(folder: Path, **changes: object) -> Settings:
    """Settings of a test: bots move at once, nothing is compiled, nobody is metered."""
    values: dict[str, object] = {
        "db": str(folder / "istaka.db"),
        "bot_pace": 0.0,
        "warm": False,
        "posts": 1000.0,
    }
    return Settings(**{**values, **changes})  # type: ignore[arg-type]
