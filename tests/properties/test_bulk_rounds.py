"""Ten thousand whole rounds of every preset and number of players keep every invariant, compiled;
two hundred do so interpreted, with byte-equal records (O19, O23).

R1, R3.3, R7.1, R7.2, R7.3, R8.4, R9: see the checks in `properties/bulk.py`.
"""

import json

import numpy as np
import pytest

from golden import rounds
from istaka.jit import compiled
from istaka.rules.ruleset import PRESETS, RuleSet
from istaka.rules.scoring import STALEMATE_ENDING
from properties.bulk import play_and_check

CASES = [(preset, players) for preset in PRESETS for players in (2, 3, 4)]
GOLDEN = json.loads(rounds.FILE.read_text())


def assert_golden(preset: str, players: int, count: int) -> None:
    """Both modes are held to the same hash of the final records."""
    golden = GOLDEN[f"{preset} {players} {count}"]
    assert rounds.digest(preset, players, count) == golden, "if meant: python -m tests.golden"


@pytest.mark.parametrize(("preset", "players"), CASES)
def test_rounds_are_byte_equal_compiled_and_interpreted(preset: str, players: int) -> None:
    """Interpreted, the nine cases together are some 200 rounds; compiled, each is."""
    assert_golden(preset, players, rounds.MANY if compiled() else rounds.FEW)


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "players"), CASES)
def test_200_rounds_each_are_byte_equal_interpreted(preset: str, players: int) -> None:
    assert_golden(preset, players, rounds.MANY)


@pytest.mark.skipif(not compiled(), reason="interpreted kernels play fewer rounds (the tests above)")
@pytest.mark.parametrize(("preset", "players"), CASES)
def test_10000_rounds_keep_every_invariant(preset: str, players: int) -> None:
    finals = play_and_check(PRESETS[preset], players, 10_000, seed=1000 + players)
    endings = np.bincount(finals["ending"], minlength=5)
    assert endings.sum() == 10_000
    assert endings[0] == 0, "every round ends"
    assert endings[STALEMATE_ENDING] > 5_000, "rounds of any actions hardly ever end by going out"
    assert endings[1:4].sum() > 1_500, "greedy rounds mostly do (every fourth is one)"


@pytest.mark.parametrize("bonus", ["shown", "round_end", "off"])
@pytest.mark.parametrize("ace_high", [True, False])
def test_rounds_with_every_option_keep_every_invariant(bonus: str, ace_high: bool) -> None:  # noqa: FBT001
    """R6.2, R7.2 `forbid`, R10.2."""
    rules = RuleSet.remik().replace(bonus=bonus, ace_high=ace_high, return_taken="forbid")
    for players in (2, 3, 4):
        play_and_check(rules, players, 2_000 if compiled() else 2, seed=players)
