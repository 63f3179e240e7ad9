"""What a player's socket tells, as the `View` that every bot chooses from.

A snapshot or the deal begins it, events carry it on (docs/protocol.md); the result is what the server itself
would show to a bot on that seat.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from istaka.game.view import VIEW, View
from istaka.rules.actions import DRAW, GO_OUT, SHOW, TAKE
from istaka.rules.ruleset import RuleSet
from istaka.rules.scoring import ENDINGS
from istaka.rules.state import DISCARD_PHASE, NOTHING, OVER_PHASE, TAKE_PHASE
from istaka.rules.tiles import parse_indicator, parse_kind, wild_of

Message = Mapping[str, Any]
"""A frame of the socket, or a part of one."""
WORDS: Final = MappingProxyType({"draw": DRAW, "take": TAKE, "show": SHOW})
CODES: Final = MappingProxyType({ending: code for code, ending in ENDINGS.items()})
PHASES: Final = MappingProxyType({"take": TAKE_PHASE, "discard": DISCARD_PHASE})


class Table:
    """A table as one player sees it.

    Attributes:
        you: the player.
        seq: the last event that is in it.
        rules: the rule set.
        wild: the face of the wild, once tiles are dealt.
        can: what the player may do now, as the server says it; None for nothing.
    """

    def __init__(self, seq: int, state: Message) -> None:
        """Begin from the `seq` and the `table` of a snapshot."""
        self.seq = seq
        self.you: int = state["you"]
        self.rules = RuleSet.parse(state["rules"]["text"])
        self.wild = NOTHING
        self.can: Message | None = state["can"]
        self._totals: Sequence[int] = state["totals"]
        self._order: Sequence[int] = ()
        self._seen: Any = None
        if state["memory"] is not None:
            self._begin(state)
            self._resume(state, state["memory"])

    def hear(self, message: Message) -> None:
        """Go on by an event."""
        self.seq = message["seq"]
        event, own = message["e"], message.get("you") or {}
        if event["k"] == "dealt":
            self._begin({**event, **own})
        elif event["k"] == "drew":
            self._receive(event["player"], own.get("tile"))
            self._seen.idle = 0
            self._seen.stock = event["stock"]
        elif event["k"] == "took":
            self._take(event["player"], event["tile"])
        elif event["k"] == "discarded":
            self._discard(event["player"], event["tile"], event["turn"])
        elif event["k"] == "showed":
            self._show(event["player"])
        elif event["k"] == "round_over":
            self._end(event)
        if "can" in own:
            self.can = own["can"]

    def view(self) -> View:
        """What the seat knows, with its legal actions; only once tiles are dealt."""
        seen = self._seen.copy()
        for action in self._actions():
            seen.mask[action] = True
        return View(seen.tobytes(), self.rules, tuple(self._totals[player] for player in self._order))

    def _actions(self) -> Iterator[int]:
        """What the player may do, as numbers."""
        if self.can is None:
            return
        yield from (WORDS[word] for word in self.can["do"] if word in WORDS)
        yield from self._kinds(self.can["discard"])
        yield from (kind + GO_OUT for kind in self._kinds(way["tile"] for way in self.can["finish"]))

    def _kinds(self, tiles: Iterable[str]) -> list[int]:
        return [parse_kind(tile, self.wild) for tile in tiles]

    def _seat(self, player: int) -> int:
        return self._order.index(player)

    def _begin(self, dealt: Message) -> None:
        """The tiles are dealt; of a snapshot the hand is as it is now."""
        indicator = parse_indicator(dealt["indicator"])
        self.wild = wild_of(indicator)
        self._order = dealt["order"]
        seen = self._seen = np.zeros(1, VIEW)[0]
        seen.seat = self._seat(self.you)
        seen.players = len(self._order)
        seen.indicator, seen.wild = indicator, self.wild
        seen.phase, seen.idle = DISCARD_PHASE, 1
        seen.taken = seen.holder = seen.winner = seen.last_discard = NOTHING
        seen.stock = dealt["stock"]
        for player, size in enumerate(dealt["sizes"]):
            seen.sizes[self._seat(player)] = size
        np.add.at(seen.hand, self._kinds(dealt["hand"]), 1)
        if self.rules.bonus == "dealt" and seen.hand[indicator]:
            seen.holder = seen.seat

    def _resume(self, state: Message, memory: Message) -> None:
        """What has happened in the round before the snapshot."""
        seen = self._seen
        for player, (pile, known) in enumerate(zip(state["piles"], memory["known"], strict=True)):
            seat = self._seat(player)
            seen.pile_sizes[seat] = len(pile)
            seen.piles[seat, : len(pile)] = self._kinds(pile)
            np.add.at(seen.known[seat], self._kinds(known), 1)
        seen.turns, seen.idle = memory["turns"], memory["idle"]
        seen.last_discard = self._or_nothing(memory["last"])
        seen.holder = NOTHING if memory["holder"] is None else self._seat(memory["holder"])
        seen.phase = PHASES.get(state["phase"], OVER_PHASE)
        if state["turn"] is not None:
            seen.turn = self._seat(state["turn"])
        seen.from_pile = memory["took"] is not None
        seen.taken = self._or_nothing(memory["took"] or state["taken"])
        if state["result"] is not None:
            self._end(state["result"])

    def _or_nothing(self, tile: str | None) -> int:
        return NOTHING if tile is None else parse_kind(tile, self.wild)

    def _receive(self, player: int, tile: str | None) -> None:
        """A tile comes into a hand; what it is only its owner knows."""
        seen, seat = self._seen, self._seat(player)
        seen.sizes[seat] += 1
        seen.taken = self._or_nothing(tile)
        seen.phase = DISCARD_PHASE
        if player == self.you:
            seen.hand[seen.taken] += 1

    def _take(self, player: int, tile: str) -> None:
        """R7.1: the top of the previous pile goes into a hand, and everyone knows it is there."""
        self._receive(player, tile)
        seen, seat = self._seen, self._seat(player)
        giver = (seat - 1) % seen.players
        seen.pile_sizes[giver] -= 1
        seen.piles[giver, seen.pile_sizes[giver]] = 0
        seen.known[seat, seen.taken] += 1
        seen.from_pile = 1
        seen.idle += 1

    def _discard(self, player: int, tile: str, turn: int | None) -> None:
        """R7.2: a tile goes onto its owner's pile, and the turn passes or the round is over."""
        seen, seat, kind = self._seen, self._seat(player), parse_kind(tile, self.wild)
        seen.sizes[seat] -= 1
        seen.known[seat, kind] -= seen.known[seat, kind] > 0
        if player == self.you:
            seen.hand[kind] -= 1
        seen.piles[seat, seen.pile_sizes[seat]] = kind
        seen.pile_sizes[seat] += 1
        seen.last_discard = kind
        seen.turns += 1
        seen.taken, seen.from_pile = NOTHING, 0
        seen.phase = OVER_PHASE if turn is None else TAKE_PHASE
        if turn is not None:
            seen.turn = self._seat(turn)

    def _show(self, player: int) -> None:
        """R10.2: a player shows the indicator's twin."""
        seat = self._seat(player)
        self._seen.holder = seat
        self._seen.known[seat, self._seen.indicator] = 1

    def _end(self, result: Message) -> None:
        """The round is over: who has won it, how, and who gets the bonus."""
        seen = self._seen
        self._totals = result["totals"]
        seen.ending = CODES[result["ending"]]
        seen.winner = NOTHING if result["winner"] is None else self._seat(result["winner"])
        seen.holder = NOTHING if result["bonus"] is None else self._seat(result["bonus"])
