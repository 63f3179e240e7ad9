"""People at tables, as a load: they play by what the server says they can, and keep what they have heard."""

import asyncio
import json
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Final, Protocol

import msgspec
from line import Line, dial
from msgspec import UNSET, Struct, UnsetType
from seating import Sitting

TAKES: Final = 0.3
"""The share of turns in which the pile is taken where it may be."""
ACTS: Final = frozenset({"drew", "took", "discarded"})
LOOK: Final = 0.05
RETRY: Final = 0.02
"""Seconds between two tries to come back."""


class Can(Struct):
    """What may be done now, as far as it is used here."""

    do: list[str]
    discard: list[str]
    finish: list[dict[str, object]]


class Happened(Struct):
    """The public part of an event."""

    k: str
    player: int | None = None
    round: int = 0
    deadline: int | None = None
    late: bool = False


class Own(Struct):
    """One's own part of an event."""

    can: Can | UnsetType | None = UNSET


class Table(Struct):
    """A snapshot."""

    you: int | None
    phase: str
    round: int
    commitment: str | None
    nonced: list[int]
    ready: list[int]
    can: Can | None


class Told(Struct):
    """Any frame of the server's, as far as it is used here."""

    t: str
    seq: int = 0
    id: str = ""
    e: Happened | None = None
    you: Own | None = None
    table: Table | None = None
    error: dict[str, object] | None = None


read = msgspec.json.Decoder(Told).decode
Fact = tuple[str, int | None]
"""What is kept of an event that was heard: its kind and its player."""


class Pace(Protocol):
    """Who says when a player who may move does."""

    def may_move(self, player: "Player") -> None:
        """This player has the turn; `player.move(scheduled)` when it is time."""


@dataclass
class Heard:
    """What the sockets of one table have heard, and what was answered to them.

    Attributes:
        facts: each event heard, by its number.
        acks: the number that each command of (player, id) was acknowledged as.
        flights: instants for which moves were scheduled that nobody has heard of yet.
        spreading: by event: the instant it was scheduled for, and how many seats have heard it.
        twice: events that one socket got twice.
        gaps: how often a number was passed over.
        differing: events that two sockets were told differently.
    """

    facts: dict[int, Fact] = field(default_factory=dict)
    acks: dict[tuple[int, str], int] = field(default_factory=dict)
    flights: deque[float] = field(default_factory=deque)
    spreading: dict[int, list[float]] = field(default_factory=dict)
    twice: int = 0
    gaps: int = 0
    differing: int = 0


class Crowd:
    """Every player of every table, and what they have measured."""

    def __init__(
        self, sittings: Iterable[Sitting], addresses: list[tuple[str, int]], pace: Pace, seed: int = 1
    ) -> None:
        self.addresses = addresses
        self.pace = pace
        self.random = Random(seed)  # noqa: S311 - a load that repeats
        self.tables: dict[str, Heard] = {}
        self.players: list[Player] = []
        for sitting in sittings:
            heard = self.tables[sitting.table] = Heard()
            seats = len(sitting.sessions)
            self.players += [
                Player(self, sitting.table, heard, session, seats) for session in sitting.sessions
            ]
        self.moves = 0
        self.spans: list[float] = []
        self.rejects: Counter[str] = Counter()
        self.ends: Counter[int] = Counter()
        self.comes_back = False
        self._returning: set[asyncio.Task[None]] = set()

    async def attach(self) -> None:
        """Everybody comes, a few at a time."""
        limit = asyncio.Semaphore(32)

        async def come(player: Player) -> None:
            async with limit:
                await player.attach()

        await asyncio.gather(*(come(player) for player in self.players))

    async def settle(self, seconds: float = 5.0) -> None:
        """Wait until what was begun has been heard by all, but no longer than that."""
        for _ in range(round(seconds / LOOK)):
            if not self.begun:
                return
            await asyncio.sleep(LOOK)

    def lost(self, player: "Player") -> None:
        """A socket has ended; whoever comes back begins to try."""
        if self.comes_back:
            task = asyncio.create_task(player.come_back())
            self._returning.add(task)
            task.add_done_callback(self._returning.discard)

    async def all_back(self, seconds: float) -> None:
        """Wait until every socket is attached; raises `TimeoutError`."""
        async with asyncio.timeout(seconds):
            while self._returning:
                await asyncio.wait(self._returning)

    def leave(self) -> None:
        """Everybody closes."""
        self.comes_back = False
        for task in self._returning:
            task.cancel()
        for player in self.players:
            if player.line is not None:
                player.line.cut()

    @property
    def attached(self) -> int:
        """How many sockets are open."""
        return sum(player.line is not None for player in self.players)

    @property
    def begun(self) -> int:
        """Moves that not everybody has heard of."""
        return sum(len(heard.flights) + len(heard.spreading) for heard in self.tables.values())


