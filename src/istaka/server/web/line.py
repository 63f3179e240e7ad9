"""The server's end of one socket: uvicorn's, with shorter ways for what is sent with every move.

What is posted goes out with the turn of the event loop, in one system call, without a task or a copy for each
frame. Reading is not stopped and begun again around every message, only when a client runs ahead. A move
is one short frame that comes in one piece, which needs no parser.
"""

from typing import TYPE_CHECKING, Final, Protocol, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import (  # type: ignore[attr-defined] # apply_mask: in C where there is a compiler
    Frame,
    Opcode,
    apply_mask,
)
from websockets.http11 import Request

from istaka.server.web.asgi import Message

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

EXTENSION: Final = "istaka.line"
"""The key of the line in the scope's `extensions`."""
LINGER_SECONDS: Final = 5
"""So long after a connection's end its last bytes may take to go out."""
AHEAD: Final = 4
"""So many messages may wait before a client is read no further."""
TEXT: Final = 0x81
"""First byte of a frame that holds a whole text (RFC 6455, 5.2)."""
CONTROL: Final = (0x89, 0x8A)
"""First bytes of a ping and a pong."""
MASKED: Final = 0x80
HEAD: Final = 6
"""Bytes of a client's short frame before its payload: two, and the mask."""
SHORT: Final = 126
MEDIUM: Final = 1 << 16


class Line(Protocol):
    """What a connection needs of its end of the socket."""

    @property
    def unsent(self) -> int:
        """How many texts could not be sent yet, because the client does not read."""

    @property
    def waiting(self) -> int:
        """How many messages have come that were not asked for yet."""

    def post(self, text: bytes) -> None:
        """Send a text with whatever else is posted now; never waits."""

    def flush(self) -> None:
        """Send now what is posted, unless the client has to read first."""

    def drop(self) -> None:
        """Forget what could not be sent."""

    def interrupt(self) -> None:
        """Let whoever waits for a message go on without one."""


def line_of(scope: Message) -> Line:
    """The line of a connection, from its scope."""
    return cast("Line", scope["extensions"][EXTENSION])


class UvicornLine(WebSocketsSansIOProtocol):
    """The line as uvicorn makes it; everything but texts goes uvicorn's own way."""

    _posted: list[bytes]
    _is_posting = False
    _is_between = False
    """Whether the parser of frames is surely between two messages: all that came was whole and short."""
    _is_broken = False
    """Whether something came that is no frame: what follows it is none either."""

    def handle_connect(self, event: Request) -> None:
        """A handshake: what answers it finds the line in the scope."""
        self._posted = []
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, object] = {**(self.scope["extensions"] or {}), EXTENSION: self}
            self.scope["extensions"] = extensions  # type: ignore[typeddict-item]
            self._is_between = True

    async def send(self, message: "ASGISendEvent") -> None:
        """Send what uvicorn sends; who is let in has his handshake forgotten.

        Its headers stand in request, response and scope, and nobody reads them any more: 2.5 kB of some 30
        that a quiet connection takes, and more with a browser's.
        """
        await super().send(message)
        if message["type"] == "websocket.accept" and self.handshake_complete:
            del self.request, self.response
            cast("list[object]", self.scope["headers"]).clear()

    def data_received(self, data: bytes) -> None:
        """Something came in: a whole short text goes to its handler, everything else to the parser."""
        is_open = self.handshake_complete and not self.close_sent
        first = _whole(data) if self._is_between and is_open else None
        if first == TEXT:
            self.handle_text(Frame(Opcode.TEXT, apply_mask(data[HEAD:], data[2:HEAD])))
            return
        if self._is_broken:
            return
        self._is_between = first in CONTROL
        super().data_received(data)

    @property
    def unsent(self) -> int:
        """How many texts could not be sent yet."""
        return len(self._posted)

    @property
    def waiting(self) -> int:
        """How many messages have come that were not asked for yet."""
        return self.queue.qsize()

    def post(self, text: bytes) -> None:
        """Send a text with whatever else is posted in this turn of the event loop."""
        self._posted.append(text)
        if not self._is_posting:
            self._is_posting = True
            self.loop.call_soon(self.flush)

    def drop(self) -> None:
        """Forget what could not be sent."""
        self._posted.clear()

    def interrupt(self) -> None:
        """Let whoever waits for a message go on without one."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def flush(self) -> None:
        """Send what is posted, unless the client has to read first."""
        self._is_posting = False
        if not self.writable.is_set():
            return
        if self._posted and not self.close_sent and not self.transport.is_closing():
            self.transport.write(b"".join([part for text in self._posted for part in (_head(text), text)]))
        self._posted.clear()

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        self.flush()

    def send_receive_event_to_app(self) -> None:
        """A message is whole; to read no further before it is answered would cost two system calls a move."""
        if self.read_paused or self.queue.qsize() >= AHEAD:
            super().send_receive_event_to_app()
            return
        self.read_paused = True
        super().send_receive_event_to_app()
        self.read_paused = False

    def handle_parser_exception(self) -> None:
        """Something came that is no frame, or too large a one: say so, and take what is still on its way.

        To close at once with input unread would reset the connection, and the client would lose the reason.
        """
        close, self._is_broken = self.conn.close_sent, True
        if close is None or self.close_sent:  # the end was said already, in other words
            return
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": close.code, "reason": close.reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.write_eof()
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.close)

    async def run_asgi(self) -> None:
        """Let go of a peer that does not read: a close would wait for buffers that never empty."""
        await super().run_asgi()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """Nobody answers at the other end."""
        super().keepalive_timeout()
        self.transport.abort()

    def shutdown(self) -> None:
        """The server stops: what is posted goes first."""
        if self.handshake_initiated:
            self.flush()
        super().shutdown()


def _whole(data: bytes) -> int | None:
    """The first byte of a client's frame, if this is one short frame and nothing else."""
    size = len(data) - HEAD
    return data[0] if 0 <= size < SHORT and data[1] == MASKED + size else None


def _head(text: bytes) -> bytes:
    """What stands before a text in its frame (RFC 6455, 5.2); a server's frames are not masked."""
    length = len(text)
    if length < SHORT:
        return bytes((TEXT, length))
    if length < MEDIUM:
        return bytes((TEXT, SHORT, length >> 8, length & 255))
    return bytes((TEXT, SHORT + 1)) + length.to_bytes(8, "big")
