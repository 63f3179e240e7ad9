"""The socket from outside: who may connect, what is answered to anything else, and who reads too slowly."""

import asyncio
import contextlib
import json
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from at_table.hall import Thinker
from at_table.house import House, quick, serving
from at_table.player import Player
from istaka.server.core.messages import Beat, Problem, encode
from istaka.server.ports import StoreError
from istaka.server.web import line as line_module
from istaka.server.web import socket as module
from istaka.server.web.socket import BURST, MEASURED, PATIENCE, QUEUE, RATE, Connection, Meter

Work = Callable[[House, Player], Awaitable[None]]


def run(folder: Path, work: Work, **settings: object) -> None:
    """A house, and a player who has a table against bots but no socket yet."""

    async def whole() -> None:
        async with serving(quick(folder, **settings), Thinker()) as house, Player(house.address) as player:
            await player.sit_down(players=2, limit=40, level="greedy")
            await work(house, player)

    asyncio.run(whole())


async def last_words(player: Player) -> tuple[str, int]:
    """The code of the error frame, and the code of the close after it."""
    problem = (await player.hear_until("error"))["error"]["code"]
    with pytest.raises(ConnectionClosed) as closed:
        await player.hear()
    assert closed.value.rcvd is not None
    return problem, closed.value.rcvd.code


def test_a_ticket_is_good_for_one_socket(tmp_path: Path) -> None:
    """Fault 11."""

    async def work(house: House, player: Player) -> None:
        del house
        ticket = await player.ticket()
        first = await player.dial(ticket)
        player.socket = await player.dial(ticket)
        assert await last_words(player) == ("bad_ticket", 4001)
        await first.send(json.dumps({"t": "ping", "at": 1.5}))
        assert json.loads(await first.recv())["at"] == 1.5
        await first.close()

    run(tmp_path, work)


def test_a_made_up_ticket_is_refused(tmp_path: Path) -> None:
    async def work(house: House, player: Player) -> None:
        del house
        for ticket in ("", "x" * 2000, "%00", "a&ticket=b", "a&b&c&d&e&f"):
            player.socket = await player.dial(ticket)
            assert await last_words(player) == ("bad_ticket", 4001)

    run(tmp_path, work)


def test_a_database_that_does_not_answer_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        message = "disk on fire"
        raise StoreError(message)

    async def work(house: House, player: Player) -> None:
        del house
        ticket = await player.ticket()
        monkeypatch.setattr("istaka.server.stores.sqlite.SqliteStore.redeem", fail)
        player.socket = await player.dial(ticket)
        assert await last_words(player) == ("unavailable", 1011)

    run(tmp_path, work)


def test_a_page_of_another_site_cannot_connect(tmp_path: Path) -> None:
    async def work(house: House, player: Player) -> None:
        address = f"{house.address.replace('http', 'ws')}/ws?ticket={await player.ticket()}"
        with pytest.raises(InvalidStatus) as refused:
            await connect(address, origin="http://evil.example")  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403
        assert b'"bad_origin"' in (refused.value.response.body or b"")
        own = await connect(address, origin=house.address)  # type: ignore[arg-type]
        await own.close()
        with pytest.raises(InvalidStatus) as missing:
            await connect(f"{house.address.replace('http', 'ws')}/other")
        assert missing.value.response.status_code == 404

    run(tmp_path, work)


def test_nobody_gets_the_seat_of_another(tmp_path: Path) -> None:
    """O02, fault 11: a wrong token never gets the seat, and never harms who has it."""

    async def work(house: House, player: Player) -> None:
        await player.attach()
        async with Player(house.address) as eve:
            await eve.sit_down(players=2, limit=40, level="greedy")
            for table in (player.table, "nothing", "x" * 64):
                eve.socket = await eve.dial()
                await eve.send({"t": "hello", "v": 1, "table": table, "seq": None})
                code = "not_seated" if table == player.table else "unknown_table"
                assert await last_words(eve) == (code, 4003)
        await player.play_for(5)

    run(tmp_path, work)


GARBAGE = (
    "",
    "{",
    "null",
    "[]",
    "[" * 9000,
    "1" * 5000,
    '{"t":"nothing"}',
    '{"t":"hello","table":5}',
    '{"t":"hello","table":"a","v":2}',
    '{"t":"act","id":"","seq":1,"do":"draw"}',
    '{"t":"act","id":"a","seq":-1,"do":"draw"}',
    '{"t":"act","id":"a","seq":1,"do":"win"}',
    '{"t":"act","id":"a","seq":1e400,"do":"draw"}',
    '{"t":"nonce","round":0,"nonce":"00"}',
    '{"t":"nonce","round":1,"nonce":"' + "0" * 31 + 'g"}',
    '{"t":"nonce","round":1,"nonce":"' + "0" * 32 + '\\n"}',
    '{"t":"act","id":"a","seq":"1","do":"draw"}',
    '{"t":"act","id":"a","seq":' + "9" * 9000 + ',"do":"draw"}',
    '{"t":"ping","at":1e999}',
    '{"t":"act","id":"\\ud800","seq":1,"do":"draw"}',
    b"\x00\x01binary",
)


