"""`istaka migrate` makes what is not there and brings on what is old."""

import asyncio
from pathlib import Path

import pytest

from databases import Server, made_postgres
from istaka.cli import run
from istaka.server.stores import revisions
from istaka.server.stores.postgres import PostgresStore
from istaka.server.stores.sqlite import SqliteStore
from upkeep.conftest import work_in
from upkeep.old import old_file


def test_a_file_is_made_and_an_old_one_brought_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old_file(tmp_path / "old.db")
    for name in ("new.db", "old.db", "old.db"):
        path = tmp_path / name
        assert run(["migrate", "--db", str(path)]) == 0
        assert capsys.readouterr().out == f"{path} has schema version 2, which this istaka needs\n"
        assert work_in(str(path), revisions.revision) == "2"


def test_an_empty_database_gets_its_tables(postgres: Server, capsys: pytest.CaptureFixture[str]) -> None:
    with made_postgres(postgres, "template1") as url:
        with pytest.raises(Exception, match="run `istaka migrate --db"):
            asyncio.run(PostgresStore.open(url))
        assert run(["migrate", "--db", url]) == 0
        assert "has schema version 2" in capsys.readouterr().out
        assert work_in(url, revisions.revision) == "2"
        assert run(["migrate", "--db", url]) == 0


def test_a_file_in_use_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def check() -> None:
        store = SqliteStore.open(tmp_path / "a.db")
        assert await asyncio.to_thread(run, ["migrate", "--db", str(tmp_path / "a.db")]) == 2
        await store.close()

    asyncio.run(check())
    assert "in use by another istaka server" in capsys.readouterr().err


@pytest.mark.parametrize("url", ["postgresql://127.0.0.1:1/x", "postgresql://127.0.0.1:port/x"])
def test_a_server_that_is_not_there_is_said(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["migrate", "--db", url]) == 2
    out, err = capsys.readouterr()
    assert "did not answer" in err
    assert (out, err.count("\n")) == ("", 1)


def test_the_environment_says_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ISTAKA_DB", str(tmp_path / "x.db"))
    assert run(["migrate"]) == 0
    assert (tmp_path / "x.db").exists()
