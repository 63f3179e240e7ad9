"""The greedy bot: always the lowest distance, whatever it takes.

It takes the discard when that brings it nearer (R7.1), goes out as soon as it can (R8), and throws any of the
tiles that it can spare.
"""

import numpy as np

from istaka.bots.hand import choices, distance, hand_of, pays
from istaka.bots.interface import Budget, Chance
from istaka.game.view import View
from istaka.rules.actions import DRAW, GO_OUT, SHOW, TAKE
from istaka.rules.tiles import N_KINDS


def choose(view: View, rng: Chance, budget: Budget) -> int:  # noqa: ARG001 - it has one idea
    """Show the twin, take what helps, go out, or throw a tile that can be spared."""
    if view.mask[SHOW]:
        return SHOW
    if view.mask[DRAW]:
        return TAKE if helps(view) else DRAW
    if view.mask[GO_OUT:SHOW].any():
        return best_exit(view)
    throws = spare(view)
    return throws[rng.randrange(len(throws))]


def best_exit(view: View) -> int:
    """The going out that pays most (R10)."""
    hand = hand_of(view)
    return max(
        (action for action in view.legal if action >= GO_OUT),
        key=lambda action: pays(view, hand, action - GO_OUT),
    )


def helps(view: View) -> bool:
    """Whether taking the discard leaves the hand nearer after the best throw."""
    return view.top is not None and distance(hand_of(view, view.top)) < distance(hand_of(view))


def spare(view: View) -> list[int]:
    """The legal discards that leave the lowest distance."""
    allowed = np.flatnonzero(view.mask[:N_KINDS])
    distances = choices(hand_of(view)).distances[allowed]
    return [int(kind) for kind in allowed[distances == distances.min()]]
