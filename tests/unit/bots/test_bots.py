"""Every bot plays by the rules, from a view alone, and the same way again."""

import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

from istaka.bots import BOTS
from istaka.bots.interface import ideas, unlimited
from istaka.game.perft import start
from istaka.game.position import Phase, Position
from istaka.rules.ruleset import PRESETS, RuleSet

HOUSE = RuleSet.remik().replace(name="house", return_taken="forbid", ace_high=False, bonus="shown")
RULES = [*PRESETS.values(), HOUSE]


def actions(name: str, position: Position, seed: int) -> list[int]:
    """What a bot in every seat plays to the round's end; `Position.play` refuses what the rules do."""
    rng, played = random.Random(seed), []
    while position.phase != Phase.OVER:
        action = BOTS[name].choose(position.view(position.turn), rng, unlimited)
        position = position.play(action)
        played.append(action)
    return played


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", BOTS)
def test_whole_rounds_by_every_rule_set(name: str, players: int, rules: RuleSet) -> None:
    """R7, R8, R9: a bot is never refused, and the round ends."""
    assert actions(name, start(rules, players, 3), 1)


@pytest.mark.parametrize("name", BOTS)
def test_the_same_coin_gives_the_same_round(name: str) -> None:
    position = start(RuleSet.remik(), 4, 5)
    assert actions(name, position, 7) == actions(name, position, 7)


@pytest.mark.parametrize("name", BOTS)
def test_a_copied_view_gives_the_same_action(name: str) -> None:
    """A view is all that a bot sees: its pickled copy, without a hidden tile, leads to the same action."""
    position = start(RuleSet.remik(), 3, 1)
    for _ in range(12):
        view = position.view(position.turn)
        copy = pickle.loads(pickle.dumps(view))  # noqa: S301 - our own
        action = BOTS[name].choose(view, random.Random(3), unlimited)
        assert BOTS[name].choose(copy, random.Random(3), unlimited) == action
        position = position.play(action)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_without_time_still_answers(name: str) -> None:
    view = start(RuleSet.remik(), 4).view(0)
    assert BOTS[name].choose(view, random.Random(1), lambda: False) in view.legal


def test_a_budget_of_ideas_runs_out() -> None:
    budget = ideas(2)
    assert [budget() for _ in range(4)] == [True, True, False, False]


def test_random_plays_every_legal_action_alike() -> None:
    view = start(RuleSet.remik(), 4).view(0)
    rng = random.Random(4)
    counts = np.bincount([BOTS["random"].choose(view, rng, unlimited) for _ in range(3000)])
    played = counts[list(view.legal)]
    expected = 3000 / len(view.legal)
    assert counts.sum() == played.sum()
    assert np.abs(played - expected).max() < 5 * expected**0.5


def test_naming_the_bots_imports_no_kernel() -> None:
    code = (
        "import sys; from istaka.bots import BOTS\n"
        "assert list(BOTS) == ['random', 'greedy', 'careful']\n"
        "assert not {'numba', 'istaka.solver.gain', 'istaka.game.step'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
