"""Every message of the socket, as data: `docs/protocol.md` is written from this file.

Frames are JSON objects. Tiles are strings in notation (`R5`, `S` starred, `J` a wild), players are indices
0..n-1, deadlines are milliseconds left when the frame was sent, null where nothing runs out.
"""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

PROTOCOL: Literal[1] = 1

CommandId = Annotated[str, Meta(min_length=1, max_length=64)]
"""Chosen by the client, one for each thing it wants; sending it again asks for the same answer."""
TableId = Annotated[str, Meta(min_length=1, max_length=64)]
Seq = Annotated[int, Meta(ge=0)]
"""Number of an event in its table's log, from 1 without a gap; 0 stands before the first."""
Tile = Annotated[str, Meta(min_length=1, max_length=3)]
NonceText = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", max_length=32)]
"""The length too: `$` also fits before a line's end."""


Phrase = Literal[
    "hello", "good_luck", "well_played", "thanks", "sorry", "one_moment", "oops", "good_game", "bye"
]
"""What can be said in every language at once."""
LOBBY: Final = "lobby"
"""The place of `hello` that is no table: the open offers and the tables that can be watched."""


class ClientBase(Struct, frozen=True, tag_field="t"):
    """A message of the client's, told apart by `t`."""


class Hello(ClientBase, frozen=True, tag="hello"):
    """Attach to a place, and let go of the one before: a table, an open offer (by its id), or `lobby`.

    `seq` is the last event seen of a table: what is missing follows, or a snapshot.
    """

    table: TableId
    v: Literal[1] = PROTOCOL
    seq: Seq | None = None


class Act(ClientBase, frozen=True, tag="act"):
    """Do something with the tiles (R7, R8). `seq` is the head that the player has seen."""

    id: CommandId
    seq: Seq
    do: Literal["draw", "take", "discard", "finish", "show"]
    tile: Tile | None = None
    """What is thrown by `discard` and `finish`."""


class Nonce(ClientBase, frozen=True, tag="nonce"):
    """The client's share of the chance of a round, after the server has committed to its own."""

    round: Annotated[int, Meta(ge=1)]
    nonce: NonceText


class Next(ClientBase, frozen=True, tag="next"):
    """Ready for the next round."""

    id: CommandId
    seq: Seq


class Back(ClientBase, frozen=True, tag="back"):
    """Take the seat back from the bot (R12.2)."""

    id: CommandId
    seq: Seq


class Leave(ClientBase, frozen=True, tag="leave"):
    """Leave the table: a bot plays the seat until its owner comes back (R12.2)."""

    id: CommandId
    seq: Seq


class End(ClientBase, frozen=True, tag="end"):
    """Agree that the match ends without a result, or take that back; it ends when all who play agree."""

    id: CommandId
    seq: Seq
    agree: bool


class Say(ClientBase, frozen=True, tag="say"):
    """Say something where the socket is attached: a text of one's own, or a phrase that clients translate."""

    id: CommandId
    text: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    phrase: Phrase | None = None


class Echo(ClientBase, frozen=True, tag="beat"):
    """The answer to a beat with `n`, at once: so the server measures the way. Optional."""

    n: Annotated[int, Meta(ge=0)]


class Ping(ClientBase, frozen=True, tag="ping"):
    """Ask for a pong; `at` is the client's own clock and comes back as it is."""

    at: float


Doing = Literal["draw", "take", "discard", "show"]
PhaseName = Literal["waiting", "take", "discard", "between", "over"]

ClientMessage = Hello | Act | Nonce | Next | Back | Leave | End | Say | Echo | Ping
Command = Act | Next | Back | Leave | End


class Problem(Struct, frozen=True):
    """What is wrong, as a code that every language can word, with the data for the words."""

    code: str
    params: dict[str, object] = {}


PersonKind = Literal["guest", "account", "bot"]