class Player:
    """One socket at one table, and the person behind it."""

    def __init__(self, crowd: Crowd, table: str, heard: Heard, session: str, seats: int) -> None:
        self.crowd, self.table, self.heard = crowd, table, heard
        self.session, self.seats = session, seats
        self.line: Line | None = None
        self.me = -1
        self.seq: int | None = None
        self.can: Can | None = None
        self.open: dict[str, object] | None = None
        """A command that has not been answered: sent again after a cut, under the same id."""
        self.commands = 0
        self._waiting: asyncio.Future[None] | None = None

    async def attach(self, ticket: str | None = None) -> None:
        """A ticket, a socket, `hello`; done when the table has been told."""
        address = self.crowd.random.choice(self.crowd.addresses)
        ticket = ticket or await _ticket(address, self.session)
        self._waiting = asyncio.get_running_loop().create_future()
        self.line = await dial(address, ticket, self._hear, self._ended)
        self._say({"t": "hello", "v": 1, "table": self.table, "seq": self.seq})
        await self._waiting
        if self.open is not None:
            self._say(self.open)

    async def come_back(self) -> None:
        """Attach as soon as a server answers again."""
        while self.crowd.comes_back:
            try:
                await self.attach()
            except (OSError, ValueError):
                await asyncio.sleep(RETRY)
            else:
                return

    def move(self, scheduled: float) -> None:
        """Do one of the things that may be done."""
        can, self.can = self.can, None
        if can is None:
            return
        self.heard.flights.append(scheduled)
        random = self.crowd.random
        if can.finish:
            self._command("act", do="finish", tile=can.finish[0]["tile"])
        elif "draw" in can.do or "take" in can.do:
            takes = "take" in can.do and random.random() < TAKES
            self._command("act", do="take" if takes or "draw" not in can.do else "draw")
        else:
            tiles = [tile for tile in can.discard if tile != "J"]
            self._command("act", do="discard", tile=random.choice(tiles or can.discard))

    def _command(self, kind: str, **fields: object) -> None:
        self.commands += 1
        self.open = {"t": kind, "id": f"{self.me}-{self.commands}", "seq": self.seq, **fields}
        self._say(self.open)

    def _say(self, message: dict[str, object]) -> None:
        if self.line is not None:
            self.line.send(msgspec.json.encode(message))

    def _hear(self, frame: bytes) -> None:
        message = read(frame)
        if message.e is not None:
            self._event(message.seq, message.e)
            if message.you is not None and message.you.can is not UNSET:
                self._may(message.you.can)
        elif message.t in {"ack", "reject"}:
            self._answered(message)
        elif message.table is not None:
            self._look(message.seq, message.table)
        elif message.t == "beat":
            self._beat(message.seq)
        elif message.t == "error":
            self.crowd.rejects[str(message.error)] += 1

    def _beat(self, seq: int) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)
        elif self.seq is not None and seq > self.seq:
            self.heard.gaps += 1

    def _event(self, seq: int, event: Happened) -> None:
        heard, fact = self.heard, (event.k, event.player)
        if self.seq is not None and seq != self.seq + 1:
            heard.twice += seq <= self.seq
            heard.gaps += seq > self.seq
        self.seq = seq
        if heard.facts.setdefault(seq, fact) != fact:
            heard.differing += 1
        if event.k in ACTS:
            self._count(seq)
        elif event.k == "committed":
            self._nonce(event.round)
        elif event.k == "round_over" and event.deadline is not None:
            self._command("next")

    def _count(self, seq: int) -> None:
        """One seat more has heard of a move; the last one ends its flight."""
        heard = self.heard
        spread = heard.spreading.get(seq)
        if spread is None:
            if not heard.flights:
                return
            spread = heard.spreading[seq] = [heard.flights.popleft(), 0]
        spread[1] += 1
        if spread[1] == self.seats:
            del heard.spreading[seq]
            self.crowd.moves += 1
            self.crowd.spans.append(time.perf_counter() - spread[0])

    def _answered(self, message: Told) -> None:
        if message.t == "ack":
            self.heard.acks[self.me, message.id] = message.seq
        else:
            self.crowd.rejects[str((message.error or {}).get("code"))] += 1
        if self.open is not None and self.open["id"] == message.id:
            self.open = None

    def _look(self, seq: int, table: Table) -> None:
        self.seq = seq
        if table.you is None:
            return
        self.me = table.you
        if table.phase == "waiting" and table.commitment and table.you not in table.nonced:
            self._nonce(table.round)
        elif table.phase == "between" and table.you not in table.ready:
            self._command("next")
        self._may(table.can)

    def _nonce(self, number: int) -> None:
        nonce = self.crowd.random.randbytes(16).hex()
        self._say({"t": "nonce", "round": number, "nonce": nonce})

    def _may(self, can: Can | None) -> None:
        self.can = can
        if can is not None:
            self.crowd.pace.may_move(self)

    def _ended(self, code: int) -> None:
        self.line = None
        self.can = None
        self.heard.flights.clear()
        self.heard.spreading.clear()
        self.crowd.ends[code] += 1
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(ConnectionResetError(f"closed with {code}"))
        else:
            self.crowd.lost(self)


