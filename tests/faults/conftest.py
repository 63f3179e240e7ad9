"""One server for every test that leaves it as it was."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.running import RunningServer
from faults.servers import sound


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the shared server keeps its database."""
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="session")
def house(folder: Path) -> Iterator[RunningServer]:
    """A server that is never killed; it must have said nothing of a fault of its own."""
    with sound(folder) as server:
        yield server
    assert not [line for line in server.said if "Traceback" in line]
