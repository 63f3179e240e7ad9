"""HTTP for open tables: make one, join, leave, fill; quick match and rematch."""

from typing import Annotated, Final, Literal

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter
from msgspec import UNSET, Meta, Struct, UnsetType

from istaka.rules.ruleset import Bonus, Combo, Order, ReturnTaken
from istaka.server.core import messages as wire
from istaka.server.core.offers import Offer, Wish
from istaka.server.ports import Person
from istaka.server.service.lobby import Lobby
from istaka.server.service.names import shown as shown_name
from istaka.server.service.refused import Code, RefusedError
from istaka.server.service.wishes import RATED_DELAY, clock_of, limit_of, rules_of
from istaka.server.web.bodies import body_of
from istaka.server.web.caching import NOT_KEPT
from istaka.server.web.desk import Desk, Level
from istaka.server.web.sessions import AnyRequest, begin, caller_of, session_of

OfferId = Annotated[str, PathParameter(max_length=64)]
Name = Annotated[str, Meta(max_length=200)]
Limit = Annotated[int, Meta(ge=10, le=500, multiple_of=10)]
Seconds = Annotated[int, Meta(ge=0, le=600)]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Switches of the rules that differ from the preset (docs/rules.md)."""

    order: Order | UnsetType = UNSET
    ace_high: bool | UnsetType = UNSET
    return_taken: ReturnTaken | UnsetType = UNSET
    combo: Combo | UnsetType = UNSET
    bonus: Bonus | UnsetType = UNSET


class Making(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made."""

    players: Literal[2, 3, 4] = 4
    preset: Literal["remik", "fast", "classic"] = "remik"
    limit: Limit | None = None
    """Points that end the match, for `classic` those that everyone begins with; null for the preset's own."""
    options: Options = Options()
    clock: Seconds = 0
    """Seconds a turn, 0 without a clock."""
    bank: Seconds = 0
    """Seconds of time bank, for each player and the whole match."""
    public: bool = False
    """Whether it stands in the lobby."""
    rated: bool = False
    """Whether the match counts; one with a bot of the house never does."""
    watch: bool = False
    """Whether anyone may look on."""
    delay: Seconds = 0
    """Seconds that spectators are behind; 30 at least at a rated table."""
    level: Level = "careful"
    """Of bots that fill free seats."""
    title: Name | None = None
    """What the table is called."""
    name: Name | None = None
    """What you are called."""


