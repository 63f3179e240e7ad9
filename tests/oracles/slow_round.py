"""A round from the words of RULES.md alone: lists of tiles, one `if` a sentence, no record and no kernel.

The differential tests hold `istaka.game.position` to it. Only what a tile and an action are called is shared.
"""

import dataclasses

from istaka.rules.actions import DRAW, GO_OUT, SHOW, TAKE
from istaka.rules.ruleset import RuleSet
from istaka.rules.shuffle import Deal
from oracles.laying_down import J, lies_in_melds, lies_in_pairs


@dataclasses.dataclass
class SlowRound:
    rules: RuleSet
    hands: list[list[int]]
    stock: list[int]
    indicator: int
    wild: int
    piles: list[list[int]]
    turn: int = 0
    taken: int | None = None
    from_pile: bool = False
    must_take: bool = False
    over: bool = False
    winner: int | None = None
    shapes: tuple[str, ...] = ()
    turns: int = 0
    since_draw: int = 0
    holder: int | None = None

    @classmethod
    def deal(cls, rules: RuleSet, deal: Deal) -> "SlowRound":
        """R3.3, R4.1, R5: everyone 14 tiles, the starter 15; one tile is turned up."""
        indicator = deal.wall[-1]
        wild = indicator - 12 if indicator % 13 == 12 else indicator + 1
        exchange = {wild: J, J: wild}
        tiles = [exchange.get(face, face) for face in deal.wall[:-1]]
        n = len(deal.order)
        hands = [tiles[seat : 14 * n : n] for seat in range(n)]
        hands[0].append(tiles[14 * n])
        table = cls(rules, hands, tiles[14 * n + 1 :], indicator, wild, [[] for _ in range(n)])
        if rules.bonus == "dealt":
            table.holder = table.seat_with_twin()
        return table

    def seat_with_twin(self) -> int | None:
        """R10.2: who has the same tile as the indicator."""
        return next((seat for seat, hand in enumerate(self.hands) if self.indicator in hand), None)

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def giver(self) -> int:
        """R7.1: the previous player."""
        return (self.turn - 1) % self.players

    def shapes_without(self, tile: int) -> tuple[str, ...]:
        """R8: how the hand goes out when this tile is the last discard."""
        rest = list(self.hands[self.turn])
        rest.remove(tile)
        melds = lies_in_melds(rest, ace_high=self.rules.ace_high)
        return ("pairs",) * lies_in_pairs(rest) + ("melds",) * melds

    def legal(self) -> set[int]:
        if self.over:
            return set()
        actions = set()
        hand = self.hands[self.turn]
        first_turn = self.turns < self.players
        if self.rules.bonus == "shown" and first_turn and self.holder is None and self.indicator in hand:
            actions.add(SHOW)
        if self.must_take:
            actions.add(DRAW)
            if self.piles[self.giver]:
                actions.add(TAKE)
            return actions
        for tile in set(hand):
            others = len(hand) - 1 - [*hand].index(tile) if hand.count(tile) > 1 else 0
            barred = self.rules.return_taken == "forbid" and self.from_pile and tile == self.taken
            if not barred or others:
                actions.add(tile)
            if self.shapes_without(tile):
                actions.add(GO_OUT + tile)
        return actions

    def play(self, action: int) -> None:
        hand = self.hands[self.turn]
        if action == SHOW:
            self.holder = self.turn
        elif action == DRAW:
            self.taken = self.stock.pop(0)
            hand.append(self.taken)
            self.must_take = False
        elif action == TAKE:
            self.taken = self.piles[self.giver].pop()
            self.from_pile = True
            hand.append(self.taken)
            self.must_take = False
        elif action >= GO_OUT:
            self.shapes = self.shapes_without(action - GO_OUT)
            self.winner = self.turn
            self.throw(action - GO_OUT)
            self.end()
        else:
            drew = self.taken is not None and not self.from_pile
            self.throw(action)
            self.since_draw = 0 if drew else self.since_draw + 1
            if not self.stock or self.since_draw == 20 * self.players:  # R9, R7.3
                self.end()
            else:
                self.turn = (self.turn + 1) % self.players
                self.must_take = True
                self.taken = None
                self.from_pile = False

    def throw(self, tile: int) -> None:
        """R7.2: onto one's own pile; of two equal tiles the one that came last."""
        hand = self.hands[self.turn]
        del hand[len(hand) - 1 - hand[::-1].index(tile)]
        self.piles[self.turn].append(tile)
        self.turns += 1

    def end(self) -> None:
        self.over = True
        if self.rules.bonus == "round_end":
            self.holder = self.seat_with_twin()

    def timeout_action(self) -> int:
        """R12.1."""
        if self.must_take:
            return DRAW
        hand = self.hands[self.turn]
        kept = self.rules.return_taken == "forbid" and self.from_pile
        if self.taken is not None and self.taken != J and not kept:
            return self.taken
        rest = hand if self.taken is None else hand[:-1]
        return [tile for tile in rest if tile != J][-1]

    def points(self) -> list[int]:
        """R10: the table, then the bonus of R10.2."""
        rules = self.rules
        if self.winner is None:
            points = [rules.stalemate] * self.players
        else:
            wild = self.piles[self.winner][-1] == J
            pairs = "pairs" in self.shapes
            pay = max([rules.pairs] * pairs + [rules.wild] * wild + [rules.melds] * ("melds" in self.shapes))
            if wild and pairs and rules.combo == "double":
                pay = 2 * max(rules.pairs, rules.wild)
            points = [0 if seat == self.winner else pay for seat in range(self.players)]
        if self.holder is not None:
            points = [
                mine + (rules.bonus_points if seat != self.holder else 0) for seat, mine in enumerate(points)
            ]
        return points
