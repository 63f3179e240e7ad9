"""What hands feel: a tile that is flicked, what stays in sight, and what a question means by default."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from e2e.person import Person
from e2e.running import RunningServer
from e2e.screens import DESK, LANDSCAPE, PHONE, SMALL


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(tmp_path_factory.mktemp("server")) as running:
        yield running


def visit(browser: Browser, hosted: RunningServer, screen: dict[str, Any]) -> Person:
    return Person(
        browser.new_context(locale="en-GB", **screen), hosted.address, touch=bool(screen["has_touch"])
    )


def flick(person: Person, start: tuple[float, float], step: float) -> None:
    """A finger that moves a tile a little to the right and lets go in full swing."""
    x, y = start
    for kind, at in (("touchStart", 0), *(("touchMove", n) for n in range(1, 5))):
        points = [{"x": x + at * step, "y": y}]
        person.fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    person.fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_tap_right_after_a_flick_counts(browser: Browser, hosted: RunningServer) -> None:
    """O18: a browser that takes a flicked tile for a fling drops the next tap."""
    person = visit(browser, hosted, PHONE)
    person.start()
    for _ in range(3):
        box = person.see("tile").last.bounding_box()
        assert box is not None
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        flick(person, middle, -box["width"] / 3)
        first = person.see("tile").first
        first.tap()
        person.page.locator("[aria-selected=true] [data-testid=tile]").wait_for(timeout=1000)
        first.tap()
        person.page.locator("[aria-selected=true]").wait_for(state="detached", timeout=1000)
    person.context.close()
