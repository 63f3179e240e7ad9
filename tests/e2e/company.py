"""Several people in several browsers at one table: what each does at the page, and all of them by turns."""

import contextlib
import json
import time
from collections.abc import Callable, Iterable
from typing import Any

from playwright.sync_api import Browser, Page, WebSocket
from playwright.sync_api import Error as PageError

from e2e.person import Person
from e2e.screens import DESK, PHONE

ANSWER_MS = 15_000
IS_ASKED = """() => {
    const see = (name) => document.querySelector(`[data-testid=${name}]`)
    const status = see("status")?.dataset ?? {}
    const plays = status.turn === "me" && (status.phase === "take" || status.phase === "discard")
    return plays || Boolean(see("next-round") ?? see("finish"))
}"""


class Friend(Person):
    """A person who plays with others; also keeps what the server sent to the page."""

    def __post_init__(self) -> None:
        self.frames: list[dict[str, Any]] = []
        self.context.on("page", self._watch)
        super().__post_init__()

    def _watch(self, page: Page) -> None:
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.frames.append(json.loads(text)))

    def open(self, path: str) -> None:
        self.page.goto(self.address + path)

    def create(self, name: str) -> str:
        """Make a private fast table for four that may be watched at once; its path."""
        self.open("/lobby")
        self.tap(self.see("create"))
        self.see("name-field").fill(name)
        for choice in ("players-4", "limit-40", "clock-60", "public-no"):
            self.tap(self.see("create-form").get_by_test_id(choice))
        self.tap(self.see("create-form").locator("summary"))
        self.tap(self.see("delay-0"))
        self.tap(self.see("create-done"))
        link = self.see("invite-link")
        link.wait_for(timeout=ANSWER_MS)
        return "/t/" + link.input_value().rsplit("/t/", 1)[1]

    def join(self, path: str, name: str) -> None:
        """Come by the link and sit down."""
        self.open(path)
        self.see("name-field").fill(name, timeout=ANSWER_MS)
        self.tap(self.see("join"))

    def sits(self) -> None:
        """Wait until the tiles are in my hand."""
        self.see("tile").first.wait_for(timeout=30_000)

    def say(self, text: str) -> None:
        if not self.see("chat-text").is_visible():
            self.tap(self.see("chat-open").first)
        self.see("chat-text").fill(text)
        self.tap(self.see("chat-send"))
        self.hears(text)

    def hears(self, text: str) -> None:
        """Wait for a line of talk; whoever has the talk closed opens it, and closes it again."""
        opened = not self.see("chat").is_visible()
        if opened:
            self.tap(self.see("chat-open").first)
        self.see("chat-line").filter(has_text=text).first.wait_for(timeout=ANSWER_MS)
        if self.see("chat-close").is_visible():
            self.tap(self.see("chat-close"))

    def leave(self) -> None:
        """Leave by the menu, and say yes."""
        menu = self.see("menu-bar") if self.see("menu-bar").is_visible() else self.see("menu")
        self.tap(menu)
        self.tap(self.see("leave"))
        self.tap(self.see("confirm-yes"))

    def come_back(self, path: str) -> None:
        """Come by the link again and take the seat from the bot."""
        self.open(path)
        self.see("back").wait_for(timeout=ANSWER_MS)
        self.tap(self.see("back"))
        self.see("back").wait_for(state="hidden", timeout=ANSWER_MS)

    def is_asked(self) -> bool:
        """Whether the page waits for me; one question to the browser."""
        return bool(self.page.evaluate(IS_ASKED))

    def _discard(self) -> None:
        """Throw a tile that is no wild by tapping it and then my pile."""
        self.tap(self.page.locator("[data-testid=tile]:not([data-tile=J])").last)
        self.tap(self.see("pile-own"))
        self._wait(lambda: not (self.my_turn() and self.phase() == "discard"))

    def totals(self) -> list[int]:
        """Everybody's points as the results show them."""
        return [int(self.see(f"total-{player}").first.inner_text()) for player in range(4)]


def gather(browser: Browser, address: str, size: int) -> list[Friend]:
    """So many people, each with a browser of his own, by turns at a desk and on a phone."""
    screens = [DESK, PHONE] * size
    # five pages that move all the time are too much for a small machine
    calm = {"locale": "en-GB", "reduced_motion": "reduce"}
    return [
        Friend(browser.new_context(**calm, **screen), address, touch=bool(screen["has_touch"]))
        for screen in screens[:size]
    ]


def play(friends: Iterable[Friend], until: Callable[[], bool], seconds: float) -> None:
    """Everybody plays whenever it is his turn."""
    friends = list(friends)
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, f"it did not come to that within {seconds} s"
        asked = [friend for friend in friends if friend.is_asked()]
        for friend in asked:
            # the page may change under a click: what was asked is looked at again
            with contextlib.suppress(PageError):
                friend.play_turn()
        if not asked:
            friends[0].page.wait_for_timeout(20)


def see_results(friends: Iterable[Friend]) -> Callable[[], bool]:
    """Whether the match has ended for all of them."""
    friends = list(friends)
    return lambda: all(friend.see("match-results").is_visible() for friend in friends)


def after_turns(friend: Friend, turns: int) -> Callable[[], bool]:
    """Whether this many more discards have been seen by one of them."""
    seen = _discards(friend)
    return lambda: _discards(friend) >= seen + turns


def _discards(friend: Friend) -> int:
    return sum(frame.get("e", {}).get("k") == "discarded" for frame in friend.frames)
