"""The HTTP application: every noun has a file beside this one, and they are joined here."""

from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Final, cast

from litestar import Litestar
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin

from istaka import __version__
from istaka.server.core.events import UnknownEventError
from istaka.server.ports import StoreError
from istaka.server.service.refused import RefusedError
from istaka.server.web import (
    account,
    address,
    errors,
    friends,
    lobby,
    me,
    moderation,
    operations,
    play,
    profiles,
    programs,
    site,
    tables,
)
from istaka.server.web.desk import Desk
from istaka.server.web.gate import SAFE
from istaka.server.web.sessions import AnyRequest, session_of

BODY_BYTES: Final = 16 * 1024

NOUNS: Final = (
    play,
    lobby,
    address,
    me,
    account,
    profiles,
    friends,
    programs,
    moderation,
    tables,
    operations,
)
REFUSALS: Final = (400, 401, 403, 404, 409, 429, 503)
"""What any request may be answered with: `errors.ErrorAnswer`, whichever of them."""


def _documented(handler: HTTPRouteHandler) -> HTTPRouteHandler:
    """The handler with what its answers are in the schema; the framework would describe bodies of its own."""
    answers: dict[int, type[errors.ErrorAnswer] | None] = dict.fromkeys(REFUSALS, errors.ErrorAnswer)
    if handler.status_code == HTTPStatus.NO_CONTENT:
        answers[handler.status_code] = None
    handler.responses = {
        status: ResponseSpec(body, generate_examples=False, description=HTTPStatus(status).phrase)
        for status, body in answers.items()
    }
    return handler


HANDLERS: Final = tuple(_documented(handler) for noun in NOUNS for handler in noun.HANDLERS)
"""Every request that is not for a file of the page."""


def build(parts: Mapping[str, object]) -> Litestar:
    """The HTTP application. `parts` are what handlers ask for, by the name of their parameter."""
    return Litestar(
        route_handlers=[*HANDLERS, site.page],
        before_request=_scoped(cast("Desk", parts["desk"])),
        dependencies={name: _provide(part) for name, part in parts.items()},
        exception_handlers={
            RefusedError: errors.refused,
            StoreError: errors.unavailable,
            UnknownEventError: errors.newer,
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


def _scoped(desk: Desk) -> Callable[[AnyRequest], Awaitable[None]]:
    """What is asked before every request: whether the token is good for more than looking."""

    async def check(request: AnyRequest) -> None:
        if request.method not in SAFE:
            await desk.check_scope(session_of(request))

    return check


def _provide(part: object) -> Provide:
    return Provide(lambda: part, sync_to_thread=False)
