"""HTTP: make a table, get a ticket, read a record, and the page itself."""

import asyncio
from typing import Annotated, Any, Final

import msgspec
from litestar import Litestar, MediaType, Request, Response, get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import JSONBody, PathParameter
from msgspec import Struct

from istaka import __version__
from istaka.server.ports import StoreError
from istaka.server.web import errors
from istaka.server.web.desk import Desk, Play, RefusedError
from istaka.server.web.operations import Operations, healthz, metrics, readyz
from istaka.server.web.static import ABSENT, Bundle

BODY_BYTES: Final = 16 * 1024
COOKIE: Final = "istaka"
SECURE_COOKIE: Final = "__Host-istaka"
YEAR: Final = 365 * 24 * 3600
NOT_KEPT: Final = CacheControlHeader(no_store=True)
"""Of what differs from person to person."""

_decode_play = msgspec.json.Decoder(Play).decode

AnyRequest = Request[Any, Any, Any]
TableId = Annotated[str, PathParameter(max_length=64)]


class Playing(Struct, frozen=True):
    """The table that was made."""

    table: str


class Ticket(Struct, frozen=True):
    """Lets one socket attach within 30 s."""

    ticket: str


class Me(Struct, frozen=True):
    """Who asks, and where his match runs."""

    name: str | None
    table: str | None


def session_of(request: AnyRequest) -> str | None:
    """The session token of the cookie that fits the connection."""
    return request.cookies.get(SECURE_COOKIE if request.url.scheme == "https" else COOKIE)


def _read_strictly(body: bytes) -> Play:
    try:
        return _decode_play(body)
    except msgspec.ValidationError as error:
        raise HTTPException(status_code=400, extra=[{"message": str(error)}]) from error


@post("/api/play", status_code=201)
async def play(request: AnyRequest, data: JSONBody[Play], desk: NamedDependency[Desk]) -> Response[Playing]:
    """Make a table for a match against bots; a guest's session is begun where there is none."""
    del data  # it describes the body in the schema; the framework would take "4" for 4
    table, token = await desk.play(session_of(request), _read_strictly(await request.body()))
    answer = Response(Playing(table))
    if token is not None:
        secure = request.url.scheme == "https"
        answer.set_cookie(
            SECURE_COOKIE if secure else COOKIE,
            token,
            max_age=YEAR,
            path="/",
            secure=secure,
            httponly=True,
            samesite="lax",
        )
    return answer


@post("/api/tickets", status_code=201)
async def ticket(request: AnyRequest, desk: NamedDependency[Desk]) -> Ticket:
    """A ticket for one socket."""
    return Ticket(await desk.ticket(session_of(request)))


@get("/api/me", cache_control=NOT_KEPT)
async def me(request: AnyRequest, desk: NamedDependency[Desk]) -> Me:
    """Who I am, and the table where my match runs."""
    person = await desk.who(session_of(request))
    if person is None:
        return Me(None, None)
    return Me(person.name, await desk.running(person))


@get("/api/tables/{table:str}/record", media_type=MediaType.TEXT, cache_control=NOT_KEPT)
async def record(table: TableId, desk: NamedDependency[Desk]) -> Response[str]:
    """The record of the rounds that have ended (docs/records.md)."""
    text = await desk.service.record(table)
    if text is None:
        raise RefusedError(404, "unknown_table", "There is no such table.", {"table": table})
    headers = {"Content-Disposition": f'attachment; filename="istaka-{table}.txt"'}
    return Response(text, media_type=MediaType.TEXT, headers=headers)


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: AnyRequest, bundle: NamedDependency[Bundle]) -> Response[bytes]:
    """A file of the page; every path without a dot is the app's own."""
    name = request.url.path.lstrip("/")
    if name.startswith("api/"):
        raise RefusedError(404, "not_found", "There is no such address.", {"path": request.url.path[:200]})
    if "." not in name:
        name = "index.html"
        if not bundle.is_there:
            return Response(ABSENT.encode(), status_code=503, media_type="text/html")
    asset = await asyncio.to_thread(bundle.find, name)
    if asset is None:
        raise RefusedError(404, "not_found", "There is no such file.", {"path": request.url.path[:200]})
    headers = {"ETag": asset.tag, "Cache-Control": asset.cache, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == asset.tag:
        return Response(b"", status_code=304, headers=headers, media_type=asset.kind)
    body = asset.body
    if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = asset.packed
        headers["Content-Encoding"] = "gzip"
    return Response(body, headers=headers, media_type=asset.kind)


HANDLERS: Final = (play, ticket, me, record, healthz, readyz, metrics)
"""Every request that is not for a file of the page."""


def build(desk: Desk, bundle: Bundle, operations: Operations) -> Litestar:
    """The HTTP application."""
    return Litestar(
        route_handlers=[*HANDLERS, page],
        dependencies={
            "desk": Provide(lambda: desk, sync_to_thread=False),
            "bundle": Provide(lambda: bundle, sync_to_thread=False),
            "operations": Provide(lambda: operations, sync_to_thread=False),
        },
        exception_handlers={
            RefusedError: errors.refused,
            StoreError: errors.unavailable,
            HTTPException: errors.of_http,
            RecursionError: errors.too_deep,
            Exception: errors.broken,
        },
        openapi_config=OpenAPIConfig(
            title="istaka", version=__version__, path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        request_max_body_size=BODY_BYTES,
        logging_config=None,
    )
