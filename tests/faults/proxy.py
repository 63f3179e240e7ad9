"""A network that fails as asked: a proxy between a client and a server, in the test's loop or a thread."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Self

PIECE = 1 << 16


@dataclass
class Way:
    """What happens to bytes in one direction, from now on.

    Attributes:
        delay: seconds that each read is held back.
        chunk: bytes are passed on in pieces of this size, 0 for as they come.
        rate: bytes a second, 0 for no limit.
        left: so many bytes still pass, then both ends are reset; None for any number.
        open: cleared: nothing passes, and nobody is told (a half-open connection).
    """

    delay: float = 0.0
    chunk: int = 0
    rate: float = 0.0
    left: int | None = None
    open: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.open.set()

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """The bytes in the sizes in which they go on."""
        if self.left is not None:
            data = data[: self.left]
            self.left -= len(data)
        size = self.chunk or max(len(data), 1)
        for start in range(0, len(data), size):
            yield data[start : start + size]

    @property
    def is_used_up(self) -> bool:
        return self.left is not None and self.left <= 0


class FaultProxy:
    """Listens on a port of its own and passes on to a server; `up` is towards the server.

    Args:
        targets: servers, by port on this machine or by the path of a socket; each new connection goes to any
            that takes it, and stays there.
        small_buffers: the kernel keeps little of what nobody reads, so that the sender notices soon.
    """

    def __init__(self, *targets: int | str, small_buffers: bool = False) -> None:
        self.targets = targets
        self.up, self.down = Way(), Way()
        self._small = small_buffers
        self._random = Random(1)
        self._ends: set[asyncio.StreamWriter] = set()
        self._links: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        asyncio.get_running_loop().remove_reader(self._server.sockets[0].fileno())
        for _ in range(2):  # who was accepted just now is a link after two rounds of the loop
            await asyncio.sleep(0)
        self._server.close()
        # first, since an end that is only closed stays until somebody reads what waits in it
        self.cut()
        for link in self._links:
            link.cancel()
        await asyncio.gather(*self._links, return_exceptions=True)

    @property
    def port(self) -> int:
        return int(self._server.sockets[0].getsockname()[1])

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Reset every connection, as a router that forgets them does."""
        for end in tuple(self._ends):
            end.transport.abort()

    def silence(self) -> None:
        """Pass nothing on in either direction, and say nothing."""
        self.up.open.clear()
        self.down.open.clear()

    def restore(self) -> None:
        """Pass on again."""
        self.up.open.set()
        self.down.open.set()

    def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # not a coroutine: one that is cancelled before it begins would leave its end open
        self._ends.add(writer)
        link = asyncio.create_task(self._link(reader, writer))
        self._links.add(link)
        link.add_done_callback(self._links.discard)

    async def _link(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry bytes both ways until either end closes."""
        ends = {writer}
        try:
            other_reader, other_writer = await self._dial()
            ends.add(other_writer)
            self._ends.add(other_writer)
            await _until_first(
                self._pump(reader, other_writer, self.up), self._pump(other_reader, writer, self.down)
            )
        except ConnectionRefusedError:
            writer.transport.abort()
        finally:
            for end in ends:
                end.close()
            self._ends -= ends

    async def _dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        for target in self._random.sample(self.targets, len(self.targets)):
            with contextlib.suppress(OSError):
                if isinstance(target, str):
                    return await asyncio.open_unix_connection(target)
                if self._small:
                    return await asyncio.open_connection(sock=await _plug(target), limit=4096)
                return await asyncio.open_connection("127.0.0.1", target)
        raise ConnectionRefusedError

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: Way) -> None:
        with contextlib.suppress(OSError):
            while True:
                await way.open.wait()
                data = await reader.read(PIECE)
                # a link may have been silenced while this read waited
                await way.open.wait()
                if not data:
                    return
                if way.delay:
                    await asyncio.sleep(way.delay)
                for piece in way.pieces(data):
                    writer.write(piece)
                    await writer.drain()
                    if way.rate or way.chunk:
                        await asyncio.sleep(len(piece) / way.rate if way.rate else 0)
                if way.is_used_up:
                    self.cut()
                    return


async def _plug(port: int) -> socket.socket:
    """A connection for which the kernel keeps little, which it has to know before it is made."""
    plug = socket.socket()
    try:
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plug.setblocking(False)  # noqa: FBT003
        await asyncio.get_running_loop().sock_connect(plug, ("127.0.0.1", port))
    except BaseException:
        plug.close()
        raise
    return plug


async def _until_first(*works: Coroutine[None, None, None]) -> None:
    """Do all at once until one is done, and leave none behind."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class ProxyThread:
    """A fault proxy with a loop of its own, for what is started outside of one."""

    def __init__(self, *targets: int | str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._proxy = FaultProxy(*targets)

    def __enter__(self) -> Self:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._proxy.__aenter__(), self._loop).result()
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._proxy.__aexit__(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @property
    def port(self) -> int:
        return self._proxy.port

    @property
    def address(self) -> str:
        return self._proxy.address

    def do(self, work: Callable[[FaultProxy], None]) -> None:
        """Let something happen to the proxy, and wait until it has."""

        async def doing() -> None:
            work(self._proxy)

        asyncio.run_coroutine_threadsafe(doing(), self._loop).result()
