"""Open tables, from the first person to the start; quick matches and rematches lead to one too."""

import contextlib
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from random import SystemRandom
from typing import Final

from istaka.server.core import messages as wire
from istaka.server.core import offers as core
from istaka.server.core.decide import Opening
from istaka.server.core.events import Seat
from istaka.server.core.messages import Problem
from istaka.server.core.offers import BOT_NAMES, Offer, Place, Wish
from istaka.server.core.room import Room, Stage
from istaka.server.ports import Bus, People, Person, StoreError
from istaka.server.ports.blocks import Blocks
from istaka.server.ports.offers import DAY_MS, Card, Offers, Step
from istaka.server.service.meters import Meters
from istaka.server.service.notes import LOBBY, Changed, Rematch, encode
from istaka.server.service.refused import Code, RefusedError, refused
from istaka.server.service.service import Service
from istaka.server.service.terms import SECOND, terms
from istaka.server.service.views import seen_by, shown
from istaka.server.service.wishes import limit_of
from istaka.server.settings import Settings

OPEN_EACH: Final = 5
"""Open offers at which one person may sit."""
JOINS: Final = (20, 2.0)
"""So many offers may one person make or join at once, then one in so many seconds."""
DESERTED_MS: Final = 600_000
"""An open offer of which no member was connected for so long closes."""


@dataclass(frozen=True, slots=True)
class Stores:
    """What the lobby keeps and reads."""

    offers: Offers
    people: People
    blocks: Blocks


class Lobby:
    """Open tables. Each method may raise `RefusedError` or `StoreError`."""

    def __init__(self, stores: Stores, tables: Service, bus: Bus, settings: Settings) -> None:
        self._offers = stores.offers
        self._people = stores.people
        self._blocks = stores.blocks
        self._tables = tables
        self._bus = bus
        self._settings = settings
        self.clock = tables.clock
        self._joins = Meters(*JOINS, tables.clock)

    async def create(self, person: Person, wish: Wish) -> Offer:
        """A new offer with this person at it."""
        await self._check(person)
        offer = core.seated(self._fresh(person, wish), person.id, person.name)
        return await self._told(await self._offers.add(offer, OPEN_EACH))

    async def join(self, offer: str, person: Person) -> Offer:
        """Sit down at the next free seat; the last one starts the table (O05: pressed twice is one seat)."""
        await self._check(person)
        blockers = await self._blocks.against(person.id)

        def step(found: Offer) -> Offer | Problem:
            if found.owner in blockers and found.seat_of(person.id) is None:
                return Problem("not_welcome")
            return core.join(found, person.id, person.name)

        return await self._change(offer, step)

    async def leave(self, offer: str, person: Person) -> Offer:
        """Stand up; the last person closes the offer."""
        return await self._change(offer, lambda found: core.leave(found, person.id))

    async def fill(self, offer: str, person: Person) -> Offer:
        """Put bots on the free seats and start; any member may."""
        return await self._change(offer, lambda found: core.fill(found, person.id, _bot_names()))

    async def put_bot(self, offer: str, person: Person, seat: int, level: str | None) -> Offer:
        """Put a bot on a seat, or take it away; only the owner may."""
        return await self._change(
            offer, lambda found: core.put_bot(found, person.id, seat, level, _bot_names())
        )

    async def quick(self, person: Person, wish: Wish) -> Offer:
        """Sit down at the next fitting public table, or at a new one that others will find."""
        await self._check(person)
        avoid = await self._blocks.of(person.id) | await self._blocks.against(person.id)
        fresh = self._fresh(person, replace(wish, public=True, quick=True, rated=False))
        return await self._told(await self._offers.meet(fresh, person.id, avoid, _joining(person)))

    async def rematch(self, table: str, person: Person) -> Offer:
        """The one offer for another match of the same people; who asks sits where he sat, bots sit again."""
        room = await self._tables.room(table)
        if isinstance(room, Problem):
            if room.code == "unavailable":
                raise StoreError(room.code)
            raise refused(room)
        player = room.player_of(person.id)
        if player is None:
            raise RefusedError(Code.NOT_SEATED)
        if room.stage is not Stage.OVER:
            raise RefusedError(Code.NOT_OVER)
        await self._check(person)
        bots = tuple(Place(c.seat.name, bot=c.seat.bot) if c.seat.bot else None for c in room.chairs)
        fresh = replace(self._fresh(person, wish_of(room)), rematch_of=table, seats=bots)
        answer = await self._offers.again(fresh, _joining(person, player))
        if isinstance(answer, Offer) and answer.id == fresh.id:
            self._bus.announce(f"talk:{table}", encode(Rematch(answer.id, person.name)))
        return await self._told(answer)

    async def get(self, offer: str) -> Offer:
        """The offer as it is. One that has started has its table: whoever finds that it has none opens it."""
        found = await self._offers.get(offer)
        if found is None:
            raise RefusedError(Code.UNKNOWN_OFFER)
        if found.state == "started":
            await self._open(found)
        return found

    async def open_of(self, person: str) -> list[str]:
        """Open offers where a person sits, the newest first."""
        return await self._offers.open_of(person)

    async def turn_out(self, person: str) -> None:
        """Let somebody stand up from every open table."""
        for offer in await self._offers.open_of(person):
            with contextlib.suppress(RefusedError):  # it has started meanwhile
                await self._change(offer, lambda found: core.leave(found, person))

    async def rematch_of(self, table: str) -> Offer | None:
        """The rematch that was offered of a table."""
        return await self._offers.rematch(table)

    async def view(self, offer: Offer, person: str) -> wire.Offer:
        """The offer as a person sees it."""
        return seen_by(await self.shown(offer), person)

    async def shown(self, offer: Offer) -> wire.Offer:
        """The offer as anybody sees it who has its link."""
        before = [] if offer.rematch_of is None else await self._offers.sat_at(offer.rematch_of)
        named = [wire.Named(person, name) for person, name in before]
        return shown(offer, await self._offers.cards(offer.people), named)

    async def tend(self, connected: Collection[str]) -> None:
        """Keep what connected people wait for, close what nobody waits for, open what was left half done."""
        now = self.clock()
        seen = {offer for offer, person in await self._offers.members() if person in connected}
        if seen:
            await self._offers.keep(seen, now)
        for offer in await self._offers.expire(now - DESERTED_MS, now):
            self._announce(offer)
        for offer in await self._offers.unopened(now - DAY_MS):
            await self._open(offer)
            self._announce(offer)

    async def _check(self, person: Person) -> None:
        """Refuse who may not sit down anywhere now."""
        self._joins.take(person.id)
        most = self._settings.tables_each
        if len(await self._people.tables_of(person.id)) >= most:
            raise RefusedError(Code.TOO_MANY_TABLES, most=most)

    def _fresh(self, person: Person, wish: Wish) -> Offer:
        return core.offered(secrets.token_hex(8), wish, self.clock(), person.id)

    async def _change(self, offer: str, step: Step) -> Offer:
        return await self._told(await self._offers.change(offer, step, self.clock()))

    async def _told(self, answer: Offer | Problem) -> Offer:
        """Open the table of an offer that has started, then tell everybody who looks at it."""
        if isinstance(answer, Problem):
            raise refused(answer)
        if answer.state == "started":
            await self._open(answer)
        self._announce(answer)
        return answer

    async def _open(self, offer: Offer) -> None:
        if not await self._tables.knows(offer.id):
            cards = await self._offers.cards(offer.people)
            await self._tables.open(offer.id, opening(offer, cards, self._settings))

    def _announce(self, offer: Offer) -> None:
        self._bus.announce(f"offer:{offer.id}", b"{}")
        if offer.wish.public:
            self._bus.announce(LOBBY, encode(Changed()))


