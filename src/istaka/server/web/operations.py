"""HTTP for whoever runs the server: does it live, may it be sent people, and its figures."""

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Final

from litestar import MediaType, Request, Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from istaka import __version__
from istaka.server.metrics import Metrics
from istaka.server.service.refused import Code, RefusedError

PATIENCE: Final = 2.0
"""Seconds after which a part that has not answered counts as not ready."""
PROMETHEUS: Final = "text/plain; version=0.0.4"

AnyRequest = Request[Any, Any, Any]
Check = Callable[[], Awaitable[None]]
"""Returns when a part answers; raises when it does not."""


@dataclass(frozen=True, slots=True)
class Operations:
    """What the server knows of its own state.

    Attributes:
        metrics: its figures.
        checks: every part that must answer before people are sent here, by name.
        token: the bearer token of `/metrics`; without one only this machine may read them.
    """

    metrics: Metrics
    checks: Mapping[str, Check]
    token: str


class Health(Struct, frozen=True):
    """The process answers."""

    status: str
    version: str


class Readiness(Struct, frozen=True):
    """Whether people may be sent here, and how each part is: `ok` or `failing`."""

    ready: bool
    parts: dict[str, str]


@get("/healthz")
async def healthz() -> Health:
    """Whether the process answers."""
    return Health("ok", __version__)


@get("/readyz")
async def readyz(operations: NamedDependency[Operations]) -> Response[Readiness]:
    """Whether every part answers; 503 when one does not, so that a balancer sends people elsewhere."""
    names = list(operations.checks)
    states = await asyncio.gather(*(_state(operations.checks[name]) for name in names))
    ready = all(state == "ok" for state in states)
    parts = dict(zip(names, states, strict=True))
    return Response(Readiness(ready, parts), status_code=200 if ready else 503)


async def _state(check: Check) -> str:
    try:
        await asyncio.wait_for(check(), PATIENCE)
    except Exception:  # noqa: BLE001 - whatever it was, the part does not answer; its own log says why
        return "failing"
    return "ok"


@get("/metrics", media_type=MediaType.TEXT)
async def metrics(request: AnyRequest, operations: NamedDependency[Operations]) -> Response[bytes]:
    """The figures of this process in the text form of Prometheus."""
    if not _may_read(request, operations.token):
        raise RefusedError(Code.NOT_FOUND, path="/metrics")
    return Response(operations.metrics.text(), media_type=PROMETHEUS)


def _may_read(request: AnyRequest, token: str) -> bool:
    """By the token where one is set; else from this machine, and not through a proxy on it."""
    if token:
        said = request.headers.get("authorization", "")
        return hmac.compare_digest(said.encode(), f"Bearer {token}".encode())
    if request.client is None or "x-forwarded-for" in request.headers or "forwarded" in request.headers:
        return False
    return ip_address(request.client.host).is_loopback


HANDLERS: Final = (healthz, readyz, metrics)
