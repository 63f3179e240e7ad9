"""Requests as the outermost proxy got them: who asked, at which host, by which scheme and under which prefix.

What a proxy says of it (`X-Forwarded-...`) is believed of those that the settings trust, and of nobody else.
"""

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

from istaka.server.web.asgi import Message

PREFIX: Final = "istaka.prefix"
"""The key of a scope under which the prefix stands that the page has outside, such as `/okey`."""
HOST: Final = re.compile(r"[A-Za-z0-9.\-_]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")
PATH: Final = re.compile(r"(/[A-Za-z0-9._~\-]+)+")
SECURE: Final = {"http": "https", "ws": "wss"}

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True)
class Proxies:
    """The proxies in front of this server, and the prefix under which they show it."""

    trusted: tuple[Network, ...]
    prefix: str = ""

    def seen(self, scope: Message) -> Message:
        """The scope as it was before the proxies."""
        peer = _address(scope["client"][0]) if scope.get("client") else None
        told = dict(scope["headers"]) if peer is not None and self._trusts(peer) else {}
        prefix = _first(told, b"x-forwarded-prefix").rstrip("/")
        scope = {**scope, PREFIX: prefix if PATH.fullmatch(prefix) else self.prefix}
        _strip(scope)
        if told:
            client = self._client(told.get(b"x-forwarded-for", b"").decode("latin-1"))
            scope["client"] = scope["client"] if client is None else (str(client), 0)
            if _first(told, b"x-forwarded-proto") in {"https", "wss"}:
                scope["scheme"] = SECURE.get(scope["scheme"], scope["scheme"])
            host = _first(told, b"x-forwarded-host")
            if HOST.fullmatch(host):
                rest = [(key, value) for key, value in scope["headers"] if key != b"host"]
                scope["headers"] = [*rest, (b"host", host.encode())]
        return scope

    def _client(self, chain: str) -> Address | None:
        """The last address of the chain that is no proxy of ours; what stands before it may be made up."""
        client = None
        for word in reversed(chain.split(",")):
            found = _address(word.strip())
            if found is None:
                break
            client = found
            if not self._trusts(found):
                break
        return client

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self.trusted)


def _strip(scope: Message) -> None:
    """Take the prefix off the path, where the proxy has left it there."""
    prefix = scope[PREFIX]
    if prefix and (scope["path"] == prefix or scope["path"].startswith(prefix + "/")):
        scope["path"] = scope["path"][len(prefix) :] or "/"
        scope["raw_path"] = scope.get("raw_path", b"")[len(prefix) :] or b"/"


def _first(headers: dict[bytes, bytes], name: bytes) -> str:
    return headers.get(name, b"").decode("latin-1").partition(",")[0].strip()


def _address(word: str) -> Address | None:
    """An address, also one with a port; of IPv4 in IPv6 clothes the one inside."""
    host = word
    if word.startswith("["):
        host = word[1:].partition("]")[0]
    elif word.count(":") == 1:
        host = word.partition(":")[0]
    try:
        found = ip_address(host)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def metered(client: str) -> str:
    """Under which name an address is metered: one household has 2**64 addresses of IPv6."""
    found = _address(client)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found, 64), strict=False))
    return client
