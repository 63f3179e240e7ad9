"""Four people in four browsers and one who looks on: a whole match, and what happens to people in one."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Browser

from at_table.checker import check, fetch_log, read_log
from databases import Server
from e2e.cluster import Cluster
from e2e.company import Friend, after_turns, gather, play, see_results
from e2e.running import RunningServer
from istaka.server.core.events import Entry

T = TypeVar("T")
Fault = Callable[[], None]
CROWDED = {"ISTAKA_POSTS": "100"}
"""All five come from one address."""


def test_friends_play_a_match_by_link(browser: Browser, tmp_path: Path) -> None:
    with RunningServer(tmp_path, **CROWDED) as server:
        table = play_a_match(browser, server.address, faults=[])
        check_log(read_log(tmp_path / "istaka.db", table), table)


def test_workers_that_die_and_are_replaced_cost_the_friends_nothing(
    browser: Browser, postgres: Server
) -> None:
    """Each socket is on a random worker; one is killed during commits, then all are replaced in turn."""
    with many_workers(postgres) as (cluster, beside):

        def kill() -> None:
            cluster.kill(0)
            beside(lambda: cluster.restart(0))

        faults = [kill, lambda: beside(cluster.rolling_restart)]
        table = play_a_match(browser, cluster.address, faults)
        entries = beside(lambda: asyncio.run(fetch_log(cluster.database, table)))
        check_log(entries, table)


@contextlib.contextmanager
def many_workers(postgres: Server) -> Iterator[tuple[Cluster, Callable[[Callable[[], T]], T]]]:
    """A cluster, and a way to do something beside Playwright, whose event loop fills this thread."""
    with ThreadPoolExecutor(1) as thread:
        cluster = Cluster(postgres, **CROWDED)
        thread.submit(cluster.__enter__).result()
        try:
            yield cluster, lambda deed: thread.submit(deed).result()
        finally:
            thread.submit(cluster.__exit__).result()


def play_a_match(browser: Browser, address: str, faults: list[Fault]) -> str:
    """The whole story; the faults happen while people play. Answers the table."""
    friends = gather(browser, address, 5)
    *players, spectator = friends
    path = sit_down(players)
    talk(players)
    spectator.open(path)
    spectator.see("spectating").wait_for(timeout=15_000)
    reload(players[1])
    cut(players[2], others=players)
    for fault in faults:
        play(players, after_turns(players[0], 3), seconds=180)
        fault()
        play(players, after_turns(players[0], 3), seconds=180)
    leave_and_return(players[3], path, others=players[:3])
    play(players, see_results(friends), seconds=400)
    check_the_end(players, spectator)
    play_again(players)
    for friend in friends:
        assert friend.faults == []
        friend.context.close()
    return path.removeprefix("/t/")


def check_log(entries: list[Entry], table: str) -> None:
    """No round was closed by a fault, no seat was played for who did not leave, and the log is sound."""
    assert check(entries, table, {}).ranking is not None
    away = [entry.event for entry in entries if entry.event.kind == "away"]
    assert [event.reason for event in away] == ["left"]


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
    play(others, after_turns(player, 4), seconds=180)


def leave_and_return(player: Friend, path: str, others: list[Friend]) -> None:
    """A bot plays for who leaves, everybody sees it, and he has his seat again when he comes back."""
    player.leave()
    for other in others:
        other.page.locator("[data-sign=away]").first.wait_for(timeout=15_000)
    play(others, after_turns(others[0], 8), seconds=180)
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