class Joining(Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down."""

    name: Name | None = None
    """What you are called."""


class Seating(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot of that level on a seat, or none."""

    seat: int
    level: Level | None


class Hurry(Struct, frozen=True, forbid_unknown_fields=True):
    """A match with anybody."""

    players: Literal[2, 3, 4] = 4
    limit: Limit = 80
    clock: Seconds = 20
    name: Name | None = None
    """What you are called."""


def wish_of(making: Making) -> Wish:
    """The table that is asked for; raises `RefusedError`."""
    options = {
        key: value for key, value in msgspec.structs.asdict(making.options).items() if value is not UNSET
    }
    rules = rules_of(making.preset, making.limit, options)
    least = RATED_DELAY if making.rated else 0
    return Wish(
        players=making.players,
        rules=rules,
        limit=limit_of(rules),
        clock=clock_of(making.clock),
        bank=making.bank,
        public=making.public,
        rated=making.rated,
        watch=making.watch,
        delay=max(making.delay, least) if making.watch else 0,
        level=making.level,
        name=None if making.title is None else shown_name(making.title),
    )


def quick_wish(hurry: Hurry) -> Wish:
    """The table that somebody in a hurry wants; raises `RefusedError`."""
    preset = "fast" if hurry.limit == limit_of(rules_of("fast", None, {})) else "remik"
    rules = rules_of(preset, hurry.limit, {})
    return Wish(players=hurry.players, rules=rules, limit=hurry.limit, clock=clock_of(hurry.clock))


@post("/api/offers", status_code=201)
async def make(
    request: AnyRequest, data: JSONBody[Making], desk: NamedDependency[Desk], lobby: NamedDependency[Lobby]
) -> Response[wire.Offer]:
    """Make an open table and sit down at it; a guest's session is begun where there is none."""
    del data  # it describes the body in the schema
    making = await body_of(request, Making)
    wish = wish_of(making)
    person, token = await desk.enter(caller_of(request), making.name)
    return await _answer(request, lobby, await lobby.create(person, wish), person, token)


@get("/api/offers/{offer:str}", cache_control=NOT_KEPT)
async def show(
    request: AnyRequest, offer: OfferId, desk: NamedDependency[Desk], lobby: NamedDependency[Lobby]
) -> wire.Offer:
    """An open table, or one that was open."""
    person = await desk.who(session_of(request))
    return await lobby.view(await lobby.get(offer), "" if person is None else person.id)


@post("/api/offers/{offer:str}/join", status_code=200)
async def join(
    request: AnyRequest,
    offer: OfferId,
    data: JSONBody[Joining],
    desk: NamedDependency[Desk],
    lobby: NamedDependency[Lobby],
) -> Response[wire.Offer]:
    """Sit down at the next free seat; the last one starts the match. Joining twice is one seat."""
    del data  # it describes the body in the schema
    joining = await body_of(request, Joining)
    await lobby.get(offer)  # nobody becomes a guest for a table that is not there
    person, token = await desk.enter(caller_of(request), joining.name)
    return await _answer(request, lobby, await lobby.join(offer, person), person, token)


@post("/api/offers/{offer:str}/leave", status_code=200)
async def leave(
    request: AnyRequest, offer: OfferId, desk: NamedDependency[Desk], lobby: NamedDependency[Lobby]
) -> wire.Offer:
    """Stand up before the match starts; the next person owns the table then, and the last one closes it."""
    person = await _known(request, desk)
    return await lobby.view(await lobby.leave(offer, person), person.id)


@post("/api/offers/{offer:str}/fill", status_code=200)
async def fill(
    request: AnyRequest, offer: OfferId, desk: NamedDependency[Desk], lobby: NamedDependency[Lobby]
) -> wire.Offer:
    """Put bots on the free seats and start; anyone who sits there may."""
    person = await _known(request, desk)
    return await lobby.view(await lobby.fill(offer, person), person.id)


@post("/api/offers/{offer:str}/bots", status_code=200)
async def bots(
    request: AnyRequest,
    offer: OfferId,
    data: JSONBody[Seating],
    desk: NamedDependency[Desk],
    lobby: NamedDependency[Lobby],
) -> wire.Offer:
    """Put a bot on a seat or take it away; only the owner may. The last seat taken starts the match."""
    del data  # it describes the body in the schema
    seating = await body_of(request, Seating)
    person = await _known(request, desk)
    return await lobby.view(await lobby.put_bot(offer, person, seating.seat, seating.level), person.id)


@post("/api/quick", status_code=200)
async def quick(
    request: AnyRequest, data: JSONBody[Hurry], desk: NamedDependency[Desk], lobby: NamedDependency[Lobby]
) -> Response[wire.Offer]:
    """Sit down at the next fitting public table, or at a new one that others will find."""
    del data  # it describes the body in the schema
    hurry = await body_of(request, Hurry)
    wish = quick_wish(hurry)
    person, token = await desk.enter(caller_of(request), hurry.name)
    return await _answer(request, lobby, await lobby.quick(person, wish), person, token)


@post("/api/tables/{table:str}/rematch", status_code=200)
async def rematch(
    request: AnyRequest, table: OfferId, desk: NamedDependency[Desk], lobby: NamedDependency[Lobby]
) -> wire.Offer:
    """The open table for another match of the same people: one, however many of them ask."""
    person = await _known(request, desk)
    return await lobby.view(await lobby.rematch(table, person), person.id)


async def _known(request: AnyRequest, desk: Desk) -> Person:
    person = await desk.who(session_of(request))
    if person is None:
        raise RefusedError(Code.NO_SESSION)
    return person


async def _answer(
    request: AnyRequest, lobby: Lobby, offer: Offer, person: Person, token: str | None
) -> Response[wire.Offer]:
    answer = Response(await lobby.view(offer, person.id), status_code=None)
    begin(answer, request, token)
    return answer


HANDLERS: Final = (make, show, join, leave, fill, bots, quick, rematch)
