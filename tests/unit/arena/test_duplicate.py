"""Duplicate deals repeat, whoever plays and however many processes share them."""

from itertools import islice

import pytest

from istaka.arena import duplicate
from istaka.arena.duplicate import CHUNK, arena_deal, play, play_deal

NAMES = ["greedy", "random", "greedy"]


def test_the_tiles_of_a_deal_follow_from_seed_and_number_alone() -> None:
    assert arena_deal(1, 2, 4) == arena_deal(1, 2, 4)
    assert arena_deal(1, 2, 4) != arena_deal(1, 3, 4)
    assert arena_deal(1, 2, 4) != arena_deal(2, 2, 4)


def test_a_deal_is_played_once_in_every_seating() -> None:
    played = play_deal(NAMES, 1, 0)
    assert [one.bots for one in played.rounds] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_points_follow_the_bot_into_its_seat() -> None:
    """R10: the sum over bots is the sum over seats."""
    for one in play_deal(NAMES, 1, 0).rounds:
        assert sum(one.points(bot) for bot in range(3)) == sum(one.outcome.penalties)
        assert [bot for bot in range(3) if one.won_by(bot)] == (
            [] if one.outcome.winner is None else [one.bots[one.outcome.winner]]
        )


def test_the_same_seed_gives_the_same_rounds() -> None:
    assert list(play(NAMES, 3, 9)) == list(play(NAMES, 3, 9))
    assert list(play(NAMES, 3, 9)) != list(play(NAMES, 3, 10))


def test_two_processes_play_the_rounds_of_one() -> None:
    deals = CHUNK + 1
    # first alone, so that a cold cache is filled by one process
    alone = list(play(["greedy", "greedy"], deals, 4))
    assert list(play(["greedy", "greedy"], deals, 4, processes=2)) == alone


def test_no_more_processes_are_started_than_there_is_work_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """One chunk of deals is played here, however many processes may share the work."""
    monkeypatch.setattr(duplicate, "get_context", lambda _: pytest.fail("a process was started"))
    assert len(list(play(["greedy", "random"], 1, 4, processes=64))) == 1


@pytest.mark.parametrize("processes", [1, 2])
def test_play_can_be_stopped_and_keeps_what_was_played(processes: int) -> None:
    playing = play(["greedy", "greedy"], 10_000, 4, processes=processes)
    first = list(islice(playing, 2))
    playing.close()
    assert first == list(play(["greedy", "greedy"], 2, 4))


def test_bonus_points_cancel_between_seatings() -> None:
    """R10.2: who is dealt the twin is the seat's luck, so over the seatings each bot has the same of it."""
    played = play_deal(["random", "random"], 3, 1)
    bonus = [
        sum(penalty.points for penalty in seat if penalty.reason == "bonus")
        for one in played.rounds
        for seat in one.outcome.why
    ]
    assert bonus[:2] == bonus[2:]
