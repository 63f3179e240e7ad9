"""A table in memory: its room, what was told of it lately, and who listens."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from istaka.server.core import events
from istaka.server.core.decide import Detached, Step, Tick
from istaka.server.core.events import Entry
from istaka.server.core.evolve import evolve, evolve_all, found
from istaka.server.core.messages import Laid, Problem
from istaka.server.core.room import Room, Stage, due
from istaka.server.core.telling import Told, tell
from istaka.server.service.listening import KEPT, SHOWN, Listener, frames

if TYPE_CHECKING:
    from istaka.server.service.gallery import Gallery

ABSENCE_MS: Final = 3000
"""Who comes back within this time was never gone: a page that is loaded again tells nobody."""


class Live:
    """One table of this worker. Its lock serialises what is decided at it, so a slow table stops no other.

    Attributes:
        room: the table after the last event known here.
        told: the latest events as they are told.
        acks: the event that each command of (player, id) led to.
        listeners: the player of each socket.
        gallery: who looks on, if anybody does.
        left_at: since when a player has no socket, while that is not in the log yet.
        asked: the (moved, player) for which a bot is thinking.
        coming: how many sockets are about to listen.
        greeting: players about whom it is being said that they are here after all.
        in_doubt: set when the log may hold more than is known here: the store failed, or a command is ahead.
        orphaned: set while it is not in the log yet that the process which held its sockets is gone.
        wrote: the event that this worker wrote last, or found last when it took the table over: whose it is
            also the latest event, looks after the table.
        patience: so many ms later than its deadlines this worker acts, for others do.
        newer: set when a later istaka has written what this one does not understand.
        frozen: set when the log does not fit the rules, or we fail at it: nothing is decided any more.
    """

    def __init__(self, room: Room, stop_listening: Callable[[], None]) -> None:
        self.room = room
        self.lock = asyncio.Lock()
        self.told: deque[Told] = deque(maxlen=KEPT)
        self.acks: dict[tuple[int, str], int] = {}
        self.listeners: dict[Listener, int] = {}
        self.gallery: Gallery | None = None
        self.left_at: dict[int, int] = {}
        self.asked: tuple[int, int] | None = None
        self.coming = 0
        self.in_doubt = False
        self.orphaned = False
        self.wrote = 0
        self.patience = 0
        self.newer = False
        self.greeting: set[int] = set()
        self.frozen = False
        self.stop_listening = stop_listening

    def next_due(self) -> int | None:
        """When this table must be looked at next."""
        ends = (self._own_due(), None if self.gallery is None else self.gallery.next_due())
        return min((end for end in ends if end is not None), default=None)

    def _own_due(self) -> int | None:
        """When something has to be decided."""
        if self.frozen:
            return None
        ends = [at + ABSENCE_MS for at in self.left_at.values()]
        room_due = due(self.room, self.allowance())
        return min(ends if room_due is None else [*ends, room_due + self.patience], default=None)

    def is_due(self, now: int) -> Detached | Tick | None:
        """What has to be decided first, if anything has to be by now."""
        end = self._own_due()
        if end is None or end > now:
            return None
        for player, since in self.left_at.items():
            if since + ABSENCE_MS <= now:
                del self.left_at[player]
                return Detached(player, since)
        return Tick(self.allowance())

    @property
    def is_wanted(self) -> bool:
        """Whether somebody listens, or is about to."""
        return bool(self.listeners or self.coming or self.gallery is not None)

    @property
    def is_done_with(self) -> bool:
        """Whether nobody wants it and nothing is being done: in the middle of that it may look as if over."""
        return not (self.is_wanted or self.lock.locked())

    def leave_gallery(self, listener: Listener) -> None:
        """A spectator goes; with the last one the gallery does."""
        if self.gallery is not None:
            self.gallery.listeners.pop(listener, None)
            if not self.gallery.listeners:
                self.gallery = None

    def allowance(self) -> int:
        """How late, in ms, the move may come that is waited for: what the network costs its player."""
        room = self.room
        if not room.terms.lag or room.turn_due is None:
            return 0
        lags = [listener.lag.allowance(room.turn_due) for listener in self._sockets_of(room.turn)]
        return min(room.terms.lag, max(lags, default=0))

    def _sockets_of(self, player: int | None) -> list[Listener]:
        return [listener for listener, owner in self.listeners.items() if owner == player]

    def take(self, step: Step, hands: tuple[Laid, ...] | None = None) -> Told:
        """Go on by one event that is in the log; `hands` lie open already where it ends a round."""
        told = tell(self.room, step.entry, step.room, hands)
        if self.gallery is not None:
            self.gallery.expect(step.entry, told)
        self._pay_for_lag(step.entry)
        self._keep(step.entry, told)
        self.room = step.room
        return told

    def pass_over(self, entries: Sequence[Entry]) -> None:
        """Go on by old entries that nobody will be told of one by one."""
        self.room = evolve_all(self.room, entries)
        for entry in entries:
            self._remember(entry)

    @property
    def is_mine(self) -> bool:
        """Whether this worker looks after the table."""
        return self.wrote == self.room.seq

    @property
    def is_idle(self) -> bool:
        """Whether nobody listens here, nor did a moment ago, and nothing is being done."""
        return self.is_done_with and not self.left_at

    def missed(self) -> list[int]:
        """Players who listen here, though the log says that they are gone."""
        if all(chair.here for chair in self.room.chairs) or self.room.stage is Stage.OVER:
            return []
        return [p for p in set(self.listeners.values()) if not self.room.chairs[p].here]

    def freeze(self) -> None:
        """Decide nothing more: the log does not fit the rules. Who listens is told, and nobody wins by it."""
        self.frozen = True
        for listener in self.sockets:
            listener.end(Problem("frozen"))

    @property
    def sockets(self) -> tuple[Listener, ...]:
        """Everyone who listens, spectators too."""
        return (*self.listeners, *(self.gallery.listeners if self.gallery else ()))

    def _pay_for_lag(self, entry: Entry) -> None:
        """A command that came after the end of its turn was forgiven what the network cost."""
        end = self.room.turn_due
        if entry.command is not None and end is not None and entry.at > end:
            for listener in self._sockets_of(entry.player):
                listener.lag.spend(entry.at - end, entry.at)

    def _keep(self, entry: Entry, told: Told) -> None:
        self.told.append(told)
        self._remember(entry)

    def _remember(self, entry: Entry) -> None:
        if entry.command is not None and entry.player is not None:
            self.acks[entry.player, entry.command] = entry.seq

    def tell_all(self, told: Told, now: int) -> None:
        """Send an event to every socket, to each with its own part only."""
        made = frames(told, self.listeners.values(), now)
        for listener, player in self.listeners.items():
            listener.send(made[player])


def rebuild(table: str, entries: list[Entry], stop_listening: Callable[[], None]) -> Live:
    """A table from its whole log; only what a snapshot shows is told again, for that costs as much again."""
    first, *rest = entries
    live = Live(found(table, first), stop_listening)
    start = max(0, min(len(rest) - SHOWN, _last_result(rest)))
    if start == 0:
        live.told.append(tell(None, first, live.room))
    live.pass_over(rest[:start])
    for entry in rest[start:]:
        live.take(Step(entry, evolve(live.room, entry)))
    return live


def _last_result(entries: list[Entry]) -> int:
    """The place of the result of a round that is still shown, or the end."""
    for place in range(len(entries) - 1, -1, -1):
        if isinstance(entries[place].event, events.RoundOver):
            return place
        if isinstance(entries[place].event, events.Committed):
            break
    return len(entries)
