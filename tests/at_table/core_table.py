"""A table in the core alone: requests with an explicit `now`, and players who do anything the rules allow."""

from collections.abc import Callable
from random import Random
from typing import Final

from istaka.bots import BOTS
from istaka.bots.interface import unlimited
from istaka.rules.actions import DRAW, GO_OUT, SHOW, TAKE
from istaka.rules.ruleset import RuleSet
from istaka.rules.tiles import kind_name
from istaka.server.core import messages as wire
from istaka.server.core.decide import (
    Asked,
    Attached,
    BotMoves,
    Detached,
    NonceCame,
    Opening,
    Request,
    Step,
    Steps,
    Tick,
    decide,
    open_table,
)
from istaka.server.core.events import Entry, Seat, Terms
from istaka.server.core.messages import Problem
from istaka.server.core.room import Room, Stage

TERMS: Final = Terms(
    clock=20_000, deal=3_000, nonces=2_000, between=20_000, gone=60_000, idle=86_400_000, bot=30_000
)
NO_CLOCK: Final = Terms(
    clock=0, deal=3_000, nonces=2_000, between=60_000, gone=60_000, idle=86_400_000, bot=30_000
)
PEOPLE: Final = (Seat("Ala", owner="ala"), Seat("Bob", owner="bob"))
WITH_BOTS: Final = (Seat("Ala", owner="ala"), Seat("Defne", bot="greedy"), Seat("Bob", owner="bob"))


def command_for(action: int, room: Room, command_id: str, seq: int | None = None) -> wire.Act:
    """The message that means this action."""
    words = {DRAW: "draw", TAKE: "take", SHOW: "show"}
    seq = room.seq if seq is None else seq
    if action in words:
        return wire.Act(id=command_id, seq=seq, do=words[action])
    do = "finish" if action >= GO_OUT else "discard"
    tile = kind_name(action - GO_OUT if action >= GO_OUT else action, room.game.wild)
    return wire.Act(id=command_id, seq=seq, do=do, tile=tile)


class CoreTable:
    """Keeps the room, the clock and every step."""

    def __init__(
        self,
        seats: tuple[Seat, ...] = PEOPLE,
        terms: Terms = TERMS,
        rules: RuleSet | None = None,
        seed: int = 1,
        level: str = "random",
        **opening: bool | int,
    ) -> None:
        self.level = level
        self.random = Random(seed)
        self.now = 1_000_000
        made = Opening(rules or RuleSet.fast(), seats, "careful", terms, **opening)
        self.steps: list[Step] = list(open_table("table", made, self.now, self.secret()))
        self.settled = [self.room]
        """The room after each request: what is in the log together is one."""
        self.commands = 0

    @property
    def room(self) -> Room:
        return self.steps[-1].room

    @property
    def entries(self) -> list[Entry]:
        return [step.entry for step in self.steps]

    def secret(self) -> bytes:
        return self.random.randbytes(32)

    def kinds(self, start: int = 0) -> list[str]:
        return [type(entry.event).__name__ for entry in self.entries[start:]]

    def ask(self, request: Request) -> Steps | Problem:
        """Decide, and go on by what was decided."""
        answer = decide(self.room, request, self.now, self.secret())
        if not isinstance(answer, Problem):
            self.steps += answer
            self.settled.append(self.room)
        return answer

    def told(self, request: Request) -> list[str]:
        """The kinds of event that a request leads to; it must not be refused."""
        before = len(self.steps)
        answer = self.ask(request)
        assert not isinstance(answer, Problem), answer
        return self.kinds(before)

    def refused(self, request: Request) -> str:
        """The code of a refusal; nothing may change by it."""
        before = self.room
        answer = self.ask(request)
        assert isinstance(answer, Problem), answer
        assert self.room is before
        return answer.code

    def new_id(self) -> str:
        self.commands += 1
        return f"c{self.commands}"

    def act(self, action: int, seq: int | None = None) -> Asked:
        player = self.room.turn
        assert player is not None
        return Asked(player, command_for(action, self.room, self.new_id(), seq))

    def deal(self) -> None:
        """Everyone comes and sends a nonce: the first round is dealt."""
        self.come()
        for player in self.people:
            self.told(NonceCame(player, self.room.round, f"{player:032x}"))
        assert self.room.stage is Stage.PLAY

    def come(self) -> None:
        """Everyone comes, and the first round is committed."""
        for player in self.people:
            self.told(Attached(player))

    @property
    def people(self) -> list[int]:
        """The players who are no bots."""
        return [i for i, chair in enumerate(self.room.chairs) if chair.is_person]

    def come_and_go(self, times: int) -> None:
        """The first player is cut and comes back, so many times."""
        for _ in range(times):
            self.told(Detached(0, self.now))
            self.told(Attached(0))

    def any_action(self) -> int:
        """Going out where it is possible, else what a bot of the table's level would do."""
        game = self.room.game
        out = [action for action in game.legal if GO_OUT <= action < SHOW]
        return out[-1] if out else BOTS[self.level].choose(game.view(game.turn), self.random, unlimited)

    def step(self) -> None:
        """One thing that moves the table on: an action, a nonce, ready for the next round."""
        room, self.now = self.room, self.now + 500
        if room.stage is Stage.PLAY:
            player = room.turn
            assert player is not None
            if room.level(player) is None:
                self.told(self.act(self.any_action()))
            else:
                self.told(BotMoves(player, self.any_action(), room.moved))
        elif room.stage is Stage.WAITING:
            player = next(i for i, chair in enumerate(room.chairs) if chair.plays and room.nonces[i] is None)
            self.told(NonceCame(player, room.round, self.random.randbytes(16).hex()))
        else:
            player = next(i for i, chair in enumerate(room.chairs) if chair.plays and i not in room.ready)
            self.told(Asked(player, wire.Next(self.new_id(), room.seq)))

    def play_until(self, holds: Callable[[Room], bool]) -> None:
        """Play on until the room is as asked for."""
        for _ in range(20_000):
            if holds(self.room):
                return
            self.step()
        message = "it never came to that"
        raise AssertionError(message)

    def run_out(self) -> list[str]:
        """Let the turn's time pass."""
        assert self.room.turn_due is not None
        self.now = self.room.turn_due
        return self.told(Tick())


def over(room: Room) -> bool:
    return room.stage is Stage.OVER
