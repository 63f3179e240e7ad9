"""The composition root: only here a store, a bus and a worker are chosen, and joined to the service."""

import asyncio
import contextlib
import gc
import os
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Final, cast

from istaka.game.perft import start
from istaka.rules.ruleset import RuleSet
from istaka.server.backing import Store, open_backing
from istaka.server.logs import keep_logs
from istaka.server.metrics import Metrics
from istaka.server.ports import Bus, Log, Minds, StoreError
from istaka.server.seats.minds import WorkerMinds
from istaka.server.service import Service, World
from istaka.server.service.accounts import Accounts
from istaka.server.service.boards import Boards
from istaka.server.service.crowd import Crowd
from istaka.server.service.friends import Circle
from istaka.server.service.lobby import Lobby, Stores
from istaka.server.service.moderation import Moderators
from istaka.server.service.names import prepare
from istaka.server.service.passwords import Passwords
from istaka.server.service.profiles import Portraits
from istaka.server.service.programs import Workshop
from istaka.server.service.rounds import Rounds
from istaka.server.service.standings import Standings
from istaka.server.service.talk import Talk
from istaka.server.service.tasks import every
from istaka.server.serving import ServerError, address_of, listen, server_of
from istaka.server.settings import Settings
from istaka.server.stores.blocks import BlockStore
from istaka.server.stores.database import Database
from istaka.server.stores.friends import FriendStore
from istaka.server.stores.moderation import ModerationStore
from istaka.server.stores.offers import OfferStore
from istaka.server.stores.people import PeopleStore
from istaka.server.stores.profiles import ProfileStore
from istaka.server.stores.programs import ProgramStore
from istaka.server.stores.purging import purge
from istaka.server.stores.results import ResultStore
from istaka.server.stores.talk import TalkStore
from istaka.server.web.asgi import Application
from istaka.server.web.desk import Desk, newcomers
from istaka.server.web.gate import Entrance, Gate
from istaka.server.web.http import build
from istaka.server.web.me import Mirror
from istaka.server.web.operations import Check, Operations
from istaka.server.web.places import House
from istaka.server.web.proxies import Proxies
from istaka.server.web.socket import Sockets
from istaka.server.web.static import Bundle
from istaka.solver import shape

PURGE_SECONDS: Final = 3600.0
FULL_COLLECTION: Final = 100
"""So many collections of younger objects come before one of all; Python's own number is 10."""


@dataclass(frozen=True, slots=True)
class App:
    """A server without its listening socket.

    Attributes:
        asgi: what uvicorn runs.
        service: the tables, for tests and for what is not a page.
        desk: sessions and tickets, likewise.
        house: the lobby and everything else behind the socket's door, likewise.
    """

    asgi: Application
    service: Service
    desk: Desk
    house: House


@contextlib.asynccontextmanager
async def create_app(
    settings: Settings,
    *,
    clock: Callable[[], int] | None = None,
    minds: Minds | None = None,
    chance: Callable[[int], bytes] = secrets.token_bytes,
) -> AsyncIterator[App]:
    """A running server, to be given to uvicorn.

    Args:
        settings: how it is set up.
        clock: milliseconds since 1970; the one that goes with the store where None.
        minds: who thinks for bots; a worker process where None.
        chance: so many random bytes.

    Raises:
        ServerError: the database cannot be used.
    """
    async with contextlib.AsyncExitStack() as stack:
        try:
            backing = await stack.enter_async_context(open_backing(settings))
        except StoreError as error:
            raise ServerError(str(error)) from error
        clock, store = clock or backing.clock, backing.store
        if minds is None:
            worker = WorkerMinds(warm=settings.warm, count=settings.bot_workers)
            await worker.start()
            stack.push_async_callback(worker.stop)
            minds = worker
        metrics = Metrics()
        standings = Standings(store, ResultStore(store.database))
        world = World(
            log=store,
            bus=backing.bus,
            minds=minds,
            clock=clock,
            chance=chance,
            meter=metrics,
            pace=settings.bot_pace,
            colleagues=backing.colleagues,
            over=standings.table_over,
        )
        service = Service(world)
        stack.push_async_callback(service.stop)
        try:
            await service.start()
        except StoreError as error:
            raise ServerError(str(error)) from error
        service.tasks.spawn(_purge(store, clock))
        service.tasks.spawn(asyncio.to_thread(prepare))
        following = asyncio.create_task(standings.run())
        stack.callback(following.cancel)
        desk = Desk(
            store,
            PeopleStore(store.database),
            ProgramStore(store.database),
            service,
            settings,
            clock,
            newcomers(settings.posts, clock),
        )
        house = _house(store, service, world, settings)
        sockets = Sockets(desk, house, clock)
        beats = asyncio.create_task(sockets.beat_on())
        stack.callback(beats.cancel)
        _watch(metrics, service, sockets, backing.bus)
        operations = Operations(metrics, _checks(store), settings.metrics_token)
        parts = {
            "desk": desk,
            "lobby": house.lobby,
            "settings": settings,
            "bundle": Bundle(),
            "operations": operations,
            "moderators": Moderators(ModerationStore(store.database), house.lobby, backing.bus, clock),
            **_people(desk, house.lobby, store.database, backing.bus, stack),
        }
        pages = cast("Application", build(parts))
        entrance = Entrance(
            settings.posts, Proxies(settings.proxies_listed, settings.prefix), settings.origins_listed
        )
        yield App(Gate(pages, sockets, entrance), service, desk, house)


