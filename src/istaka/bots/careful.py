"""The careful bot: the lowest distance, then the most tiles still to come that lower it further.

Live outs are nearly all of the strength of honest play. Beside them it weighs what a going out pays (R10):
seven pairs and a wild as the last discard are chosen, and a wild is waited for when that is likely to pay.
Among equal throws it keeps back what the next player could use.
"""

from functools import cache
from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from istaka.bots.hand import (
    Hand,
    choices,
    copies,
    distance,
    hand_of,
    live_outs,
    mask_of,
    missing,
    pays,
    without,
)
from istaka.bots.interface import Budget, Chance
from istaka.game.view import View
from istaka.rules.actions import DRAW, GO_OUT, SHOW, TAKE
from istaka.rules.melds import SHORTEST, melds
from istaka.rules.scoring import going_out
from istaka.rules.tiles import N_KINDS, WILD

Unseen = NDArray[np.uint8]
"""uint8[53]: `View.unseen`, the tiles whose place the seat does not know."""

WORTH_TAKING: Final = 10
"""How many outs more a tile of the pile must bring to be better than an unknown one of the stock."""
HAZARD: Final = 0.0125
"""The chance that one opponent goes out in his turn, times the turns he has had: measured in self-play."""
KNOWN_WEIGHT: Final = 8
"""How much more a tile that the next player is known to hold says than one that he may hold."""


def choose(view: View, rng: Chance, budget: Budget) -> int:  # noqa: ARG001 - a table of discards is one idea
    """Show the twin, take what helps, go out for the most points, or throw what costs least."""
    if view.mask[SHOW]:
        return SHOW
    if view.mask[DRAW]:
        return TAKE if worth_taking(view, view.unseen) else DRAW
    unseen = view.unseen
    if view.mask[GO_OUT:SHOW].any():
        return finish(view, unseen)
    throws = least_useful_next(view, unseen, most_outs(view, unseen))
    return throws[rng.randrange(len(throws))]


def worth_taking(view: View, unseen: Unseen) -> bool:
    """Whether the discard on offer is better than an unknown tile of the stock (R7.1).

    It is when the hand is nearer with it, or as near with clearly more outs; a complete hand takes it only to
    go out on a wild.
    """
    if view.top is None:
        return False
    candidates = mask_of(unseen)
    before = hand_of(view)
    away = distance(before)
    found = choices(hand_of(view, view.top), candidates)
    if away == 0:
        return bool(found.distances[WILD] == 0)
    kept = np.flatnonzero(found.distances >= 0)
    kept = kept[kept != view.top]
    nearest = found.distances[kept].min()
    if nearest != away:
        return bool(nearest < away)
    outs = max(copies(int(found.outs[kind]), unseen) for kind in kept)
    return outs >= copies(live_outs(before, candidates), unseen) + WORTH_TAKING


def most_outs(view: View, unseen: Unseen) -> list[int]:
    """The legal discards that leave the lowest distance and, among these, the most live outs."""
    allowed = np.flatnonzero(view.mask[:N_KINDS])
    found = choices(hand_of(view), mask_of(unseen))
    nearest = allowed[found.distances[allowed] == found.distances[allowed].min()]
    outs = {int(kind): copies(int(found.outs[kind]), unseen) for kind in nearest}
    return [kind for kind, live in outs.items() if live == max(outs.values())]


def least_useful_next(view: View, unseen: Unseen, throws: list[int]) -> list[int]:
    """Those of equally good throws that the next player can use least.

    A tile's use is the number of tiles that go with it and that he may hold; those he is known to hold weigh
    more. Nothing is useful to him that he threw himself; a wild is useful to everybody.
    """
    follower = (view.seat + 1) % view.players
    held = unseen.astype(np.int64) + KNOWN_WEIGHT * view.known[follower]
    thrown = view.pile(follower)
    goes_with = partners(ace_high=view.rules.ace_high)
    uses = {kind: 0 if kind in thrown else int(held[goes_with[kind]].sum()) for kind in throws}
    return [kind for kind in throws if uses[kind] == min(uses.values())]


def finish(view: View, unseen: Unseen) -> int:
    """Go out for the most points, or wait a turn for a wild as the last discard (R10)."""
    hand = hand_of(view)
    ways = [action - GO_OUT for action in view.legal if GO_OUT <= action < SHOW]
    paid = {kind: pays(view, hand, kind) for kind in ways}
    best = max(ways, key=paid.__getitem__)
    hopes = {kind: hope(unseen, hand, kind) for kind in ways if view.mask[kind] and kind != WILD}
    patient = max(hopes, key=hopes.__getitem__, default=best)
    if hopes and worth_waiting(view, paid[best], hopes[patient]):
        return patient
    return GO_OUT + best


def hope(unseen: Unseen, hand: Hand, kind: int) -> float:
    """The chance that the next tile lets a hand that is complete after this discard go out on its wild.

    There are two tries, the stock's top and the previous player's discard.
    """
    live = copies(missing(without(hand, kind), mask_of(unseen)), unseen) if hand.wilds else 0
    return 1.0 - (1.0 - live / max(1, int(unseen.sum()))) ** 2


def worth_waiting(view: View, now: int, chance: float) -> bool:
    """Whether going out a turn later, on a wild with this chance, is worth more than `now` points at once."""
    more = going_out(view.rules, "melds", wild_discard=True).points - now
    opponents = view.players - 1
    caught = 1.0 - (1.0 - min(1.0, HAZARD * (view.turns // view.players))) ** opponents
    later = (1.0 - caught) * (now + chance * more) - caught * view.rules.melds / opponents
    return more > 0 and later > now


@cache
def partners(*, ace_high: bool) -> NDArray[np.bool_]:
    """bool[53, 53]: which kinds can be in one combination of three with which; a wild with all (R5.2, R6)."""
    table = np.zeros((N_KINDS, N_KINDS), np.bool_)
    table[WILD] = True
    for meld in melds(ace_high=ace_high):
        if len(meld.faces) == SHORTEST:
            for one, other in permutations(meld.faces, 2):
                table[one, other] = True
    return table
