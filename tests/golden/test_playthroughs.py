"""Playthroughs are current, and every preset has them for every number of players."""

import pytest

from golden import playthroughs
from istaka.rules.ruleset import PRESETS


@pytest.mark.parametrize(("preset", "players"), playthroughs.CASES)
def test_the_playthrough_is_current(preset: str, players: int) -> None:
    golden = playthroughs.path(preset, players).read_text().splitlines()
    assert list(playthroughs.lines(preset, players)) == golden, "if meant: python -m tests.golden"


def test_every_preset_has_a_playthrough_for_every_number_of_players() -> None:
    expected = {f"{preset}-{players}.txt" for preset in PRESETS for players in (2, 3, 4)}
    assert {path.name for path in playthroughs.FOLDER.iterdir()} == expected
