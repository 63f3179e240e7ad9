"""What every screen must keep: nothing overlaps or scrolls away, and nobody is left out."""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from e2e.person import Person
from e2e.running import RunningServer
from e2e.screens import CHECKED, DESK, PHONE

PARTS = (
    "stock",
    "indicator",
    "pile-left",
    "pile-own",
    "status",
    "sort-runs",
    "sort-sets",
    "sort-pairs",
    "undo",
)


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(tmp_path_factory.mktemp("server")) as running:
        yield running


def visit(browser: Browser, hosted: RunningServer, screen: dict[str, Any], language: str = "en-GB") -> Person:
    return Person(browser.new_context(locale=language, **screen), hosted.address, touch=screen["has_touch"])


def box_of(person: Person, name: str) -> dict[str, float]:
    box = person.see(name).first.bounding_box()
    assert box is not None, f"{name} is not shown"
    return dict(box)


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    return not (
        one["x"] + one["width"] <= other["x"]
        or other["x"] + other["width"] <= one["x"]
        or one["y"] + one["height"] <= other["y"]
        or other["y"] + other["height"] <= one["y"]
    )


def no_violations(person: Person) -> None:
    results = Axe().run(person.page)
    assert results.violations_count == 0, results.generate_report()


@pytest.mark.parametrize("screen", CHECKED.values(), ids=CHECKED)
def test_the_table_fits_the_screen(browser: Browser, hosted: RunningServer, screen: dict[str, Any]) -> None:
    person = visit(browser, hosted, screen)
    no_violations(person)
    person.start()
    boxes = {name: box_of(person, name) for name in PARTS}
    tiles = [dict(tile.bounding_box() or {}) for tile in person.see("tile").all()]
    for (one, first), (other, second) in combinations(boxes.items(), 2):
        assert not overlap(first, second), f"{one} lies on {other}"
    height, width = screen["viewport"]["height"], screen["viewport"]["width"]
    for box in [*boxes.values(), *tiles]:
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
    scrolls = "document.scrollingElement.scrollHeight > innerHeight || scrollY > 0"
    assert person.page.evaluate(scrolls) is False  # O29
    no_violations(person)
    assert person.faults == []
    person.context.close()


@pytest.mark.parametrize("path", ["/rules", "/fair", "/t/nowhere"])
def test_the_other_pages_are_there_for_everybody(browser: Browser, hosted: RunningServer, path: str) -> None:
    person = visit(browser, hosted, PHONE)
    person.page.goto(hosted.address + path)
    person.page.get_by_role("heading").first.wait_for()
    no_violations(person)
    person.context.close()


@pytest.mark.parametrize(
    ("language", "word"), [("pl-PL", "Reguły|Zasady"), ("tr-TR", "Kurallar"), ("en-GB", "Rules")]
)
def test_the_browsers_language_is_the_pages(
    browser: Browser, hosted: RunningServer, language: str, word: str
) -> None:
    person = visit(browser, hosted, DESK, language)
    person.see("play-now").wait_for()
    assert person.page.evaluate("document.documentElement.lang") == language[:2]
    person.page.get_by_text(re.compile(word)).first.wait_for(timeout=2000)
    person.context.close()


def test_leaving_by_the_back_gesture_is_asked_about(browser: Browser, hosted: RunningServer) -> None:
    """O30: going back during a round asks, and the seat is kept."""
    person = visit(browser, hosted, PHONE)
    person.start()
    tiles = person.tiles()
    person.page.evaluate("history.back()")
    person.see("confirm-no").wait_for()
    person.tap(person.see("confirm-no"))
    person.see("confirm-no").wait_for(state="hidden")
    assert person.tiles() == tiles
    assert "/t/" in person.page.url
    person.context.close()


def test_a_refused_finish_says_what_is_missing(browser: Browser, hosted: RunningServer) -> None:
    """R8.4: a declaration that does not hold changes nothing and is answered with a reason."""
    person = visit(browser, hosted, DESK)
    person.start()
    while not (person.my_turn() and person.phase() == "discard"):
        person.play_turn()
    tiles = person.tiles()
    natural = person.page.locator("[data-testid=tile]:not([data-tile=J])")
    person.drag(natural.first, person.see("indicator"))
    person.see("refused").wait_for()
    person.page.keyboard.press("Escape")
    person.see("refused").wait_for(state="hidden")
    assert person.tiles() == tiles
    assert person.phase() == "discard"
    person.context.close()


def test_the_keyboard_alone_plays_a_turn(browser: Browser, hosted: RunningServer) -> None:
    person = visit(browser, hosted, DESK)
    person.start(players=2)
    for _ in range(2000):
        if person.my_turn() and person.phase() == "take":
            break
        person.play_turn()
    person.page.keyboard.press("d")
    person.page.locator("[data-testid=status][data-phase=discard]").wait_for()
    assert len(person.tiles()) == 15
    person.context.close()


def test_sorting_is_private_and_can_be_undone(browser: Browser, hosted: RunningServer) -> None:
    person = visit(browser, hosted, DESK)
    person.start()

    def places() -> list[tuple[str | None, str | None]]:
        tiles = person.see("tile").all()
        return [(tile.get_attribute("data-slot"), tile.get_attribute("data-tile")) for tile in tiles]

    before = places()
    for name in ("sort-runs", "sort-sets", "sort-pairs"):
        person.tap(person.see(name))
    assert places() != before
    for _ in range(3):
        person.tap(person.see("undo"))
    assert sorted(places(), key=str) == sorted(before, key=str)
    person.page.reload()
    person.see("tile").first.wait_for()
    assert sorted(places(), key=str) == sorted(before, key=str)
    person.context.close()


def test_everything_works_under_the_prefix_of_a_proxy(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """O25: the page at https://host/okey/ asks for nothing outside /okey/."""
    with RunningServer(tmp_path_factory.mktemp("prefix"), ISTAKA_PREFIX="/okey") as server:
        asked: list[str] = []
        context = browser.new_context(locale="en-GB", **DESK)
        context.on("request", lambda request: asked.append(request.url))
        person = Person(context, f"{server.address}/okey/", touch=False)
        person.start(players=2)
        assert person.page.url.startswith(f"{server.address}/okey/t/")
        person.page.reload()
        person.see("tile").first.wait_for()
        person.page.goto(f"{server.address}/okey/")
        person.tap(person.page.get_by_role("link", name="Rules"))
        person.page.wait_for_url("**/okey/rules")
        person.tap(person.see("way-me"))
        person.see("profile-name").wait_for()
        person.page.go_back()
        person.page.get_by_role("heading", name="Rules").first.wait_for()
        kept = "navigator.serviceWorker.ready.then(({active}) => active.scriptURL)"
        assert person.page.evaluate(kept) == f"{server.address}/okey/sw.js"
        assert [url for url in asked if not url.startswith((f"{server.address}/okey/", "data:"))] == []
        assert person.faults == []
        context.close()
