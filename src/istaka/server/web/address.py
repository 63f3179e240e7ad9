"""HTTP for the address that friends can open: as text, and as a QR code."""

import socket
from functools import lru_cache
from io import BytesIO
from ipaddress import ip_address
from typing import Final

import segno
from litestar import Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from istaka.server.service.lobby import Lobby
from istaka.server.settings import Settings
from istaka.server.web.caching import NOT_KEPT
from istaka.server.web.lobby import OfferId
from istaka.server.web.proxies import PREFIX
from istaka.server.web.sessions import AnyRequest

EVERY: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104 - what is asked for here, not listened on
OUTSIDE: Final = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))
"""Addresses that nobody has (RFC 5737, RFC 3849): only the way to them is asked for, nothing is sent."""


class Address(Struct, frozen=True):
    """Where friends find this server, the best address first."""

    urls: tuple[str, ...]
    reachable: bool
    """False where it listens to this machine alone, so that nobody else can come."""


@get("/api/address", cache_control=NOT_KEPT)
async def address(request: AnyRequest, settings: NamedDependency[Settings]) -> Address:
    """Where friends in the same network, or anywhere, can open this server."""
    urls = urls_of(request, settings)
    return Address(urls, bool(urls))


@get("/api/offers/{offer:str}/qr.svg", cache_control=NOT_KEPT, media_type="image/svg+xml")
async def code(
    request: AnyRequest, offer: OfferId, lobby: NamedDependency[Lobby], settings: NamedDependency[Settings]
) -> Response[bytes]:
    """A picture that a phone reads as the link to an open table."""
    found = await lobby.get(offer)
    base = next(iter(urls_of(request, settings)), _own(request))
    return Response(qr(f"{base}/t/{found.id}"), media_type="image/svg+xml")


def urls_of(request: AnyRequest, settings: Settings) -> tuple[str, ...]:
    """This server's addresses for others: those set up, or the one asked at, or those of the machine."""
    prefix = request.scope.get(PREFIX, "")
    if settings.origins:
        return tuple(f"{origin}{prefix}" for origin in settings.origins_listed)
    host = request.url.hostname or ""
    if not _is_loopback(host):
        return (_own(request),)
    if _is_loopback(settings.host):
        return ()
    hosts = _own_hosts() if settings.host in EVERY else (settings.host,)
    port = (request.scope.get("server") or ("", settings.port))[1]
    return tuple(f"{request.url.scheme}://{_bracketed(host)}:{port}{prefix}" for host in hosts)


def _own(request: AnyRequest) -> str:
    """The address at which was asked."""
    return f"{request.url.scheme}://{request.url.netloc}{request.scope.get(PREFIX, '')}"


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _own_hosts() -> tuple[str, ...]:
    """The addresses that this machine has in its network."""
    found = []
    for outside, family in OUTSIDE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as way:
                way.connect((outside, 9))
                found.append(str(way.getsockname()[0]))
        except OSError:
            continue
    return tuple(host for host in found if not _is_loopback(host))


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


@lru_cache(maxsize=256)
def qr(text: str) -> bytes:
    """An SVG picture of a QR code, black on white, without any style of its own (the policy forbids it)."""
    picture = BytesIO()
    segno.make(text, error="m", micro=False).save(
        picture, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False, svgclass=None,
        lineclass=None, omitsize=True,
    )  # fmt: skip
    return picture.getvalue()


HANDLERS: Final = (address, code)
