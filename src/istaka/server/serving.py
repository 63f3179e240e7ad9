"""The listening socket, and uvicorn as it is set up here."""

import asyncio
import contextlib
import errno
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, Final, cast

import uvicorn

from istaka.rules.errors import IstakaError
from istaka.server.settings import HIGHEST_PORT
from istaka.server.web.asgi import Application
from istaka.server.web.line import UvicornLine
from istaka.server.web.patience import PatientHttp

if TYPE_CHECKING:
    from uvicorn._types import ASGIApplication

FRAME_BYTES: Final = 16 * 1024
SHUTDOWN_SECONDS: Final = 5
DRAIN_SECONDS: Final = 3.0
"""So long the last words to the log may take when the server is stopped."""
OWN_ADDRESS: Final = "choose an address of this machine, such as --host 127.0.0.1"


class ServerError(IstakaError):
    """The server cannot be started as it was asked to."""


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
    """Says when it answers, and when it is about to stop."""

    def __init__(
        self, config: uvicorn.Config, on_ready: Callable[[], None], on_stop: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__(config)
        self._on_ready = on_ready
        self._on_stop = on_stop

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

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Nobody new is let in; then the last words are said, and every socket is closed with 1012."""
        for server in self.servers:
            server.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._on_stop(), DRAIN_SECONDS)
        await super().shutdown(sockets)


def server_of(
    asgi: Application, on_ready: Callable[[], None], on_stop: Callable[[], Awaitable[None]]
) -> uvicorn.Server:
    """What answers on a listening socket.

    Args:
        asgi: the application.
        on_ready: called when it answers.
        on_stop: awaited before its sockets are closed.
    """
    config = uvicorn.Config(
        cast("ASGIApplication", asgi),
        http=PatientHttp,
        ws=UvicornLine,
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # web/proxies.py reads them
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    return _Uvicorn(config, on_ready, on_stop)
