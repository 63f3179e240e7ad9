"""HTTP for the question who I am."""

from typing import Final

from litestar import get
from litestar.di import NamedDependency
from msgspec import Struct

from istaka.server.ports.people import Kind
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


@get("/api/me", cache_control=NOT_KEPT)
async def me(request: AnyRequest, desk: NamedDependency[Desk]) -> Me:
    """Who I am, and the table where my match runs."""
    person = await desk.who(session_of(request))
    if person is None:
        return Me()
    return Me(
        id=person.id,
        name=person.name,
        kind=person.kind,
        role=person.role,
        named=not is_made_up(person.name),
        table=await desk.running(person),
    )


HANDLERS: Final = (me,)
