"""HTTP for people: who they are, how they play, what they have played, and who is the best."""

from typing import Annotated, Final, Literal

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromQuery, PathParameter, QueryParameter

from istaka.server.service.profiles import LAST, Count, Found, History, Ladder, Portraits, Profile
from istaka.server.web.caching import NOT_KEPT
from istaka.server.web.desk import Desk
from istaka.server.web.sessions import AnyRequest, session_of

PersonId = Annotated[str, PathParameter(max_length=64)]


@get("/api/people/{person:str}", cache_control=NOT_KEPT)
async def profile(
    request: AnyRequest, person: PersonId, desk: NamedDependency[Desk], portraits: NamedDependency[Portraits]
) -> Profile:
    """What is known of somebody: ratings and statistics by number of players, and the latest matches."""
    return await portraits.profile(await desk.who(session_of(request)), person)


@get("/api/people/{person:str}/matches", cache_control=NOT_KEPT)
async def matches(
    person: PersonId,
    portraits: NamedDependency[Portraits],
    before: Annotated[int, QueryParameter(ge=0, le=LAST)] = LAST,
) -> History:
    """Somebody's matches, 20 at a time, the latest first; `before` is the `ended` of the last one known."""
    return await portraits.history(person, before)


@get("/api/people", cache_control=NOT_KEPT)
async def find(
    portraits: NamedDependency[Portraits], name: Annotated[str, QueryParameter(max_length=200)]
) -> Found:
    """Accounts and bot accounts whose names begin with `name`, at most 20."""
    return await portraits.find(name)


@get("/api/leaderboard", cache_control=NOT_KEPT)
async def leaderboard(
    request: AnyRequest,
    desk: NamedDependency[Desk],
    portraits: NamedDependency[Portraits],
    players: FromQuery[Count] = 4,
    kind: FromQuery[Literal["account", "bot"]] = "account",
) -> Ladder:
    """The best hundred with so many players, provisional ratings last; bots have a list of their own."""
    return await portraits.ladder(await desk.who(session_of(request)), players, kind)


HANDLERS: Final = (profile, matches, find, leaderboard)
