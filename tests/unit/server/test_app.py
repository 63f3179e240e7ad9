"""A server that cannot be started says in a sentence why, and the way out."""

import subprocess
import sys

import pytest

from istaka.server.serving import ServerError, listen


def test_a_taken_port_is_said_with_another_one() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ServerError, match=f"choose another port, such as --port {port + 1}"):
            listen("127.0.0.1", port)


@pytest.mark.parametrize("host", ["192.0.2.1", "no such host", "a" * 70, "a..b", "\udcff"])
def test_what_is_no_address_of_this_machine_is_said(host: str) -> None:
    with pytest.raises(ServerError, match="choose an address of this machine, such as --host"):
        listen(host, 0)


def test_a_server_that_is_alone_starts_without_what_a_cluster_needs() -> None:
    program = (
        "import sys, istaka.server.app;"
        "print(sorted({'asyncpg', 'redis', 'alembic', 'sqlalchemy.orm'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
