"""Who asks: a person's cookie, or the token of a bot account."""

from typing import Any, Final, NamedTuple

from litestar import Request, Response

from istaka.server.web.proxies import metered

COOKIE: Final = "istaka"
SECURE_COOKIE: Final = "__Host-istaka"
YEAR: Final = 365 * 24 * 3600
BEARER: Final = "bearer "

AnyRequest = Request[Any, Any, Any]


def session_of(request: AnyRequest) -> str | None:
    """What the request proves itself with: a bearer token, or the cookie that fits the connection."""
    said = request.headers.get("authorization", "")
    if said[: len(BEARER)].lower() == BEARER:
        return said[len(BEARER) :].strip()
    return request.cookies.get(_cookie(request))


def address_of(request: AnyRequest) -> str:
    """The network address that asks, as far as it is somebody's own: of IPv6 what a household has."""
    return "" if request.client is None else metered(request.client.host)


class Caller(NamedTuple):
    """Who asks: what he proves himself with, and from where."""

    session: str | None
    address: str


def caller_of(request: AnyRequest) -> Caller:
    """Who sent the request."""
    return Caller(session_of(request), address_of(request))


def begin(answer: Response[Any], request: AnyRequest, token: str | None) -> None:
    """Let the answer begin a session; without a token the session stays what it is."""
    if token is not None:
        _set(answer, request, token, YEAR)


def end(answer: Response[Any], request: AnyRequest) -> None:
    """Let the answer end the session."""
    _set(answer, request, "", 0)


def _set(answer: Response[Any], request: AnyRequest, token: str, seconds: int) -> None:
    answer.set_cookie(
        _cookie(request),
        token,
        max_age=seconds,
        path="/",
        secure=_is_secure(request),
        httponly=True,
        samesite="lax",
    )


def _cookie(request: AnyRequest) -> str:
    """Behind https a cookie that no other host and no plain page can set."""
    return SECURE_COOKIE if _is_secure(request) else COOKIE


def _is_secure(request: AnyRequest) -> bool:
    return request.url.scheme == "https"
