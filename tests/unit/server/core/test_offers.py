"""Open tables as plain values: who may sit where, and when one starts."""

from dataclasses import replace

import pytest

from istaka.rules.ruleset import RuleSet
from istaka.server.core.messages import Problem
from istaka.server.core.offers import (
    BOT_NAMES,
    Offer,
    Place,
    Wish,
    closed,
    fill,
    join,
    leave,
    offered,
    put_bot,
)

WISH = Wish(players=3, rules=RuleSet.remik(), limit=80, rated=True)


def seated(*people: str, wish: Wish = WISH) -> Offer:
    offer = offered("o", wish, 5, people[0])
    for person in people:
        offer = done(join(offer, person, person.upper()))
    return offer


def done(answer: Offer | Problem) -> Offer:
    assert isinstance(answer, Offer)
    return answer


def code(answer: Offer | Problem) -> str:
    assert isinstance(answer, Problem)
    return answer.code


def test_people_sit_down_in_order_and_the_last_one_starts_it() -> None:
    two = seated("a", "b")
    assert two.seats == (Place("A", "a"), Place("B", "b"), None)
    assert (two.state, two.people, two.owner) == ("open", ("a", "b"), "a")
    three = done(join(two, "c", "C"))
    assert (three.state, three.people) == ("started", ("a", "b", "c"))


def test_joining_twice_is_one_seat() -> None:
    """O05."""
    two = seated("a", "b")
    assert join(two, "b", "B") == two
    started = done(join(two, "c", "C"))
    assert join(started, "c", "C") == started


def test_nobody_joins_what_is_not_open() -> None:
    started = seated("a", "b", "c")
    assert code(join(started, "d", "D")) == "started"
    assert code(join(closed(seated("a")), "b", "B")) == "closed"
    assert code(join(closed(seated("a")), "a", "A")) == "closed"


def test_a_wanted_seat_is_given_if_it_is_free() -> None:
    one = done(join(offered("o", WISH, 5, "a"), "a", "A", wanted=2))
    assert one.seat_of("a") == 2
    assert done(join(one, "b", "B", wanted=2)).seat_of("b") == 0


def test_the_next_person_owns_what_the_owner_left() -> None:
    left = done(leave(seated("a", "b"), "a"))
    assert (left.owner, left.state, left.people) == ("b", "open", ("b",))
    assert done(leave(seated("a", "b"), "b")).owner == "a"


def test_an_offer_that_nobody_is_left_at_closes() -> None:
    with_bot = done(put_bot(seated("a"), "a", 1, "greedy", ["X"]))
    empty = done(leave(replace(with_bot, rematch_of="t"), "a"))
    assert (empty.state, empty.rematch_of) == ("closed", None)
    assert leave(empty, "a") == empty


def test_leaving_what_one_is_not_at_changes_nothing_and_a_started_table_is_left_at_the_table() -> None:
    two = seated("a", "b")
    assert leave(two, "z") == two
    assert code(leave(seated("a", "b", "c"), "a")) == "started"


def test_the_owner_puts_bots_and_takes_them_away() -> None:
    one = seated("a")
    with_bot = done(put_bot(one, "a", 2, "greedy", ["A", "X"]))
    assert with_bot.seats[2] == Place("X", bot="greedy")
    other = done(put_bot(with_bot, "a", 2, "careful", ["Y"]))
    assert other.seats[2] == Place("X", bot="careful")
    assert put_bot(other, "a", 2, None, []) == one
    assert done(put_bot(other, "a", 1, "random", ["X", "Y"])).state == "started"


def test_a_match_with_a_bot_of_the_house_is_not_rated() -> None:
    one = seated("a")
    assert one.is_rated
    assert not done(put_bot(one, "a", 1, "greedy", ["X"])).is_rated
    assert not replace(one, wish=replace(WISH, rated=False)).is_rated


@pytest.mark.parametrize(
    ("person", "seat", "why"),
    [("b", 2, "not_owner"), ("a", 3, "no_such_seat"), ("a", -1, "no_such_seat"), ("a", 1, "seat_taken")],
)
def test_who_may_not_put_a_bot_there_is_told(person: str, seat: int, why: str) -> None:
    assert code(put_bot(seated("a", "b"), person, seat, "greedy", ["X"])) == why
    assert code(put_bot(seated("a", "b", "c"), person, seat, "greedy", ["X"])) == "started"


def test_any_member_fills_with_bots_and_starts() -> None:
    two = seated("a", "Defne", wish=replace(WISH, players=4, level="random"))
    two = replace(two, seats=(two.seats[0], Place("Defne", "b"), None, None))
    full = done(fill(two, "b", BOT_NAMES))
    assert full.state == "started"
    assert full.seats[2:] == (Place("Kerem", bot="random"), Place("Zofia", bot="random"))
    assert fill(full, "a", BOT_NAMES) == full
    assert code(fill(two, "z", BOT_NAMES)) == "not_seated"
    assert code(fill(closed(two), "a", BOT_NAMES)) == "closed"