def test_what_is_no_message_is_answered_once_and_changes_nothing(tmp_path: Path) -> None:
    """Fault 14."""

    async def work(house: House, player: Player) -> None:
        await player.attach()
        await player.send({"t": "nonce", "round": 1, "nonce": "0" * 32})
        while player.can is None:
            await player.hear()
        head = house.app.service.head(player.table, 0)
        for garbage in GARBAGE:
            await player.send(garbage)
            assert await last_words(player) == ("bad_message", 4000)
            await player.attach()
        assert house.app.service.head(player.table, 0) == head
        assert not any('"t":"ack"' in frame for frame in player.frames)

    run(tmp_path, work)


def test_an_oversize_frame_closes_the_socket_alone(tmp_path: Path) -> None:
    """Fault 10."""

    async def work(house: House, player: Player) -> None:
        del house
        await player.attach()
        await player.send("x" * 17_000)
        with pytest.raises(ConnectionClosed) as closed:
            await player.hear_until("never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        await player.attach()

    run(tmp_path, work)


def test_commands_before_hello_are_refused(tmp_path: Path) -> None:
    async def work(house: House, player: Player) -> None:
        del house
        player.socket = await player.dial()
        await player.send({"t": "act", "id": "a", "seq": 1, "do": "draw"})
        assert await last_words(player) == ("hello_first", 4000)

    run(tmp_path, work)


def test_a_second_hello_moves_the_socket_to_another_table(tmp_path: Path) -> None:
    async def work(house: House, player: Player) -> None:
        await player.attach()
        first = player.table
        await player.sit_down(players=2, limit=40, level="greedy")
        player.seq = None
        await player.send({"t": "hello", "v": 1, "table": player.table, "seq": None})
        while (await player.hear_until("snapshot"))["table"]["id"] != player.table:
            pass
        live = house.app.service.keeper.tables
        assert list(live[first].listeners.values()) == []
        assert list(live[player.table].listeners.values()) == [0]

    run(tmp_path, work)


def test_beats_tell_the_head_every_second(tmp_path: Path) -> None:
    async def work(house: House, player: Player) -> None:
        await player.attach()
        start = asyncio.get_running_loop().time()
        for _ in range(2):
            beat = await player.hear_until("beat")
        assert 0.9 < asyncio.get_running_loop().time() - start < 3.5
        assert beat["seq"] <= house.app.service.head(player.table, 0)

    run(tmp_path, work)


def test_every_command_has_its_one_answer(tmp_path: Path) -> None:
    async def work(house: House, player: Player) -> None:
        del house
        await player.attach()
        await player.send({"t": "nonce", "round": 1, "nonce": "0" * 32})
        while player.can is None:
            await player.hear()
        do = "take" if "take" in player.can["do"] else "discard"
        if do == "discard":
            await player.ask("act", do="discard", tile=player.can["discard"][0])
        else:
            first = player.seq
            assert (await player.ask("act", do="finish", tile=player.hand[0]))["error"][
                "code"
            ] == "take_a_tile_first"
            assert (await player.ask("act", do="take"))["t"] == "ack"
            assert (await player.ask("act", do="take"))["error"]["code"] in {"already_took", "stale"}
            player.seq, head = first, player.seq
            assert (await player.ask("act", do="draw"))["error"]["code"] == "stale"
            player.seq = head
        assert (await player.ask("next"))["error"]["code"] in {"not_between", "stale"}
        assert (await player.ask("back"))["error"]["code"] == "not_away"
        assert (await player.ask("leave"))["t"] == "ack"
        assert (await player.ask("back"))["t"] in {"ack", "reject"}

    run(tmp_path, work)


def test_a_flood_is_slowed_and_then_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fault 9."""
    monkeypatch.setattr(module, "PATIENCE", 10)

    async def work(house: House, player: Player) -> None:
        del house
        player.socket = await player.dial()
        start = asyncio.get_running_loop().time()

        async def flood() -> None:
            for number in range(300):
                await player.send({"t": "ping", "at": number})

        flooding = asyncio.create_task(flood())
        assert await last_words(player) == ("slow_down", 4008)
        assert asyncio.get_running_loop().time() - start > 0.3
        flooding.cancel()
        await asyncio.gather(flooding, return_exceptions=True)

    run(tmp_path, work)


def test_who_does_not_read_is_closed_and_stops_nobody(tmp_path: Path) -> None:
    """Fault 6: a queue of 256 frames, then the connection is given up; the table plays on."""

    async def work(house: House, player: Player) -> None:
        await player.attach()
        live = house.app.service.keeper.tables[player.table]
        (stuck,) = live.listeners
        stuck._line.pause_writing()  # type: ignore[attr-defined]  # noqa: SLF001 - a client that reads nothing
        for _ in range(QUEUE + 2):
            stuck.send(encode(Beat(1, 0)))
        for _ in range(1500):
            await asyncio.sleep(0.02)
            if not live.listeners:
                break
        assert not live.listeners
        again = Player(house.address)
        again.http, again.table = player.http, player.table
        await again.attach()
        await again.play_for(3)
        await again.cut()

    run(tmp_path, work)


def test_the_connection_of_who_never_reads_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fault 6: a plain close would wait for him for ever, with his buffers."""
    monkeypatch.setattr(module, "QUEUE", 4)
    monkeypatch.setattr(line_module, "LINGER_SECONDS", 0.1)
    lost: list[object] = []
    monkeypatch.setattr(WebSocketsSansIOProtocol, "connection_lost", lambda _, error: lost.append(error))

    async def work(house: House, player: Player) -> None:
        loop = asyncio.get_running_loop()
        host, port = house.address.removeprefix("http://").split(":")
        with socket.socket() as deaf:
            deaf.settimeout(0)
            await loop.sock_connect(deaf, (host, int(port)))
            handshake = (
                f"GET /ws?ticket={await player.ticket()} HTTP/1.1\r\nHost: {host}:{port}\r\n"
                "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            )
            hello = json.dumps({"t": "hello", "v": 1, "table": player.table}).encode()
            frame = bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello
            await loop.sock_sendall(deaf, handshake.encode())
            assert b" 101 " in await loop.sock_recv(deaf, 64)
            await loop.sock_sendall(deaf, frame)
            live = house.app.service.keeper.tables[player.table]
            for _ in range(3000):
                await asyncio.sleep(0.01)
                if live.listeners:
                    break
            (listener,) = live.listeners
            for _ in range(20):
                listener.send(b'"%s"' % (b"x" * 1_000_000))
                await asyncio.sleep(0.01)
            assert len(lost) == 0
            for _ in range(600):
                await asyncio.sleep(0.05)
                if lost:
                    return
            pytest.fail("the server still holds the connection")

    run(tmp_path, work)


def test_who_never_says_hello_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fault 10: an open connection costs memory; pings are no reason to keep it."""

    async def work(house: House, player: Player) -> None:
        await player.attach()
        # only of the next one: on a busy machine it is little time for anybody
        monkeypatch.setattr(module, "HELLO", 0.3)
        silent = Player(house.address)
        silent.socket = await player.dial()
        with contextlib.suppress(ConnectionClosed):
            await silent.send({"t": "ping", "at": 1})
        assert await last_words(silent) == ("hello_first", 4000)
        await player.play_for(3)

    run(tmp_path, work)


def test_one_person_has_only_so_many_connections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "EACH", 2)

    async def work(house: House, player: Player) -> None:
        del house
        first, _ = await player.dial(), await player.dial()
        player.socket = await player.dial()
        assert await last_words(player) == ("too_many_sockets", 4008)
        await first.close()
        await asyncio.sleep(0.1)
        await player.attach()

    run(tmp_path, work)


def test_a_fault_of_ours_is_said_without_a_word_about_the_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        message = "secret inside"
        raise ZeroDivisionError(message)

    async def work(house: House, player: Player) -> None:
        del house
        await player.attach()
        monkeypatch.setattr("istaka.server.service.Service.command", fail)
        await player.send({"t": "leave", "id": "a", "seq": 1})
        assert await last_words(player) == ("unavailable", 1011)
        assert "a connection failed: ZeroDivisionError < test_socket.py" in caplog.text
        assert "secret inside" not in caplog.text

    run(tmp_path, work)


def test_a_queue_that_is_full_closes() -> None:
    async def work() -> None:
        sent: list[object] = []

        async def send(message: object) -> None:
            sent.append(message)

        line = Deaf()
        connection = Connection(line)
        for _ in range(QUEUE):
            connection.send(b"{}")
        assert connection.close_code is None
        connection.send(b"{}")
        connection.send(b"{}")
        assert (connection.close_code, line.posted, line.interrupted) == (1013, [], 1)
        connection.close(4000, Problem("late"))
        await connection.finish(send)
        assert sent == [{"type": "websocket.close", "code": 1013}]

    asyncio.run(work())


class Deaf:
    """The line to a client that does not read."""

    waiting = 0

    def __init__(self) -> None:
        self.posted: list[bytes] = []
        self.interrupted = 0

    @property
    def unsent(self) -> int:
        return len(self.posted)

    def post(self, text: bytes) -> None:
        self.posted.append(text)

    def flush(self) -> None:
        """Nothing goes out."""

    def drop(self) -> None:
        self.posted.clear()

    def interrupt(self) -> None:
        self.interrupted += 1


def test_the_way_to_a_client_is_measured_by_beats_that_it_answers() -> None:
    """O15: an answer that nobody asked for, or asked for long ago, says nothing."""

    async def work() -> None:
        line = Deaf()
        connection = Connection(line)
        for number in range(MEASURED + 1):
            connection.beat(5, 0, measured=True)
            if number == 0:
                await asyncio.sleep(0.02)
                connection.answered(1)
                assert connection.lag.allowance(0) == 0
                connection.answered(0)
                assert 15 <= connection.lag.allowance(0) <= 500
        before = connection.lag.allowance(0)
        connection.answered(0)
        assert connection.lag.allowance(0) == before
        beats = [json.loads(frame) for frame in line.posted]
        assert [beat.get("n") for beat in beats] == [0, None, None, None, None, MEASURED]
        connection.beat(5, 0, measured=False)
        assert b'"n"' not in line.posted[-1]

    asyncio.run(work())


def test_players_at_a_table_with_a_clock_are_measured(tmp_path: Path) -> None:
    async def work(house: House, player: Player) -> None:
        await player.sit_down(players=2, limit=40, level="greedy", clock=60)
        await player.attach()
        while "n" not in await player.hear_until("beat"):
            pass
        (connection,) = house.app.service.keeper.tables[player.table].listeners
        for _ in range(1500):
            await asyncio.sleep(0.02)
            if connection.lag._trip is not None:  # noqa: SLF001
                return
        pytest.fail("the answer to a beat measured nothing")

    run(tmp_path, work)


def test_the_meter_allows_a_burst_and_then_a_rate() -> None:
    meter = Meter(0.0)
    assert [meter.pause(0.0, ahead=True) for _ in range(int(BURST))] == [0.0] * int(BURST)
    assert meter.pause(0.0, ahead=True) == pytest.approx(1 / RATE)
    assert meter.pause(0.0, ahead=True) == pytest.approx(2 / RATE)
    assert meter.waits == 2
    assert meter.pause(10.0, ahead=True) == 0.0
    assert meter.waits == 2
    assert meter.pause(10.0, ahead=False) == 0.0
    assert meter.waits == 0


def test_a_flood_is_one_also_where_the_server_is_slow_now_and_then() -> None:
    meter, now, read = Meter(0.0), 0.0, 0
    while meter.waits <= PATIENCE:
        now += meter.pause(now, ahead=True) + (0.3 if read % 50 == 0 else 0.0)
        read += 1
        assert read < 2 * PATIENCE + BURST


def test_who_waits_for_answers_is_slowed_and_never_closed() -> None:
    meter, now = Meter(0.0), 0.0
    for _ in range(5 * PATIENCE):
        now += meter.pause(now, ahead=False)
        assert meter.waits == 0
    assert now == pytest.approx((5 * PATIENCE - BURST) / RATE, rel=0.05)


@pytest.mark.parametrize("length", [2, 125, 126, 65_535, 65_536, 200_000])
def test_a_frame_of_any_length_arrives_whole_and_in_order(tmp_path: Path, length: int) -> None:
    async def work(house: House, player: Player) -> None:
        await player.attach()
        (listener,) = house.app.service.keeper.tables[player.table].listeners
        assert player.socket is not None
        texts = ['"%s"' % ("x" * (length - 2)), '"two"', '"three"']
        for text in texts:
            listener.send(text.encode())
        heard = [await player.socket.recv() for _ in range(4)]
        assert [text for text in heard if '"t"' not in str(text)][:3] == texts

    run(tmp_path, work)


def test_who_sends_faster_than_he_is_answered_is_read_later_and_loses_nothing(tmp_path: Path) -> None:
    async def work(house: House, player: Player) -> None:
        del house
        await player.attach()
        for number in range(40):
            await player.send({"t": "ping", "at": number})
        answers = []
        while len(answers) < 40:
            message = await player.hear()
            if message["t"] == "pong":
                answers.append(message["at"])
        assert answers == list(range(40))

    run(tmp_path, work)
