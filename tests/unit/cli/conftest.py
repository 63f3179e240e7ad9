"""Commands run in this process, where kernels are compiled as they are called: nothing is compiled first."""

import pytest

from istaka.cli import compiling


@pytest.fixture(autouse=True)
def nothing_compiled_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bulk commands neither print that they compile nor take the time."""
    monkeypatch.setattr(compiling, "compile_kernels", lambda: None)
