"""What workers announce to one another beside the logs: hints, which may be lost and do no harm then."""

from typing import Final

import msgspec
from msgspec import Struct

from istaka.server.core.messages import Said, TableId

LOBBY: Final = "lobby"
"""The topic of everything that stands in the lobby."""


class NoteBase(Struct, frozen=True, tag_field="k"):
    """A note, told apart by `k`."""


class Changed(NoteBase, frozen=True, tag="changed"):
    """On `lobby` and `offer:ID`: look again."""


class Online(NoteBase, frozen=True, tag="online"):
    """On `lobby`: so many people are connected to a worker."""

    worker: str
    people: int


class Line(NoteBase, frozen=True, tag="line"):
    """On `talk:PLACE`: something was said there, next after line `before`."""

    said: Said
    before: int


class Erased(NoteBase, frozen=True, tag="erased"):
    """On `talk:PLACE`: a line was taken away by a moderator."""


class Rematch(NoteBase, frozen=True, tag="rematch"):
    """On `talk:TABLE`: somebody offers another match."""

    table: TableId
    by: str


class Banned(NoteBase, frozen=True, tag="banned"):
    """On `person:ID`: the person may do nothing until then (ms since 1970)."""

    until: int


class SignedOut(NoteBase, frozen=True, tag="signed_out"):
    """On `person:ID`: sessions or tokens of the person have ended; who still has one comes back with it."""


class Blocked(NoteBase, frozen=True, tag="blocks"):
    """On `person:ID`: whom the person has blocked is no longer the same."""


Note = Changed | Online | Line | Erased | Rematch | Banned | SignedOut | Blocked

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Note).decode
