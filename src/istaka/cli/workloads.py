"""The hands that figures are measured on.

A random hand is dealt from the 106 tiles. A near hand is a complete structure of melds with up to four tiles
exchanged: the hands of the second half of a round, where bounds cut least. Both in kinds: a starred tile is a
natural of the wild's face, so 53 kinds have two copies each.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from istaka.rules.melds import melds
from istaka.rules.tiles import COPIES, HAND_SIZE, N_KINDS, N_TILES, WILD

Hands = NDArray[np.uint8]
"""uint8[n, 53]: counts of each kind, one hand a row."""

MOST_SWAPS: Final = 4
SET_SHARE: Final = 0.35
"""How often a meld is drawn from the sets alone: among all melds the runs outnumber them."""
WILD_SHARE: Final = 0.3
"""How often an exchanged tile becomes a wild."""


def random_hands(count: int, size: int, seed: int) -> Hands:
    """Hands of `size` tiles dealt from a shuffled box each."""
    rng = np.random.default_rng(seed)
    tiles = rng.random((count, N_TILES)).argsort(axis=1)[:, :size] // COPIES
    hands = np.zeros((count, N_KINDS), np.uint8)
    np.add.at(hands, (np.repeat(np.arange(count), size), tiles.ravel()), 1)
    return hands


def near_hands(count: int, size: int, seed: int) -> Hands:
    """Hands of `size` (14 or 15) tiles, each at most `MOST_SWAPS` tiles away from going out."""
    rng = np.random.default_rng(seed)
    return np.stack([_near_hand(size, rng) for _ in range(count)])


def _near_hand(size: int, rng: np.random.Generator) -> Hands:
    hand = _complete_hand(rng)
    for _ in range(rng.integers(MOST_SWAPS + 1)):
        held = np.repeat(np.arange(N_KINDS), hand)
        hand[rng.choice(held)] -= 1
        if rng.random() < WILD_SHARE and hand[WILD] < COPIES:
            hand[WILD] += 1
        else:
            _add_any(hand, rng)
    while hand.sum() < size:
        _add_any(hand, rng)
    return hand


def _add_any(hand: Hands, rng: np.random.Generator) -> None:
    hand[rng.choice(np.flatnonzero(hand < COPIES))] += 1


def _complete_hand(rng: np.random.Generator) -> Hands:
    """14 tiles in melds; what a face is needed for a third time is a wild."""
    while True:
        slots = _filled_slots(rng)
        wilds = int(np.maximum(slots - COPIES, 0).sum())
        if slots.sum() == HAND_SIZE and wilds <= COPIES:
            hand = np.minimum(slots, COPIES).astype(np.uint8)
            hand[WILD] = wilds
            return hand


def _filled_slots(rng: np.random.Generator) -> NDArray[np.int64]:
    every = melds(ace_high=True)
    sets = [meld for meld in every if meld.shape == "set"]
    slots = np.zeros(N_KINDS, np.int64)
    while slots.sum() <= HAND_SIZE - 3:
        choice = sets if rng.random() < SET_SHARE else every
        meld = choice[rng.integers(len(choice))]
        if slots.sum() + len(meld.faces) <= HAND_SIZE:
            slots[list(meld.faces)] += 1
    return slots
