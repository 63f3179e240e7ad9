"""The outermost layer: who may ask at all, how often, and the headers that every answer carries."""

import math
import re
import time
from dataclasses import dataclass
from typing import Final

import msgspec

from istaka.server.service.meters import Meters
from istaka.server.web.asgi import Application, Message, Receive, Send
from istaka.server.web.errors import ErrorAnswer, ErrorBody
from istaka.server.web.nul import asks_for_nul
from istaka.server.web.proxies import Proxies, metered

CONTENT_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types istaka"
)
HEADERS: Final = (
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
BURST_SECONDS: Final = 10
"""Of requests that change something, so many seconds' worth may come at once."""
COSTLY: Final = re.compile(r"/api/(tables/[^/]+/(record|fairness)|export|people$|offers/[^/]+/qr\.svg)")
"""What is read for more than a few milliseconds, or might be read to copy everything."""
COSTLY_PACE: Final = (30, 0.5)
"""So many of those at once, then one in so many seconds."""


@dataclass(frozen=True, slots=True)
class Entrance:
    """Who is let in.

    Attributes:
        posts: requests that change something, a second, that one address may send.
        proxies: whom to believe about the address.
        origins: pages of which other addresses are ours too, such as `https://play.example.org`.
    """

    posts: float
    proxies: Proxies
    origins: tuple[str, ...] = ()


class Gate:
    """Lets requests in: the socket to `socket`, the rest to `pages`."""

    def __init__(self, pages: Application, socket: Application, entrance: Entrance) -> None:
        self._pages = pages
        self._socket = socket
        self._proxies = entrance.proxies
        self._origins = frozenset(origin.encode() for origin in entrance.origins)
        seconds = 1 / entrance.posts if entrance.posts else math.inf
        self._changes = Meters(math.ceil(entrance.posts * BURST_SECONDS), seconds, _clock)
        self._costly = Meters(*COSTLY_PACE, _clock)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request or connection."""
        if scope["type"] == "websocket":
            await self._enter_socket(self._proxies.seen(scope), receive, send)
        elif scope["type"] == "http":
            await self._enter_page(self._proxies.seen(scope), receive, _with_headers(send))

    async def _enter_socket(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["path"] == "/ws" and self._is_own_origin(scope):
            await self._socket(scope, receive, send)
            return
        await receive()
        known = scope["path"] == "/ws"
        code, status = ("bad_origin", 403) if known else ("not_found", 404)
        body = _body(code, "A page of another site may not connect." if known else "There is no such socket.")
        headers = [(b"content-type", b"application/json")]
        await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": body})

    async def _enter_page(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
        if scope["method"] not in SAFE and not self._is_own_origin(scope):
            await _refuse(send, 403, "bad_origin", "A page of another site may not ask for this.")
            return
        if asks_for_nul(scope["path"], scope["query_string"]):
            await _refuse(send, 400, "bad_request", "The request does not hold what is expected.")
            return
        wait = self._wait(scope)
        if wait:
            await _refuse(send, 429, "slow_down", "Too many requests: wait a moment.", math.ceil(wait))
            return
        await self._pages(scope, receive, send)

    def _wait(self, scope: Message) -> float:
        """Seconds that this address has to wait before it may ask; 0 for what costs next to nothing."""
        if scope["method"] not in SAFE:
            meters = self._changes
        elif COSTLY.match(scope["path"]):
            meters = self._costly
        else:
            return 0.0
        return meters.wait(metered(scope["client"][0] if scope.get("client") else ""))

    def _is_own_origin(self, scope: Message) -> bool:
        """Whether our own page asks, or no page at all (a program sends no Origin)."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        if origin is None:
            return headers.get(b"sec-fetch-site", b"none") in {b"none", b"same-origin"}
        host = headers.get(b"host", b"")
        return origin in self._origins or (bool(host) and origin.partition(b"://")[2] == host)


def _clock() -> int:
    return time.monotonic_ns() // 1_000_000


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *HEADERS]
        await send(message)

    return sending


def _body(code: str, message: str, params: dict[str, object] | None = None) -> bytes:
    return msgspec.json.encode(ErrorAnswer(ErrorBody(code, message, params or {})))


async def _refuse(send: Send, status: int, code: str, message: str, seconds: int | None = None) -> None:
    headers = [(b"content-type", b"application/json")]
    params: dict[str, object] = {}
    if seconds is not None:
        headers.append((b"retry-after", str(seconds).encode()))
        params["seconds"] = seconds
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": _body(code, message, params)})
