"""HTTP for playing at once: a table against bots, and a ticket for the socket."""

from typing import Final

from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody
from msgspec import UNSET, Struct, UnsetType

from istaka.server.web.bodies import body_of
from istaka.server.web.desk import Desk, Play
from istaka.server.web.me import Me, Mirror
from istaka.server.web.sessions import AnyRequest, begin, caller_of, session_of


class Playing(Struct, frozen=True):
    """The table that was made."""

    table: str


class Ticket(Struct, frozen=True):
    """Lets one socket attach within 30 s."""

    ticket: str
    me: Me | UnsetType = UNSET
    """Who asks, as `/api/me` tells it, where that was asked for too."""


@post("/api/play", status_code=201)
async def play(request: AnyRequest, data: JSONBody[Play], desk: NamedDependency[Desk]) -> Response[Playing]:
    """Make a table for a match against bots; a guest's session is begun where there is none."""
    del data  # it describes the body in the schema
    table, token = await desk.play(caller_of(request), await body_of(request, Play))
    answer = Response(Playing(table))
    begin(answer, request, token)
    return answer


@post("/api/tickets", status_code=201)
async def ticket(
    request: AnyRequest,
    desk: NamedDependency[Desk],
    mirror: NamedDependency[Mirror],
    me: FromQuery[bool] = False,  # noqa: FBT002 - handlers are called by name
) -> Response[Ticket]:
    """A ticket for one socket, with `?me=true` also who asks; a guest is begun where there is nobody."""
    given, token = await desk.ticket(caller_of(request))
    # a page that opens with a socket asks for both at once: a request less when it is the first one
    answer = Response(Ticket(given, await mirror.of(token or session_of(request)) if me else UNSET))
    begin(answer, request, token)
    return answer


HANDLERS: Final = (play, ticket)
