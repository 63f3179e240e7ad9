"""`istaka bench` measures every figure that it names, and docs/performance.md names every one."""

import json
import sys
from pathlib import Path
from threading import Thread

import pytest

from istaka.cli import run, workbench
from istaka.cli.figures import FIGURES, shown
from istaka.cli.first_screen import FirstScreen, first_screen
from istaka.game.playouts import playouts
from istaka.jit import compiled

ROOT = Path(__file__).parents[3]
NAMES = [figure.name for figure in FIGURES]
ASKED = {
    "distance_packed_ns",
    "distance_counts_ns",
    "near_distance_ns",
    "free_discards_us",
    "discard_table_us",
    "outs_random_us",
    "outs_near_us",
    "random_turns_per_s",
    "greedy_games_per_s",
    "two_threads_ratio",
    "import_s",
    "first_screen_s",
}


@pytest.fixture
def few_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bench that takes a second interpreted, too."""
    monkeypatch.setattr(workbench, "HANDS", 2)
    monkeypatch.setattr("istaka.cli.measuring.SHORTEST_RUN", 0.0)
    monkeypatch.setattr(workbench, "first_screen", lambda _: FirstScreen(0.5, 0.1))


@pytest.mark.usefixtures("few_hands")
def test_every_figure_is_measured_and_above_zero(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--runs", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(NAMES) >= ASKED
    assert all(found[name] > 0 for name in NAMES)
    assert found["runs"] == 1


@pytest.mark.usefixtures("few_hands")
def test_people_read_each_figure_with_its_meaning(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--runs", "1"]) == 0
    out = capsys.readouterr().out
    assert all(figure.name in out and figure.meaning in out for figure in FIGURES)


def test_the_first_screen_is_measured_in_a_new_process() -> None:
    first = first_screen(1)
    assert 0 < first.answer < 5
    assert 0 < first.imports < 5


@pytest.mark.parametrize(
    ("value", "text"), [(0.08512, "0.0851"), (9.5, "9.5"), (123.4, "123"), (15_512_345, "15,500,000")]
)
def test_three_digits_count(value: float, text: str) -> None:
    assert shown(value) == text


def test_the_document_names_every_figure() -> None:
    document = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1].strip(" `") for line in document.splitlines() if line.startswith("| `")]
    assert rows == NAMES


def test_the_document_is_made_by_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    import performance  # type: ignore[import-not-found]  # noqa: PLC0415 - found only now

    measured = dict.fromkeys(NAMES, 1.5) | {
        "runs": 3,
        "machine": "m",
        "python": "p",
        "numpy": "n",
        "numba": "u",
    }
    made: str = performance.document(measured)
    committed = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    assert made.partition("|---|")[0] == committed.partition("|---|")[0]
    assert all(
        f"| `{figure.name}` | 1.5 | {figure.asked or '-'} | {figure.meaning} |" in made for figure in FIGURES
    )
    sys.modules.pop("performance")


def test_a_kernel_lets_other_threads_run() -> None:
    """What `two_threads_ratio` rests on: while a long kernel runs, Python goes on."""
    if not compiled():
        pytest.skip("interpreted: there is no compiled kernel to hold a lock")
    playouts("random", 1, 1)
    thread = Thread(target=playouts, args=("random", 20_000, 1))
    thread.start()
    steps = 0
    while thread.is_alive():
        steps += 1
    assert steps > 1000
