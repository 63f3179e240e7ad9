"""Open tables as people see them."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from istaka.server.core import messages as wire
from istaka.server.core.offers import Offer, Place
from istaka.server.ports.offers import Card


def shown(offer: Offer, cards: Mapping[str, Card], before: Sequence[wire.Named] = ()) -> wire.Offer:
    """An offer as anybody sees it, a rematch after who sat there before; `seen_by` adds what one sees."""
    wish = offer.wish
    seats = tuple(None if place is None else _seat(place, wish.players, cards) for place in offer.seats)
    names = {place.person: place.name for place in offer.seats if place}
    return wire.Offer(
        id=offer.id,
        name=wish.name,
        owner=wire.Named(offer.owner, names.get(offer.owner, "")),
        state=offer.state,
        public=wish.public,
        rated=offer.is_rated,
        quick=wish.quick,
        players=wish.players,
        limit=wish.limit,
        rules=wish.rules.name,
        clock=wish.clock,
        bank=wish.bank,
        watch=wish.watch,
        delay=wish.delay,
        level=wish.level,
        seats=seats,
        missing=tuple(person for person in before if offer.seat_of(person.id) is None),
        mine=None,
        made=offer.made,
    )


def seen_by(offer: wire.Offer, person: str) -> wire.Offer:
    """The offer with this person's own seat."""
    seats = enumerate(offer.seats)
    mine = next((i for i, seat in seats if seat and seat.person and seat.person.id == person), None)
    return msgspec.structs.replace(offer, mine=mine)


def running(offer: Offer) -> wire.Running:
    """A table that runs and may be watched."""
    names = tuple(place.name for place in offer.seats if place)
    return wire.Running(offer.id, names, offer.wish.limit, offer.is_rated, offer.wish.watch)


def _seat(place: Place, players: int, cards: Mapping[str, Card]) -> wire.OfferSeat:
    if place.person is None:
        return wire.OfferSeat(None, place.bot, place.name)
    card = cards.get(place.person, Card("guest", {}))
    skill = card.skills.get(players)
    rating = None if skill is None else skill.rating
    return wire.OfferSeat(wire.Rated(place.person, place.name, card.kind, rating), None, place.name)


def people_of(offers: Collection[Offer]) -> set[str]:
    """Everybody who sits at one of these."""
    return {person for offer in offers for person in offer.people}
