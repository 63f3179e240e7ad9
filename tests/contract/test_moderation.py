"""Reports, sanctions and the book, in both databases."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import func, insert, select

from databases import Check
from istaka.server.core.messages import Problem
from istaka.server.ports.moderation import Deed, Report
from istaka.server.ports.talk import Stored, Utterance
from istaka.server.stores.database import Database
from istaka.server.stores.moderation import ModerationStore
from istaka.server.stores.schema import people, tickets
from istaka.server.stores.talk import TalkStore

OnDatabase = Callable[[Check], None]
NOW = 1 << 41
REPORT = Report("r", NOW, "a", "b", "lobby", 7, "insult")
DEED = Deed(NOW, "m", "mute", "b", "24 h: rude")


async def known(database: Database) -> ModerationStore:
    rows = [
        {"id": name, "name": name.upper(), "made": NOW, "role": "moderator" if name == "m" else ""}
        for name in "abm"
    ]
    await database.write(lambda connection: connection.execute(insert(people), rows) and None)
    return ModerationStore(database)


async def sanctions(database: Database, person: str) -> tuple[int | None, int | None]:
    query = select(people.c.muted, people.c.banned).where(people.c.id == person)
    muted, banned = await database.read(lambda connection: connection.execute(query).one())
    return muted, banned


def test_reports_are_filed_read_and_closed_once(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = await known(database)
        twice = await asyncio.gather(*(store.file(replace(REPORT, id=f"r{i}"), 5) for i in range(4)))
        assert twice == [None] * 4
        (first,) = await store.reports(10)
        assert replace(first, id="r") == REPORT
        other = replace(REPORT, id="s", at=NOW - 5, place=None, said=None, reason="name")
        assert await store.file(other, 5) is None
        assert await store.reports(10) == [other, first]
        assert await store.file(replace(REPORT, id="t", said=8), 2) == Problem(
            "too_many_reports", {"most": 2}
        )
        assert await store.file(replace(REPORT, id="u", about="nobody"), 5) == Problem("unknown_person")
        done = replace(DEED, act="done", about="", detail="")
        assert await store.close(first.id, done)
        assert not await store.close(first.id, done)
        assert await store.reports(10) == [other]
        (entry,) = await store.deeds(1 << 62, 10)
        assert (entry.act, entry.by, entry.about, entry.detail) == ("done", "m", "b", "insult")

    on_database(check)


def test_sanctions_begin_and_end_and_stand_in_the_book(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = await known(database)
        ticket = insert(tickets).values(hash=b"t", person="b", expires=NOW)
        await database.write(lambda connection: connection.execute(ticket) and None)
        count = select(func.count()).select_from(tickets)
        assert await store.sanction("mute", NOW + 5, DEED) is None
        assert await sanctions(database, "b") == (NOW + 5, None)
        assert await database.read(lambda connection: connection.scalar(count)) == 1
        assert await store.sanction("ban", NOW + 9, replace(DEED, act="ban")) is None
        assert await sanctions(database, "b") == (NOW + 5, NOW + 9)
        assert await database.read(lambda connection: connection.scalar(count)) == 0, "no ticket is left"
        assert await store.sanction("mute", None, DEED) is None
        assert await sanctions(database, "b") == (None, NOW + 9)
        assert [deed.act for deed in await store.deeds(1 << 62, 10)] == ["mute", "ban", "mute"]

    on_database(check)


def test_who_is_not_there_or_in_charge_is_not_touched(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = await known(database)
        assert await store.sanction("ban", NOW, replace(DEED, about="nobody")) == Problem("unknown_person")
        assert await store.sanction("ban", NOW, replace(DEED, about="m")) == Problem("is_moderator")
        assert await sanctions(database, "m") == (None, None)
        assert await store.deeds(1 << 62, 10) == []

    on_database(check)


def test_a_line_goes_into_the_book(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = await known(database)
        talk = TalkStore(database)
        lines = []
        for i in range(14):
            place = "elsewhere" if i == 6 else "lobby"
            line = await talk.add(Utterance(place, "b", None, str(i), f"line {i}", None, NOW + i))
            assert isinstance(line, Stored)
            lines.append(line.said)
        around = await store.around(lines[7].n, 5)
        assert [line.text for line in around] == [f"line {i}" for i in (1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12)]
        assert await store.erase(lines[7].n, replace(DEED, act="remove", about="", detail="")) == "lobby"
        assert await store.erase(lines[7].n, DEED) is None
        assert await store.around(lines[7].n, 5) == []
        assert lines[7] not in await talk.after("lobby", 0, 50)
        (entry,) = await store.deeds(1 << 62, 10)
        assert (entry.act, entry.about) == ("remove", "b")
        assert json.loads(entry.detail) == {
            "n": lines[7].n,
            "place": "lobby",
            "text": "line 7",
            "phrase": None,
        }

    on_database(check)


def test_the_book_is_read_page_by_page(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = await known(database)
        for hour in range(5):
            await store.sanction("mute", NOW, replace(DEED, detail=str(hour)))
        latest = await store.deeds(1 << 62, 2)
        assert [deed.detail for deed in latest] == ["4", "3"]
        assert [deed.detail for deed in await store.deeds(latest[-1].n, 2)] == ["2", "1"]

    on_database(check)
