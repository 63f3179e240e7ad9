"""One address for many workers: each new connection goes to any worker that takes it."""

import asyncio
import contextlib
import threading
from random import Random


class Balancer:
    """A TCP proxy in a thread of its own; `ports` may be changed at any time.

    A connection that is there stays with its worker; when that one dies, the connection does.
    """

    def __init__(self, ports: list[int], seed: int = 1) -> None:
        self.ports = ports
        self.port = 0
        self._random = Random(seed)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._ready = threading.Event()
        self._thread.start()
        self._ready.wait()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._carry, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry bytes both ways until either end closes."""
        for port in self._random.sample(self.ports, len(self.ports)):
            with contextlib.suppress(OSError):
                to_reader, to_writer = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(_copy(reader, to_writer), _copy(to_reader, writer))
                return
        writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()
