"""The server's end of a socket: what comes in is told as uvicorn tells it, the short way or not."""

import asyncio
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from istaka.server.web.asgi import Application, Message, Receive, Send
from istaka.server.web.line import EXTENSION, UvicornLine

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
MASK = b"\x01\x80\x7f\xff"


class Wire(asyncio.Transport):
    """Takes down what is written and whether it is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[object] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.said.append(bytes(data))

    def close(self) -> None:
        self.said.append("closed")

    abort = close

    def write_eof(self) -> None:
        self.said.append("ended")

    def is_closing(self) -> bool:
        return "closed" in self.said

    def pause_reading(self) -> None:
        """Nothing reads."""

    resume_reading = pause_reading


def frame(payload: bytes, first: int = 0x81) -> bytes:
    """A client's frame."""
    size = len(payload)
    head = bytes([first, 0x80 | size]) if size < 126 else bytes([first, 0x80 | 126]) + size.to_bytes(2)
    return head + MASK + bytes(byte ^ MASK[i % 4] for i, byte in enumerate(payload))


async def accept(_scope: Message, receive: Receive, send: Send) -> None:
    """Let the client in, and read nothing."""
    await receive()
    await send({"type": "websocket.accept"})
    await asyncio.Event().wait()


async def heard(
    kind: type[WebSocketsSansIOProtocol], reads: list[bytes], app: Application = accept
) -> tuple[list[Any], list[object]]:
    """What the application is told, and what is written, of some reads."""
    config = uvicorn.Config(app, ws_max_size=400, ws_per_message_deflate=False, lifespan="off")
    config.load()
    state = ServerState()
    protocol, transport = kind(config, state, {}, asyncio.get_running_loop()), Wire()
    protocol.connection_made(transport)
    protocol.data_received(HANDSHAKE)
    while not protocol.handshake_complete:  # noqa: ASYNC110 - uvicorn has no event for it
        await asyncio.sleep(0)
    transport.said.clear()
    for read in reads:
        protocol.data_received(read)
    told = []
    while not protocol.queue.empty():
        told.append(protocol.queue.get_nowait())
    for task in state.tasks:
        task.cancel()
    protocol.connection_lost(None)
    return told, transport.said


WORD, LONG = frame(b'{"t":"ping","at":7}'), frame(b"x" * 300)
READS = {
    "short ones": [WORD, frame(b""), frame("çanak".encode()), frame(b"y" * 125), frame(b"z" * 126)],
    "two in one read": [WORD + frame(b"more"), WORD],
    "in two reads": [WORD[:9], WORD[9:], WORD],
    "only a head": [WORD[:2], WORD[2:6], WORD[6:] + WORD],
    "fragments": [frame(b"be", 0x01), frame(b"fore", 0x80), WORD],
    "pings and pongs": [frame(b"a", 0x89), WORD, frame(b"b", 0x8A), WORD],
    "bytes": [frame(b"a", 0x82), WORD],
    "an end": [frame(b"\x03\xe8", 0x88), WORD],
}
FAULTS = {
    "a piece that looks whole": [LONG[:20], frame(b"x"), LONG[27:]],
    "a whole one among fragments": [frame(b"be", 0x01), WORD],
    "no text": [WORD, frame(b"\xff\xfe")],
    "reserved bits": [frame(b"a", 0xC1)],
    "no mask": [b"\x81\x04words"],
    "too long": [LONG, frame(b"x" * 401)],
}


@pytest.mark.parametrize("reads", READS.values(), ids=READS)
def test_what_comes_in_is_told_as_uvicorn_tells_it(reads: list[bytes]) -> None:
    """RFC 6455: fault 10 and 14, and the short way of moves."""
    assert asyncio.run(heard(UvicornLine, reads)) == asyncio.run(heard(WebSocketsSansIOProtocol, reads))


@pytest.mark.parametrize("reads", FAULTS.values(), ids=FAULTS)
def test_after_a_fault_the_reason_is_told_and_the_rest_is_taken_and_dropped(reads: list[bytes]) -> None:
    """Fault 10: to close with input unread would reset the connection, and the reason would not arrive."""
    told, (reason, end, *_) = asyncio.run(heard(WebSocketsSansIOProtocol, reads))
    assert end == "closed"
    ours, said = asyncio.run(heard(UvicornLine, [*reads, WORD, frame(b"a", 0xC1)]))
    assert (ours, said[:2]) == (told, [reason, "ended"])


def test_who_is_let_in_has_his_handshake_forgotten() -> None:
    """Ten thousand quiet sockets would keep its headers thrice each."""
    kept: list[tuple[list[bytes], set[str]]] = []

    async def app(scope: Message, receive: Receive, send: Send) -> None:
        await receive()
        kept.append(look(scope))
        await send({"type": "websocket.accept"})
        kept.append(look(scope))
        await asyncio.Event().wait()

    def look(scope: Message) -> tuple[list[bytes], set[str]]:
        line = vars(scope["extensions"][EXTENSION])
        return [name for name, _ in scope["headers"]], {"request", "response"} & line.keys()

    asyncio.run(heard(UvicornLine, [], app))
    assert b"Sec-WebSocket-Key" in kept[0][0]
    assert kept[0][1] == {"request", "response"}
    assert kept[1] == ([], set())


def test_a_move_in_one_piece_needs_no_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[bytes] = []
    parse = WebSocketsSansIOProtocol.data_received

    def count(protocol: WebSocketsSansIOProtocol, data: bytes) -> None:
        parsed.append(data)
        parse(protocol, data)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", count)
    pong = frame(b"", 0x8A)
    told, _ = asyncio.run(heard(UvicornLine, [WORD, pong, WORD]))
    assert len([message for message in told if message.get("text") == '{"t":"ping","at":7}']) == 2
    assert parsed == [HANDSHAKE, pong]