class PlayerInfo(Struct, frozen=True):
    """One player: `bot` is the level of a bot's own seat, `away` that a bot plays a person's seat."""

    name: str
    bot: str | None
    away: bool
    here: bool
    """Whether a socket of his is attached; always true of bots."""
    id: str | None = None
    """Of his profile; null for bots of the house."""
    kind: PersonKind = "guest"
    """`bot` for every program: one of the house, or an account of somebody's own bot."""
    bank: int = 0
    """Milliseconds left in his time bank for the match."""


class RulesInfo(Struct, frozen=True):
    """The rule set, as far as the client shows it."""

    name: str
    limit: int
    descending: bool
    """Whether points count down to 0 (the classic preset)."""
    ace_high: bool
    return_taken: str
    bonus: str
    text: str
    """All of it, as records hold it."""


class LaidTile(Struct, frozen=True, omit_defaults=True):
    """A tile of a combination; `face` (on the wire `as`) is what a wild stands for."""

    tile: Tile
    face: Tile | None = msgspec.field(default=None, name="as")


Groups = tuple[tuple[LaidTile, ...], ...]
"""Combinations, each with its tiles in order."""


class Finish(Struct, frozen=True):
    """One way to go out: the tile thrown, the shape and what each opponent pays (R10)."""

    tile: Tile
    shape: Literal["melds", "pairs", "pairs+melds"]
    points: int


class Can(Struct, frozen=True):
    """What you may do now; only ever sent to yourself."""

    do: tuple[Doing, ...]
    discard: tuple[Tile, ...]
    """Tiles that may be thrown, each once."""
    finish: tuple[Finish, ...]


class Drawn(Struct, frozen=True):
    """One tile of the draw for order (R3.1)."""

    player: int
    face: Tile


class Reason(Struct, frozen=True):
    """One part of a player's points (R10)."""

    reason: Literal["melds", "pairs", "wild", "stalemate", "bonus"]
    points: int


class Laid(Struct, frozen=True):
    """A hand laid open: the closest arrangement, and the tiles that are in none."""

    tiles: tuple[Tile, ...]
    groups: Groups


class NonceUsed(Struct, frozen=True):
    """A player's share of the chance: his client's own, or the fixed one."""

    player: int
    nonce: NonceText
    source: Literal["client", "fixed"]


class EventBase(Struct, frozen=True, tag_field="k"):
    """The public part of an event, told apart by `k`."""


class Seated(EventBase, frozen=True, tag="seated"):
    """The table is made; the first event of every log."""

    players: tuple[PlayerInfo, ...]
    rules: RulesInfo
    clock: int
    """Seconds a turn, 0 without a clock."""
    rated: bool = False
    watch: bool = False
    """Whether anyone may look on."""
    delay: int = 0
    """Milliseconds that spectators are behind."""


class Here(EventBase, frozen=True, tag="here"):
    """A player's socket is attached."""

    player: int


class Gone(EventBase, frozen=True, tag="gone"):
    """A player's last socket is closed; at the deadline a bot takes over (R12.2)."""

    player: int
    deadline: int | None


class Away(EventBase, frozen=True, tag="away", omit_defaults=True):
    """A bot plays this seat now (R12.2): its owner left, is gone, or was late twice in a row."""

    player: int
    bot: str
    reason: Literal["left", "gone", "late"]
    deadline: int | None
    bank: int = 0
    """Milliseconds of the deadline that are the time bank of whoever moves."""


class Returned(EventBase, frozen=True, tag="returned", omit_defaults=True):
    """The owner plays his seat again."""

    player: int
    deadline: int | None
    bank: int = 0
    """Milliseconds of the deadline that are the time bank of whoever moves."""


class Committed(EventBase, frozen=True, tag="committed"):
    """A round begins: the server is bound to its secret. Nonces are taken until the deadline."""

    round: int
    commitment: str
    deadline: int | None


