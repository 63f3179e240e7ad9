"""How a program gets to a table: HTTP with the token of a bot account (docs/bots.md)."""

import json
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any, Final
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from istaka.rules.errors import IstakaError

PATIENCE: Final = 20.0
"""Seconds for one answer."""
BUSY: Final = frozenset({429, 500, 502, 503, 504})
"""Answers after which one comes back: too many requests, or a server that is being started again."""


class RemoteError(IstakaError):
    """The server does not let the bot play, or cannot be reached."""


class Door:
    """One server, one bot account.

    Every method may raise `RemoteError`, and `OSError` where the server cannot be reached now.

    Raises:
        RemoteError: the address is none of a web page.
    """

    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.netloc:
            msg = f"{url!r} is no address of a server: expected http://... or https://..."
            raise RemoteError(msg)
        self._url = url.rstrip("/")
        self._token = token

    def name(self) -> str:
        """What the bot account is called."""
        me = self._ask("GET", "/api/me")
        if me["kind"] != "bot":
            msg = "the token is none of a bot account: make one on the page of your account"
            raise RemoteError(msg)
        return str(me["name"])

    def hurry(self, players: int) -> str:
        """A seat at the next table of so many players that fits: its id."""
        return str(self._ask("POST", "/api/quick", {"players": players})["id"])

    def join(self, offer: str) -> str:
        """A seat at a certain open table: its id; a seat that the bot has already is his."""
        return str(self._ask("POST", f"/api/offers/{quote(offer, safe='')}/join", {})["id"])

    def socket(self) -> str:
        """An address for one socket, good for half a minute."""
        ticket = self._ask("POST", "/api/tickets", {})["ticket"]
        return f"ws{self._url.removeprefix('http')}/ws?ticket={ticket}"

    def _ask(self, method: str, path: str, body: Mapping[str, object] | None = None) -> Any:  # noqa: ANN401 - JSON
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = Request(self._url + path, data, headers, method=method)  # noqa: S310 - a web address, see above
        try:
            with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - likewise
                return json.load(answer)
        except HTTPError as error:
            msg = f"{self._url} answers {error.code} to {method} {path}: {_sentence(error)}"
            raise (ConnectionError if error.code in BUSY else RemoteError)(msg) from error
        except HTTPException as error:
            msg = f"{self._url} was cut off: {error}"
            raise ConnectionError(msg) from error
        except ValueError as error:
            msg = f"{self._url} is no istaka server: {error}"
            raise RemoteError(msg) from error


def _sentence(error: HTTPError) -> str:
    """What the server says was wrong."""
    try:
        problem = json.load(error)["error"]
        return f"{problem['message']} ({problem['code']})"
    except (ValueError, KeyError, TypeError):
        return str(error.reason)
