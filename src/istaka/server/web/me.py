"""HTTP for the question who I am."""

from dataclasses import dataclass
from typing import Final

from litestar import get
from litestar.di import NamedDependency
from msgspec import Struct

from istaka.server.ports.people import Kind
from istaka.server.service.friends import Circle
from istaka.server.service.lobby import Lobby
from istaka.server.service.profiles import Portraits, RatingInfo
from istaka.server.web.caching import NOT_KEPT
from istaka.server.web.desk import Desk, is_made_up
from istaka.server.web.sessions import AnyRequest, session_of


class Me(Struct, frozen=True):
    """Who asks, and where his match runs; nulls for who has no session."""

    id: str | None = None
    name: str | None = None
    kind: Kind | None = None
    role: str = ""
    named: bool = False
    """Whether he chose the name: a guest who did not is called `Guest` and four letters."""
    table: str | None = None
    """The newest of the tables where a match of his runs."""
    tables: list[str] = []
    offers: list[str] = []
    """Open tables where he waits for others, the newest first."""
    muted: int | None = None
    """Until when he may not write, in ms since 1970."""
    ratings: list[RatingInfo] = []
    asks: int = 0
    """How many ask to be his friends."""


@dataclass(frozen=True, slots=True)
class Mirror:
    """Tells people who they are, with everything that a page says of them in its head."""

    desk: Desk
    lobby: Lobby
    circle: Circle
    portraits: Portraits

    async def of(self, session: str | None) -> Me:
        """Whose session this is."""
        person = await self.desk.who(session)
        if person is None:
            return Me()
        tables, friends = await self.desk.running(person), await self.circle.friends(person.id)
        return Me(
            id=person.id,
            name=person.name,
            kind=person.kind,
            role=person.role,
            named=not is_made_up(person.name),
            table=tables[0] if tables else None,
            tables=tables,
            offers=await self.lobby.open_of(person.id),
            muted=person.muted,
            ratings=await self.portraits.ratings(person.id),
            asks=sum(friendship == "asks" for friendship in friends.values()),
        )


@get("/api/me", cache_control=NOT_KEPT)
async def me(request: AnyRequest, mirror: NamedDependency[Mirror]) -> Me:
    """Who I am, and the table where my match runs."""
    return await mirror.of(session_of(request))


HANDLERS: Final = (me,)
