"""What people say at a table, in a waiting room or in the lobby: stored first, then told, in order, once."""

import asyncio
import logging
import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from istaka.server.core import messages as wire
from istaka.server.core.lines import clean
from istaka.server.core.messages import Problem, Said
from istaka.server.ports import Bus, StoreError
from istaka.server.ports.blocks import Blocks
from istaka.server.ports.talk import Lines, Utterance
from istaka.server.service.batch import Batch
from istaka.server.service.listening import Listener
from istaka.server.service.meters import Meters
from istaka.server.service.notes import Line, Rematch, decode, encode
from istaka.server.service.tasks import Tasks

logger = logging.getLogger("istaka.server")

KEPT: Final = 50
"""So many of the last lines of a place are shown to who comes."""
PACE: Final = (5, 2.0)
"""So many lines at once, then one in so many seconds."""


@dataclass(slots=True, eq=False)
class Ear:
    """A socket that hears what is said.

    Attributes:
        person: whose it is.
        late: milliseconds after which it may hear a line.
        seen: the last line it has heard, or was kept from; None until it was sent the last lines.
        blocked: whose lines it is not told; None until it matters.
    """

    person: str
    late: int
    seen: int | None = None
    blocked: frozenset[str] | None = None


class Corner:
    """One place, as far as this worker's sockets hear it.

    Attributes:
        lines: the last ones, oldest first.
        head: the number of the last line known of; None before any was read.
        ears: by socket.
        lock: held while lines are read.
        timer: when spectators may hear more, and what wakes us then.
    """

    def __init__(self, place: str) -> None:
        self.place = place
        self.lines: deque[Said] = deque(maxlen=KEPT)
        self.head: int | None = None
        self.ears: dict[Listener, Ear] = {}
        self.lock = asyncio.Lock()
        self.timer: tuple[int, asyncio.TimerHandle] | None = None
        self.stop: Callable[[], None] = lambda: None

    def take(self, lines: list[Said]) -> None:
        """More lines, in order."""
        self.lines.extend(lines)
        self.head = lines[-1].n if lines else self.head or 0

    def due(self, ear: Ear, now: int) -> list[Said]:
        """What this ear may hear now and has not heard yet."""
        seen = ear.seen or 0
        fresh = list(takewhile(lambda said: said.n > seen, reversed(self.lines)))[::-1]
        if ear.late:
            fresh = list(takewhile(lambda said: said.at + ear.late <= now, fresh))
        ear.seen = fresh[-1].n if fresh else seen
        return [said for said in fresh if said.sender.id not in (ear.blocked or ())]

    def next_due(self, now: int) -> int | None:
        """When an ear that is late may hear the next line."""
        lates = {ear.late for ear in self.ears.values()}
        return min(
            (at for said in self.lines for late in lates if (at := said.at + late) > now), default=None
        )

    @property
    def strangers(self) -> list[Ear]:
        """Those who hear others here and were not asked whom they have blocked."""
        speakers = {said.sender.id for said in self.lines}
        return [ear for ear in self.ears.values() if ear.blocked is None and speakers - {ear.person}]


