"""`istaka simulate` prints exactly what it promises, and the same for the same seed."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from istaka.cli import run
from istaka.cli.simulate import useful_processes

BOTS = "greedy,random"


def simulated(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    assert run(["simulate", "--bots", BOTS, "--json", "--processes", "1", *options]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    found: dict[str, Any] = json.loads(out)
    return found


def test_the_json_has_exactly_the_keys_of_its_description(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(capsys, "--rounds", "6", "--seed", "1")
    assert list(found) == ["rounds", "stalemates", "mean_turns", "bots"]
    assert [list(bot) for bot in found["bots"]] == [
        ["name", "mean_points", "ci95", "wins", "pairs", "wild"]
    ] * 2
    assert [bot["name"] for bot in found["bots"]] == ["greedy", "random"]


def test_the_numbers_fit_together(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(capsys, "--rounds", "10", "--seed", "2")
    assert found["rounds"] == 10
    assert sum(bot["wins"] for bot in found["bots"]) + found["stalemates"] == 10
    for bot in found["bots"]:
        low, high = bot["ci95"]
        assert low <= bot["mean_points"] <= high
        assert max(bot["pairs"], bot["wild"]) <= bot["wins"]


def test_rounds_are_rounded_up_to_whole_deals(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulated(capsys, "--rounds", "3")["rounds"] == 4


def test_one_deal_has_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    assert [bot["ci95"] for bot in simulated(capsys, "--rounds", "1")["bots"]] == [None, None]


def test_a_seed_repeats(capsys: pytest.CaptureFixture[str]) -> None:
    first = simulated(capsys, "--rounds", "4", "--seed", "-5")
    assert simulated(capsys, "--rounds", "4", "--seed", "-5") == first
    assert simulated(capsys, "--rounds", "4", "--seed", "5") != first


def test_people_read_who_is_ahead(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--bots", BOTS, "--rounds", "6", "--processes", "1"]) == 0
    out = capsys.readouterr().out
    assert "Ahead of the field by" in out
    assert "6 rounds" in out
    assert out.count(" ± ") == 4


def test_a_short_match_starts_no_process() -> None:
    assert useful_processes(20) == 1


@pytest.mark.parametrize("wait", [0.7, 4.0])
def test_ctrl_c_ends_every_process_quietly(wait: float) -> None:
    """A terminal sends the interrupt to the whole group, while processes start or while they play."""
    process = subprocess.Popen(
        [sys.executable, "-m", "istaka", "simulate", "--bots", BOTS, "--rounds", "90000", "--processes", "2"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        time.sleep(wait)
        os.killpg(process.pid, signal.SIGINT)
        assert process.communicate(timeout=30) == (b"", b"")
        assert process.returncode == 130
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
