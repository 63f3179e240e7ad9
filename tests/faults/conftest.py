"""One server, and one pair of workers, for every test that leaves them as they were."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import Need
from databases import Server, socket_of
from e2e.cluster import Cluster
from e2e.running import RunningServer
from faults.proxy import ProxyThread
from faults.servers import FaultyCluster, sound
from redis_server import NO_REDIS, redis_executable

SKEW_SECONDS = 7


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


@pytest.fixture(scope="session")
def door(postgres: Server) -> Iterator[ProxyThread]:
    """The way of the first of the pair to its database."""
    with ProxyThread(socket_of(postgres)) as proxy:
        yield proxy


@pytest.fixture(scope="session")
def pair(postgres: Server, door: ProxyThread, need: Need) -> Iterator[Cluster]:
    """Two workers; the clock of the first one's machine is off, and its way to the database may be cut."""
    need("redis", redis_executable(), NO_REDIS)
    with FaultyCluster(postgres, [f"clock:{SKEW_SECONDS}", ""], {0: door.port}) as cluster:
        yield cluster
        said = cluster.everything_said()
    assert "Traceback" not in said
