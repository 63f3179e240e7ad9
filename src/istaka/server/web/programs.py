"""HTTP for bot accounts and their tokens (docs/bots.md)."""

from typing import Annotated, Final

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from istaka.server.ports.programs import Scope, Token
from istaka.server.service.programs import Given, Workshop
from istaka.server.web.bodies import body_of
from istaka.server.web.caching import NOT_KEPT
from istaka.server.web.desk import Desk
from istaka.server.web.profiles import PersonId
from istaka.server.web.sessions import AnyRequest, session_of

Name = Annotated[str, Meta(max_length=200)]


class Making(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot account to be made; the scope is that of its first token."""

    name: Name
    scope: Scope = "play"


class Giving(Struct, frozen=True, forbid_unknown_fields=True):
    """Another token, with a name by which its owner knows it."""

    name: Name = ""
    scope: Scope = "play"


class NewToken(Struct, frozen=True):
    """A bot account, and a token of it that is told this once."""

    id: str
    name: str
    token: str
    token_id: str
    scope: Scope


class TokenInfo(Struct, frozen=True):
    """A token; instants are in ms since 1970, `used` is null for never."""

    id: str
    name: str
    scope: Scope
    made: int
    used: int | None


class ProgramInfo(Struct, frozen=True):
    """A bot account; `used` is when one of its tokens was used last."""

    id: str
    name: str
    made: int
    used: int | None
    tokens: list[TokenInfo]


class Owned(Struct, frozen=True):
    """Bot accounts, the oldest first."""

    bots: list[ProgramInfo]


@get("/api/bots", cache_control=NOT_KEPT)
async def programs(
    request: AnyRequest, desk: NamedDependency[Desk], workshop: NamedDependency[Workshop]
) -> Owned:
    """My bot accounts and their tokens."""
    found = await workshop.of(await desk.who(session_of(request)))
    return Owned(
        [
            ProgramInfo(
                id=program.person.id,
                name=program.person.name,
                made=program.made,
                used=max((token.used for token in program.tokens if token.used), default=None),
                tokens=[_info(token) for token in program.tokens],
            )
            for program in found
        ]
    )


@post("/api/bots", status_code=201)
async def make(
    request: AnyRequest,
    data: JSONBody[Making],
    desk: NamedDependency[Desk],
    workshop: NamedDependency[Workshop],
) -> NewToken:
    """Make a bot account, with a name of its own that no person has."""
    del data
    wish = await body_of(request, Making)
    return _new(await workshop.make(await desk.who(session_of(request)), wish.name, wish.scope))


@delete("/api/bots/{program:str}", status_code=204)
async def scrap(
    request: AnyRequest,
    program: PersonId,
    desk: NamedDependency[Desk],
    workshop: NamedDependency[Workshop],
) -> None:
    """Delete a bot account for good; its matches with others stay, without its name."""
    await workshop.scrap(await desk.who(session_of(request)), program)


@post("/api/bots/{program:str}/tokens", status_code=201)
async def give(
    request: AnyRequest,
    program: PersonId,
    data: JSONBody[Giving],
    desk: NamedDependency[Desk],
    workshop: NamedDependency[Workshop],
) -> NewToken:
    """Another token of a bot account: `play` for everything that a player does, `read` for looking only."""
    del data
    wish = await body_of(request, Giving)
    person = await desk.who(session_of(request))
    return _new(await workshop.give(person, program, wish.name, wish.scope))


@delete("/api/bots/{program:str}/tokens/{token:str}", status_code=204)
async def revoke(
    request: AnyRequest,
    program: PersonId,
    token: Annotated[str, PathParameter(max_length=64)],
    desk: NamedDependency[Desk],
    workshop: NamedDependency[Workshop],
) -> None:
    """Let a token be worth nothing from now on."""
    await workshop.revoke(await desk.who(session_of(request)), program, token)


def _info(token: Token) -> TokenInfo:
    return TokenInfo(token.id, token.name, token.scope, token.made, token.used)


def _new(given: Given) -> NewToken:
    return NewToken(given.program.id, given.program.name, given.secret, given.token.id, given.token.scope)


HANDLERS: Final = (programs, make, scrap, give, revoke)
