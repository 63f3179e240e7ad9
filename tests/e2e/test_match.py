"""A whole match through the real page, and a server that dies in the middle of it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from e2e.person import Person
from e2e.running import RunningServer
from e2e.screens import DESK, PHONE
from istaka.game.record import parse, replay

PLAYERS = 4


def sit_down(browser: Browser, server: RunningServer, screen: dict[str, object]) -> Person:
    context = browser.new_context(locale="en-GB", **screen)
    return Person(context, server.address, touch=bool(screen["has_touch"]))


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk by mouse", "phone by touch"])
def test_a_whole_fast_match_to_the_results(
    browser: Browser, server: RunningServer, screen: dict[str, object]
) -> None:
    person = sit_down(browser, server, screen)
    person.start(players=PLAYERS, limit=40, level="greedy")
    person.play_until("match-results", seconds=400)
    shown = [int(person.see(f"total-{player}").first.inner_text()) for player in range(PLAYERS)]
    with person.page.expect_download() as download:
        person.tap(person.see("record-link"))
    record = Path(download.value.path()).read_text(encoding="utf-8")
    assert shown == totals_of(record)
    assert max(shown) >= 40
    assert person.faults == []
    person.context.close()


def test_a_killed_server_comes_back_and_the_page_plays_on(browser: Browser, tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    person = sit_down(browser, server, DESK)
    person.start(players=PLAYERS, limit=40, level="greedy")
    play_to_my_turn(person, turns=3)
    seen = person.tiles()
    server.kill()
    person.see("banner").wait_for(timeout=15_000)
    with RunningServer(tmp_path, port=server.port) as restarted:
        assert restarted.address == server.address
        person.see("banner").wait_for(state="hidden", timeout=30_000)
        assert person.my_turn()
        assert person.tiles() == seen
        person.play_until("results", seconds=200)
        assert person.faults == []
    person.context.close()


def play_to_my_turn(person: Person, turns: int) -> None:
    """Play some turns of mine, then stop where it is my turn to take a tile."""
    done = 0
    for _ in range(2000):
        mine = person.my_turn() and person.phase() == "take"
        if mine and done >= turns:
            return
        done += mine
        person.play_turn()
    pytest.fail("my turn never came")


def totals_of(record: str) -> list[int]:
    """The totals that the record's own replay ends with."""
    *_, last = replay(parse(record))
    assert last.position.outcome is not None
    return list(last.match.score(last.deal.order, last.position.outcome).totals)