class Nonced(EventBase, frozen=True, tag="nonced"):
    """A player's nonce has arrived; its value is opened with the secret."""

    player: int


class Dealt(EventBase, frozen=True, tag="dealt", omit_defaults=True):
    """The draw for order, the deal and the indicator (R3, R4)."""

    round: int
    order: tuple[int, ...]
    """Players in turn order, the starter first."""
    draws: tuple[tuple[Drawn, ...], ...]
    """One list a drawing: the second and later ones are the redraws of R3.2."""
    indicator: Tile
    turned: tuple[Tile, ...]
    """Faces turned up, starred ones that went back first (R4.2), the indicator last."""
    wild: Tile
    stock: int
    sizes: tuple[int, ...]
    turn: int
    deadline: int | None
    bank: int = 0
    """Milliseconds of the deadline that are the time bank of whoever moves."""


class Drew(EventBase, frozen=True, tag="drew", omit_defaults=True):
    """A player drew from the stock; only he learns what."""

    player: int
    stock: int
    deadline: int | None
    bank: int = 0
    """Milliseconds of the deadline that are the time bank of whoever moves."""
    late: bool = False
    """Done for him because his time ran out (R12.1)."""


class Took(EventBase, frozen=True, tag="took", omit_defaults=True):
    """A player took the top of the previous player's pile."""

    player: int
    source: int = msgspec.field(name="from")
    tile: Tile
    deadline: int | None
    bank: int = 0
    """Milliseconds of the deadline that are the time bank of whoever moves."""


class Discarded(EventBase, frozen=True, tag="discarded", omit_defaults=True):
    """A player threw a tile; `turn` is the next to move, null when the round is over."""

    player: int
    tile: Tile
    turn: int | None
    deadline: int | None
    bank: int = 0
    """Milliseconds of the deadline that are the time bank of whoever moves."""
    late: bool = False


class Showed(EventBase, frozen=True, tag="showed"):
    """A player showed the indicator's twin (R10.2 with `bonus="shown"`)."""

    player: int


class RoundOver(EventBase, frozen=True, tag="round_over"):
    """The result of a round, all hands laid open, and the secret with which anyone can check the deal."""

    round: int
    ending: Literal["melds", "pairs", "pairs+melds", "stalemate"]
    wild: bool
    winner: int | None
    discard: Tile
    hands: tuple[Laid, ...]
    points: tuple[int, ...]
    why: tuple[tuple[Reason, ...], ...]
    totals: tuple[int, ...]
    bonus: int | None
    """Who was dealt the indicator's twin, where that counts."""
    secret: str
    nonces: tuple[NonceUsed, ...]
    deadline: int | None
    """When the next round begins by itself."""


class Ready(EventBase, frozen=True, tag="ready"):
    """A player is ready for the next round."""

    player: int


class MatchOver(EventBase, frozen=True, tag="match_over"):
    """The match has ended; equal totals share a place (R11.2)."""

    ranking: tuple[int, ...]
    totals: tuple[int, ...]


class Resumed(EventBase, frozen=True, tag="resumed", omit_defaults=True):
    """The server was started again: running clocks begin afresh, people count as gone until `here`."""

    deadline: int | None
    gone: tuple[int, ...]
    bank: int = 0
    """Milliseconds of the deadline that are the time bank of whoever moves."""


class Ending(EventBase, frozen=True, tag="ending"):
    """A player agrees to end the match without a result, or not any more; a new round clears it."""

    player: int
    agree: bool


class Credited(EventBase, frozen=True, tag="credited", omit_defaults=True):
    """The server that held this player's socket stops: his turn has more time, so that he can come back."""

    player: int
    deadline: int | None
    bank: int = 0


class Closed(EventBase, frozen=True, tag="closed"):
    """The table ended without a result: idle for a day (R12.2), nobody came, or all who play agreed."""

    reason: Literal["idle", "empty", "agreed"]
    commitment: str | None
    secret: str | None
    """Of a round that was abandoned, so that its deal can be checked too."""


