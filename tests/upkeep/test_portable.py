"""`istaka backup` and `istaka restore`: everything goes out, back and across."""

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy import insert, select, text

from contract.racing import batch, here
from istaka.cli import run
from istaka.server.ports import Won
from istaka.server.stores.schema import events, people, talk
from istaka.server.stores.sqlite import SqliteStore
from upkeep.conftest import KINDS, Make, work_in
from upkeep.old import NOW, old_file
from upkeep.rows import everything, fill


@pytest.mark.parametrize("end", KINDS)
@pytest.mark.parametrize("start", KINDS)
def test_every_row_goes_out_and_back_and_across(
    make: Make, tmp_path: Path, start: str, end: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = make(start), make(end)
    work_in(first, fill)
    file = tmp_path / "all.backup"
    assert run(["backup", "--db", first, str(file)]) == 0
    assert run(["restore", str(file), "--db", second]) == 0
    assert work_in(second, everything) == work_in(first, everything)
    out, err = capsys.readouterr()
    assert (out.count("\n"), err) == (2, "")
    assert file.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.glob("all.backup*")) == ["all.backup"]


def test_numbers_go_on_behind_the_restored_ones(make: Make, db: str, tmp_path: Path) -> None:
    source = make("sqlite")
    work_in(source, fill)
    assert run(["backup", "--db", source, str(tmp_path / "b")]) == 0
    assert run(["restore", str(tmp_path / "b"), "--db", db]) == 0
    line = {"place": "lobby", "person": "p", "name": "P", "at": 1}
    number = work_in(db, lambda c: c.execute(insert(talk).values(line).returning(talk.c.n)).scalar_one())
    highest = work_in(db, lambda c: c.scalar(text("SELECT max(n) FROM talk")))
    assert number == highest > 1 << 41


def test_a_database_with_anything_in_it_is_left_as_it_is(
    make: Make, db: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = make("sqlite")
    work_in(source, fill)
    assert run(["backup", "--db", source, str(tmp_path / "b")]) == 0
    work_in(db, lambda c: c.execute(insert(people).values(id="p", name="Ala", made=1)) and None)
    before = work_in(db, everything)
    assert run(["restore", str(tmp_path / "b"), "--db", db]) == 2
    assert "the database is not empty: its table people has rows" in capsys.readouterr().err
    assert work_in(db, everything) == before


def test_a_new_file_is_restored_into_a_new_place(make: Make, tmp_path: Path) -> None:
    source = make("sqlite")
    work_in(source, fill)
    assert run(["backup", "--db", source, str(tmp_path / "b")]) == 0
    assert run(["restore", str(tmp_path / "b"), "--db", str(tmp_path / "new" / "x.db")]) == 0
    assert work_in(str(tmp_path / "new" / "x.db"), everything) == work_in(source, everything)


def test_a_backup_of_an_older_version_is_restored(db: str, tmp_path: Path) -> None:
    """And stays as it is."""
    old_file(tmp_path / "old.db")
    assert run(["backup", "--db", str(tmp_path / "old.db"), str(tmp_path / "b")]) == 0
    before = (tmp_path / "b").read_bytes()
    assert run(["restore", str(tmp_path / "b"), "--db", db]) == 0
    row = work_in(db, lambda c: c.execute(select(people)).one())
    assert (row.name, row.kind, row.seen) == ("Łucja", "guest", NOW)
    assert work_in(db, lambda c: len(c.execute(select(events)).all())) == 2
    assert (tmp_path / "b").read_bytes() == before


def test_a_server_on_a_file_goes_on_while_it_is_saved(tmp_path: Path) -> None:
    """What is saved is one moment of it: every log whole, and none longer than its head says."""

    async def play(done: threading.Event) -> None:
        store = SqliteStore.open(tmp_path / "a.db")
        seq = 0
        while not done.is_set():
            seq += 1
            answers = await asyncio.gather(
                *(store.append(batch(here(seq), table=f"t{i}")) for i in range(20))
            )
            assert answers == [Won()] * 20
            started.set()
        await store.close()

    started, done = threading.Event(), threading.Event()
    playing = threading.Thread(target=lambda: asyncio.run(play(done)))
    playing.start()
    try:
        assert started.wait(20)
        for n in range(5):
            assert run(["backup", "--db", str(tmp_path / "a.db"), str(tmp_path / f"b{n}")]) == 0
    finally:
        done.set()
        playing.join()
    for n in range(5):
        connection = sqlite3.connect(tmp_path / f"b{n}")
        heads = dict(connection.execute("SELECT id, head FROM tables"))
        ends = dict(connection.execute("SELECT table_id, max(seq) FROM events GROUP BY table_id"))
        assert heads == ends
        assert len(set(heads.values())) == 1
        connection.close()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "holds no database of istaka"),
        (b"no database at all, only some text " * 99, "cannot be read: file is not a database"),
    ],
)
def test_what_is_no_backup_is_refused(
    tmp_path: Path, db: str, content: bytes, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "b").write_bytes(content)
    assert run(["restore", str(tmp_path / "b"), "--db", db]) == 2
    out, err = capsys.readouterr()
    assert words in err
    assert (out, err.count("\n")) == ("", 1)
    assert not any(work_in(db, everything).values())


def test_no_file_is_overwritten(db: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "b").write_text("precious")
    assert run(["backup", "--db", db, str(tmp_path / "b")]) == 2
    assert capsys.readouterr().err == f"istaka: {tmp_path / 'b'} is there already.\n"
    assert (tmp_path / "b").read_text() == "precious"


def test_a_place_that_cannot_be_written_is_said(
    db: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["backup", "--db", db, str(tmp_path / "nowhere" / "b")]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_a_database_that_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["backup", "--db", str(tmp_path / "no.db"), str(tmp_path / "b")]) == 2
    assert "no.db cannot be read: unable to open database file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert run(["backup", "--db", "postgresql://x:pa55@127.0.0.1:1/x", str(tmp_path / "b")]) == 2
    err = capsys.readouterr().err
    assert "did not answer" in err
    assert "pa55" not in err
