"""The wire between a worker and PostgreSQL, which may be cut at the worst moment."""

import asyncio
import contextlib
from pathlib import Path
from typing import Self
from urllib.parse import parse_qs, urlsplit, urlunsplit

SOCKET = ".s.PGSQL.5432"


class Wire:
    """A port that passes on to the socket of a PostgreSQL server.

    Attributes:
        is_deaf: what the server answers is lost, and the connection is reset.
        is_mute: nothing reaches the server, and the connection is reset.
    """

    def __init__(self, url: str) -> None:
        self._parts = urlsplit(url)
        self._path = Path(parse_qs(self._parts.query)["host"][0]) / SOCKET
        self.is_deaf = self.is_mute = False
        self._free = asyncio.Event()
        self._free.set()
        self._pumps: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server

    @property
    def url(self) -> str:
        """The database's address by this wire."""
        port = self._server.sockets[0].getsockname()[1]
        return urlunsplit(("postgresql", f"postgres@127.0.0.1:{port}", self._parts.path, "", ""))

    def hang(self) -> None:
        """Nothing passes from now on, and nobody is told."""
        self._free.clear()

    def free(self) -> None:
        """Everything passes again."""
        self._free.set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._link, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for pump in self._pumps:
            pump.cancel()
        await asyncio.sleep(0.01)

    async def _link(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_unix_connection(str(self._path))
        pumps = {
            asyncio.create_task(self._pump(reader, far_writer, "is_mute")),
            asyncio.create_task(self._pump(far_reader, writer, "is_deaf")),
        }
        self._pumps |= pumps
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        for pump in pumps:
            pump.cancel()
        await asyncio.wait(pumps)
        self._pumps -= pumps
        writer.transport.abort()
        far_writer.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, fault: str) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(1 << 16):
                await self._free.wait()
                if getattr(self, fault):
                    return
                writer.write(data)
                await writer.drain()
