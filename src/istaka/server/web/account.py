"""HTTP for accounts: make one, sign in and out, passwords, recovery codes, sessions, the end."""

from typing import Annotated, Final

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from istaka.server.ports.people import Kind, Person
from istaka.server.service.accounts import Accounts, Visitor
from istaka.server.web.bodies import body_of
from istaka.server.web.caching import NOT_KEPT
from istaka.server.web.desk import Desk
from istaka.server.web.sessions import AnyRequest, address_of, begin, caller_of, end, session_of

Name = Annotated[str, Meta(max_length=200)]
Password = Annotated[str, Meta(max_length=1000)]
Code = Annotated[str, Meta(max_length=100)]


class Enrol(Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password of one's own."""

    name: Name
    password: Password


class Codes(Struct, frozen=True):
    """Recovery codes, told this once: each opens the account one time when the password is lost."""

    codes: tuple[str, ...]


class Login(Struct, frozen=True, forbid_unknown_fields=True):
    """The name and password of an account. `leave_guest`: a guest with matches leaves them behind."""

    name: Name
    password: Password
    leave_guest: bool = False


class Recover(Struct, frozen=True, forbid_unknown_fields=True):
    """A name, one of its recovery codes, and the password that is to be."""

    name: Name
    code: Code
    password: Password


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """The password that was, and the one that is to be."""

    old: Password
    new: Password


class Confirm(Struct, frozen=True, forbid_unknown_fields=True):
    """The account's password; guests have none."""

    password: Password = ""


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's name."""

    name: Name


class Who(Struct, frozen=True):
    """Who one is."""

    id: str
    name: str
    kind: Kind


class SessionRow(Struct, frozen=True):
    """A signed-in browser. `made`: since when, in ms since 1970; `here`: whether it is the one that asks."""

    id: str
    made: int
    here: bool


class Sessions(Struct, frozen=True):
    """Where one is signed in."""

    sessions: list[SessionRow]


@post("/api/account", status_code=201)
async def enrol(
    request: AnyRequest,
    data: JSONBody[Enrol],
    desk: NamedDependency[Desk],
    accounts: NamedDependency[Accounts],
) -> Response[Codes]:
    """Make the guest that asks an account: his id, matches and ratings stay his. Answers recovery codes."""
    del data
    wish = await body_of(request, Enrol)
    guest, token = await desk.enter(caller_of(request))
    answer = Response(Codes(await accounts.enrol(guest, wish.name, wish.password, address_of(request))))
    begin(answer, request, token)
    return answer


@post("/api/login", status_code=200)
async def login(
    request: AnyRequest,
    data: JSONBody[Login],
    desk: NamedDependency[Desk],
    accounts: NamedDependency[Accounts],
) -> Response[Who]:
    """Sign in; a guest with matches is asked first (`guest_has_matches`)."""
    del data
    wish = await body_of(request, Login)
    visitor = await _visitor(request, desk)
    person, token = await accounts.login(visitor, wish.name, wish.password, leave_guest=wish.leave_guest)
    return _signed_in(request, person, token)


@post("/api/recover", status_code=200)
async def recover(
    request: AnyRequest,
    data: JSONBody[Recover],
    desk: NamedDependency[Desk],
    accounts: NamedDependency[Accounts],
) -> Response[Who]:
    """Set another password with a recovery code, which is used up; signs in here and out everywhere else."""
    del data
    wish = await body_of(request, Recover)
    person, token = await accounts.recover(await _visitor(request, desk), wish.name, wish.code, wish.password)
    return _signed_in(request, person, token)


@post("/api/logout", status_code=204)
async def logout(request: AnyRequest, accounts: NamedDependency[Accounts]) -> Response[None]:
    """Sign out here."""
    await accounts.logout(session_of(request))
    answer = Response(None, status_code=204)
    end(answer, request)
    return answer


@post("/api/password", status_code=204)
async def password(
    request: AnyRequest,
    data: JSONBody[Change],
    desk: NamedDependency[Desk],
    accounts: NamedDependency[Accounts],
) -> None:
    """Set another password; signs out everywhere else."""
    del data
    wish = await body_of(request, Change)
    await accounts.change(await _visitor(request, desk), wish.old, wish.new)


@post("/api/codes", status_code=201)
async def codes(
    request: AnyRequest,
    data: JSONBody[Confirm],
    desk: NamedDependency[Desk],
    accounts: NamedDependency[Accounts],
) -> Codes:
    """New recovery codes; the earlier ones open nothing any more."""
    del data
    wish = await body_of(request, Confirm)
    return Codes(await accounts.recode(await _visitor(request, desk), wish.password))


@post("/api/name", status_code=200)
async def name(request: AnyRequest, data: JSONBody[Rename], desk: NamedDependency[Desk]) -> Response[Who]:
    """Give a guest a name; a guest's session is begun where there is none."""
    del data
    person, token = await desk.rename(caller_of(request), (await body_of(request, Rename)).name)
    return _signed_in(request, person, token)


@delete("/api/account", status_code=204)
async def erase(
    request: AnyRequest, desk: NamedDependency[Desk], accounts: NamedDependency[Accounts]
) -> Response[None]:
    """Delete the account, or the guest, for good: `{"password": ...}` for an account, no body for a guest.

    Friends, ratings, what was said and bot accounts go; matches with others stay, without the name.
    """
    wish = await body_of(request, Confirm) if await request.body() else Confirm()
    await accounts.erase(await _visitor(request, desk), wish.password)
    answer = Response(None, status_code=204)
    end(answer, request)
    return answer


@get("/api/export", cache_control=NOT_KEPT)
async def export(
    request: AnyRequest, desk: NamedDependency[Desk], accounts: NamedDependency[Accounts]
) -> Response[dict[str, list[dict[str, object]]]]:
    """Everything that the server keeps about me, as a file of JSON: rows by what they are."""
    kept = await accounts.export(await _visitor(request, desk))
    headers = {"Content-Disposition": 'attachment; filename="istaka-export.json"'}
    return Response(kept, headers=headers)


@get("/api/sessions", cache_control=NOT_KEPT)
async def sessions(
    request: AnyRequest, desk: NamedDependency[Desk], accounts: NamedDependency[Accounts]
) -> Sessions:
    """Where I am signed in, the newest first."""
    found = await accounts.sessions(await _visitor(request, desk))
    return Sessions([SessionRow(one, session.made, here) for one, session, here in found])


@delete("/api/sessions/{session:str}", status_code=204)
async def end_session(
    request: AnyRequest,
    session: Annotated[str, PathParameter(max_length=64)],
    desk: NamedDependency[Desk],
    accounts: NamedDependency[Accounts],
) -> None:
    """Sign out somewhere else."""
    await accounts.end(await _visitor(request, desk), session)


async def _visitor(request: AnyRequest, desk: Desk) -> Visitor:
    session = session_of(request)
    return Visitor(address_of(request), session, await desk.who(session))


def _signed_in(request: AnyRequest, person: Person, token: str | None) -> Response[Who]:
    answer = Response(Who(person.id, person.name, person.kind))
    begin(answer, request, token)
    return answer


HANDLERS: Final = (
    enrol,
    erase,
    login,
    logout,
    recover,
    password,
    codes,
    name,
    export,
    sessions,
    end_session,
)
