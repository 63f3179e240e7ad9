"""Writes docs/protocol.md from the message types: `python -m istaka.server.web.protocol_docs`.

What stands there is what the server decodes and encodes; a test holds the file to it.
"""

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, get_args

import msgspec
from msgspec import inspect as types

from istaka.rules.ruleset import RuleSet
from istaka.server.core import messages as wire
from istaka.server.core.codes import REJECTIONS
from istaka.server.core.telling import rules_info
from istaka.server.service.refused import Code
from istaka.server.web import socket
from istaka.server.web.desk import Play
from istaka.server.web.errors import ErrorAnswer, ErrorBody, status_of
from istaka.server.web.http import HANDLERS
from istaka.server.web.lobby import Hurry, Joining, Making, Options, Seating
from istaka.server.web.moderation import Sanctioning, Telling

FILE: Final = Path(__file__).parents[4] / "docs" / "protocol.md"

INTRODUCTION: Final = """\
# The protocol

*Written by `python -m istaka.server.web.protocol_docs` from the message types; do not edit it by hand.*

A client makes a table or an offer over HTTP, gets a ticket, opens the socket `/ws?ticket=...` and says
`hello` to one place at a time: `lobby`, an open offer, or a table. What is said there (`talk`, `said`) comes
with it.

At a table it follows the table's **log**: every event has a number `seq`, from 1 without a gap, and nobody
is told of an event before it is written. A client remembers the last `seq` it has seen; after a cut it
says `hello` with it and gets what it has missed, or a snapshot. A `beat` every second tells the head of
the log, so that a lost last message is noticed. A kind of event that a client does not know still
counts.

Frames are JSON texts of at most 16 KiB. **Tiles** are written `R5`, `Y12`, `B1`, `K13` (red, yellow,
blue, black), `S` for a starred tile and `J` for a wild. **Players** are numbers 0..n-1 and keep them for
the match; the order of turns of a round is in `order`. **Deadlines** are milliseconds left when the
frame was sent; null where no clock is shown. `now` is the server's clock.

## Commands, once and only once

`act`, `next`, `back`, `leave`, `end` and `say` carry an `id` of the client's choosing. The answer is an
`ack` with the number of the event that the command led to, or a `reject`; an event itself may come
before its `ack`. A command that was not answered (a cut, a restart, `unavailable`) is sent again **with
the same id**: if it was applied, the answer is the first `ack` again, and nothing happens twice. `seq`
is the head that the player has seen: a command that was decided before the game moved on is refused as
`stale`, never silently.

## A round

1. The server appends `committed` with the hash of its secret.
2. Each client answers with a `nonce` of its own; seats that send none within 2 s, and bots, get a fixed one.
3. `dealt` follows: who begins, the indicator, and to each player his own tiles.
4. `round_over` opens the secret and the nonces: anyone can recompute the deal ([how](fair-deals.md)).

The first round is committed when all people have attached for the first time, the next one when everyone has
sent `next`, or at the deadline.

## Time and absence

At a table with a clock a turn that runs out is played by the server (R12.1), marked `late`. After two in
a row, a minute without a socket (`gone`), or `leave`, a bot plays the seat (`away`). Who was away
because he was gone gets his seat back by attaching; otherwise by `back`. After a restart of the server
(`resumed`) running clocks begin afresh.

Behind the clock a player may have a **time bank** for the whole match. `deadline` is all that is left, and
the last `bank` ms of it are the bank's; what a turn takes of them is gone. A bot that plays the seat takes
nothing of it.

A move is stamped when it reaches the server. What the network made it late is forgiven, up to the round trip
that the server has measured on that socket with `beat`s, at most 250 ms a move and one second in a row (a
tenth of a second comes back every second); the time-out waits as long. A client that does not answer `beat`s
has no allowance.

Everyone who plays may agree to `end` the match; when all have, it is `closed` without a result.

## Meeting

An open table, an **offer**, is made with `POST /api/offers` and known by its id, which becomes the table's:
`/t/ID` is the link to send. People join it, its owner may put bots on seats, any of them may `fill` it with
bots; when the last seat is taken it starts, once, however many press. `hello` with its id lets a client
follow it as `offer` frames, whole and at every change; once it is `started`, the same `hello` leads to the
table. An owner who leaves is followed by the next person; an offer that all have left, or of which no
member has been connected for ten minutes, closes. `hello` to `lobby` tells of public offers with somebody at
them, and of running tables that anyone may watch, at most twice a second. `POST /api/quick` finds the next
fitting public offer or makes one. After a match `POST /api/tables/ID/rematch` makes one private offer for
all who sat there: everyone who asks has his seat at it, bots have theirs, and the others get a `notice`; who
has not come yet stands in `missing`.

A match is rated if its table was made so and no bot of the house sits at it; spectators of a rated match are
30 s behind at least.

## Talk

`say` speaks at the place where the socket is: in the lobby, in a waiting room, whose talk goes on at its
table, or at a table. A line is stored before it is told, under the name of the session's person; it is
cleaned of characters that hide, control or turn the direction of text, and is never anything but text. After
`hello` come the last 50 lines in one `talk` frame, which replaces what the client had (also when a moderator
takes a line away), then each new one as `said`, once and in the order of `n`. Five lines may come at once,
then one in two seconds. Lines of people whom one has blocked are not sent. Spectators read as late as they
see, and say nothing.

## Looking on

Who says `hello` to a table with `watch` and has no seat there is a spectator: `you` is null, and everything,
the snapshot too, is `delay` ms late. Spectators get the public parts alone, and command nothing.
"""


