"""Open tables: who sits at one so far, and what may still change before it starts. Pure, like the rest."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from istaka.rules.ruleset import RuleSet
from istaka.server.core.messages import Problem

State = Literal["open", "started", "closed"]

BOT_NAMES: Final = (
    "Defne",
    "Kerem",
    "Zofia",
    "Janek",
    "Elif",
    "Mert",
    "Hania",
    "Staś",
    "Ada",
    "Deniz",
    "Ola",
    "Can",
)
"""What bots are called; that they are bots stands beside it."""


@dataclass(frozen=True, slots=True)
class Place:
    """A taken seat: a person's, or a bot's of that level."""

    name: str
    person: str | None = None
    bot: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The table that somebody wants.

    Attributes:
        players: how many seats.
        rules: the rule set.
        limit: the points that were asked for; where totals count down, what everyone begins with.
        clock: seconds a turn, 0 without a clock.
        bank: seconds of time bank.
        public: whether it stands in the lobby.
        rated: whether people want it to count.
        quick: made by a quick match.
        watch: whether anyone may look on, `delay` seconds behind.
        level: of bots that fill free seats.
        name: what it is called.
    """

    players: int
    rules: RuleSet
    limit: int
    clock: int = 0
    bank: int = 0
    public: bool = False
    rated: bool = False
    quick: bool = False
    watch: bool = False
    delay: int = 0
    level: str = "careful"
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A table that waits for players, or did. Its id becomes the table's.

    Attributes:
        made: when, in ms since 1970.
        changed: when it last changed, or a member was last seen.
        owner: the person who decides about bots; the last one where it is closed.
        rematch_of: the table after which it was made.
        seats: None where one is free.
    """

    id: str
    made: int
    changed: int
    owner: str
    wish: Wish
    seats: tuple[Place | None, ...]
    state: State = "open"
    rematch_of: str | None = None

    def seat_of(self, person: str) -> int | None:
        """Where a person sits."""
        return next((i for i, place in enumerate(self.seats) if place and place.person == person), None)

    @property
    def people(self) -> tuple[str, ...]:
        """Who sits here, bots left out, by seat."""
        return tuple(place.person for place in self.seats if place and place.person is not None)

    @property
    def is_rated(self) -> bool:
        """Whether the match would count, were it to start now: those with a bot of the house do not."""
        return self.wish.rated and not any(place and place.bot for place in self.seats)


def offered(offer: str, wish: Wish, now: int, owner: str) -> Offer:
    """A new open table where nobody sits yet."""
    return Offer(id=offer, made=now, changed=now, owner=owner, wish=wish, seats=(None,) * wish.players)


def join(offer: Offer, person: str, name: str, *, wanted: int = 0) -> Offer | Problem:
    """Sit down on the wanted seat, or the next free one; who sits there already stays as he is (O05).

    The last seat taken starts the table.
    """
    if offer.seat_of(person) is not None and offer.state != "closed":
        return offer
    return seated(offer, person, name, wanted=wanted) if offer.state == "open" else _too_late(offer)


def seated(offer: Offer, person: str, name: str, *, wanted: int = 0) -> Offer:
    """An open offer with one person more."""
    # an open table has a free seat: the last one taken starts it
    free = [i for i, place in enumerate(offer.seats) if place is None]
    seat = wanted if wanted in free else free[0]
    return _settled(_with(offer, seat, Place(name, person=person)))


def leave(offer: Offer, person: str) -> Offer | Problem:
    """Stand up. The next person decides then; an offer that nobody is left at closes."""
    seat = offer.seat_of(person)
    if seat is None or offer.state == "closed":
        return offer
    if offer.state == "started":
        return Problem("started")
    rest = _with(offer, seat, None)
    if not rest.people:
        return closed(rest)
    return rest if person != offer.owner else replace(rest, owner=rest.people[0])


def closed(offer: Offer) -> Offer:
    """The offer taken back; another rematch of the same table may be offered."""
    return replace(offer, state="closed", rematch_of=None)


def put_bot(offer: Offer, person: str, seat: int, level: str | None, names: Iterable[str]) -> Offer | Problem:
    """Put a bot of that level on a seat, or take it away (None). Only the owner may."""
    if offer.state != "open":
        return _too_late(offer)
    if person != offer.owner:
        return Problem("not_owner")
    if not 0 <= seat < len(offer.seats):
        return Problem("no_such_seat", {"seat": seat})
    place = offer.seats[seat]
    if place is not None and place.person is not None:
        return Problem("seat_taken", {"seat": seat})
    if level is None:
        return _with(offer, seat, None)
    name = place.name if place is not None else next(_unused(offer, names))
    return _settled(_with(offer, seat, Place(name, bot=level)))


def fill(offer: Offer, person: str, names: Iterable[str]) -> Offer | Problem:
    """Put bots on all free seats and start. Any member may, so that nobody waits for an owner who is gone."""
    if offer.seat_of(person) is None:
        return Problem("not_seated")
    if offer.state != "open":
        return offer if offer.state == "started" else _too_late(offer)
    unused, level = _unused(offer, names), offer.wish.level
    seats = tuple(place or Place(next(unused), bot=level) for place in offer.seats)
    return _settled(replace(offer, seats=seats))


def _too_late(offer: Offer) -> Problem:
    """What is said to who wants to change an offer that is not open."""
    return Problem("started") if offer.state == "started" else Problem("closed")


def _unused(offer: Offer, names: Iterable[str]) -> Iterator[str]:
    taken = {place.name for place in offer.seats if place is not None}
    return (name for name in names if name not in taken)


def _with(offer: Offer, seat: int, place: Place | None) -> Offer:
    return replace(offer, seats=(*offer.seats[:seat], place, *offer.seats[seat + 1 :]))


def _settled(offer: Offer) -> Offer:
    """A full table starts."""
    return offer if None in offer.seats else replace(offer, state="started")