async def _purge(store: Store, clock: Callable[[], int]) -> None:
    """Now and every hour, delete what nobody needs any more."""

    async def work() -> None:
        await purge(store.database, clock())

    await every(lambda: PURGE_SECONDS, work, "what is old could not be deleted")


def _house(store: Store, service: Service, world: World, settings: Settings) -> House:
    """Everything that people find behind the socket's door, and the rounds that are made there."""
    offers, blocks = OfferStore(store.database), BlockStore(store.database)
    talk = Talk(TalkStore(store.database), blocks, world.bus, world.clock, service.tasks)
    crowd = Crowd(world.bus, world.clock, talk.forget_blocks)
    lobby = Lobby(Stores(offers, store, blocks), service, world.bus, settings)
    boards = Boards(lobby, offers, crowd, world.bus, service.tasks)
    Rounds(lobby, boards, talk, crowd, world.bus).begin(service.tasks)
    return House(service, lobby, boards, talk, crowd)


def _people(
    desk: Desk, lobby: Lobby, database: Database, bus: Bus, stack: contextlib.AsyncExitStack
) -> dict[str, object]:
    """What is asked about people and by them, away from the tables."""
    passwords = Passwords()
    stack.callback(passwords.close)
    circle = Circle(desk.register, FriendStore(database), BlockStore(database), bus, desk.clock)
    portraits = Portraits(desk.register, ProfileStore(database), circle)
    return {
        "accounts": Accounts(desk.register, passwords, lobby, bus, desk.clock),
        "circle": circle,
        "workshop": Workshop(desk.register, desk.programs, bus, desk.clock),
        "portraits": portraits,
        "mirror": Mirror(desk, lobby, circle, portraits),
    }


def _watch(metrics: Metrics, service: Service, sockets: Sockets, bus: Bus) -> None:
    """Let figures be read that nobody counts."""
    metrics.watch("istaka_tables", "Tables in memory.", lambda: service.tables)
    metrics.watch("istaka_sockets", "Open sockets.", lambda: sockets.open)
    metrics.watch("istaka_bus_up", "Whether hints of other workers arrive.", lambda: bus.is_up)


def _checks(store: Log) -> dict[str, Check]:
    """What must answer before people are sent to this server."""

    async def database() -> None:
        await store.heads(("none",))

    return {"database": database}


def load_all() -> None:
    """Load what the first moves would, and let garbage collections pass over all that stays until the end.

    The first deal stopped every table for as long as kernels take to load. Each full collection did for a
    quarter of a second, most of which went to libraries; what is left to look at takes a tenth, and is little
    but living tables, so it is looked at less often.
    """
    position = start(RuleSet.remik(), 2)
    position.play(position.legal[0])
    shape(position.counts(1))
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], FULL_COLLECTION)


async def run(settings: Settings, listening: socket.socket, on_ready: Callable[[str], None]) -> None:
    """Serve on a listening socket until a signal ends it."""
    async with create_app(settings) as app:
        load_all()
        server = server_of(app.asgi, lambda: on_ready(address_of(listening)), app.service.drain)
        await server.serve(sockets=[listening])


def serve(settings: Settings, on_ready: Callable[[str], None]) -> None:
    """Serve until a signal ends the process; `on_ready` gets the address once the page can be opened.

    Raises:
        ServerError: the port is taken or the database in use, in a sentence.
    """
    keep_logs(settings.log, f"{socket.gethostname()}-{os.getpid()}")
    listening = listen(settings.host, settings.port)
    with listening, asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(run(settings, listening, on_ready))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Uvloop where there is one."""
    with contextlib.suppress(ImportError):
        import uvloop  # noqa: PLC0415 - not on every system

        return uvloop.new_event_loop
    return None
