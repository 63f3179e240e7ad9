"""Where people meet: what every screen of it must keep, and what is chosen ahead of one's turn."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from e2e.person import Person
from e2e.running import RunningServer
from e2e.screens import CHECKED, DESK, PHONE, SMALL

TOO_WIDE = "document.scrollingElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(tmp_path_factory.mktemp("server"), ISTAKA_POSTS="100") as running:
        yield running


def visit(browser: Browser, hosted: RunningServer, screen: dict[str, Any], path: str = "/") -> Person:
    context = browser.new_context(locale="en-GB", **screen)
    person = Person(context, hosted.address, touch=bool(screen["has_touch"]))
    if path != "/":
        person.page.goto(hosted.address + path)
    return person


def keeps_its_shape(person: Person) -> None:
    results = Axe().run(person.page)
    assert results.violations_count == 0, results.generate_report()
    assert person.page.evaluate(TOO_WIDE) is False


SPILLED = """[...document.querySelectorAll('.key span')].filter((words) => {
    const [own, whole] = [words, words.closest('.keys')].map((one) => one.getBoundingClientRect())
    return own.left < whole.left || own.right > whole.right || words.scrollWidth > words.clientWidth
}).map((words) => words.textContent)"""


def with_friends(person: Person, name: str, players: int) -> str:
    """A private table from the first page; answers its path."""
    person.tap(person.see(f"players-{players}"))
    person.tap(person.see("with-friends"))
    person.see("name-field").fill(name)
    person.tap(person.see("name-done"))
    person.see("waiting-room").wait_for()
    return str(person.page.evaluate("location.pathname"))


def sit_down(person: Person, name: str) -> None:
    person.see("name-field").fill(name)
    person.tap(person.see("join"))


@pytest.mark.parametrize("screen", CHECKED.values(), ids=CHECKED)
def test_every_screen_on_the_way_to_a_table(
    browser: Browser, hosted: RunningServer, screen: dict[str, Any]
) -> None:
    host = visit(browser, hosted, screen)
    path = with_friends(host, "Ala", players=3)
    host.see("unreachable").wait_for()  # it listens on 127.0.0.1: no code leads anybody there
    assert host.see("qr").count() == 0
    keeps_its_shape(host)
    guest = visit(browser, hosted, screen, path)
    guest.see("join").wait_for()
    keeps_its_shape(guest)
    sit_down(guest, "Bea")
    host.page.locator("[data-testid=waits][data-free='1']").wait_for()
    guest.page.goto(hosted.address + "/lobby")
    guest.see("lobby").wait_for()
    keeps_its_shape(guest)
    guest.tap(guest.see("create"))
    guest.page.locator("summary").click()
    keeps_its_shape(guest)
    guest.page.keyboard.press("Escape")
    guest.page.goto(hosted.address + path)
    host.tap(host.see("fill-bots"))
    for person in (host, guest):
        person.see("tile").first.wait_for(timeout=30_000)
    host.tap(host.see("chat-open").first)
    host.tap(host.see("phrase-good_luck"))
    host.see("chat-line").wait_for()
    keeps_its_shape(host)
    guest.see("chat-count").wait_for()
    assert guest.see("chat-count").inner_text() == "1"
    keeps_its_shape(guest)
    for person in (host, guest):
        assert person.faults == []
        person.context.close()


def two_at_a_table(browser: Browser, hosted: RunningServer) -> tuple[Person, Person, str]:
    """Ala at a desk and Bea on a phone, who hold their tiles, and the path of their table."""
    host = visit(browser, hosted, DESK)
    path = with_friends(host, "Ala", players=2)
    guest = visit(browser, hosted, PHONE, path)
    sit_down(guest, "Bea")
    for person in (host, guest):
        person.see("tile").first.wait_for(timeout=30_000)
    return host, guest, path


def test_what_is_chosen_ahead_is_done_when_the_turn_comes(browser: Browser, hosted: RunningServer) -> None:
    host, guest, _ = two_at_a_table(browser, hosted)
    first, second = (host, guest) if host.my_turn() else (guest, host)
    # the draw for order is shown, and takes the first tap
    second.page.locator(".drawing").wait_for(state="detached")
    second.tap(second.see("stock"))
    second.see("pre-draw").wait_for()
    tile = second.page.locator("[data-testid=tile]:not([data-tile=J])").first
    thrown = tile.get_attribute("data-tile")
    second.tap(tile)
    second.tap(second.see("pile-own"))
    second.see("pre-discard").wait_for()
    keeps_its_shape(second)
    before = second.tiles()
    while first.my_turn():
        first.play_turn()
    first.page.locator(f"[data-testid=pile-left][data-top='{thrown}']").wait_for(timeout=30_000)
    assert second.see("pre-draw").count() == 0
    assert second.see("pre-discard").count() == 0
    assert len(second.tiles()) == len(before)
    for person in (host, guest):
        assert person.faults == []
        person.context.close()


def test_a_table_that_everybody_left_says_so(browser: Browser, hosted: RunningServer) -> None:
    host = visit(browser, hosted, DESK)
    path = with_friends(host, "Ala", players=2)
    guest = visit(browser, hosted, PHONE, path)
    guest.see("join").wait_for()
    host.tap(host.see("leave-offer"))
    host.see("lobby").wait_for()
    guest.see("offer-closed").wait_for()
    keeps_its_shape(guest)
    for person in (host, guest):
        assert person.faults == []
        person.context.close()


def test_who_is_missing_at_a_rematch_is_named(browser: Browser, hosted: RunningServer) -> None:
    host, guest, path = two_at_a_table(browser, hosted)
    host.tap(host.see("menu-bar"))
    host.tap(host.see("ask-end"))
    host.tap(host.see("confirm-yes"))
    guest.tap(guest.see("agree-end"))
    host.tap(host.see("rematch"))
    host.page.get_by_text("Waiting for Bea").wait_for()
    keeps_its_shape(host)
    guest.see("rematch-asked").wait_for()
    guest.tap(guest.see("rematch"))
    for person in (host, guest):
        person.page.wait_for_url(lambda url: not url.endswith(path))
        person.see("tile").first.wait_for(timeout=30_000)
        assert person.faults == []
        person.context.close()


@pytest.mark.parametrize("language", ["pl-PL", "tr-TR", "en-GB"])
def test_words_stay_inside_their_keys_on_a_small_phone(
    browser: Browser, hosted: RunningServer, language: str
) -> None:
    context = browser.new_context(locale=language, **SMALL)
    person = Person(context, f"{hosted.address}/lobby", touch=True)
    person.tap(person.see("create"))
    person.page.locator("summary").click()
    assert person.page.locator(".key").count() > 20
    assert person.page.evaluate(SPILLED) == []
    person.context.close()