PublicEvent = (
    Seated
    | Here
    | Gone
    | Away
    | Returned
    | Committed
    | Nonced
    | Dealt
    | Drew
    | Took
    | Discarded
    | Showed
    | RoundOver
    | Ready
    | MatchOver
    | Resumed
    | Ending
    | Credited
    | Closed
)


class Private(Struct, frozen=True, omit_defaults=True):
    """Your own part of an event."""

    hand: tuple[Tile, ...] | UnsetType = UNSET
    """With `dealt`: your tiles in the order dealt."""
    tile: Tile | UnsetType = UNSET
    """With `drew`: what you drew."""
    can: Can | UnsetType | None = UNSET
    """What you may do now, null for nothing; absent where that did not change."""


class Memory(Struct, frozen=True):
    """What who has followed the round knows beside what lies on the table."""

    known: tuple[tuple[Tile, ...], ...]
    """Tiles that everyone knows a player to hold: taken from a pile or shown, not thrown since."""
    turns: int
    """How many tiles have been discarded."""
    idle: int
    """Turns in a row without a draw from the stock (R7.3)."""
    last: Tile | None
    """The tile discarded last; it may have been taken since."""
    took: Tile | None
    """What whoever moves has taken from a pile this turn."""
    holder: int | None
    """Who gets the indicator bonus, as far as you may know (R10.2)."""


class TableState(Struct, frozen=True):
    """A table as one player, or a spectator, may see it."""

    id: TableId
    you: int | None
    """Null for a spectator, who is as much behind as the table's delay."""
    rules: RulesInfo
    clock: int
    """Seconds a turn, 0 without a clock."""
    rated: bool
    watch: bool
    """Whether anyone may look on."""
    delay: int
    """Milliseconds that spectators are behind."""
    players: tuple[PlayerInfo, ...]
    totals: tuple[int, ...]
    round: int
    phase: PhaseName
    turn: int | None
    deadline: int | None
    bank: int
    """Milliseconds of the deadline that are the time bank of whoever moves."""
    order: tuple[int, ...]
    indicator: Tile | None
    wild: Tile | None
    stock: int
    hand: tuple[Tile, ...]
    """Yours, in the order dealt and drawn."""
    sizes: tuple[int, ...]
    piles: tuple[tuple[Tile, ...], ...]
    """Every player's discards, bottom first (R7.4)."""
    taken: Tile | None
    """The tile you took this turn."""
    memory: Memory | None
    """Null before the deal."""
    can: Can | None
    commitment: str | None
    nonced: tuple[int, ...]
    draws: tuple[tuple[Drawn, ...], ...]
    turned: tuple[Tile, ...]
    result: RoundOver | None
    ready: tuple[int, ...]
    ending: tuple[int, ...]
    """Who agrees to end the match without a result."""
    ranking: tuple[int, ...] | None
    log: tuple[PublicEvent, ...]
    """The latest events, oldest first."""


class ServerBase(Struct, frozen=True, tag_field="t"):
    """A message of the server's, told apart by `t`."""


class Snapshot(ServerBase, frozen=True, tag="snapshot"):
    """The whole table as you may see it after event `seq`. `now` is the server's clock in ms."""

    seq: Seq
    now: int
    table: TableState


class Event(ServerBase, frozen=True, tag="event", omit_defaults=True):
    """One event of the log; `you` is the part that only you get."""

    seq: Seq
    now: int
    e: PublicEvent
    you: Private | None = None


class Ack(ServerBase, frozen=True, tag="ack"):
    """Your command is event `seq` of the log. Sent again, a command gets the same answer."""

    id: CommandId
    seq: Seq


class Reject(ServerBase, frozen=True, tag="reject"):
    """Your command changed nothing; `seq` is the head of the log."""

    id: CommandId
    seq: Seq
    error: Problem


