"""Perft against the golden counts; a difference prints the divide."""

import copy

import pytest

from golden import counts
from istaka.game.perft import divide, fixed_deal
from istaka.rules.actions import action_name
from istaka.rules.ruleset import PRESETS
from oracles.slow_round import SlowRound

GOLDEN = counts.FILE.read_text().splitlines()


def told(preset: str, players: int) -> str:
    """For each position, how the deepest count divides among the first actions."""
    lines = []
    for name, position in counts.positions(preset, players).items():
        parts = divide(position, counts.DEPTHS[name])
        words = [f"{action_name(action, position.wild)} {count}" for action, count in parts.items()]
        lines.append(f"{preset} {players} {name} divides into: {', '.join(words)}")
    return "\n".join(lines)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_perft_counts_are_golden(preset: str, players: int) -> None:
    expected = [line for line in GOLDEN if line.startswith(f"{preset} {players} ")]
    found = list(counts.lines(preset, players))
    if found != expected:
        pytest.fail(f"{expected} became {found}\n{told(preset, players)}\nif meant: python -m tests.golden")


def sequences(table: SlowRound, depth: int) -> int:
    """The count by the slow round, which shares neither record nor kernel with the engine."""
    actions = table.legal()
    if depth == 1:
        return len(actions)
    return sum(sequences(after(table, action), depth - 1) for action in actions)


def after(table: SlowRound, action: int) -> SlowRound:
    moved = copy.deepcopy(table)
    moved.play(action)
    return moved


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_the_slow_round_counts_the_same_from_the_deal(preset: str, players: int) -> None:
    deal = fixed_deal(PRESETS[preset], players, counts.NUMBERS[preset])
    table = SlowRound.deal(PRESETS[preset], deal)
    [line] = [line for line in GOLDEN if line.startswith(f"{preset} {players} deal: ")]
    golden = [int(word) for word in line.split(": ")[1].split()]
    assert [sequences(table, depth) for depth in (1, 2, 3)] == golden[:3]


def test_every_line_of_the_file_is_tested() -> None:
    assert len(GOLDEN) == len(PRESETS) * 3 * len(counts.DEPTHS)
