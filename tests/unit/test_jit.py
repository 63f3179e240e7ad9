"""One source, two modes, decided once; the cache knows what it was made from."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import istaka
from istaka import jit
from istaka.jit import borrow, compiled, kernel, popcount, trailing_zeros

PACKAGE = Path(istaka.__file__).parent
HAND = list(range(14))
ASK = f"from istaka.solver import distance; print(distance({HAND}), 'numba' in __import__('sys').modules)"


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a new process with this environment beside ours, but for the mode that ours asks for."""
    modes = {"NUMBA_DISABLE_JIT", "ISTAKA_KERNELS"}
    inherited = {name: value for name, value in os.environ.items() if name not in modes}
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**inherited, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_importing_the_package_or_its_rules_does_not_import_numba() -> None:
    done = python("import istaka, istaka.rules.melds, sys; print('numba' in sys.modules)")
    assert done.stdout == "False\n"


@pytest.mark.parametrize(
    "environment",
    [
        {"NUMBA_DISABLE_JIT": "1"},
        {"ISTAKA_KERNELS": "interpreted"},
        {"NUMBA_DISABLE_JIT": "1", "ISTAKA_KERNELS": "compiled"},
    ],
)
def test_interpreted_kernels_answer_without_numba(environment: dict[str, str]) -> None:
    done = python(ASK, **environment)
    assert done.stderr == ""
    assert done.stdout.split() == [done.stdout.split()[0], "False"]


def test_an_unknown_mode_is_quoted() -> None:
    done = python("import istaka.jit", ISTAKA_KERNELS="fast")
    assert done.returncode == 1
    assert "ISTAKA_KERNELS is 'fast': expected one of compiled, interpreted, auto" in done.stderr


def test_auto_is_compiled_exactly_when_the_cache_is_warm(tmp_path: Path) -> None:
    code = "from istaka import jit; print(jit.compiled(), jit.is_warm())"
    environment = {"ISTAKA_KERNELS": "auto", "ISTAKA_CACHE_DIR": str(tmp_path)}
    assert python(code, **environment).stdout == "False False\n"
    warming = python(
        "from istaka import jit; jit.mark_warm(); print(jit.cache_folder())", ISTAKA_CACHE_DIR=str(tmp_path)
    )
    assert Path(warming.stdout.strip()).parent == tmp_path
    assert python(code, **environment).stdout == "True True\n"


def test_where_nothing_can_be_kept_kernels_compile_all_the_same(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    code = "from istaka import jit as j; j.mark_warm(); print(j.kernel(lambda a: a + 1)(0), j.is_warm())"
    done = python(code, ISTAKA_CACHE_DIR=str(blocked))
    assert done.stdout == "1 False\n", done.stderr


def test_compiled_kernels_are_kept_in_the_folder_of_their_sources(tmp_path: Path) -> None:
    if not compiled():
        pytest.skip("kernels run interpreted in this process, so nothing is compiled")
    code = "from istaka.solver.bits import kind_at; print(kind_at(8))"
    done = python(code, ISTAKA_CACHE_DIR=str(tmp_path))
    assert done.stdout == "3\n", done.stderr
    [folder] = tmp_path.iterdir()
    assert folder.name == jit.cache_folder().name
    assert list(folder.rglob("*.nbi"))


def test_the_folder_changes_with_every_source_that_may_reach_a_kernel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = jit.kernel_sources()
    assert PACKAGE / "jit.py" in sources
    assert {PACKAGE / "rules" / "tiles.py", PACKAGE / "solver" / "gain.py"} <= set(sources)
    before = jit.cache_folder()
    copy = tmp_path / "gain.py"
    copy.write_text((PACKAGE / "solver" / "gain.py").read_text() + "\n")
    monkeypatch.setattr(
        jit, "kernel_sources", lambda: [copy if path.name == "gain.py" else path for path in sources]
    )
    assert jit.cache_folder() != before


def test_kernels_are_defined_only_where_the_cache_looks() -> None:
    outside = [path for path in PACKAGE.rglob("*.py") if path not in jit.kernel_sources()]
    assert [path for path in outside if re.search(r"^@kernel", path.read_text(), re.MULTILINE)] == []
    doors = [
        path
        for path in PACKAGE.rglob("*.py")
        if re.search(r"^\s*(import|from) numba", path.read_text(), re.MULTILINE)
    ]
    assert doors == [PACKAGE / "jit.py"]


@kernel
def count_ones(words, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    words, out = borrow(words), borrow(out)
    for place in range(len(words)):
        word = int(words[place])
        out[place, 0] = popcount(word)
        out[place, 1] = trailing_zeros(word)


def test_bits_are_counted_alike_in_both_modes() -> None:
    words = np.array([1, 2, 0b101000, 1 << 60, (1 << 61) - 1, 0x1FFF1FFF1FFF1FFF], np.int64)
    out = np.zeros((len(words), 2), np.int64)
    count_ones(words, out)
    assert out[:, 0].tolist() == [word.bit_count() for word in words.tolist()]
    assert out[:, 1].tolist() == [len(bin(word)) - len(bin(word).rstrip("0")) for word in words.tolist()]


def test_a_kernel_does_not_hold_the_gil_and_keeps_its_name() -> None:
    assert count_ones.__name__ == "count_ones"
    if compiled():
        assert count_ones.targetoptions["nogil"] is True
    else:
        assert borrow(words := np.zeros(2)) is words


@pytest.mark.skipif(not compiled(), reason="interpreted kernels get the record itself")
@pytest.mark.parametrize("of", [np.void, np.record, type("Own", (np.void,), {})])
def test_a_record_reaches_a_kernel_as_the_bytes_it_is_made_of(of: type) -> None:
    record = np.zeros(2, np.dtype((of, [("padding", np.int8), ("number", np.int64)])))[1]

    @kernel
    def count_up(record: Any) -> int:  # noqa: ANN401 (a record)
        record.number += 7
        return int(record.number)

    assert [count_up(record), count_up(record)] == [7, 14]
    assert record["number"] == 14
    assert record.base["number"].tolist() == [0, 14]
