"""`istaka doctor` finds what is wrong before people do."""

import asyncio
import json
import time
from pathlib import Path

import pytest
from sqlalchemy import insert

from databases import Server, execute, made_postgres
from istaka.cli import run
from istaka.server import doctor
from istaka.server.stores.schema import workers
from istaka.server.stores.sqlite import SqliteStore
from redis_server import RedisServer
from upkeep.conftest import work_in
from upkeep.old import old_file

NOWHERE = "redis://:pa55@127.0.0.1:1"


@pytest.fixture(autouse=True)
def built(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is built, also where these tests run without it."""
    monkeypatch.setattr(doctor.Bundle, "is_there", True)


def examined(db: str, bus: str = "") -> dict[str, doctor.Finding]:
    return {finding.name: finding for finding in asyncio.run(doctor.examine(db, bus))}


def red(found: dict[str, doctor.Finding]) -> set[str]:
    return {name for name, finding in found.items() if not finding.ok}


def test_a_file_in_good_health(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = str(tmp_path / "a.db")
    assert run(["migrate", "--db", db]) == 0
    capsys.readouterr()
    assert run(["doctor", "--db", db]) == 0
    out = capsys.readouterr().out
    names = ("database", "writing", "whole", "disk", "bus", "passwords", "page")
    firsts = [line.split()[:2] for line in out.splitlines() if not line.startswith(" ")]
    assert firsts == [["ok", name] for name in names]
    assert run(["doctor", "--db", db, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["ok"]
    assert [check["name"] for check in found["checks"]] == list(names)


def test_a_file_that_a_server_uses(tmp_path: Path) -> None:
    async def check() -> None:
        store = SqliteStore.open(tmp_path / "a.db")
        found = await doctor.examine(str(tmp_path / "a.db"), "")
        await store.close()
        assert all(finding.ok for finding in found)

    asyncio.run(check())


def test_a_file_that_is_not_there_yet(tmp_path: Path) -> None:
    found = examined(str(tmp_path / "deep" / "a.db"))
    assert red(found) == set()
    assert list(tmp_path.iterdir()) == []


def test_an_old_file_and_no_file_of_ours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old_file(tmp_path / "old.db")
    found = examined(str(tmp_path / "old.db"))
    assert red(found) == {"database"}
    assert "run `istaka migrate --db" in found["database"].message
    (tmp_path / "text").write_text("no database " * 99)
    assert run(["doctor", "--db", str(tmp_path / "text")]) == 1
    assert "NOT OK database" in " ".join(capsys.readouterr().out.split())


def test_a_damaged_file(tmp_path: Path) -> None:
    async def grow() -> None:
        store = SqliteStore.open(tmp_path / "a.db")
        for i in range(300):
            await store.add_ticket(bytes([i % 256, i // 256]) * 16, "p" * 50, i)
        await store.close()

    asyncio.run(grow())
    data = bytearray((tmp_path / "a.db").read_bytes())
    data[-6000:-4100] = b"\xff" * 1900
    (tmp_path / "a.db").write_bytes(data)
    found = examined(str(tmp_path / "a.db"))
    assert red(found) == {"whole"}


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "FREE_BYTES", 1 << 60)
    found = examined(str(tmp_path / "a.db"))
    assert red(found) == {"disk"}


def test_servers_in_good_health(postgres: Server, redis: RedisServer) -> None:
    with made_postgres(postgres) as url:
        now = time.time_ns() // 1_000_000
        row = {"id": "w", "host": "machine-7", "started": now, "alive": now - 1000}
        work_in(url, lambda connection: connection.execute(insert(workers).values(row)) and None)
        found = examined(url, redis.url)
        assert red(found) == set()
        assert "machine-7" in found["workers"].message
        assert found["workers"].message.startswith("1 at work")


def test_everything_is_wrong(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    with made_postgres(postgres) as url:
        asyncio.run(execute(url, "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"))
        try:
            monkeypatch.setattr(doctor, "_now", lambda: time.time_ns() // 1_000_000 + 90_000)
            monkeypatch.setattr(doctor.Bundle, "is_there", False)
            row = {"id": "w", "host": "fast", "started": 0, "alive": time.time_ns() // 1_000_000 + 60_000}
            work_in(url, lambda connection: connection.execute(insert(workers).values(row)) and None)
            time.sleep(0.2)
            found = examined(url, NOWHERE)
        finally:
            asyncio.run(execute(url, "ALTER SYSTEM RESET fsync", "SELECT pg_reload_conf()"))
        assert red(found) == {"promises", "clock", "workers", "bus", "page"}
        assert "fsync is off" in found["promises"].message
        assert "90." in found["clock"].message
        assert "the worker fast is" in found["workers"].message
        assert "pa55" not in found["bus"].message


@pytest.mark.parametrize("bus", ["", "nonsense"])
def test_what_is_no_bus(postgres: Server, bus: str) -> None:
    with made_postgres(postgres) as url:
        assert red(examined(url, bus)) == {"bus"}


def test_a_worker_that_nobody_has_missed(postgres: Server, redis: RedisServer) -> None:
    with made_postgres(postgres) as url:
        row = {"id": "w", "host": "dead", "started": 0, "alive": time.time_ns() // 1_000_000 - 20_000}
        work_in(url, lambda connection: connection.execute(insert(workers).values(row)) and None)
        assert red(examined(url, redis.url)) == {"workers"}


def test_a_server_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--db", "postgresql://x:pa55@127.0.0.1:1/x", "--bus", NOWHERE, "--json"]) == 1
    out = capsys.readouterr().out
    assert not json.loads(out)["ok"]
    assert "pa55" not in out