class Beat(ServerBase, frozen=True, tag="beat", omit_defaults=True):
    """Every second: the head of the log, so that a lost last message is noticed; 0 outside tables.

    One with `n` asks for a `beat` with the same `n` at once.
    """

    seq: Seq
    now: int
    n: int | UnsetType = UNSET


class Pong(ServerBase, frozen=True, tag="pong"):
    """The answer to a ping."""

    at: float
    now: int


class Named(Struct, frozen=True):
    """A person, by the id of his profile."""

    id: str
    name: str


class Rated(Struct, frozen=True):
    """A person at an open offer; `rating` is null without rated matches of that size."""

    id: str
    name: str
    kind: PersonKind
    rating: int | None


class OfferSeat(Struct, frozen=True):
    """A taken seat of an open offer: a person's, or a bot's of that level."""

    person: Rated | None
    bot: str | None
    name: str


class Offer(Struct, frozen=True):
    """A table that waits for players. When it is full it starts, and its id is the table's."""

    id: TableId
    name: str | None
    owner: Named
    state: Literal["open", "started", "closed"]
    public: bool
    """Whether it stands in the lobby; one that is not is found by its link alone."""
    rated: bool
    quick: bool
    players: int
    limit: int
    rules: str
    """Name of the rule set."""
    clock: int
    """Seconds a turn, 0 without a clock."""
    bank: int
    """Seconds of time bank, for each player and the whole match."""
    watch: bool
    """Whether anyone may look on,"""
    delay: int
    """so many seconds behind."""
    level: str
    """Of bots that fill free seats."""
    seats: tuple[OfferSeat | None, ...]
    """Null where one is free."""
    missing: tuple[Named, ...]
    """Of a rematch, who sat at the match before and does not sit here yet."""
    mine: int | None
    """Your seat."""
    made: int
    """When, in ms since 1970."""


class Running(Struct, frozen=True):
    """A public table that can be watched."""

    id: TableId
    players: tuple[str, ...]
    limit: int
    rated: bool
    watch: bool


class Speaker(Struct, frozen=True):
    """Who said something; `seat` is his player number at the table, null for others."""

    id: str
    name: str
    seat: int | None


class Said(Struct, frozen=True):
    """Something said: a text or a phrase. `n` grows with every line; `at` is in ms since 1970."""

    n: int
    at: int
    sender: Speaker = msgspec.field(name="from")
    text: str | None
    phrase: Phrase | None


class Lobby(ServerBase, frozen=True, tag="lobby"):
    """The lobby, whole: at once after `hello`, then at changes, at most twice a second."""

    offers: tuple[Offer, ...]
    running: tuple[Running, ...]
    online: int
    """How many people are connected."""


class OfferNow(ServerBase, frozen=True, tag="offer"):
    """An offer as it is now: at once after `hello`, then at changes. Once `started`, say `hello` again."""

    offer: Offer


class Talk(ServerBase, frozen=True, tag="talk"):
    """What was said lately at a place, oldest first; it replaces what the client had."""

    place: TableId
    said: tuple[Said, ...]


class Spoken(ServerBase, frozen=True, tag="said"):
    """Somebody says something, just now."""

    said: Said


class Notice(ServerBase, frozen=True, tag="notice"):
    """News of a table that are not in its log: `by` offers a rematch, `table` is the offer's id."""

    kind: Literal["rematch"]
    table: TableId
    by: str


class Fault(ServerBase, frozen=True, tag="error"):
    """The connection cannot go on; it is closed after this."""

    error: Problem


ServerMessage = (
    Snapshot | Event | Ack | Reject | Beat | Lobby | OfferNow | Talk | Spoken | Notice | Pong | Fault
)

decode_client = msgspec.json.Decoder(ClientMessage).decode
decode_server = msgspec.json.Decoder(ServerMessage).decode
encode = msgspec.json.Encoder().encode
