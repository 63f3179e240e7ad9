"""What hands feel: a tile that is flicked, what stays in sight, and what a question means by default."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser

from e2e.person import Person
from e2e.running import RunningServer
from e2e.screens import DESK, LANDSCAPE, PHONE, SMALL

LOCALES: Final = Path(__file__).parents[2] / "web" / "locales"


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


def test_the_shell_loads_without_a_server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with RunningServer(tmp_path_factory.mktemp("kept")) as server:
        person = visit(browser, server, DESK)
        person.see("play-now").wait_for()
        kept = "navigator.serviceWorker.ready.then(({active}) => active.scriptURL)"
        assert person.page.evaluate(kept).endswith("/sw.js")
    person.page.reload()
    person.see("play-now").wait_for()
    person.page.goto(f"{server.address}/rules")
    person.page.get_by_role("heading").first.wait_for()
    person.page.goto(server.address)
    person.tap(person.see("play-now"))
    person.see("problem").wait_for()
    assert person.faults == []
    person.context.close()


def test_marks_of_the_top_tile_stay_in_sight(browser: Browser, hosted: RunningServer) -> None:
    """R5.3, R7.4: how many tiles lie on a pile is not written over the J or the value of its top tile."""
    for screen in (SMALL, PHONE, LANDSCAPE, DESK):
        person = visit(browser, hosted, screen)
        person.start(players=2)
        count = person.page.locator(".pile .count").first
        while not count.is_visible():
            person.play_turn()
        pile = count.locator("..").locator(".pile-face").bounding_box()
        badge = count.bounding_box()
        assert pile is not None
        assert badge is not None
        assert badge["y"] + badge["height"] < pile["y"] + pile["height"] / 2
        person.context.close()


def test_the_racks_of_the_others_hold_as_many_backs_as_tiles(browser: Browser, hosted: RunningServer) -> None:
    for screen in (PHONE, DESK):
        person = visit(browser, hosted, screen)
        person.start(players=4)
        racks = person.page.locator(".backs")
        assert racks.count() == 3
        for rack in racks.all():
            assert rack.is_visible()
            assert rack.locator("i").count() in {14, 15}
        person.context.close()


def test_staying_is_the_answer_of_the_key_that_comes_first(browser: Browser, hosted: RunningServer) -> None:
    """O30: Enter after the back gesture keeps the seat."""
    person = visit(browser, hosted, DESK)
    person.start()
    person.page.evaluate("history.back()")
    person.see("confirm-no").wait_for()
    person.page.keyboard.press("Enter")
    person.see("confirm-no").wait_for(state="hidden")
    assert "/t/" in person.page.url
    person.context.close()


def test_every_letter_of_the_words_is_in_the_pages_own_font(browser: Browser, hosted: RunningServer) -> None:
    """A letter that the font lacks is drawn by another one, and then its width depends on which."""
    words = "".join(path.read_text(encoding="utf-8") for path in LOCALES.glob("*.ftl"))
    letters = sorted({letter for letter in words if letter.isalpha()})
    assert set("\u0131ğłż") <= set(letters)
    person = visit(browser, hosted, DESK)
    person.see("play-now").wait_for()
    borrowed = person.page.evaluate(
        """async (letters) => {
          await document.fonts.ready;
          const pen = document.createElement("canvas").getContext("2d");
          const width = (letter, other) => {
            pen.font = `400 100px Rubik, ${other}`;
            return pen.measureText(letter).width;
          };
          return letters.filter((letter) => width(letter, "monospace") !== width(letter, "serif"));
        }""",
        letters,
    )
    assert borrowed == []
    person.context.close()


def test_a_pile_with_tiles_says_no_word_behind_them(browser: Browser, hosted: RunningServer) -> None:
    person = visit(browser, hosted, SMALL)
    person.start(players=2)
    pile = person.see("pile-own")
    assert pile.get_attribute("data-count") != "0" or pile.inner_text() == "Discard"
    for _ in range(2000):
        if pile.get_attribute("data-count") == "1":
            break
        person.play_turn()
    assert pile.get_attribute("data-count") == "1"
    assert "Discard" not in pile.inner_text()
    person.context.close()
