"""Small questions take the kernels as they are, bulk work compiles first and shows that it does."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from istaka.cli import compiling, modes, run
from istaka.cli.compiling import compile_kernels
from istaka.cli.modes import may_compile, small_question

HAND = "R12 R13 R1 B5 B6 B7 Y9 K9 B9 K10 K11 K12 K13 K1 Y2"
LOADED = "import sys; from istaka.cli import run; run(sys.argv[1:]); print('numba' in sys.modules)"


def loads_numba(folder: Path, *arguments: str) -> bool:
    """Whether a new process with a cold cache imports Numba for a command."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"NUMBA_DISABLE_JIT", "ISTAKA_KERNELS"}
    }
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments],
        env={**environment, "ISTAKA_CACHE_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()[-1] == "True"


def test_a_small_question_does_not_wait_for_a_compiler(tmp_path: Path) -> None:
    assert not loads_numba(tmp_path, "solve", "-i", "R3", "--json", *HAND.split())
    assert list(tmp_path.iterdir()) == []


def test_what_the_environment_says_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ISTAKA_KERNELS", "compiled")
    small_question()
    assert os.environ["ISTAKA_KERNELS"] == "compiled"
    monkeypatch.delenv("ISTAKA_KERNELS")
    small_question()
    assert os.environ["ISTAKA_KERNELS"] == "auto"


@pytest.mark.parametrize(
    ("kernels", "disabled", "expected"),
    [("auto", "0", True), ("compiled", "", True), ("interpreted", "0", False), ("auto", "1", False)],
)
def test_whether_kernels_may_be_compiled(
    kernels: str, disabled: str, *, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ISTAKA_KERNELS", kernels)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", disabled)
    assert may_compile() is expected


def test_compiling_calls_every_step_shows_itself_and_marks_the_cache(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[str] = []
    monkeypatch.setattr(
        compiling, "STEPS", [(name, lambda name=name: ran.append(name)) for name in ("a", "b")]
    )
    monkeypatch.setattr(compiling, "mark_warm", lambda: ran.append("marked"))
    compile_kernels()
    assert ran == ["a", "b", "marked"]
    out, err = capsys.readouterr()
    assert (out, err) == ("", "Compiling the kernels, once ...\n")


@pytest.mark.parametrize(("name", "step"), compiling.STEPS, ids=[name for name, _ in compiling.STEPS])
def test_every_step_runs(name: str, step: object) -> None:
    assert name
    assert callable(step)
    step()


def test_bulk_work_compiles_when_the_cache_is_cold(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[bool] = []
    monkeypatch.setattr(compiling, "compile_kernels", lambda: ran.append(True))
    for compiled, warm in ((True, False), (True, True), (False, False)):
        monkeypatch.setattr("istaka.jit.compiled", lambda compiled=compiled: compiled)
        monkeypatch.setattr("istaka.jit.is_warm", lambda warm=warm: warm)
        modes.bulk_work()
    assert ran == [True]


def test_warm_says_where_the_kernels_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("istaka.cli.warm.bulk_work", lambda: None)
    for compiled, said in ((True, "Kernels are compiled: "), (False, "nothing to compile")):
        monkeypatch.setattr("istaka.jit.compiled", lambda compiled=compiled: compiled)
        assert run(["warm"]) == 0
        assert said in capsys.readouterr().out
