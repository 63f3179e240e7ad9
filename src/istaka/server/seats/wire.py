"""How the server and its worker process talk: pickled tuples with their length before them.

Both ends are our own processes joined by a pipe that nobody else can write to. What goes to the worker is a
`View`, a declared hand or the hands of a round that is over: never a position, a wall or a secret.
"""

import pickle
import struct
from dataclasses import dataclass
from typing import Final

from istaka.game.view import View
from istaka.server.core.hints import Hand, Rack
from istaka.server.core.messages import Laid, Problem

LENGTH: Final = struct.Struct(">I")


@dataclass(frozen=True, slots=True)
class Choose:
    """Let a bot of that level choose, within so many seconds."""

    level: str
    view: View
    seed: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Explain:
    """Say why a declaration does not hold."""

    hand: Hand


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay the hands of a round that is over open."""

    racks: tuple[Rack, ...]


@dataclass(frozen=True, slots=True)
class Started:
    """The worker's first word."""

    compiled: bool


@dataclass(frozen=True, slots=True)
class Failed:
    """A question that could not be answered."""

    reason: str


Asked = Choose | Explain | Lay
Thought = int | Problem | tuple[Laid, ...]
"""An action, a reason, or hands laid open."""
Question = tuple[int, Asked]
Answer = tuple[int, Thought | Started | Failed]


def pack(message: Question | Answer) -> bytes:
    """A message as it goes through the pipe."""
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(body)) + body


def unpack(body: bytes) -> object:
    """The message of a body without its length."""
    return pickle.loads(body)  # noqa: S301 - written by the process at the other end of our own pipe
