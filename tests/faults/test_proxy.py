"""The network that fails as asked leaves nothing behind when it is taken away."""

import contextlib
import gc
import socket
import warnings
from collections.abc import Callable

import pytest

from faults.proxy import FaultProxy, ProxyThread


@pytest.mark.parametrize("fault", [lambda _: None, FaultProxy.silence, FaultProxy.cut])
def test_a_proxy_that_ends_leaves_no_end_open(fault: Callable[[FaultProxy], None]) -> None:
    """With links that carry, with one that was only just asked for, and with bytes that nobody has read."""
    with socket.create_server(("127.0.0.1", 0)) as server, contextlib.ExitStack() as clients:
        with ProxyThread(server.getsockname()[1]) as proxy:
            links = [socket.create_connection(("127.0.0.1", proxy.port)) for _ in range(3)]
            for link in links:
                clients.enter_context(link)
            links[0].sendall(b"hello")
            far = clients.enter_context(server.accept()[0])
            assert far.recv(5) == b"hello"
            proxy.do(fault)
            with contextlib.suppress(OSError):  # where it was cut
                far.sendall(bytes(1 << 16))
            clients.enter_context(socket.create_connection(("127.0.0.1", proxy.port)))
        links[0].settimeout(10)
        with contextlib.suppress(ConnectionResetError):
            while links[0].recv(1 << 16):
                pass
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            gc.collect()
        assert not [str(warning.message) for warning in said]


def test_a_link_goes_to_whoever_takes_it() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, socket.create_server(("127.0.0.1", 0)) as server:
        closed = taken.getsockname()[1]
        taken.close()
        with ProxyThread(closed, server.getsockname()[1]) as proxy:
            for _ in range(8):
                with socket.create_connection(("127.0.0.1", proxy.port)) as link, server.accept()[0] as far:
                    far.sendall(b"x")
                    assert link.recv(1) == b"x"
