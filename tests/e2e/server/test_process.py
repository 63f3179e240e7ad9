"""The server as a process of its own: whole matches, SIGKILL at any instant, restarts, bad callers."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from at_table.checker import check, read_log
from at_table.player import Player
from e2e.running import RunningServer
from faults.servers import SETTINGS, sound
from istaka.game.record import parse
from istaka.rules.tiles import kind_name

KILLS = 3
SCRIPT = "<img src=x onerror=window.pwn=1>"


def test_a_whole_fast_match_by_socket(tmp_path: Path) -> None:
    async def work(address: str) -> Player:
        async with Player(address) as player:
            await player.sit_down(players=4, limit=40, level="greedy", name=SCRIPT)
            await player.attach()
            over = (await player.play_until("match_over"))["e"]
            record = (await player.http.get(f"/api/tables/{player.table}/record")).text
            assert over["totals"] == player.totals
            assert max(player.totals) >= 40
            assert parse(record).players[0].name == SCRIPT
            me = (await player.http.get("/api/me")).json()
            assert (me["name"], me["table"]) == (SCRIPT, None)
            return player

    with sound(tmp_path) as server:
        player = asyncio.run(work(server.address))
    room = check(read_log(tmp_path / "istaka.db", player.table), player.table, {0: player.frames})
    assert list(room.match.totals) == player.totals


@pytest.mark.parametrize("seed", range(2))
def test_a_killed_server_loses_nothing_and_applies_nothing_twice(tmp_path: Path, seed: int) -> None:
    """Fault 1, O16: SIGKILL at random instants, again and again; the same person plays on to the end."""
    random = Random(seed)
    server = sound(tmp_path)

    async def work() -> Player:
        nonlocal server
        async with Player(server.address) as player:
            # a match to 80 outlasts the kills: one to 40 may be over before the last
            await player.sit_down(players=4, limit=80, level="greedy")
            await player.attach()
            for _ in range(KILLS):
                await player.play_for(random.randrange(10, 30))
                killing = asyncio.create_task(kill_soon(server, random.random() * 0.02))
                with contextlib.suppress(ConnectionClosed, OSError, TimeoutError):
                    await player.play_for(10_000)
                await killing
                seen = player.seq
                server = await asyncio.to_thread(sound, tmp_path, server.port)
                await player.come_back()
                assert player.seq is not None
                assert seen is not None
                assert player.seq >= seen
            await player.play_until("round_over")
            return player

    try:
        player = asyncio.run(work())
    finally:
        server.kill()
    entries = read_log(tmp_path / "istaka.db", player.table)
    kinds = [type(entry.event).__name__ for entry in entries]
    check(entries, player.table, {0: player.frames})
    assert kinds.count("Resumed") == KILLS


async def kill_soon(server: RunningServer, seconds: float) -> None:
    await asyncio.sleep(seconds)
    server.kill()


def test_after_a_restart_the_time_out_fires_by_itself(tmp_path: Path) -> None:
    """O16, O08: killed in a turn with a clock; nobody comes back, and the table goes on."""

    async def begin(address: str) -> Player:
        async with Player(address) as player:
            await player.sit_down(players=2, limit=40, level="greedy", clock=10)
            await player.attach()
            await player.send({"t": "nonce", "round": 1, "nonce": "0" * 32})
            while player.can is None:
                await player.hear()
            return player

    server = sound(tmp_path)
    try:
        player = asyncio.run(begin(server.address))
    finally:
        server.kill()
    before = read_log(tmp_path / "istaka.db", player.table)
    with sound(tmp_path, port=server.port):
        entries = before
        # a table that nobody comes to is taken up when the old turn's time is over, and its clock begins anew
        for _ in range(400):
            asyncio.run(asyncio.sleep(0.1))
            entries = read_log(tmp_path / "istaka.db", player.table)
            if any(getattr(entry.event, "late", False) for entry in entries):
                break
    late = next(entry for entry in entries[len(before) :] if getattr(entry.event, "late", False))
    resumed = entries[len(before)]
    assert type(resumed.event).__name__ == "Resumed"
    assert 10_000 <= late.at - resumed.at < 10_600
    check(entries, player.table, {0: player.frames})


def test_the_death_of_the_worker_stops_no_table(tmp_path: Path) -> None:
    """Fault 17: the process that thinks for bots is killed again and again; their turns are asked anew."""

    async def work(server: RunningServer) -> Player:
        async with Player(server.address) as player:
            await player.sit_down(players=4, limit=40, level="careful")
            await player.attach()
            for _ in range(3):
                await player.play_for(12)
                for worker in children_of(server.process.pid):
                    os.kill(worker, signal.SIGKILL)
            await player.play_until("round_over")
            return player

    # it thinks as it does for a host, where kernels are compiled
    with RunningServer(tmp_path, ISTAKA_WARM="0") as server:
        player = asyncio.run(work(server))
    check(read_log(tmp_path / "istaka.db", player.table), player.table, {0: player.frames})


def children_of(parent: int) -> list[int]:
    """The processes that this one started."""
    text = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii")
    return [int(word) for word in text.split()]


def test_two_servers_never_share_a_database_or_a_port(tmp_path: Path) -> None:
    with sound(tmp_path) as server:
        for folder, port, sentence in (
            (tmp_path, 0, "in use by another istaka server"),
            (tmp_path / "other", server.port, "cannot be listened on"),
        ):
            command = [sys.executable, "-m", "istaka", "serve", "--no-open", "--host", "127.0.0.1"]
            command += ["--port", str(port), "--db", str(folder / "istaka.db")]
            done = subprocess.run(
                command, env=os.environ | SETTINGS, capture_output=True, text=True, timeout=60, check=False
            )
            assert done.returncode == 2
            assert sentence in done.stderr
            assert len(done.stderr.strip().splitlines()) == 1
            assert "Traceback" not in done.stderr


def test_a_stopped_server_says_goodbye_and_ends_well(tmp_path: Path) -> None:
    async def work(server: RunningServer) -> None:
        async with Player(server.address) as player:
            await player.sit_down(players=2, limit=40, level="greedy")
            await player.attach()
            server.process.terminate()
            with pytest.raises(ConnectionClosed) as closed:
                await player.hear_until("never")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012

    with sound(tmp_path) as server:
        asyncio.run(work(server))
        assert server.process.wait(timeout=20) == 0
        assert not any("Traceback" in line for line in server.said)


def test_bad_callers_leave_no_traceback_and_change_nothing(tmp_path: Path) -> None:
    """Fault 14: garbage in every place; the server answers each and serves on."""

    async def work(address: str) -> None:
        async with Player(address) as player:
            await player.sit_down(players=2, limit=40, level="greedy")
            for garbage in (
                "{",
                "null",
                '{"t":"act"}',
                "\ud7ff" * 3,
                "[" * 10_000,
                '{"t":"hello","table":5}',
                "x" * 16_000,
            ):
                socket = await player.dial()
                await socket.send(garbage)
                answer = await socket.recv()
                assert '"t":"error"' in str(answer)
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
            for path in ("/api/play", "/api/tickets"):
                for body in (b"", b"{", b"\xff\xfe", b'{"players":{}}', b"[" * 5000):
                    answer = await player.http.post(path, content=body)
                    assert answer.status_code < 500
            await player.attach()

    with sound(tmp_path) as server:
        asyncio.run(work(server.address))
        assert httpx.get(f"{server.address}/healthz").json()["status"] == "ok"
    assert not any("Traceback" in line for line in server.said)


def test_the_table_is_where_it_was_after_every_restart(tmp_path: Path) -> None:
    """O16: hands, stock order and totals; a page that comes anew gets the same tiles."""

    async def begin(address: str) -> Player:
        async with Player(address) as player:
            await player.sit_down(players=3, limit=40, level="random")
            await player.attach()
            await player.play_for(25)
            return player

    async def look(player: Player, address: str) -> list[str]:
        async with Player(address) as again:
            again.http.cookies = player.http.cookies
            again.table = player.table
            await again.attach()
            return again.hand

    server = sound(tmp_path)
    player = asyncio.run(begin(server.address))
    server.kill()
    entries = read_log(tmp_path / "istaka.db", player.table)
    room = check(entries, player.table, {0: player.frames})
    with sound(tmp_path, port=server.port) as restarted:
        hand = asyncio.run(look(player, restarted.address))
    assert hand == [kind_name(kind, room.game.wild) for kind in room.game.hand(room.seat_of(0))]
    after = check(read_log(tmp_path / "istaka.db", player.table), player.table, {})
    assert after.match.totals == room.match.totals
