"""What all tests share: a test that cannot run says why, unless `ISTAKA_REQUIRE` says it must."""

import os
import shutil
import signal
from collections.abc import Callable

import pytest

Need = Callable[[str, object, str], None]


def pytest_configure() -> None:
    """Let Ctrl-C reach what the tests start, also when a shell started the tests in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def need() -> Need:
    """`need(name, found, reason)` skips with the reason, or fails where `ISTAKA_REQUIRE` lists the name."""
    required = os.environ.get("ISTAKA_REQUIRE", "").split(",")

    def check(name: str, found: object, reason: str) -> None:
        if not found:
            (pytest.fail if name in required else pytest.skip)(f"{name}: {reason}")

    return check


@pytest.fixture(scope="session")
def chromium(need: Need) -> str:
    """Path of the browser that the pages are tested in."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    need("browser", path, "no chromium on the PATH (Debian: apt-get install chromium)")
    return str(path)
