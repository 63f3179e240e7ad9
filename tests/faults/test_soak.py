"""The long runs: `just soak`. Each prints what it measured, and fails where anything was lost."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"
SETTINGS = {"ISTAKA_KERNELS": "interpreted"}
HOUR = 3600
pytestmark = [pytest.mark.soak, pytest.mark.timeout(HOUR)]


def measured(script: str, *options: str) -> dict[str, float]:
    """What a script of bench/ prints."""
    command = [sys.executable, str(BENCH / script), *options]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | SETTINGS, check=False)
    assert done.stdout, done.stderr
    sys.stdout.write(done.stdout)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


@pytest.mark.parametrize(
    "options",
    [("--kills", "700", "--seed", "11"), ("--kills", "300", "--seed", "12", "--cluster")],
    ids=["embedded", "cluster"],
)
def test_fault_01_a_thousand_kills_lose_nothing_and_apply_nothing_twice(options: tuple[str, ...]) -> None:
    figures = measured("kill.py", *options, "--tables", "8", "--json")
    assert figures["seen"] > 10_000
    assert figures["lost"] == figures["duplicated"] == figures["gaps"] == 0


@pytest.mark.parametrize("options", [(), ("--cluster",)], ids=["embedded", "cluster"])
def test_two_thousand_tables_at_once(options: tuple[str, ...]) -> None:
    common = ("--tables", "2000", "--rate", "200", "--seconds", "60", "--kernels", "interpreted", "--json")
    figures = measured("load.py", *options, *common)
    assert figures["lost"] == figures["duplicates"] == figures["gaps"] == figures["rejects"] == 0
    assert figures["unheard"] == 0
    assert figures["moves_per_s"] > 150


def test_fault_09_a_storm_of_ten_thousand_reconnects() -> None:
    figures = measured("extremes.py", "storm", "--rate", "1000", "--kernels", "interpreted")
    assert figures["reconnects_per_s"] > 300


def test_fault_07_ten_thousand_idle_sockets() -> None:
    figures = measured("extremes.py", "idle", "--kernels", "interpreted")
    assert figures["sockets"] == 10_000


def test_fault_17_time_outs_of_two_thousand_tables_when_a_worker_is_killed() -> None:
    figures = measured("extremes.py", "lateness", "--cluster", "--tables", "500", "--kernels", "interpreted")
    assert figures["time_outs"] > 100
    assert figures["worst_ms"] < 10_000
