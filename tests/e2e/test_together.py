"""Four people in four browsers and one who looks on: a whole match, and what happens to people in one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from e2e.company import Friend, after_turns, gather, play, see_results
from e2e.running import RunningServer


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    with RunningServer(tmp_path, ISTAKA_POSTS="100") as running:
        yield running


def test_friends_play_a_match_by_link(browser: Browser, server: RunningServer) -> None:
    friends = gather(browser, server.address, 5)
    *players, spectator = friends
    path = sit_down(players)
    talk(players)
    spectator.open(path)
    spectator.see("spectating").wait_for(timeout=15_000)
    reload(players[1])
    cut(players[2], others=players)
    leave_and_return(players[3], path, others=players[:3])
    play(players, see_results(friends), seconds=400)
    check_the_end(players, spectator)
    play_again(players)
    for friend in friends:
        assert friend.faults == []
        friend.context.close()


def sit_down(players: list[Friend]) -> str:
    host, *guests = players
    path = host.create("Ala")
    for name, guest in zip(("Bartek", "Cem", "Deniz"), guests, strict=True):
        guest.join(path, name)
    for player in players:
        player.sits()
    return path


def talk(players: list[Friend]) -> None:
    players[0].say("powodzenia <b>wszystkim</b>")
    for player in players[1:]:
        player.hears("powodzenia <b>wszystkim</b>")


def reload(player: Friend) -> None:
    tiles = player.tiles()
    player.page.reload()
    player.sits()
    assert player.tiles() == tiles


def cut(player: Friend, others: list[Friend]) -> None:
    """His network goes for a while; the others play on, or wait for him."""
    tiles = player.tiles()
    player.context.set_offline(True)
    player.see("banner").wait_for(timeout=15_000)
    assert player.tiles() == tiles
    player.context.set_offline(False)
    player.see("banner").wait_for(state="hidden", timeout=30_000)
    assert player.tiles() == tiles
    play(others, after_turns(player, 4), seconds=60)


def leave_and_return(player: Friend, path: str, others: list[Friend]) -> None:
    """A bot plays for who leaves, everybody sees it, and he has his seat again when he comes back."""
    player.leave()
    for other in others:
        other.page.locator("[data-sign=away]").first.wait_for(timeout=15_000)
    play(others, after_turns(others[0], 8), seconds=90)
    player.come_back(path)
    for other in others:
        other.page.locator("[data-sign=away]").first.wait_for(state="hidden", timeout=15_000)


def check_the_end(players: list[Friend], spectator: Friend) -> None:
    """All see the same result, and who looked on was never told a tile that is not public."""
    totals = players[0].totals()
    assert max(totals) >= 40
    for friend in (*players, spectator):
        assert friend.totals() == totals
    for frame in spectator.frames:
        assert "you" not in frame
        assert hand_of(frame) == []


def hand_of(frame: dict[str, Any]) -> list[str]:
    return frame["table"]["hand"] if frame["t"] == "snapshot" else []


def play_again(players: list[Friend]) -> None:
    before = players[0].page.url
    for player in players:
        player.tap(player.see("rematch"))
    for player in players:
        player.page.wait_for_url(lambda url: url != before, timeout=15_000)
        player.sits()
    assert len({player.page.url for player in players}) == 1
