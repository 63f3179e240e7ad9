"""One socket of the load generator: a WebSocket client cut down to what our server sends (RFC 6455).

A full client costs more processor time a frame than the server does, and the generator would be what is
measured. Here a mask of zeros leaves the payload as it is, and frames are cut out of the bytes as they come.
"""

import asyncio
from collections.abc import Callable
from typing import Final, cast

TEXT: Final = 0x1
CLOSE: Final = 0x8
PING: Final = 0x9
PONG: Final = 0xA
WHOLE: Final = 0x80
"""The bit of a frame that is no fragment; also the bit that says a mask follows the length."""
NO_MASK: Final = b"\0\0\0\0"
SHORT: Final = 126
"""From here on a length does not fit into the second byte."""
LONG: Final = 1 << 16
ABNORMAL: Final = 1006
"""The code of an end without a close frame."""

Heard = Callable[[bytes], None]
Ended = Callable[[int], None]


class Line(asyncio.Protocol):
    """A connection to `/ws`: `heard` gets each text frame, `ended` the close code, once.

    Attributes:
        opened: done when the handshake is; fails where the server refuses it.
    """

    def __init__(self, host: str, ticket: str, heard: Heard, ended: Ended) -> None:
        self._asking = _request(host, ticket)
        self._heard, self._ended = heard, ended
        self._rest = b""
        self._code = ABNORMAL
        self._transport: asyncio.Transport
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def send(self, text: bytes) -> None:
        """One text frame."""
        self._transport.write(_head(TEXT, len(text)) + text)

    def cut(self) -> None:
        """Close without a word."""
        self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._asking)

    def connection_lost(self, error: Exception | None) -> None:
        """Tell the owner, or whoever waits for the handshake."""
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionResetError("closed in the handshake"))
        elif not self.opened.cancelled() and not self.opened.exception():
            self._ended(self._code)

    def data_received(self, data: bytes) -> None:
        """Cut frames out of what has come."""
        data = self._rest + data if self._rest else data
        if not self.opened.done():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._rest = head
                return
            self._answered(head)
        self._rest = self._cut_frames(data)

    def _answered(self, head: bytes) -> None:
        if head.startswith(b"HTTP/1.1 101"):
            self.opened.set_result(None)
            return
        status = head.partition(b"\r\n")[0].decode("latin-1")
        self.opened.set_exception(ConnectionRefusedError(status))
        self._transport.abort()

    def _cut_frames(self, data: bytes) -> bytes:
        """Hand over every whole frame; what is left waits for more."""
        at, end = 0, len(data)
        while at + 2 <= end:
            size, start = data[at + 1], at + 2
            if size >= SHORT:
                width = 2 if size == SHORT else 8
                start += width
                size = int.from_bytes(data[start - width : start], "big")
            if start + size > end:
                break
            payload = data[start : start + size]
            if data[at] == WHOLE | TEXT:
                self._heard(payload)
            else:
                self._control(data[at] & 0xF, payload)
            at = start + size
        return data[at:]

    def _control(self, kind: int, payload: bytes) -> None:
        if kind == PING:
            self._transport.write(_head(PONG, len(payload)) + payload)
        elif kind == CLOSE:
            self._code = int.from_bytes(payload[:2], "big") or ABNORMAL
            self._transport.write(_head(CLOSE, len(payload)) + payload)
            self._transport.close()


async def dial(address: tuple[str, int], ticket: str, heard: Heard, ended: Ended) -> Line:
    """An open line; raises `OSError` where the server does not take it."""
    loop = asyncio.get_running_loop()
    host, port = address
    _, line = await loop.create_connection(lambda: Line(f"{host}:{port}", ticket, heard, ended), host, port)
    await line.opened
    return line


def _request(host: str, ticket: str) -> bytes:
    lines = (
        f"GET /ws?ticket={ticket} HTTP/1.1",
        f"Host: {host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
        "",
        "",
    )
    return "\r\n".join(lines).encode()


def _head(kind: int, size: int) -> bytes:
    """What stands before a client's payload."""
    if size < SHORT:
        return bytes((WHOLE | kind, WHOLE | size)) + NO_MASK
    if size < LONG:
        return bytes((WHOLE | kind, WHOLE | SHORT)) + size.to_bytes(2, "big") + NO_MASK
    return bytes((WHOLE | kind, WHOLE | SHORT + 1)) + size.to_bytes(8, "big") + NO_MASK