def text() -> str:
    """The whole document."""
    parts = [
        INTRODUCTION,
        _section("From the client", get_args(wire.ClientMessage)),
        _section("From the server", get_args(wire.ServerMessage)),
        _section("Events", get_args(wire.PublicEvent)),
        _section("Parts of messages", PARTS),
        _codes(),
        _closing(),
        _http(),
    ]
    return "\n".join(parts)


PARTS: Final = (
    wire.Private,
    wire.TableState,
    wire.PlayerInfo,
    wire.RulesInfo,
    wire.Memory,
    wire.Can,
    wire.Finish,
    wire.Laid,
    wire.LaidTile,
    wire.Reason,
    wire.Drawn,
    wire.NonceUsed,
    wire.Offer,
    wire.OfferSeat,
    wire.Rated,
    wire.Named,
    wire.Running,
    wire.Said,
    wire.Speaker,
    wire.Problem,
)

CAN: Final = wire.Can(do=("draw", "take"), discard=(), finish=())
GOING_OUT: Final = wire.Can(("discard",), ("R5", "J"), (wire.Finish("R5", "melds", 20),))
RULES: Final = rules_info(RuleSet.fast())
SEATED: Final = (
    wire.PlayerInfo("Ala", None, away=False, here=True, id="5d1f0c9a7b3e2846", kind="account", bank=60_000),
    wire.PlayerInfo("Defne", "greedy", away=False, here=True, kind="bot"),
)
DRAWS: Final = ((wire.Drawn(0, "K12"), wire.Drawn(1, "B3")),)
HASH: Final = "9f" * 32
NONCE: Final = "00112233445566778899aabbccddeeff"
LAID: Final = wire.Laid(
    ("R4", "J", "R6", "K9"), ((wire.LaidTile("R4"), wire.LaidTile("J", "R5"), wire.LaidTile("R6")),)
)
RESULT: Final = wire.RoundOver(
    round=1,
    ending="melds",
    wild=False,
    winner=0,
    discard="R5",
    hands=(LAID, wire.Laid(("B1", "K7"), ())),
    points=(0, 20),
    why=((), (wire.Reason("melds", 20),)),
    totals=(0, 20),
    bonus=None,
    secret="5e" * 32,
    nonces=(wire.NonceUsed(0, NONCE, "client"), wire.NonceUsed(1, "aa" * 16, "fixed")),
    deadline=20_000,
)
TABLE: Final = wire.TableState(
    id="a7ae8b4277512916",
    you=0,
    rules=RULES,
    clock=20,
    rated=False,
    watch=True,
    delay=60_000,
    players=SEATED,
    totals=(0, 0),
    round=1,
    phase="take",
    turn=0,
    deadline=78_500,
    bank=60_000,
    order=(1, 0),
    indicator="R3",
    wild="R4",
    stock=75,
    hand=("R5", "S", "J", "K13"),
    sizes=(14, 14),
    piles=((), ("B2",)),
    taken=None,
    memory=wire.Memory(known=(("Y7",), ()), turns=9, idle=1, last="B2", took=None, holder=None),
    can=CAN,
    commitment=HASH,
    nonced=(0,),
    draws=DRAWS,
    turned=("S", "R3"),
    result=None,
    ready=(),
    ending=(),
    ranking=None,
    log=(wire.Discarded(1, "B2", 0, 80_000, 60_000),),
)
PROBLEM: Final = wire.Problem(
    "does_not_go_out",
    {
        "shape": "melds",
        "groups": [[{"tile": "R5"}, {"tile": "J", "as": "R6"}, {"tile": None, "as": "R7"}]],
        "strays": ["K1"],
        "missing": ["R7"],
    },
)
OFFER: Final = wire.Offer(
    id="a7ae8b4277512916",
    name="Friday",
    owner=wire.Named("5d1f0c9a7b3e2846", "Ala"),
    state="open",
    public=True,
    rated=False,
    quick=False,
    players=3,
    limit=80,
    rules="remik",
    clock=20,
    bank=60,
    watch=True,
    delay=60,
    level="careful",
    seats=(
        wire.OfferSeat(wire.Rated("5d1f0c9a7b3e2846", "Ala", "account", 1512), None, "Ala"),
        wire.OfferSeat(None, "greedy", "Defne"),
        None,
    ),
    missing=(),
    mine=0,
    made=1_795_997_740_000,
)
RUNNING: Final = wire.Running("9b1e6f0a2c4d8375", ("Bob", "Cem"), 80, rated=True, watch=True)
SAID: Final = wire.Said(
    7, 1_795_997_741_000, wire.Speaker("5d1f0c9a7b3e2846", "Ala", 0), text=None, phrase="good_luck"
)
EXAMPLES: Final[dict[type[Any], msgspec.Struct]] = {
    type(example): example
    for example in (
        wire.Hello("a7ae8b4277512916", seq=41),
        wire.Act("5f0c", 41, "discard", "R5"),
        wire.Nonce(1, NONCE),
        wire.Next("5f0d", 80),
        wire.Back("5f0e", 90),
        wire.Leave("5f0f", 91),
        wire.End("5f10", 92, agree=True),
        wire.Say("5f11", phrase="good_luck"),
        wire.Echo(12),
        wire.Ping(1234.5),
        wire.Snapshot(41, 1_795_997_742_539, TABLE),
        wire.Event(42, 1_795_997_744_649, wire.Drew(0, 74, 18_000), wire.Private(tile="K3", can=GOING_OUT)),
        wire.Ack("5f0c", 42),
        wire.Reject("5f0c", 41, PROBLEM),
        wire.Beat(42, 1_795_997_745_000, 12),
        wire.Lobby((OFFER,), (RUNNING,), 12),
        wire.OfferNow(OFFER),
        wire.Talk("a7ae8b4277512916", (SAID,)),
        wire.Spoken(SAID),
        wire.Notice("rematch", "a7ae8b4277512916", "Ala"),
        wire.Pong(1234.5, 1_795_997_745_000),
        wire.Fault(wire.Problem("bad_message", {"reason": "Expected `int`, got `str` - at `$.seq`"})),
        wire.Seated(SEATED, RULES, 20, rated=False, watch=True, delay=60_000),
        wire.Here(0),
        wire.Gone(0, 60_000),
        wire.Away(0, "careful", "late", None),
        wire.Returned(0, 72_000, 60_000),
        wire.Committed(1, HASH, 2_000),
        wire.Nonced(0),
        wire.Dealt(1, (1, 0), DRAWS, "R3", ("S", "R3"), "R4", 76, (14, 15), 1, 83_000, 60_000),
        wire.Drew(0, 74, 0, late=True),
        wire.Took(player=0, source=1, tile="B2", deadline=78_000, bank=60_000),
        wire.Discarded(1, "B2", 0, 80_000, 60_000),
        wire.Showed(0),
        RESULT,
        wire.Ready(0),
        wire.MatchOver((1, 2), (0, 40)),
        wire.Resumed(20_000, (0,)),
        wire.Ending(0, agree=True),
        wire.Credited(0, 25_000),
        wire.Closed("idle", HASH, "5e" * 32),
    )
}