class Talk:
    """Every place where somebody at this worker listens."""

    def __init__(
        self, lines: Lines, blocks: Blocks, bus: Bus, clock: Callable[[], int], tasks: Tasks
    ) -> None:
        self._lines = lines
        self._blocks = blocks
        self._bus = bus
        self._clock = clock
        self._tasks = tasks
        self._paces = Meters(*PACE, clock)
        self._corners: dict[str, Corner] = {}
        self._watermarks: deque[int] = deque(maxlen=3)
        self._latest = Batch(lambda places: lines.latest(places, KEPT))

    def __len__(self) -> int:
        """How many places are listened to."""
        return len(self._corners)

    async def enter(self, place: str, person: str, listener: Listener, late: int = 0) -> None:
        """Let a socket hear a place from now on, `late` ms behind; the last lines are sent at once."""
        corner = self._corner(place)
        corner.ears[listener] = Ear(person, late)
        try:
            async with corner.lock:
                await self._read_on(corner)
            await self._repeat(corner)
        except BaseException:
            self.leave(place, listener)
            raise

    def leave(self, place: str, listener: Listener) -> None:
        """The socket hears it no more."""
        corner = self._corners.get(place)
        if corner is not None:
            corner.ears.pop(listener, None)
            if not corner.ears:
                corner.stop()
                if corner.timer is not None:
                    corner.timer[1].cancel()
                del self._corners[place]

    async def say(self, place: str, person: str, seat: int | None, said: wire.Say) -> wire.Ack | wire.Reject:
        """Say something under one's own name; stored when this answers."""
        problem = await self._said(place, person, seat, said)
        if isinstance(problem, Problem):
            return wire.Reject(said.id, 0, problem)
        return wire.Ack(said.id, problem)

    async def _said(self, place: str, person: str, seat: int | None, said: wire.Say) -> int | Problem:
        text = None if said.text is None else clean(said.text)
        if (said.text is None) == (said.phrase is None) or text == "":
            return Problem("nothing_said")
        wait = self._paces.wait(person)
        if wait:
            return Problem("slow_down", {"seconds": math.ceil(wait)})
        utterance = Utterance(place, person, seat, said.id, text, said.phrase, self._clock())
        try:
            stored = await self._lines.add(utterance)
        except StoreError as error:
            logger.error("a line at %s is not stored: %s", place, error)  # noqa: TRY400 - a sentence
            return Problem("unavailable")
        if isinstance(stored, Problem):
            return stored
        if not stored.again:
            self._bus.announce(f"talk:{place}", encode(Line(stored.said, stored.before)))
        return stored.said.n

    def forget_blocks(self, person: str) -> None:
        """This person's block list has changed: what is kept from him is decided anew."""
        for corner in self._corners.values():
            ears = [ear for ear in corner.ears.values() if ear.person == person]
            for ear in ears:
                ear.blocked = ear.seen = None
            if ears:
                self._tasks.spawn(self._repeat(corner))

    async def catch_up(self) -> None:
        """Read what was said while its hint was lost; a line may become readable after a later number."""
        if not self._corners:
            self._watermarks.clear()
            return
        if len(self._watermarks) == self._watermarks.maxlen:
            for place, last in (await self._lines.places_after(self._watermarks[0])).items():
                corner = self._corners.get(place)
                if corner is not None and last > (corner.head or 0):
                    await self._hear(corner)
        self._watermarks.append(await self._lines.head())

    async def look_back(self) -> None:
        """Take away the lines that were erased while the hint of it was lost."""
        await asyncio.gather(*(self._compare(corner) for corner in self._corners.values()))

    async def _compare(self, corner: Corner) -> None:
        there = {said.n for said in await self._latest.get(corner.place)}
        oldest = min(there, default=0)
        if any(said.n >= oldest and said.n not in there for said in corner.lines):
            await self._reread(corner)

    def _corner(self, place: str) -> Corner:
        if place not in self._corners:
            corner = Corner(place)
            corner.stop = self._bus.follow(f"talk:{place}", lambda raw: self._noted(corner, raw))
            self._corners[place] = corner
        return self._corners[place]

    def _noted(self, corner: Corner, raw: bytes) -> None:
        """Another worker, or this one, tells of a place."""
        note = decode(raw)
        if isinstance(note, Rematch):
            frame = wire.encode(wire.Notice("rematch", note.table, note.by))
            for listener in corner.ears:
                listener.send(frame)
        elif not isinstance(note, Line):
            self._tasks.spawn(self._reread(corner))
        elif note.before == corner.head and not corner.lock.locked():
            corner.take([note.said])
            self._tell(corner)
        elif corner.head is None or note.said.n > corner.head:
            self._tasks.spawn(self._hear(corner))

    async def _hear(self, corner: Corner) -> None:
        """Read what is new at a place and tell it."""
        async with corner.lock:
            await self._read_on(corner, again=True)
        self._tell(corner)

    async def _reread(self, corner: Corner) -> None:
        """Read a place as if for the first time, and send it whole."""
        async with corner.lock:
            corner.lines.clear()
            corner.head = None
            await self._read_on(corner)
        for ear in corner.ears.values():
            ear.seen = None
        await self._repeat(corner)

    async def _read_on(self, corner: Corner, *, again: bool = False) -> None:
        """Read a place: for the first time, or what came since."""
        if corner.head is None:
            corner.take(await self._latest.get(corner.place))
        elif again:
            corner.take(await self._lines.after(corner.place, corner.head, KEPT))

    def _tell(self, corner: Corner) -> None:
        """Send new lines to every ear that may hear them, once it is known whom it has blocked."""
        if corner.strangers:
            self._tasks.spawn(self._tell_strangers(corner))
        else:
            self._serve(corner)

    async def _tell_strangers(self, corner: Corner) -> None:
        await self._acquaint(corner)
        self._serve(corner)

    async def _acquaint(self, corner: Corner) -> None:
        """Read the block lists of who hears others at a place."""
        strangers = corner.strangers
        if strangers:
            lists = await self._blocks.of_all({ear.person for ear in strangers})
            for ear in strangers:
                ear.blocked = lists[ear.person]

    async def _repeat(self, corner: Corner) -> None:
        """Send the last lines whole to who was not sent them yet: they replace what was there."""
        await self._acquaint(corner)
        now = self._clock()
        for listener, ear in corner.ears.items():
            if ear.seen is None:
                listener.send(wire.encode(wire.Talk(corner.place, tuple(corner.due(ear, now)))))
        self._wake_later(corner, now)

    def _serve(self, corner: Corner) -> None:
        """Send what each ear may hear now."""
        now = self._clock()
        frames: dict[int, bytes] = {}
        for listener, ear in corner.ears.items():
            for said in corner.due(ear, now) if ear.seen is not None else ():
                if said.n not in frames:
                    frames[said.n] = wire.encode(wire.Spoken(said))
                listener.send(frames[said.n])
        self._wake_later(corner, now)

    def _wake_later(self, corner: Corner, now: int) -> None:
        """Come back when a spectator may hear the next line."""
        at = corner.next_due(now)
        if at is None or (corner.timer is not None and now < corner.timer[0] <= at):
            return
        if corner.timer is not None:
            corner.timer[1].cancel()
        handle = asyncio.get_running_loop().call_later((at - now) / 1000, self._serve, corner)
        corner.timer = at, handle
