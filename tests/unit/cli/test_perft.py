"""`istaka perft` counts what `Position` allows."""

import json

import pytest

from istaka.cli import run
from istaka.game.perft import start
from istaka.rules.actions import action_name
from istaka.rules.ruleset import PRESETS


def test_the_first_counts_are_legal_actions(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(["perft", "--preset", "classic", "--players", "2", "--deal", "4", "--depth", "2", "--json"]) == 0
    )
    found = json.loads(capsys.readouterr().out)
    position = start(PRESETS["classic"], 2, 4)
    after = sum(len(position.play(action).legal) for action in position.legal)
    assert found["counts"] == {"1": len(position.legal), "2": after}


def test_divide_tells_first_actions_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["perft", "--depth", "2", "--divide", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    position = start(PRESETS["remik"], 4)
    assert found["counts"] == {
        action_name(action, position.wild): len(position.play(action).legal) for action in position.legal
    }


def test_people_read_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["perft", "--depth", "2", "--divide"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("total")
    assert run(["perft", "--depth", "2"]) == 0
    assert lines[-1].split()[1] == capsys.readouterr().out.split()[-1]
