"""HTTP for playing at once: a table against bots, and a ticket for the socket."""

from typing import Final

from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Struct

from istaka.server.web.bodies import body_of
from istaka.server.web.desk import Desk, Play
from istaka.server.web.sessions import AnyRequest, begin, caller_of


class Playing(Struct, frozen=True):
    """The table that was made."""

    table: str


class Ticket(Struct, frozen=True):
    """Lets one socket attach within 30 s."""

    ticket: str


@post("/api/play", status_code=201)
async def play(request: AnyRequest, data: JSONBody[Play], desk: NamedDependency[Desk]) -> Response[Playing]:
    """Make a table for a match against bots; a guest's session is begun where there is none."""
    del data  # it describes the body in the schema
    table, token = await desk.play(caller_of(request), await body_of(request, Play))
    answer = Response(Playing(table))
    begin(answer, request, token)
    return answer


@post("/api/tickets", status_code=201)
async def ticket(request: AnyRequest, desk: NamedDependency[Desk]) -> Response[Ticket]:
    """A ticket for one socket; a guest's session is begun where there is none."""
    given, token = await desk.ticket(caller_of(request))
    answer = Response(Ticket(given))
    begin(answer, request, token)
    return answer


HANDLERS: Final = (play, ticket)
