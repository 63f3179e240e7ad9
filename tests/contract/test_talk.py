"""What people say, in both databases: numbered as it can be read, once, under true names."""

import asyncio
from collections.abc import Callable

from sqlalchemy import insert, update

from databases import Check
from istaka.server.core.messages import Problem, Said, Speaker
from istaka.server.ports.talk import Stored, Utterance
from istaka.server.stores.blocks import BlockStore
from istaka.server.stores.database import Database
from istaka.server.stores.schema import blocks, people
from istaka.server.stores.talk import TalkStore

OnDatabase = Callable[[Check], None]
NOW = 1 << 41


async def known(database: Database, *persons: str) -> TalkStore:
    rows = [{"id": person, "name": person.upper(), "made": NOW} for person in persons]
    await database.write(lambda connection: connection.execute(insert(people), rows) and None)
    return TalkStore(database)


def words(text: str, place: str = "t", person: str = "a", command: str | None = None) -> Utterance:
    return Utterance(place, person, 2, command or text, text, None, NOW)


async def said(store: TalkStore, utterance: Utterance) -> Stored:
    answer = await store.add(utterance)
    assert isinstance(answer, Stored)
    return answer


def texts(lines: list[Said]) -> list[str | None]:
    return [line.text for line in lines]


def test_lines_are_read_as_they_were_said(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = await known(database, "a", "b")
        first = await said(store, words("hello"))
        second = await said(store, Utterance("t", "b", None, "x", None, "thanks", NOW + 5))
        assert first.said == Said(first.said.n, NOW, Speaker("a", "A", 2), "hello", None)
        assert second.said == Said(second.said.n, NOW + 5, Speaker("b", "B", None), None, "thanks")
        assert (first.before, second.before) == (0, first.said.n)
        other = await said(store, words("elsewhere", place="lobby"))
        assert await store.latest(["t", "lobby", "u"], 50) == {
            "t": [first.said, second.said],
            "lobby": [other.said],
            "u": [],
        }
        assert await store.latest(["t"], 1) == {"t": [second.said]}
        assert await store.after("t", first.said.n, 50) == [second.said]
        assert await store.after("u", 0, 50) == []

    on_database(check)


def test_a_line_that_is_sent_again_is_one_line(on_database: OnDatabase) -> None:
    """O28: once each, also after a cut."""

    async def check(database: Database) -> None:
        store = await known(database, "a", "b")
        answers = await asyncio.gather(*(said(store, words("hi", command="c")) for _ in range(8)))
        assert len({answer.said.n for answer in answers}) == 1
        assert sorted(answer.again for answer in answers) == [False, *[True] * 7]
        other = await said(store, words("hi", person="b", command="c"))
        assert await store.after("t", 0, 50) == [answers[0].said, other.said]

    on_database(check)


def test_no_reader_sees_a_later_line_before_an_earlier_one(on_database: OnDatabase) -> None:
    """Numbers are given one by one at a place, so a chain of `before` has no gap."""

    async def check(database: Database) -> None:
        store = await known(database, "a", "b")
        places = ("t", "lobby")
        many = [words(f"{place}{i}", place, "ab"[i % 2]) for i in range(25) for place in places]
        answers = await asyncio.gather(*(said(store, one) for one in many))
        for place in places:
            lines = await store.after(place, 0, 50)
            assert len(lines) == 25
            befores = {answer.said.n: answer.before for answer in answers}
            assert [befores[line.n] for line in lines] == [0, *(line.n for line in lines[:-1])]

    on_database(check)


def test_who_is_muted_or_banned_says_nothing(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = await known(database, "a", "b", "c")
        for person, values in (("a", {"muted": NOW + 9}), ("b", {"banned": NOW + 8}), ("c", {"muted": NOW})):
            changed = update(people).where(people.c.id == person).values(values)
            await database.write(lambda c, statement=changed: c.execute(statement) and None)
        assert await store.add(words("x")) == Problem("muted", {"until": NOW + 9})
        assert await store.add(words("y", person="b")) == Problem("muted", {"until": NOW + 8})
        assert await store.add(words("z", person="nobody")) == Problem("bad_ticket")
        await said(store, words("free again", person="c"))
        assert texts(await store.after("t", 0, 50)) == ["free again"]

    on_database(check)


def test_what_was_missed_is_found_by_place(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = await known(database, "a")
        assert await store.head() == 0
        first, second = await said(store, words("1")), await said(store, words("2", place="lobby"))
        third = await said(store, words("3"))
        assert await store.head() == third.said.n
        assert await store.places_after(first.said.n) == {"lobby": second.said.n, "t": third.said.n}
        assert await store.places_after(third.said.n) == {}

    on_database(check)


def test_block_lists(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = BlockStore(database)
        rows = [{"person": "a", "other": "b"}, {"person": "a", "other": "c"}, {"person": "b", "other": "c"}]
        await database.write(lambda connection: connection.execute(insert(blocks), rows) and None)
        assert await store.of("a") == {"b", "c"}
        assert await store.against("c") == {"a", "b"}
        assert await store.of_all(["a", "b", "c"]) == {"a": {"b", "c"}, "b": {"c"}, "c": frozenset()}

    on_database(check)