def _section(title: str, kinds: Iterable[type[msgspec.Struct]]) -> str:
    return "\n".join([f"## {title}\n", *(_kind(kind) for kind in kinds)])


def _kind(kind: type[msgspec.Struct]) -> str:
    """One type: what it means, its fields, an example."""
    config = kind.__struct_config__
    name = f"`{config.tag}`" if config.tag is not None else kind.__name__
    lines = [f"### {name}\n", _sentence(kind), ""]
    rows = list(_rows(kind))
    if rows:
        lines += ["| field | is | |", "|---|---|---|", *rows, ""]
    if kind in EXAMPLES:
        lines += ["```json", wire.encode(EXAMPLES[kind]).decode(), "```", ""]
    return "\n".join(lines)


def _rows(kind: type[msgspec.Struct]) -> Iterable[str]:
    info = types.type_info(kind)
    if not isinstance(info, types.StructType):
        msg = f"{kind} is no struct"
        raise TypeError(msg)
    told = _field_docs(kind)
    for field in info.fields:
        optional = "" if field.required else ", may be absent"
        yield f"| `{field.encode_name}` | {_type(field.type)}{optional} | {told.get(field.name, '')} |"


def _field_docs(kind: type[msgspec.Struct]) -> dict[str, str]:
    """The docstring below each field, from the source."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    if not isinstance(body, ast.ClassDef):
        msg = f"{kind} is no class"
        raise TypeError(msg)
    told: dict[str, str] = {}
    for field, doc in zip(body.body, body.body[1:], strict=False):
        if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
            continue
        if isinstance(doc, ast.Expr) and isinstance(doc.value, ast.Constant):
            told[field.target.id] = " ".join(str(doc.value.value).split())
    return told


def _sentence(kind: type[msgspec.Struct]) -> str:
    return " ".join((inspect.getdoc(kind) or "").split())


PLAIN: Final[dict[type[types.Type], str]] = {
    types.IntType: "number",
    types.FloatType: "number",
    types.StrType: "text",
    types.BoolType: "true or false",
    types.NoneType: "null",
    types.DictType: "object",
    types.AnyType: "anything",
}


def _type(info: types.Type) -> str:
    """A type in words."""
    if isinstance(info, types.Metadata):
        return _type(info.type)
    if isinstance(info, types.LiteralType):
        return " \\| ".join(f"`{value}`" for value in info.values)
    if isinstance(info, types.VarTupleType | types.ListType):
        return f"list of {_type(info.item_type)}"
    if isinstance(info, types.StructType):
        return info.cls.__name__
    if isinstance(info, types.UnionType):
        return _union(info)
    return PLAIN[type(info)]


def _union(info: types.UnionType) -> str:
    structs = [member for member in info.types if isinstance(member, types.StructType)]
    if len(structs) > 1:
        return "an event"
    words = [_type(member) for member in info.types if not isinstance(member, types.NoneType)]
    return " or ".join(words + ["null"] * (len(words) < len(info.types)))


def _codes() -> str:
    rows = [f"| `{code}` | {meaning} |" for code, meaning in REJECTIONS.items()]
    return "\n".join(["## Codes of refusals\n", "| code | says |", "|---|---|", *rows, ""])


def _closing() -> str:
    rows = [f"| {code} | {meaning} |" for code, meaning in socket.CLOSE_CODES.items()]
    return "\n".join(["## Codes of closing\n", "| code | says |", "|---|---|", *rows, ""])


def _http() -> str:
    rows = [
        f"| {' '.join(sorted(handler.http_methods))} `{_plain(path)}` | {_sentence_of(handler.fn)} |"
        for handler in HANDLERS
        for path in sorted(handler.paths)
    ]
    example = wire.encode(Play(players=4, limit=40, level="greedy", clock=20, name="Ala")).decode()
    error = wire.encode(ErrorAnswer(ErrorBody("bad_name", "A name has 1 to 40 characters.", {"longest": 40})))
    return "\n".join(
        [
            "## HTTP\n",
            "The same in OpenAPI: `/api/schema/openapi.json`. POST is refused from pages of other sites.\n",
            "| request | |",
            "|---|---|",
            *rows,
            "",
            *(_body(request, kind) for request, kind in BODIES.items()),
            "For example to `/api/play`:\n",
            "```json",
            example,
            "```",
            "\nEvery error, whatever its status, looks like this:\n",
            "```json",
            error.decode(),
            "```",
            "",
            "| code | status | says |",
            "|---|---|---|",
            *(f"| `{code.name.lower()}` | {status_of(code)} | {code.value} |" for code in Code),
            "",
        ]
    )


BODIES: Final[Mapping[str, type[msgspec.Struct]]] = MappingProxyType(
    {
        "POST /api/play": Play,
        "POST /api/offers": Making,
        "options` of `POST /api/offers": Options,
        "POST /api/offers/{offer}/join": Joining,
        "POST /api/offers/{offer}/bots": Seating,
        "POST /api/quick": Hurry,
        "POST /api/reports": Telling,
        "POST /api/moderation/mute` and `POST /api/moderation/ban": Sanctioning,
    }
)
"""What the larger requests hold."""


def _body(request: str, kind: type[msgspec.Struct]) -> str:
    return "\n".join(
        [f"What goes into `{request}`:\n", "| field | is | |", "|---|---|---|", *_rows(kind), ""]
    )


def _plain(path: str) -> str:
    """A path without the kinds of its parts."""
    return path.replace(":str}", "}").replace(":int}", "}")


def _sentence_of(function: object) -> str:
    return " ".join((inspect.getdoc(function) or "").split())


def main() -> None:
    """Write the file."""
    FILE.write_text(text(), encoding="utf-8")
    sys.stdout.write(f"{FILE} is written\n")


if __name__ == "__main__":
    main()