async def _ticket(address: tuple[str, int], session: str) -> str:
    """A socket ticket by HTTP, as the page asks for it; a server that is busy is asked again."""
    head = f"POST /api/tickets HTTP/1.1\r\nHost: {address[0]}:{address[1]}\r\nConnection: close\r\n"
    asking = f"{head}Cookie: istaka={session}\r\nContent-Length: 0\r\n\r\n".encode()
    while True:
        reader, writer = await asyncio.open_connection(*address)
        try:
            writer.write(asking)
            answer = await reader.read()
        finally:
            writer.close()
        status = answer.partition(b"\r\n")[0]
        if b" 201 " in status:
            return str(json.loads(answer.partition(b"\r\n\r\n")[2])["ticket"])
        if b" 429 " not in status:
            raise ConnectionRefusedError(status.decode("latin-1"))
        await asyncio.sleep(RETRY)


class AtOnce:
    """Closed loop: whoever may move does, so that the server is asked for all it can give."""

    def may_move(self, player: Player) -> None:
        """Move now."""
        player.move(time.perf_counter())


class ByRate:
    """Open loop: moves are owed at fixed instants, whatever the server does meanwhile.

    A move that finds nobody who may move waits, and its wait counts: a slow server is not spared the moves
    that it held up.
    """

    def __init__(self, rate: float) -> None:
        self.interval = 1 / rate
        self.ready: deque[Player] = deque()
        self.owed: deque[float] = deque()

    def may_move(self, player: Player) -> None:
        """Pay the oldest debt, or stand in the line."""
        if self.owed:
            player.move(self.owed.popleft())
        else:
            self.ready.append(player)

    async def run(self, until: float, tell: Callable[[], None]) -> None:
        """Make moves owed at every interval until that instant.

        The loop is polled with short sleeps: its own timers count in milliseconds, as much as is measured.
        """
        due = time.perf_counter()
        while due < until:
            while due <= time.perf_counter():
                self._owe(due)
                due += self.interval
            tell()
            time.sleep(0.0001)  # noqa: ASYNC251 - a tenth of a millisecond for others on this machine
            await asyncio.sleep(0)

    def _owe(self, due: float) -> None:
        while self.ready:
            player = self.ready.popleft()
            if player.can is not None and player.line is not None:
                player.move(due)
                return
        self.owed.append(due)
