"""HTTP for the question who I am."""

from typing import Final

from litestar import get
from litestar.di import NamedDependency
from msgspec import Struct

from istaka.server.web.caching import NOT_KEPT
from istaka.server.web.desk import Desk
from istaka.server.web.sessions import AnyRequest, session_of


class Me(Struct, frozen=True):
    """Who asks, and where his match runs."""

    name: str | None
    table: str | None


@get("/api/me", cache_control=NOT_KEPT)
async def me(request: AnyRequest, desk: NamedDependency[Desk]) -> Me:
    """Who I am, and the table where my match runs."""
    person = await desk.who(session_of(request))
    if person is None:
        return Me(None, None)
    return Me(person.name, await desk.running(person))


HANDLERS: Final = (me,)
