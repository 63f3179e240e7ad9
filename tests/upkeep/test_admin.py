"""`istaka admin` says who keeps order, also while a server runs."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select

from istaka.cli import run
from istaka.server.ports import Person
from istaka.server.service.names import skeleton
from istaka.server.stores.schema import audit, people
from istaka.server.stores.sqlite import SqliteStore
from upkeep.conftest import work_in

PEOPLE = [
    {"id": "a", "name": "Żółw", "key": skeleton("Żółw"), "kind": "account", "made": 1},
    {"id": "g", "name": "Guest", "key": None, "kind": "guest", "made": 1},
    {"id": "b", "name": "Robo", "key": skeleton("Robo"), "kind": "bot", "made": 1},
]


def seat(connection: Connection) -> None:
    connection.execute(insert(people), PEOPLE)


def roles(connection: Connection) -> dict[str, str]:
    return dict(connection.execute(select(people.c.id, people.c.role)).tuples().all())


def acts(connection: Connection) -> list[tuple[str, str, str]]:
    rows = connection.execute(select(audit.c.act, audit.c.about, audit.c.detail).order_by(audit.c.n))
    return [tuple(row) for row in rows]


def test_an_account_becomes_a_moderator_and_is_one_no_more(
    db: str, capsys: pytest.CaptureFixture[str]
) -> None:
    work_in(db, seat)
    for words, said in (
        (["grant", "żółw"], "Żółw is a moderator now\n"),
        (["grant", "a"], "Żółw is a moderator already\n"),
        (["revoke", "a"], "Żółw is no moderator now\n"),
        (["revoke", "Żółw"], "Żółw is no moderator already\n"),
    ):
        assert run(["admin", *words, "--db", db]) == 0
        assert capsys.readouterr().out == said
        assert work_in(db, roles)["a"] == ("moderator" if words[0] == "grant" else "")
    assert work_in(db, acts) == [("grant", "a", "moderator"), ("revoke", "a", "moderator")]


@pytest.mark.parametrize("name", ["nobody", "Guest", "g", "b", "Robo", ""])
def test_who_has_no_account_is_refused(db: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    work_in(db, seat)
    assert run(["admin", "grant", name, "--db", db]) == 2
    out, err = capsys.readouterr()
    assert f"{name!r} is no account here" in err
    assert (out, err.count("\n")) == ("", 1)
    assert set(work_in(db, roles).values()) == {""}
    assert work_in(db, acts) == []


def test_it_works_beside_a_running_server(tmp_path: Path) -> None:
    async def check() -> None:
        store = SqliteStore.open(tmp_path / "a.db")
        await store.add_guest(Person("p", "Ala"), b"hash", 1)
        change = people.update().values(kind="account", key="ala")
        await store.database.write(lambda connection: connection.execute(change) and None)
        command = ["admin", "grant", "p", "--db", str(tmp_path / "a.db")]
        assert await asyncio.to_thread(run, command) == 0
        found = await store.by_session(b"hash")
        assert found is not None
        assert found.role == "moderator"
        await store.close()

    asyncio.run(check())


def test_nothing_is_made_by_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["admin", "grant", "x", "--db", str(tmp_path / "no.db")]) == 2
    assert "no.db cannot be used: unable to open database file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
