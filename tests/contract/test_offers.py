"""Open tables in both databases: one change at a time, one start, one rematch, one quick match."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import insert

from databases import Check
from istaka.rules.ruleset import RuleSet
from istaka.server.core.messages import Problem
from istaka.server.core.offers import Offer, Place, Wish, join, leave, offered
from istaka.server.core.skill import Skill
from istaka.server.ports.offers import LATELY_MS, Card, Step
from istaka.server.stores.database import Database
from istaka.server.stores.offers import TWICE_MS, OfferStore
from istaka.server.stores.schema import members, people, ratings, tables

OnDatabase = Callable[[Check], None]
NOW = 1 << 41
WISH = Wish(
    players=3,
    rules=RuleSet.fast(),
    limit=40,
    clock=20,
    bank=60,
    public=True,
    watch=True,
    delay=5,
    level="greedy",
    name="Łódź",
)


def sitting(offer: str, person: str, wish: Wish = WISH, now: int = NOW) -> Offer:
    made = join(offered(offer, wish, now, person), person, person.upper())
    assert isinstance(made, Offer)
    return made


def joins(person: str) -> Step:
    return lambda offer: join(offer, person, person.upper())


def leaves(person: str) -> Step:
    return lambda offer: leave(offer, person)


async def opened(database: Database, table: str, due: int | None = NOW) -> None:
    row = {"id": table, "head": 1, "due": due, "made": NOW}
    await database.write(lambda connection: connection.execute(insert(tables).values(row)) and None)


def test_an_offer_is_read_as_it_was_written(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = OfferStore(database)
        offer = replace(sitting("o", "a"), seats=(Place("A", "a"), None, Place("Ola", bot="random")))
        assert await store.add(offer, 5) == offer
        assert await store.get("o") == offer
        assert await store.get("p") is None
        changed = await store.change("o", joins("b"), NOW + 7)
        assert changed == await store.get("o")
        assert isinstance(changed, Offer)
        assert (changed.state, changed.changed, changed.people) == ("started", NOW + 7, ("a", "b"))
        assert await store.change("p", joins("b"), NOW) == Problem("unknown_offer", {"offer": "p"})

    on_database(check)


def test_a_step_that_refuses_or_changes_nothing_writes_nothing(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = OfferStore(database)
        offer = sitting("o", "a")
        await store.add(offer, 5)
        assert await store.change("o", lambda _: Problem("no"), NOW + 9) == Problem("no")
        assert await store.change("o", joins("a"), NOW + 9) == offer
        assert await store.get("o") == offer

    on_database(check)


def test_twenty_who_press_at_once_start_it_once(on_database: OnDatabase) -> None:
    """Of twenty people two get the free seats; everyone else is told that it has started."""

    async def check(database: Database) -> None:
        store = OfferStore(database)
        await store.add(sitting("o", "a"), 5)
        answers = await asyncio.gather(*(store.change("o", joins(f"p{i}"), NOW + i) for i in range(20)))
        won = [answer for answer in answers if isinstance(answer, Offer)]
        assert sorted(offer.state for offer in won) == ["open", "started"]
        assert [a for a in answers if isinstance(a, Problem)] == [Problem("started")] * 18
        found = await store.get("o")
        assert found is not None
        assert len(set(found.people)) == 3

    on_database(check)


def test_twenty_presses_of_one_person_are_one_seat(on_database: OnDatabase) -> None:
    """O05."""

    async def check(database: Database) -> None:
        store = OfferStore(database)
        await store.add(sitting("o", "a"), 5)
        answers = await asyncio.gather(*(store.change("o", joins("b"), NOW + i) for i in range(20)))
        assert {a.people for a in answers if isinstance(a, Offer)} == {("a", "b")}

    on_database(check)


def test_one_person_has_only_so_many_and_a_double_click_makes_one(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = OfferStore(database)
        twice = await asyncio.gather(*(store.add(sitting(f"o{i}", "a", now=NOW + i), 2) for i in range(5)))
        assert len({answer.id for answer in twice if isinstance(answer, Offer)}) == 1
        later = NOW + TWICE_MS + 10
        assert isinstance(await store.add(sitting("q", "a", now=later), 2), Offer)
        assert await store.add(sitting("r", "a", now=2 * later), 2) == Problem("too_many_offers", {"most": 2})
        assert isinstance(await store.add(sitting("s", "b"), 2), Offer)
        assert (await store.open_of("a"))[0] == "q"
        await store.change("q", leaves("a"), later)
        assert isinstance(await store.add(sitting("t", "a", now=2 * later), 2), Offer)

    on_database(check)


def test_all_who_want_a_rematch_meet_at_one(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = OfferStore(database)
        pressed = [(f"o{i}", f"p{i % 3}") for i in range(12)]
        fresh = [(replace(offered(o, WISH, NOW, p), rematch_of="t"), p) for o, p in pressed]
        answers = await asyncio.gather(*(store.again(offer, joins(person)) for offer, person in fresh))
        assert len({answer.id for answer in answers if isinstance(answer, Offer)}) == 1
        found = await store.rematch("t")
        assert found is not None
        assert (found.state, sorted(found.people)) == ("started", ["p0", "p1", "p2"])
        assert await store.rematch("u") is None

    on_database(check)


def test_a_rematch_that_was_given_up_can_be_offered_again(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = OfferStore(database)
        await store.again(replace(offered("o", WISH, NOW, "a"), rematch_of="t"), joins("a"))
        await store.change("o", leaves("a"), NOW)
        again = await store.again(replace(offered("p", WISH, NOW, "b"), rematch_of="t"), joins("b"))
        assert isinstance(again, Offer)
        assert (again.id, again.people) == ("p", ("b",))

    on_database(check)


def test_who_sat_at_a_table_is_known_by_name_and_in_order(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        everybody = [{"id": person, "name": person.upper(), "made": NOW} for person in "abc"]
        seats = [("b", "t", 0), ("a", "t", 2), ("c", "u", 1), ("forgotten", "t", 1)]
        rows = [dict(zip(("person", "table_id", "player"), seat, strict=True)) for seat in seats]
        await database.write(lambda c: c.execute(insert(people), everybody) and None)
        await database.write(lambda c: c.execute(insert(members), rows) and None)
        store = OfferStore(database)
        assert await store.sat_at("t") == [("b", "B"), ("a", "A")]
        assert await store.sat_at("nowhere") == []

    on_database(check)


def test_twelve_strangers_in_a_hurry_make_four_tables_of_three(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = OfferStore(database)
        answers = await asyncio.gather(
            *(
                store.meet(offered(f"o{i}", WISH, NOW, f"p{i}"), f"p{i}", (), joins(f"p{i}"))
                for i in range(12)
            )
        )
        met = [answer for answer in answers if isinstance(answer, Offer)]
        assert len({offer.id for offer in met}) == 4
        assert [offer.state for offer in met].count("started") == 4

    on_database(check)


def test_a_quick_match_finds_only_what_fits(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = OfferStore(database)
        others = [
            replace(WISH, players=2),
            replace(WISH, rules=RuleSet.remik(), limit=80),
            replace(WISH, clock=0),
            replace(WISH, public=False),
            replace(WISH, rated=True),
        ]
        for i, wish in enumerate(others):
            await store.add(sitting(f"o{i}", f"a{i}", wish), 5)
        await store.add(sitting("old", "b", now=NOW - LATELY_MS - 1), 5)
        await store.add(sitting("blocked", "enemy"), 5)
        fresh = offered("new", WISH, NOW, "c")
        met = await store.meet(fresh, "c", {"enemy"}, joins("c"))
        assert isinstance(met, Offer)
        assert met.id == "new"
        await store.add(sitting("fits", "d", replace(WISH, bank=0), now=NOW - 5), 5)
        other = await store.meet(offered("x", WISH, NOW, "e"), "e", (), joins("e"))
        assert isinstance(other, Offer)
        assert other.id == "fits"

    on_database(check)


def test_a_quick_match_pressed_twice_is_one_seat_also_when_it_just_started(on_database: OnDatabase) -> None:
    """O05."""

    async def check(database: Database) -> None:
        store = OfferStore(database)
        two = replace(WISH, players=2)
        ids = []
        for i, (person, now) in enumerate([("a", 0), ("a", 1), ("b", 2), ("b", 3), ("b", 5 + TWICE_MS)]):
            met = await store.meet(offered(f"o{i}", two, NOW + now, person), person, (), joins(person))
            assert isinstance(met, Offer)
            ids.append(met.id)
        assert ids == ["o0", "o0", "o0", "o0", "o4"]

    on_database(check)


def test_the_lobby_shows_what_is_public(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = OfferStore(database)
        await store.add(sitting("open", "a"), 5)
        await store.add(sitting("old", "o", now=NOW - 9), 5)
        await store.add(sitting("hidden", "b", replace(WISH, public=False)), 5)
        pairs = {"runs": WISH, "over": WISH, "closed-eyes": replace(WISH, watch=False)}
        for name, wish in {**pairs, "secret": replace(WISH, public=False)}.items():
            await store.add(sitting(name, name, replace(wish, players=2)), 5)
            await store.change(name, joins("z"), NOW)
            await opened(database, name, None if name == "over" else NOW)
        assert [offer.id for offer in await store.waiting(NOW, 10)] == ["open"]
        assert [offer.id for offer in await store.watchable(NOW, 10)] == ["runs"]
        assert await store.watchable(NOW + 1, 10) == []

    on_database(check)


def test_what_started_without_a_table_is_found(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = OfferStore(database)
        for name in ("whole", "half"):
            await store.add(sitting(name, name, replace(WISH, players=2)), 5)
            await store.change(name, joins("z"), NOW)
        await opened(database, "whole")
        assert [offer.id for offer in await store.unopened(NOW)] == ["half"]
        assert await store.unopened(NOW + 1) == []

    on_database(check)


def test_an_offer_that_nobody_looks_after_closes_once(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = OfferStore(database)
        await store.add(sitting("kept", "a"), 5)
        await store.add(sitting("left", "b"), 5)
        assert sorted(await store.members()) == [("kept", "a"), ("left", "b")]
        await store.keep(["kept"], NOW + 100)
        answers = await asyncio.gather(*(store.expire(NOW + 50, NOW + 200) for _ in range(4)))
        assert [offer.id for answer in answers for offer in answer] == ["left"]
        left = await store.get("left")
        assert left is not None
        assert (left.state, left.changed) == ("closed", NOW + 200)
        assert await store.expire(NOW + 50, NOW + 200) == []

    on_database(check)


def test_cards_of_people(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        def known(connection: object) -> None:
            for row in (
                insert(people).values(id="a", name="A", made=NOW, kind="account"),
                insert(people).values(id="b", name="B", made=NOW),
                insert(ratings).values(person="a", players=4, mu=25.5, sigma=3.5, games=12),
            ):
                connection.execute(row)  # type: ignore[attr-defined]

        await database.write(known)
        cards = await OfferStore(database).cards(["a", "b", "c", "a"])
        assert cards == {"a": Card("account", {4: Skill(25.5, 3.5, 12)}), "b": Card("guest", {})}

    on_database(check)
