"""The composition root: only here a store, a bus and a worker are chosen, and joined to the service."""

import asyncio
import contextlib
import errno
import os
import secrets
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from istaka.rules.errors import IstakaError
from istaka.server.buses.local import LocalBus
from istaka.server.logs import keep_logs
from istaka.server.metrics import Metrics
from istaka.server.ports import Log, Minds, StoreError
from istaka.server.seats.minds import WorkerMinds
from istaka.server.service import Service, World
from istaka.server.service.accounts import Accounts
from istaka.server.service.boards import Boards
from istaka.server.service.crowd import Crowd
from istaka.server.service.lobby import Lobby, Stores
from istaka.server.service.passwords import Passwords
from istaka.server.service.rounds import Rounds
from istaka.server.service.talk import Talk
from istaka.server.settings import HIGHEST_PORT, Settings
from istaka.server.stores.blocks import BlockStore
from istaka.server.stores.offers import OfferStore
from istaka.server.stores.people import PeopleStore
from istaka.server.stores.sqlite import SqliteStore
from istaka.server.stores.talk import TalkStore
from istaka.server.web.asgi import Application
from istaka.server.web.desk import Desk
from istaka.server.web.gate import Gate
from istaka.server.web.http import build
from istaka.server.web.operations import Check, Operations
from istaka.server.web.places import House
from istaka.server.web.socket import Sockets
from istaka.server.web.static import Bundle

if TYPE_CHECKING:
    from uvicorn._types import ASGIApplication

FRAME_BYTES: Final = 16 * 1024
SHUTDOWN_SECONDS: Final = 5
LINGER_SECONDS: Final = 5
"""So long after a connection's end its last bytes may take to go out."""
OWN_ADDRESS: Final = "choose an address of this machine, such as --host 127.0.0.1"


class ServerError(IstakaError):
    """The server cannot be started as it was asked to."""


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


def steady_clock() -> Callable[[], int]:
    """Milliseconds since 1970 that never go back: a clock that is stepped moves no deadline."""
    start = time.time_ns() - time.monotonic_ns()
    return lambda: (start + time.monotonic_ns()) // 1_000_000


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
        clock: milliseconds since 1970; the system's, made steady, where None.
        minds: who thinks for bots; a worker process where None.
        chance: so many random bytes.

    Raises:
        ServerError: the database cannot be used.
    """
    clock = clock or steady_clock()
    try:
        store = SqliteStore.open(settings.db)
    except StoreError as error:
        raise ServerError(str(error)) from error
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        if minds is None:
            worker = WorkerMinds(warm=settings.warm)
            await worker.start()
            stack.push_async_callback(worker.stop)
            minds = worker
        world = World(
            log=store,
            bus=LocalBus(),
            minds=minds,
            clock=clock,
            chance=chance,
            pace=settings.bot_pace,
        )
        service = Service(world)
        await service.start()
        stack.push_async_callback(service.stop)
        register = PeopleStore(store.database)
        passwords = Passwords()
        stack.callback(passwords.close)
        desk = Desk(store, register, service, settings, clock)
        house = _house(store, service, world, settings)
        sockets = Sockets(desk, house, clock)
        beats = asyncio.create_task(sockets.beat_on())
        stack.callback(beats.cancel)
        operations = Operations(_metrics(service, sockets), _checks(store), settings.metrics_token)
        parts = {
            "desk": desk,
            "accounts": Accounts(register, passwords, clock),
            "lobby": house.lobby,
            "bundle": Bundle(),
            "operations": operations,
        }
        pages = cast("Application", build(parts))
        yield App(Gate(pages, sockets, settings.posts), service, desk, house)


def _house(store: SqliteStore, service: Service, world: World, settings: Settings) -> House:
    """Everything that people find behind the socket's door, and the rounds that are made there."""
    crowd = Crowd(world.bus, world.clock)
    offers, blocks = OfferStore(store.database), BlockStore(store.database)
    lobby = Lobby(Stores(offers, store, blocks), service, world.bus, settings)
    boards = Boards(lobby, offers, crowd, world.bus, service.tasks)
    talk = Talk(TalkStore(store.database), blocks, world.bus, world.clock, service.tasks)
    Rounds(lobby, boards, talk, crowd, world.bus).begin(service.tasks)
    return House(service, lobby, boards, talk, crowd)


def _metrics(service: Service, sockets: Sockets) -> Metrics:
    metrics = Metrics()
    metrics.watch("istaka_tables", "Tables in memory.", lambda: service.tables)
    metrics.watch("istaka_sockets", "Open sockets.", lambda: sockets.open)
    return metrics


def _checks(store: Log) -> dict[str, Check]:
    """What must answer before people are sent to this server."""

    async def database() -> None:
        await store.heads(("none",))

    return {"database": database}


def listen(host: str, port: int) -> socket.socket:
    """A listening socket.

    Raises:
        ServerError: the port is taken, or the address is not this machine's.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(address)
            listening.listen(2048)
        except OSError:
            listening.close()
            raise
    except PermissionError as error:
        msg = f"port {port} on {host} needs more rights than this user has: choose another with --port 8000"
        raise ServerError(msg) from error
    except OSError as error:
        reason = f"{host}:{port} cannot be listened on ({error.strerror})"
        other = port + 1 if port < HIGHEST_PORT else 8000
        taken = error.errno == errno.EADDRINUSE
        way_out = f"choose another port, such as --port {other}" if taken else OWN_ADDRESS
        msg = f"{reason}: {way_out}"
        raise ServerError(msg) from error
    except UnicodeError as error:
        msg = f"{host!r} is no address of a machine: {OWN_ADDRESS}"
        raise ServerError(msg) from error
    return listening


def address_of(listening: socket.socket) -> str:
    """The address of the page as a browser on this machine opens it."""
    host, port = listening.getsockname()[:2]
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - a browser cannot open "every address"
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class _Uvicorn(uvicorn.Server):
    """Says when it answers."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal ends the serving, and then everything else is closed: uvicorn would raise it again."""
        before = {
            number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready()


class _Wire(WebSocketsSansIOProtocol):
    """Lets go of a peer that does not read: a close would wait for buffers that never empty."""

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()


def server_of(app: App, on_ready: Callable[[], None]) -> uvicorn.Server:
    """What answers for an app on a listening socket; `on_ready` is called when it does."""
    config = uvicorn.Config(
        cast("ASGIApplication", app.asgi),
        ws=_Wire,
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    return _Uvicorn(config, on_ready)


async def run(settings: Settings, listening: socket.socket, on_ready: Callable[[str], None]) -> None:
    """Serve on a listening socket until a signal ends it."""
    async with create_app(settings) as app:
        await server_of(app, lambda: on_ready(address_of(listening))).serve(sockets=[listening])


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
