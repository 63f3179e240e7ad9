"""The outermost layer: who may ask at all, how often, and the headers that every answer carries."""

import time
from collections import OrderedDict
from typing import Final

import msgspec

from istaka.server.web.asgi import Application, Message, Receive, Send
from istaka.server.web.errors import ErrorAnswer, ErrorBody

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
REMEMBERED: Final = 4096
"""So many addresses are metered; the one not heard of for longest is forgotten."""
BURST_SECONDS: Final = 10.0


class Gate:
    """Lets requests in: the socket to `socket`, the rest to `pages`."""

    def __init__(self, pages: Application, socket: Application, posts: float) -> None:
        self._pages = pages
        self._socket = socket
        self._posts = posts
        self._meters: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request or connection."""
        if scope["type"] == "websocket":
            await self._enter_socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._enter_page(scope, receive, _with_headers(send))

    async def _enter_socket(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["path"] == "/ws" and _is_own_origin(scope):
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
        if scope["method"] not in SAFE:
            if not _is_own_origin(scope):
                await _refuse(send, 403, "bad_origin", "A page of another site may not ask for this.")
                return
            if not self._has_room(scope):
                await _refuse(send, 429, "slow_down", "Too many requests: wait a moment.")
                return
        await self._pages(scope, receive, send)

    def _has_room(self, scope: Message) -> bool:
        """Whether this address may send another POST now."""
        address = scope["client"][0] if scope.get("client") else ""
        now = time.monotonic()
        most = self._posts * BURST_SECONDS
        allowed, at = self._meters.pop(address, (most, now))
        allowed = min(most, allowed + (now - at) * self._posts)
        self._meters[address] = (max(allowed - 1, 0.0), now)
        if len(self._meters) > REMEMBERED:
            self._meters.popitem(last=False)
        return allowed >= 1


def _is_own_origin(scope: Message) -> bool:
    """Whether the request comes from our own page, or from no page at all (a program sends no Origin)."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    if origin is None:
        return headers.get(b"sec-fetch-site", b"none") in {b"none", b"same-origin"}
    host = headers.get(b"host", b"").decode("latin-1")
    return bool(host) and origin.decode("latin-1").partition("://")[2] == host


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *HEADERS]
        await send(message)

    return sending


def _body(code: str, message: str) -> bytes:
    return msgspec.json.encode(ErrorAnswer(ErrorBody(code, message)))


async def _refuse(send: Send, status: int, code: str, message: str) -> None:
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": _body(code, message)})
