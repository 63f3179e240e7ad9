"""HTTP for telling moderators about somebody, and for what moderators see and do."""

from typing import Annotated, Final

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct

from istaka.server.core.messages import Said
from istaka.server.ports.moderation import Deed, Reason, Report
from istaka.server.service.accounts import known
from istaka.server.service.moderation import Moderators
from istaka.server.service.profiles import PersonInfo, Portraits
from istaka.server.web.bodies import body_of
from istaka.server.web.caching import NOT_KEPT
from istaka.server.web.desk import Desk
from istaka.server.web.sessions import AnyRequest, session_of

Id = Annotated[str, Meta(min_length=1, max_length=64)]
ReportId = Annotated[str, PathParameter(max_length=64)]
LAST: Final = (1 << 63) - 1
"""No number of a line or an entry is larger."""
Number = Annotated[int, PathParameter(ge=1, le=LAST)]
TEN_YEARS: Final = 10 * 365 * 24
GONE: Final = "\u2014"
"""Where the name of somebody stood who has deleted his account."""


class Telling(Struct, frozen=True, forbid_unknown_fields=True):
    """A report."""

    about: Id
    reason: Reason
    place: Id | None = None
    """Where it was: a table, or `lobby`."""
    said: Annotated[int, Meta(ge=1, le=LAST)] | None = None
    """Number of the line that it is about."""


class Sanctioning(Struct, frozen=True, forbid_unknown_fields=True):
    """Mute or ban somebody for so many hours from now; 0 ends it."""

    person: Id
    hours: Annotated[int, Meta(ge=0, le=TEN_YEARS)]
    why: Annotated[str, Meta(max_length=500)] = ""


class ReportInfo(Struct, frozen=True):
    """A report as moderators see it."""

    id: str
    at: int
    by: PersonInfo
    about: PersonInfo
    place: str | None
    said: Said | None
    """Null also where the line is gone."""
    around: list[Said]
    """The line with those before and after it."""
    reason: Reason
    state: str


class Reports(Struct, frozen=True):
    """Open reports, the oldest first."""

    reports: list[ReportInfo]


class Entry(Struct, frozen=True):
    """Something done in charge of the server: `mute`, `ban`, `done`, `remove`, and what the host did."""

    n: int
    at: int
    by: PersonInfo | None
    """Null for the host at the command line."""
    act: str
    about: PersonInfo | None
    detail: str


class Audit(Struct, frozen=True):
    """The book, the latest entry first."""

    audit: list[Entry]
    more: bool


@post("/api/reports", status_code=204)
async def report(
    request: AnyRequest,
    data: JSONBody[Telling],
    desk: NamedDependency[Desk],
    moderators: NamedDependency[Moderators],
) -> None:
    """Tell moderators about somebody; the same thing told again changes nothing."""
    del data  # it describes the body in the schema
    told = await body_of(request, Telling)
    by = known(await desk.who(session_of(request)))
    await moderators.report(by, told.about, told.place, told.said, told.reason)


@get("/api/moderation/reports", cache_control=NOT_KEPT)
async def reports(
    request: AnyRequest,
    desk: NamedDependency[Desk],
    moderators: NamedDependency[Moderators],
    portraits: NamedDependency[Portraits],
) -> Reports:
    """Open reports, with what was said around them."""
    found = await moderators.reports(await desk.who(session_of(request)))
    people = await portraits.known({person for one, _ in found for person in (one.by, one.about)})
    return Reports([_shown(one, around, people) for one, around in found])


@post("/api/moderation/reports/{report_id:str}/done", status_code=204)
async def done(
    request: AnyRequest,
    report_id: ReportId,
    desk: NamedDependency[Desk],
    moderators: NamedDependency[Moderators],
) -> None:
    """A report is dealt with."""
    await moderators.close(await desk.who(session_of(request)), report_id)


@post("/api/moderation/mute", status_code=204)
async def mute(
    request: AnyRequest,
    data: JSONBody[Sanctioning],
    desk: NamedDependency[Desk],
    moderators: NamedDependency[Moderators],
) -> None:
    """Let somebody say nothing for so many hours."""
    del data  # it describes the body in the schema
    wish = await body_of(request, Sanctioning)
    by = await desk.who(session_of(request))
    await moderators.sanction(by, "mute", wish.person, wish.hours, wish.why)


@post("/api/moderation/ban", status_code=204)
async def ban(
    request: AnyRequest,
    data: JSONBody[Sanctioning],
    desk: NamedDependency[Desk],
    moderators: NamedDependency[Moderators],
) -> None:
    """Let somebody do nothing for so many hours; his sockets are closed, and bots play his seats."""
    del data  # it describes the body in the schema
    wish = await body_of(request, Sanctioning)
    by = await desk.who(session_of(request))
    await moderators.sanction(by, "ban", wish.person, wish.hours, wish.why)


@delete("/api/moderation/talk/{line:int}", status_code=204)
async def erase(
    request: AnyRequest, line: Number, desk: NamedDependency[Desk], moderators: NamedDependency[Moderators]
) -> None:
    """Take away a line; everybody's list of what was said is sent anew."""
    await moderators.erase(await desk.who(session_of(request)), line)


@get("/api/moderation/audit", cache_control=NOT_KEPT)
async def audit(
    request: AnyRequest,
    desk: NamedDependency[Desk],
    moderators: NamedDependency[Moderators],
    portraits: NamedDependency[Portraits],
    before: Annotated[int, QueryParameter(ge=1, le=LAST)] = LAST,
) -> Audit:
    """What was done in charge of the server, the latest first; from before an entry, to go on reading."""
    deeds, more = await moderators.deeds(await desk.who(session_of(request)), before)
    people = await portraits.known({person for deed in deeds for person in (deed.by, deed.about) if person})
    return Audit([_entry(deed, people) for deed in deeds], more)


def _shown(one: Report, around: list[Said], people: dict[str, PersonInfo]) -> ReportInfo:
    return ReportInfo(
        id=one.id,
        at=one.at,
        by=_person(one.by, people),
        about=_person(one.about, people),
        place=one.place,
        said=next((line for line in around if line.n == one.said), None),
        around=around,
        reason=one.reason,
        state=one.state,
    )


def _entry(deed: Deed, people: dict[str, PersonInfo]) -> Entry:
    by = _person(deed.by, people) if deed.by else None
    about = _person(deed.about, people) if deed.about else None
    return Entry(deed.n, deed.at, by, deed.act, about, deed.detail)


def _person(person: str, people: dict[str, PersonInfo]) -> PersonInfo:
    return people.get(person, PersonInfo(person, GONE, "guest"))


HANDLERS: Final = (report, reports, done, mute, ban, erase, audit)