def opening(offer: Offer, cards: Mapping[str, Card], settings: Settings) -> Opening:
    """The table of an offer whose seats are all taken: the same whoever opens it."""
    wish = offer.wish
    return Opening(
        wish.rules,
        tuple(_seat(place, cards) for place in offer.seats if place is not None),
        settings.standin,
        terms(settings, wish.clock, wish.bank),
        rated=offer.is_rated,
        watch=wish.watch,
        delay=wish.delay * SECOND,
    )


def _seat(place: Place, cards: Mapping[str, Card]) -> Seat:
    card = cards.get(place.person or "")
    return Seat(place.name, owner=place.person, bot=place.bot, kind=card.kind if card else "guest")


def wish_of(room: Room) -> Wish:
    """The wish that leads to the same table again, for its people only."""
    rules = room.rules
    levels = (chair.seat.bot for chair in room.chairs if chair.seat.bot)
    return Wish(
        players=len(room.chairs),
        rules=rules,
        limit=limit_of(rules),
        clock=room.terms.clock // SECOND,
        bank=room.terms.bank // SECOND,
        rated=room.rated,
        watch=room.watch,
        delay=room.delay // SECOND,
        level=next(levels, room.standin),
    )


def _joining(person: Person, wanted: int = 0) -> Step:
    return lambda found: core.join(found, person.id, person.name, wanted=wanted)


def _bot_names() -> list[str]:
    """Names for bots, another order each time."""
    return SystemRandom().sample(BOT_NAMES, len(BOT_NAMES))
