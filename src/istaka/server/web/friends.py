"""HTTP for friends, and for people whom one does not want to hear."""

from typing import Final

from litestar import delete, get, put
from litestar.di import NamedDependency
from msgspec import Struct

from istaka.server.service.accounts import known
from istaka.server.service.friends import Circle
from istaka.server.service.profiles import PersonInfo, Portraits
from istaka.server.web.caching import NOT_KEPT
from istaka.server.web.desk import Desk
from istaka.server.web.profiles import PersonId
from istaka.server.web.sessions import AnyRequest, session_of


class Friends(Struct, frozen=True):
    """Friends, who asks to be one, who was asked, and who is blocked; the latest first."""

    friends: list[PersonInfo]
    asks: list[PersonInfo]
    asked: list[PersonInfo]
    blocks: list[PersonInfo]


@get("/api/friends", cache_control=NOT_KEPT)
async def friends(
    request: AnyRequest,
    desk: NamedDependency[Desk],
    circle: NamedDependency[Circle],
    portraits: NamedDependency[Portraits],
) -> Friends:
    """My friends, questions open on either side, and whom I have blocked."""
    person = known(await desk.who(session_of(request)))
    near, blocked = await circle.friends(person.id), await circle.blocked(person.id)
    people = await portraits.known({*near, *blocked})
    by_state: dict[str, list[PersonInfo]] = {"agreed": [], "asks": [], "asked": []}
    for other, friendship in near.items():
        if other in people:
            by_state[friendship].append(people[other])
    away = sorted((people[other] for other in blocked if other in people), key=lambda one: one.name)
    return Friends(by_state["agreed"], by_state["asks"], by_state["asked"], away)


@put("/api/friends/{person:str}", status_code=204)
async def befriend(
    request: AnyRequest, person: PersonId, desk: NamedDependency[Desk], circle: NamedDependency[Circle]
) -> None:
    """Ask somebody with an account to be a friend, or agree where he has asked; ends a block of mine."""
    await circle.befriend(await desk.who(session_of(request)), person)


@delete("/api/friends/{person:str}", status_code=204)
async def part(
    request: AnyRequest, person: PersonId, desk: NamedDependency[Desk], circle: NamedDependency[Circle]
) -> None:
    """End a friendship, take a question back, or refuse one."""
    await circle.part(await desk.who(session_of(request)), person)


@put("/api/blocks/{person:str}", status_code=204)
async def block(
    request: AnyRequest, person: PersonId, desk: NamedDependency[Desk], circle: NamedDependency[Circle]
) -> None:
    """Hear somebody no more; a friend is one no more."""
    await circle.block(await desk.who(session_of(request)), person)


@delete("/api/blocks/{person:str}", status_code=204)
async def unblock(
    request: AnyRequest, person: PersonId, desk: NamedDependency[Desk], circle: NamedDependency[Circle]
) -> None:
    """Hear somebody again."""
    await circle.unblock(await desk.who(session_of(request)), person)


HANDLERS: Final = (friends, befriend, part, block, unblock)
