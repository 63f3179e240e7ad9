"""How a server is set up: one frozen value, from the environment and the command line."""

import dataclasses
import math
import os
import re
from collections.abc import Callable, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Final, Self

import platformdirs

from istaka.bots import BOTS
from istaka.rules.errors import IstakaError

PREFIX: Final = "ISTAKA_"
"""Every field can be set by an environment variable of its name in capitals, such as ISTAKA_BOT_PACE."""
HIGHEST_PORT: Final = 65535
PREFIX_PATH: Final = re.compile(r"(/[A-Za-z0-9._~\-]+)+")
ORIGIN: Final = re.compile(r"https?://[^/?#\s]+")
LOGS: Final = ("text", "json")


POSTGRES: Final = ("postgresql://", "postgres://")
NO_BUS: Final = "on PostgreSQL a server is one of many and needs a bus too: --bus redis://..."
NO_SHARED_DATABASE: Final = "a bus is for servers that share PostgreSQL: --db postgresql://..."


class SettingsError(IstakaError):
    """A setting that cannot be used."""


def default_database() -> Path:
    """Where the database lies when nothing else is said: in the user's data folder."""
    return platformdirs.user_data_path("istaka") / "istaka.db"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that may differ between two servers.

    Attributes:
        host: the address to listen on.
        port: 0 for any free one.
        db: the SQLite file of a server that is alone, or `postgresql://...`, shared by many workers.
        bus: `redis://...`, over which those tell one another; empty for a server that is alone.
        bot_pace: seconds that a bot's action takes on average, 0 for none.
        bot_workers: processes that think for bots; another one goes on while one hangs.
        standin: level of the bots that play for people who are away.
        nonce_wait: seconds that clients have to send their nonces.
        deal_wait: seconds that the first turn of a round has on top, while tiles are dealt.
        between_clock: seconds between rounds at a table with a clock.
        between_free: the same without a clock.
        gone_wait: seconds without a socket after which a bot plays (R12.2).
        idle_hours: hours after which a turn without a clock ends the table (R12.2).
        bot_limit: seconds after which a bot's turn without a clock is played as a time-out.
        lag: seconds that the network may make a move late at a table with a clock, at most.
        warm: fill the kernel cache in the background when it is cold.
        posts: requests that change something, a second, that one address may send, with bursts of ten times
            that; it may bring a new guest for every forty of them, with bursts of three times `posts`.
        tables_each: running tables that one person may have.
        trusted_proxies: addresses or networks, with commas between, whose word about who asked is believed.
        prefix: the path under which a proxy shows this server, such as `/okey`.
        origins: where people open this server, such as `https://play.example.org`, with commas between; only
            needed where a proxy tells neither `Host` nor `X-Forwarded-Host`, or to name it in invitations.
        log: what the server writes about itself, `text` or `json`.
        metrics_token: the bearer token of /metrics; where it is empty only this machine may read them.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    db: str = dataclasses.field(default_factory=lambda: str(default_database()))
    bus: str = ""
    bot_pace: float = 0.7
    bot_workers: int = 1
    standin: str = "careful"
    nonce_wait: float = 2.0
    deal_wait: float = 3.0
    between_clock: float = 20.0
    between_free: float = 60.0
    gone_wait: float = 60.0
    idle_hours: float = 24.0
    bot_limit: float = 30.0
    lag: float = 0.25
    warm: bool = True
    posts: float = 20.0
    tables_each: int = 50
    trusted_proxies: str = "127.0.0.1, ::1"
    prefix: str = ""
    origins: str = ""
    log: str = "text"
    metrics_token: str = ""

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if isinstance(value, int | float) and not 0 <= value < math.inf:
                msg = f"{field.name} is {value}: expected 0 or more"
                raise SettingsError(msg)
        if self.is_shared != bool(self.bus):
            raise SettingsError(NO_BUS if self.is_shared else NO_SHARED_DATABASE)
        if self.port > HIGHEST_PORT:
            msg = f"port is {self.port}: expected 0 to {HIGHEST_PORT}"
            raise SettingsError(msg)
        if self.bot_workers < 1:
            msg = f"bot_workers is {self.bot_workers}: expected 1 or more"
            raise SettingsError(msg)
        if self.log not in LOGS:
            msg = f"log is {self.log!r}: expected {' or '.join(LOGS)}"
            raise SettingsError(msg)
        self._check_address()
        if self.standin not in BOTS:
            msg = f"standin is {self.standin!r}: expected {' or '.join(BOTS)}"
            raise SettingsError(msg)

    def _check_address(self) -> None:
        try:
            _ = self.proxies_listed
        except ValueError as error:
            msg = f"trusted_proxies is {self.trusted_proxies!r}: {error}"
            raise SettingsError(msg) from error
        if self.prefix and not PREFIX_PATH.fullmatch(self.prefix):
            msg = f"prefix is {self.prefix!r}: expected a path such as /okey"
            raise SettingsError(msg)
        for origin in self.origins_listed:
            if not ORIGIN.fullmatch(origin):
                msg = f"origins holds {origin!r}: expected addresses such as https://play.example.org"
                raise SettingsError(msg)

    @property
    def proxies_listed(self) -> tuple[IPv4Network | IPv6Network, ...]:
        """The proxies that are believed."""
        return tuple(ip_network(word, strict=False) for word in _words(self.trusted_proxies))

    @property
    def origins_listed(self) -> tuple[str, ...]:
        """Where people open this server."""
        return _words(self.origins)

    @property
    def is_shared(self) -> bool:
        """Whether many workers share the database."""
        return self.db.startswith(POSTGRES)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ, **changes: object) -> Self:
        """The settings of this environment; `changes` (what the command line says) win over it.

        Raises:
            SettingsError: a value that is not of its setting's kind.
        """
        values: dict[str, object] = {}
        for field in dataclasses.fields(cls):
            name = PREFIX + field.name.upper()
            if environment.get(name):
                values[field.name] = _read(name, environment[name], field.type)
        return cls(**{**values, **changes})  # type: ignore[arg-type]


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _read(name: str, text: str, kind: object) -> object:
    """The text as the kind of its setting."""
    if kind is bool:
        words = {"0": False, "false": False, "no": False, "1": True, "true": True, "yes": True}
        if text.lower() in words:
            return words[text.lower()]
        msg = f"{name} is {text!r}: expected 1 or 0"
        raise SettingsError(msg)
    readers: dict[object, Callable[[str], object]] = {int: int, float: float, str: str}
    try:
        return readers[kind](text)
    except ValueError:
        msg = f"{name} is {text!r}: expected a number"
        raise SettingsError(msg) from None
