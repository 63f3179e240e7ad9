"""What came of a match follows from its log: the same as from a replay, and only when somebody has won."""

import pytest

from at_table.core_table import NO_CLOCK, PEOPLE, WITH_BOTS, CoreTable, over
from istaka.game.record import parse
from istaka.game.record import replay as replay_record
from istaka.rules.ruleset import RuleSet
from istaka.server.core import events
from istaka.server.core.decide import Asked
from istaka.server.core.events import Entry, Seat
from istaka.server.core.evolve import ReplayError
from istaka.server.core.history import history
from istaka.server.core.messages import Back, Leave
from istaka.server.core.results import Result, result
from istaka.server.core.room import Stage

PROGRAM = Seat("Robo", owner="robo", kind="bot")


def played(
    seats: tuple[Seat, ...] = PEOPLE, *, rules: RuleSet | None = None, rated: bool = True, seed: int = 1
) -> CoreTable:
    table = CoreTable(seats, rules=rules, seed=seed, level="greedy", rated=rated)
    table.deal()
    table.play_until(over)
    return table


def result_of(table: CoreTable) -> Result:
    found = result("table", table.entries)
    assert found is not None
    return found


@pytest.mark.parametrize("rules", [RuleSet.fast(), RuleSet.classic()], ids=lambda rules: rules.name)
def test_scores_are_those_of_the_rounds(rules: RuleSet) -> None:
    """R10, R11: each count is found again in a replay of the record."""
    table = played(WITH_BOTS, rules=rules, seed=3)
    found = result_of(table)
    ends = [
        (step.position.outcome, step.deal.order)
        for step in replay_record(parse(history("table", table.entries)))
        if step.position.outcome is not None
    ]
    sign = -1 if rules.descending else 1
    for player, score in enumerate(found.scores):
        mine = [(outcome, order.index(player)) for outcome, order in ends]
        won = [outcome for outcome, seat in mine if outcome.winner == seat]
        assert score.rounds == len(ends)
        assert score.won == len(won)
        assert score.pairs == sum(outcome.ending in {"pairs", "pairs+melds"} for outcome in won)
        assert score.wilds == sum(outcome.wild for outcome in won)
        assert score.bonuses == sum(outcome.holder == seat for outcome, seat in mine)
        assert rules.start + sign * score.points == table.room.match.totals[player]
        assert score.place == table.room.match.ranking[player]
    assert found.ended == table.entries[-1].at
    assert found.rules == rules.text
    assert sum(score.won for score in found.scores) > 0


@pytest.mark.parametrize(
    ("seats", "rated", "counts"),
    [
        (PEOPLE, True, True),
        (PEOPLE, False, False),
        (WITH_BOTS, True, False),
        ((PEOPLE[0], PROGRAM), True, True),
    ],
)
def test_a_match_counts_among_people_and_bot_accounts(
    seats: tuple[Seat, ...], *, rated: bool, counts: bool
) -> None:
    table = played(seats, rated=rated)
    assert result_of(table).rated is counts
    assert result_of(table).seats == seats


def leaving(table: CoreTable, player: int) -> None:
    table.told(Asked(player, Leave(table.new_id(), table.room.seq)))


@pytest.mark.parametrize("rated", [True, False])
def test_who_leaves_a_rated_match_is_last(*, rated: bool) -> None:
    three = (*PEOPLE, PROGRAM)
    table = CoreTable(seats=three, level="greedy", rated=rated)
    table.deal()
    leaving(table, 0)
    leaving(table, 2)
    table.play_until(over)
    found = result_of(table)
    assert [score.left for score in found.scores] == [True, False, True]
    places = tuple(score.place for score in found.scores)
    assert places == ((2, 1, 2) if rated else table.room.match.ranking)


def test_who_comes_back_has_not_left() -> None:
    table = CoreTable(level="greedy", rated=True)
    table.deal()
    leaving(table, 0)
    table.told(Asked(0, Back(table.new_id(), table.room.seq)))
    table.play_until(over)
    assert not any(score.left for score in result_of(table).scores)


def test_there_is_no_result_before_the_end_or_without_one() -> None:
    table = CoreTable(terms=NO_CLOCK, rated=True)
    table.deal()
    assert result("table", table.entries) is None
    table.run_out()
    assert table.room.stage is Stage.OVER
    assert result("table", table.entries) is None


def test_a_log_that_does_not_fit_has_no_result() -> None:
    table = played()

    def without(kind: type) -> list[Entry]:
        return [entry for entry in table.entries if not isinstance(entry.event, kind)]

    for kind, what in ((events.Dealt, "before its deal"), (events.Acted, "before its end")):
        with pytest.raises(ReplayError, match=what):
            result("table", without(kind))
    with pytest.raises(ReplayError, match="expected seated"):
        result("table", table.entries[1:])
