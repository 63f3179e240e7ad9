"""One shape for every error: `{"error": {"code", "message", "params"}}`; never a traceback."""

import logging
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from msgspec import Struct

from istaka.server.core.events import UnknownEventError
from istaka.server.faults import place_of
from istaka.server.ports import StoreError
from istaka.server.service.refused import Code, RefusedError

logger = logging.getLogger("istaka.server")

STATUSES: Final = MappingProxyType(
    {
        Code.BAD_CLOCK: 400,
        Code.BAD_NAME: 400,
        Code.BAD_PASSWORD: 400,
        Code.BAD_RULES: 400,
        Code.NAME_RESERVED: 400,
        Code.WRONG_CODE: 401,
        Code.WRONG_PASSWORD: 401,
        Code.BAD_TOKEN: 401,
        Code.BANNED: 403,
        Code.READ_ONLY: 403,
        Code.NO_ACCOUNT: 403,
        Code.SLOW_DOWN: 429,
        Code.BUSY: 503,
        Code.NO_SESSION: 401,
        Code.NOT_FOUND: 404,
        Code.NOT_MODERATOR: 403,
        Code.NOT_OWNER: 403,
        Code.NOT_SEATED: 403,
        Code.NO_SUCH_SEAT: 400,
        Code.UNKNOWN_LINE: 404,
        Code.UNKNOWN_OFFER: 404,
        Code.UNKNOWN_PERSON: 404,
        Code.UNKNOWN_REPORT: 404,
        Code.UNKNOWN_TABLE: 404,
    }
)
"""The status of each refusal that is not a conflict with how things are (409)."""


class ErrorBody(Struct, frozen=True):
    """What is wrong: a code that every language can word, a sentence in English, and data for the words."""

    code: str
    message: str
    params: dict[str, object] = {}


class ErrorAnswer(Struct, frozen=True):
    """The body of every answer from 400 up."""

    error: ErrorBody


def refused(_: Request[Any, Any, Any], error: RefusedError) -> Response[ErrorAnswer]:
    """Something asked for that cannot be given."""
    return _answer(status_of(error.reason), ErrorBody(error.code, str(error), error.params))


def status_of(code: Code) -> int:
    """The HTTP status of a refusal."""
    return STATUSES.get(code, 409)


def unavailable(_: Request[Any, Any, Any], error: StoreError) -> Response[ErrorAnswer]:
    """The store did not answer."""
    logger.error("the store failed: %s", error)
    return _answer(503, ErrorBody("unavailable", "The database does not answer; try again in a moment."))


def newer(_: Request[Any, Any, Any], error: UnknownEventError) -> Response[ErrorAnswer]:
    """A table that a later version of this program has written into; another worker may know it."""
    logger.warning("a table cannot be read here: %s", error)
    return _answer(503, ErrorBody("newer", "A later version plays at this table: ask again."))


def of_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorAnswer]:
    """What the framework refuses: an unknown path, a body that is no such JSON."""
    status = HTTPStatus(error.status_code)
    params: dict[str, object] = {}
    if isinstance(error.extra, list) and error.extra:
        fields = [field for field in error.extra if isinstance(field, dict)]
        params["fields"] = [{key: str(value) for key, value in field.items()} for field in fields]
    code = status.phrase.lower().replace(" ", "_").replace("-", "_")
    wrong_body = status == HTTPStatus.BAD_REQUEST
    message = "The request does not hold what is expected." if wrong_body else f"{status.phrase}."
    return _answer(error.status_code, ErrorBody(code, message, params))


def too_deep(_: Request[Any, Any, Any], error: RecursionError) -> Response[ErrorAnswer]:
    """A body that is nested deeper than any message is."""
    del error
    return _answer(400, ErrorBody("bad_request", "The request does not hold what is expected."))


def broken(_: Request[Any, Any, Any], error: Exception) -> Response[ErrorAnswer]:
    """Our own fault: reported in the server's log, told without a word about the inside."""
    logger.error("a request failed: %s", place_of(error))
    return _answer(500, ErrorBody("internal", "The server failed; the fault is in its log."))


def _answer(status: int, body: ErrorBody) -> Response[ErrorAnswer]:
    return Response(ErrorAnswer(body), status_code=status, media_type=MediaType.JSON)
