"""A person at the page: sees what is shown, and acts with the mouse or with fingers. No test endpoint."""

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Locator, Page
from playwright.sync_api import Error as PageError

PATIENCE = 2.0


@dataclass
class Person:
    """Opens the page and plays; `touch` decides whether by finger or by mouse."""

    context: BrowserContext
    address: str
    touch: bool
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._hear)
        self.fingers: CDPSession = self.context.new_cdp_session(self.page)
        self.page.goto(self.address)

    def _hear(self, message: Any) -> None:  # noqa: ANN401, Playwright's own type has no stable name
        # a socket that is cut logs an error of the browser's own: that is the test's doing, not a fault
        if message.type == "error" and "WebSocket" not in message.text and "ERR_" not in message.text:
            self.faults.append(message.text)

    def see(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    def tap(self, target: Locator) -> None:
        if self.touch:
            target.tap()
        else:
            target.click()

    def drag(self, source: Locator, target: Locator) -> None:
        """From the middle of one thing to the middle of another, by mouse or by finger."""
        start, end = source.bounding_box(), target.bounding_box()
        assert start is not None
        assert end is not None
        points = [_between(start, end, step / 8) for step in range(9)]
        if not self.touch:
            self.page.mouse.move(*points[0])
            self.page.mouse.down()
            for point in points[1:]:
                self.page.mouse.move(*point)
            self.page.mouse.up()
            return
        self._finger("touchStart", points[0])
        for point in points[1:]:
            self._finger("touchMove", point)
        self._finger("touchEnd", None)

    def _finger(self, kind: str, point: tuple[float, float] | None) -> None:
        points = [] if point is None else [{"x": point[0], "y": point[1]}]
        self.fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def start(self, players: int = 4, limit: int = 40, level: str = "greedy", clock: int = 0) -> None:
        """Press Play now for a match against bots and wait for the first tiles."""
        for choice in (f"players-{players}", f"limit-{limit}", f"level-{level}", f"clock-{clock}"):
            self.tap(self.see(choice))
        self.tap(self.see("play-now"))
        self.see("tile").first.wait_for(timeout=30_000)

    def phase(self) -> str:
        return self.see("status").get_attribute("data-phase") or ""

    def my_turn(self) -> bool:
        return self.see("status").get_attribute("data-turn") == "me"

    def tiles(self) -> list[str]:
        """The tiles of my rack, sorted: what a lost connection must not change."""
        return sorted(str(tile.get_attribute("data-tile")) for tile in self.see("tile").all())

    def play_turn(self) -> None:
        """One move of mine, or what the page asks for; a moment of waiting when it is not my turn."""
        if self.see("finish").is_visible():
            self._finish()
        elif self.see("next-round").is_visible():
            self.tap(self.see("next-round"))
        elif self.my_turn() and self.phase() == "take":
            self.tap(self.see("stock"))
            self._wait(lambda: self.phase() != "take" or not self.my_turn())
        elif self.my_turn() and self.phase() == "discard":
            self._discard()
        else:
            self.page.wait_for_timeout(30)

    def _finish(self) -> None:
        self.tap(self.see("finish"))
        choice = self.see("finish-choice")
        self._wait(lambda: choice.first.is_visible() or self.see("results").is_visible())
        if choice.first.is_visible():
            self.tap(choice.first)
        self._wait(lambda: self.see("results").is_visible())

    def _discard(self) -> None:
        """Throw some tile that is no wild, by dragging it to my pile."""
        before = len(self.tiles())
        natural = self.page.locator("[data-testid=tile]:not([data-tile=J])")
        self.drag(natural.last, self.see("pile-own"))
        self._wait(lambda: len(self.tiles()) < before or self.see("confirm-no").is_visible())
        if self.see("confirm-no").is_visible():
            self.tap(self.see("confirm-no"))
        self._wait(lambda: not (self.my_turn() and self.phase() == "discard"))

    def play_until(self, test_id: str, seconds: float) -> None:
        """Play on until the page shows this."""
        end = time.monotonic() + seconds
        while not self.see(test_id).is_visible():
            assert time.monotonic() < end, f"{test_id} did not show within {seconds} s"
            # the page may change under a click: what was asked is looked at again
            with contextlib.suppress(PageError):
                self.play_turn()

    def _wait(self, holds: Callable[[], bool]) -> None:
        """Give the page a moment to answer; who sees nothing happen tries again."""
        end = time.monotonic() + PATIENCE
        while not holds() and time.monotonic() < end:
            self.page.wait_for_timeout(20)


def _between(start: Any, end: Any, part: float) -> tuple[float, float]:  # noqa: ANN401, two boxes
    """A point on the way from the middle of one box to the middle of another."""
    x0, y0 = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    x1, y1 = end["x"] + end["width"] / 2, end["y"] + end["height"] / 2
    return x0 + (x1 - x0) * part, y0 + (y1 - y0) * part
