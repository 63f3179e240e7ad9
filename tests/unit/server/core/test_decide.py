"""What requests lead to, with explicit clocks: turns, rounds, absences (R7, R11, R12)."""

from typing import Final

import msgspec
import pytest

from at_table.core_table import NO_CLOCK, PEOPLE, TERMS, WITH_BOTS, CoreTable, command_for, over
from istaka.rules.actions import DRAW, GO_OUT, TAKE
from istaka.rules.tiles import kind_name
from istaka.server.core import events, messages
from istaka.server.core.decide import (
    Asked,
    Attached,
    BotMoves,
    Credit,
    Detached,
    NonceCame,
    Restarted,
    Tick,
)
from istaka.server.core.events import Seat
from istaka.server.core.room import Stage, due

SECOND = 1000


def test_nobody_commits_before_all_people_have_come() -> None:
    table = CoreTable()
    assert table.kinds() == ["Seated"]
    assert table.told(Attached(0)) == ["Here"]
    assert table.told(Attached(1)) == ["Here", "Committed"]


def test_a_second_socket_of_a_player_is_no_event() -> None:
    table = CoreTable()
    table.told(Attached(0))
    assert table.told(Attached(0)) == []


def test_the_deal_follows_the_last_nonce() -> None:
    table = CoreTable()
    table.told(Attached(0))
    table.told(Attached(1))
    assert table.told(NonceCame(1, 1, "0" * 32)) == ["Nonced"]
    assert table.told(NonceCame(0, 1, "1" * 32)) == ["Nonced", "Dealt"]
    assert table.room.nonce_bytes() == (b"\x11" * 16, bytes(16))


def test_a_nonce_that_does_not_come_within_two_seconds_is_fixed() -> None:
    table = CoreTable()
    table.told(Attached(0))
    table.told(Attached(1))
    table.told(NonceCame(0, 1, "1" * 32))
    table.now += 2 * SECOND - 1
    assert table.told(Tick()) == []
    table.now += 1
    assert table.told(Tick()) == ["Dealt"]
    assert table.room.nonces == ("1" * 32, None)
    assert table.refused(NonceCame(1, 1, "2" * 32)) == "not_waiting"


@pytest.mark.parametrize(
    "nonce", [NonceCame(0, 2, "1" * 32), NonceCame(0, 1, "2" * 32)], ids=["round", "twice"]
)
def test_a_nonce_for_another_round_or_a_second_one_changes_nothing(nonce: NonceCame) -> None:
    table = CoreTable()
    table.told(Attached(0))
    table.told(Attached(1))
    table.told(NonceCame(0, 1, "1" * 32))
    assert table.refused(nonce) == "not_waiting"


def test_where_only_bots_sit_the_first_round_is_dealt_at_once() -> None:
    table = CoreTable(seats=(Seat("A", bot="random"), Seat("B", bot="random")))
    assert table.kinds() == ["Seated", "Committed", "Dealt"]


def test_a_table_to_which_nobody_comes_is_closed_after_a_minute() -> None:
    table = CoreTable()
    table.now += 60 * SECOND
    assert table.told(Tick()) == ["Away"]
    assert table.told(Tick()) == ["Away", "Closed"]
    assert table.room.stage is Stage.OVER
    assert due(table.room) is None


def test_who_comes_alone_plays_against_a_bot_after_a_minute() -> None:
    table = CoreTable()
    table.told(Attached(0))
    table.now += 60 * SECOND
    assert table.told(Tick()) == ["Away", "Committed"]
    assert table.told(NonceCame(0, 1, "1" * 32)) == ["Nonced", "Dealt"]


def test_a_whole_match_ends_with_the_places_of_its_totals() -> None:
    """R11: rounds until somebody reaches the limit."""
    table = CoreTable(seats=WITH_BOTS)
    table.deal()
    table.play_until(over)
    room = table.room
    assert max(room.match.totals) >= 40
    assert room.ranking == tuple(1 + sum(o < t for o in room.match.totals) for t in room.match.totals)
    assert table.refused(Asked(0, messages.Leave("x", room.seq))) == "table_over"
    assert table.told(Tick()) == []
    assert table.told(Attached(0)) == []


def test_every_live_room_has_a_deadline() -> None:
    for terms in (TERMS, NO_CLOCK):
        table = CoreTable(seats=WITH_BOTS, terms=terms)
        table.deal()
        table.play_until(over)
        assert all((due(room) is None) == over(room) for room in table.settled)


def test_only_the_player_to_move_may_act() -> None:
    table = CoreTable()
    table.deal()
    other = 1 - table.room.order[0]
    command = messages.Act("x", table.room.seq, "draw")
    assert table.refused(Asked(other, command)) == "not_your_turn"


def test_before_the_deal_it_is_nobodys_turn() -> None:
    table = CoreTable()
    table.told(Attached(0))
    assert table.refused(Asked(0, messages.Act("x", table.room.seq, "draw"))) == "not_your_turn"


def test_refusals_of_the_rules_come_with_their_own_code() -> None:
    """R7.1, R8.4: the code is the engine's."""
    table = CoreTable(seed=3)
    table.deal()
    starter = table.room.order[0]
    assert table.refused(table.act(DRAW)) == "already_took"
    assert table.refused(table.act(TAKE)) == "already_took"
    kind = next(k for k in table.room.game.hand(0) if GO_OUT + k not in table.room.game.legal)
    assert table.refused(table.act(GO_OUT + kind)) == "does_not_go_out"
    assert table.refused(Asked(starter, messages.Act("x", table.room.seq, "show"))) == "nothing_to_show"
    missing = next(k for k in range(52) if k not in table.room.game.hand(0))
    assert table.refused(table.act(missing)) == "not_in_hand"
    for tile in ("R14", "", None, "Q1"):
        command = messages.Act("x", table.room.seq, "discard", tile)
        assert table.refused(Asked(starter, command)) == "bad_tile"


def test_a_decision_about_an_older_position_is_stale() -> None:
    """O05: of two clicks, each with an id of its own, the second does nothing."""
    table = CoreTable()
    table.deal()
    seq = table.room.seq
    player = table.room.order[0]
    throws = [kind for kind in table.room.game.legal if kind < DRAW]
    table.told(table.act(throws[0], seq))
    again = command_for(throws[0], table.room, "again", seq)
    assert table.refused(Asked(player, again)) == "stale"


def test_what_does_not_change_the_game_makes_no_decision_stale() -> None:
    table = CoreTable()
    table.deal()
    seq = table.room.seq
    other = 1 - table.room.order[0]
    table.told(Detached(other, table.now))
    assert table.room.seq == seq + 1
    assert table.told(table.act(table.room.game.timeout_action(), seq)) == ["Acted"]


def test_a_command_from_the_future_is_refused() -> None:
    table = CoreTable()
    table.deal()
    assert table.refused(table.act(table.room.game.timeout_action(), table.room.seq + 1)) == "ahead"


def test_a_second_ready_does_nothing_in_the_new_round() -> None:
    """O05 (e)."""
    table = CoreTable(seed=5)
    table.deal()
    table.play_until(lambda room: room.stage is Stage.BETWEEN)
    seq = table.room.seq
    assert table.told(Asked(0, messages.Next("a", seq))) == ["Ready"]
    assert table.refused(Asked(0, messages.Next("b", seq))) == "already_ready"
    assert table.told(Asked(1, messages.Next("c", seq))) == ["Ready", "Committed"]
    assert table.refused(Asked(1, messages.Next("d", seq))) == "stale"
    assert table.refused(Asked(1, messages.Next("e", table.room.seq))) == "not_between"


def test_the_next_round_begins_by_itself() -> None:
    table = CoreTable(seed=5)
    table.deal()
    table.play_until(lambda room: room.stage is Stage.BETWEEN)
    table.now += 20 * SECOND
    assert table.told(Tick()) == ["Committed"]


class TestClock:
    """R12.1 and O15."""

    def test_a_move_just_in_time_counts_and_one_at_the_deadline_is_late(self) -> None:
        table = CoreTable()
        table.deal()
        end = table.room.turn_due
        assert end == table.now + 23 * SECOND
        action = table.room.game.timeout_action()
        table.now = end
        assert table.refused(table.act(action)) == "too_late"
        table.now = end - 50
        assert table.told(table.act(action)) == ["Acted"]
        assert table.room.turn_due == table.now + 20 * SECOND

    def test_one_clock_runs_for_the_whole_turn(self) -> None:
        table = CoreTable()
        table.deal()
        table.told(table.act(table.room.game.timeout_action()))
        end = table.room.turn_due
        table.now += 5 * SECOND
        table.told(table.act(DRAW))
        assert table.room.turn_due == end

    def test_time_draws_and_throws_the_tile_just_drawn(self) -> None:
        table = CoreTable(seed=2)
        table.deal()
        table.told(table.act(table.room.game.timeout_action()))
        player = table.room.turn
        hand = table.room.game.hand(table.room.game.turn)
        assert table.run_out() == ["Acted", "Acted"]
        drew, threw = table.entries[-2].event, table.entries[-1].event
        assert isinstance(drew, events.Acted)
        assert isinstance(threw, events.Acted)
        assert (drew.do, drew.late, threw.late, drew.player, threw.player) == (
            "draw",
            True,
            True,
            player,
            player,
        )
        assert table.room.game.hand(1) == hand
        assert table.room.turn != player

    def test_time_throws_only_when_a_tile_was_taken(self) -> None:
        table = CoreTable(seed=2)
        table.deal()
        table.told(table.act(table.room.game.timeout_action()))
        table.told(table.act(TAKE))
        assert table.run_out() == ["Acted"]

    def test_the_starter_throws_the_last_tile_dealt_that_is_not_wild(self) -> None:
        table = CoreTable()
        table.deal()
        hand = table.room.game.hand(0)
        expected = next(kind for kind in reversed(hand) if kind != 52)
        table.run_out()
        event = table.entries[-1].event
        assert isinstance(event, events.Acted)
        assert event.do == kind_name(expected, table.room.game.wild)

    def test_time_never_goes_out_for_a_player(self) -> None:
        table = CoreTable(seats=(*PEOPLE, Seat("Cem", owner="cem"), Seat("Ewa", owner="ewa")))
        table.deal()
        for _ in range(200):
            table.now = due(table.room) or 0
            table.told(Tick())
            if table.room.stage is not Stage.PLAY:
                break
        assert all(not getattr(entry.event, "do", "").endswith("!") for entry in table.entries)

    def test_of_a_move_and_the_time_out_of_its_turn_exactly_one_counts(self) -> None:
        """O15: a thousand times, in either order, at the same instant or 1 ms apart."""
        for case in range(1000):
            table = CoreTable(seed=case % 7)
            table.deal()
            action = table.room.game.timeout_action()
            move = table.act(action)
            table.now = (table.room.turn_due or 0) - (case % 2)
            before = len(table.steps)
            requests = [move, Tick()] if case % 4 < 2 else [Tick(), move]
            for request in requests:
                table.ask(request)
            assert table.kinds(before) == ["Acted"]
            late = table.entries[-1].event.late  # type: ignore[union-attr]
            assert late == (case % 2 == 0)


BANK: Final = msgspec.structs.replace(TERMS, bank=30 * SECOND)
FOUR: Final = (*PEOPLE, Seat("Cem", owner="cem"), Seat("Ewa", owner="ewa"))


class TestTimeBank:
    """Behind the clock, for the whole match; what a turn takes of it is gone."""

    def banks(self, table: CoreTable) -> list[int]:
        return [table.room.chairs[player].bank // SECOND for player in table.room.order]

    def turn(self, table: CoreTable, seconds: int) -> None:
        """The player to move takes so long for his whole turn."""
        table.now += seconds * SECOND
        while table.told(table.act(table.room.game.timeout_action())) == ["Acted"]:
            event = table.entries[-1].event
            if isinstance(event, events.Acted) and event.do != "draw":
                return

    @pytest.mark.parametrize("seats", [PEOPLE, FOUR], ids=["two", "four"])
    def test_it_shrinks_by_what_a_turn_takes_beyond_the_clock(self, seats: tuple[Seat, ...]) -> None:
        table = CoreTable(seats=seats, terms=BANK)
        table.deal()
        assert table.room.turn_due == table.now + (20 + 3 + 30) * SECOND
        self.turn(table, 23)
        assert self.banks(table) == [30] * len(seats)
        assert table.room.turn_due == table.now + 50 * SECOND
        self.turn(table, 25)
        assert self.banks(table) == [30, 25, 30, 30][: len(seats)]
        for _ in range(len(seats) - 1):
            self.turn(table, 1)
        assert table.room.turn_due == table.now + 45 * SECOND
        self.turn(table, 44)
        assert self.banks(table) == [30, 1, 30, 30][: len(seats)]

    def test_it_lasts_over_rounds(self) -> None:
        table = CoreTable(seed=5, terms=BANK)
        table.deal()
        starter = table.room.turn or 0
        self.turn(table, 33)
        table.play_until(lambda room: room.round == 2 and room.stage is Stage.PLAY)
        assert [table.room.chairs[starter].bank, table.room.chairs[1 - starter].bank] == [
            20 * SECOND,
            30 * SECOND,
        ]
        mine = table.room.chairs[table.room.turn or 0].bank
        assert table.room.turn_due == table.now + 23 * SECOND + mine

    def test_a_draw_does_not_begin_it_anew(self) -> None:
        table = CoreTable(terms=BANK)
        table.deal()
        self.turn(table, 1)
        end = table.room.turn_due
        table.now += 24 * SECOND
        table.told(table.act(DRAW))
        assert table.room.turn_due == end
        table.now += 2 * SECOND
        table.told(table.act(table.room.game.timeout_action()))
        assert self.banks(table) == [30, 24]

    def test_a_turn_that_runs_out_takes_all_of_it(self) -> None:
        table = CoreTable(terms=BANK)
        table.deal()
        table.now += 52 * SECOND
        assert table.told(Tick()) == []
        table.now += 5 * SECOND
        assert table.told(Tick()) == ["Acted"]
        assert self.banks(table) == [0, 30]
        self.turn(table, 1)
        assert table.room.turn_due == table.now + 20 * SECOND

    def test_a_bot_that_stands_in_takes_nothing_of_it(self) -> None:
        table = CoreTable(terms=BANK)
        table.deal()
        player = table.room.turn or 0
        begin = table.now
        table.now += 5 * SECOND
        table.told(Asked(player, messages.Leave("a", table.room.seq)))
        assert table.room.turn_due == begin + 23 * SECOND
        assert "Acted" in table.run_out()
        assert self.banks(table) == [30, 30]
        self.turn(table, 1)
        assert table.room.turn_due == table.now + 20 * SECOND
        table.now += 2 * SECOND
        table.told(Asked(player, messages.Back("b", table.room.seq)))
        assert table.room.turn_due == table.now + 48 * SECOND

    def test_who_leaves_in_it_pays_what_he_took_and_gains_nothing_by_coming_back(self) -> None:
        table = CoreTable(terms=BANK)
        table.deal()
        player, end = table.room.turn or 0, table.room.turn_due
        table.now += 33 * SECOND
        table.told(Asked(player, messages.Leave("a", table.room.seq)))
        assert self.banks(table) == [20, 30]
        assert table.room.turn_due == table.now
        table.told(Asked(player, messages.Back("b", table.room.seq)))
        assert table.room.turn_due == end
        table.now += 5 * SECOND
        table.told(table.act(table.room.game.timeout_action()))
        assert self.banks(table) == [15, 30]

    def test_after_a_restart_the_turn_has_all_that_is_left_of_it(self) -> None:
        table = CoreTable(terms=BANK)
        table.deal()
        table.now += 40 * SECOND
        table.told(Restarted())
        assert table.room.turn_due == table.now + 50 * SECOND
        assert table.room.turn_bank == 30 * SECOND

    def test_without_a_clock_there_is_none(self) -> None:
        table = CoreTable(terms=msgspec.structs.replace(NO_CLOCK, bank=30 * SECOND))
        table.deal()
        assert table.room.turn_due == table.now + table.room.terms.idle + 3 * SECOND
        self.turn(table, 3600)
        assert self.banks(table) == [30, 30]

    def test_bots_have_none(self) -> None:
        table = CoreTable(seats=WITH_BOTS, terms=BANK)
        assert [chair.bank for chair in table.room.chairs] == [30 * SECOND, 0, 30 * SECOND]


class TestLag:
    """O15: what the network made late is forgiven, up to the table's terms."""

    LAG = msgspec.structs.replace(TERMS, lag=250)

    @pytest.mark.parametrize(
        ("late", "allowance", "counts"),
        [
            (-50, 0, True),
            (50, 0, False),
            (50, 100, True),
            (100, 100, False),
            (240, 900, True),
            (250, 900, False),
        ],
    )
    def test_a_move_counts_until_the_allowance_is_over(self, late: int, allowance: int, counts: bool) -> None:  # noqa: FBT001
        table = CoreTable(terms=self.LAG)
        table.deal()
        move = table.act(table.room.game.timeout_action())
        table.now = (table.room.turn_due or 0) + late
        asked = Asked(move.player, move.command, allowance)
        if counts:
            assert table.told(asked) == ["Acted"]
        else:
            assert table.refused(asked) == "too_late"
            assert table.told(Tick(allowance)) == ["Acted"]

    def test_the_time_out_waits_as_long(self) -> None:
        table = CoreTable(terms=self.LAG)
        table.deal()
        end = table.room.turn_due or 0
        assert due(table.room) == end
        assert due(table.room, 100) == end + 100
        table.now = end + 99
        assert table.told(Tick(100)) == []
        table.now = end + 100
        assert table.told(Tick(100)) == ["Acted"]

    def test_where_the_terms_allow_nothing_nothing_is_allowed(self) -> None:
        table = CoreTable()
        table.deal()
        table.now = table.room.turn_due or 0
        move = table.act(table.room.game.timeout_action())
        assert table.refused(Asked(move.player, move.command, 100)) == "too_late"
        assert table.told(Tick(100)) == ["Acted"]

    def test_of_a_move_and_the_time_out_in_one_instant_exactly_one_counts(self) -> None:
        """O15: a thousand times around the end of the allowance, in either order."""
        for case in range(1000):
            table = CoreTable(seed=case % 7, terms=self.LAG)
            table.deal()
            move = table.act(table.room.game.timeout_action())
            table.now = (table.room.turn_due or 0) + 100 - case % 3
            before = len(table.steps)
            requests = [Asked(move.player, move.command, 100), Tick(100)]
            for request in requests if case % 2 else reversed(requests):
                table.ask(request)
            assert table.kinds(before) == ["Acted"]
            late = table.entries[-1].event.late  # type: ignore[union-attr]
            assert late == (case % 3 == 0)


class TestAgreement:
    """All who play may end the match without a result."""

    def end(self, table: CoreTable, player: int, *, agree: bool = True) -> Asked:
        return Asked(player, messages.End(table.new_id(), table.room.seq, agree))

    def test_the_match_ends_when_all_who_play_agree(self) -> None:
        table = CoreTable(seats=WITH_BOTS)
        table.deal()
        secret = table.room.opened
        assert table.told(self.end(table, 0)) == ["Ending"]
        assert table.refused(self.end(table, 0)) == "already_said"
        assert table.told(self.end(table, 2)) == ["Ending", "Closed"]
        closed = table.entries[-1].event
        assert isinstance(closed, events.Closed)
        assert (closed.reason, closed.secret) == ("agreed", secret.hex())
        assert table.room.stage is Stage.OVER
        assert table.room.ranking is None
        assert table.refused(self.end(table, 0)) == "table_over"

    def test_a_word_may_be_taken_back(self) -> None:
        table = CoreTable()
        table.deal()
        assert table.refused(self.end(table, 0, agree=False)) == "already_said"
        table.told(self.end(table, 0))
        assert table.room.agreed == {0}
        assert table.told(self.end(table, 0, agree=False)) == ["Ending"]
        assert table.told(self.end(table, 1)) == ["Ending"]
        assert table.room.agreed == {1}

    def test_it_makes_no_decision_stale(self) -> None:
        table = CoreTable()
        table.deal()
        move = table.act(table.room.game.timeout_action())
        table.told(self.end(table, 1 - move.player))
        assert table.told(move) == ["Acted"]

    def test_who_is_away_is_not_asked(self) -> None:
        table = CoreTable()
        table.deal()
        table.told(Asked(1, messages.Leave("a", table.room.seq)))
        assert table.refused(self.end(table, 1)) == "away"
        assert table.told(self.end(table, 0)) == ["Ending", "Closed"]

    def test_the_last_one_who_does_not_agree_may_leave(self) -> None:
        table = CoreTable()
        table.deal()
        table.told(self.end(table, 0))
        assert table.told(Asked(1, messages.Leave("a", table.room.seq))) == ["Away", "Closed"]

    def test_a_new_round_asks_anew(self) -> None:
        table = CoreTable(seed=5)
        table.deal()
        table.told(self.end(table, 0))
        table.play_until(lambda room: room.round == 2)
        assert table.room.agreed == frozenset()

    def test_between_rounds_no_secret_is_left_to_open(self) -> None:
        table = CoreTable(seed=5)
        table.deal()
        table.play_until(lambda room: room.stage is Stage.BETWEEN)
        table.told(self.end(table, 0))
        table.told(self.end(table, 1))
        closed = table.entries[-1].event
        assert isinstance(closed, events.Closed)
        assert (closed.reason, closed.secret) == ("agreed", None)


class TestCredit:
    """Fault 20: a worker that stops gives those it held the time to come back."""

    def test_the_turn_that_runs_is_longer(self) -> None:
        table = CoreTable(terms=BANK)
        table.deal()
        player, end = table.room.turn or 0, table.room.turn_due or 0
        assert table.told(Credit(player, 5 * SECOND)) == ["Credited"]
        assert table.room.turn_due == end + 5 * SECOND
        assert table.room.turn_bank == 30 * SECOND
        assert table.told(Credit(1 - player, 5 * SECOND)) == []

    def test_where_no_clock_runs_for_the_player_nothing_is_credited(self) -> None:
        table = CoreTable(terms=NO_CLOCK)
        table.deal()
        assert table.told(Credit(table.room.turn or 0, 5 * SECOND)) == []
        table = CoreTable()
        table.deal()
        player = table.room.turn or 0
        table.told(Asked(player, messages.Leave("a", table.room.seq)))
        assert table.told(Credit(player, 5 * SECOND)) == []


class TestAway:
    """R12.2."""

    def test_a_bot_plays_after_two_time_outs_in_a_row(self) -> None:
        table = CoreTable()
        table.deal()
        first = table.room.turn
        table.run_out()
        table.run_out()
        assert table.run_out()[-1] == "Away"
        assert table.room.chairs[first or 0].away == "late"

    def test_a_move_in_time_forgives_the_one_before(self) -> None:
        table = CoreTable()
        table.deal()
        table.run_out()
        table.run_out()
        table.told(table.act(DRAW))
        table.told(table.act(table.room.game.timeout_action()))
        table.run_out()
        assert table.run_out()[-1] != "Away"

    def test_who_leaves_is_played_at_once_and_comes_back_at_once(self) -> None:
        table = CoreTable(terms=NO_CLOCK)
        table.deal()
        player = table.room.turn or 0
        assert table.told(Asked(player, messages.Leave("a", table.room.seq))) == ["Away"]
        assert table.room.level(player) == "careful"
        assert table.room.turn_due == table.now + 30 * SECOND
        assert table.refused(table.act(DRAW)) == "away"
        assert table.refused(Asked(player, messages.Leave("b", table.room.seq))) == "away"
        seq = table.room.seq
        action = table.room.game.timeout_action()
        assert table.told(BotMoves(player, action, table.room.moved)) == ["Acted"]
        assert table.told(Asked(player, messages.Back("c", seq))) == ["Returned"]
        assert table.room.level(player) is None
        assert table.refused(Asked(player, messages.Back("d", table.room.seq))) == "not_away"

    def test_the_bot_of_a_seat_taken_back_moves_no_more(self) -> None:
        table = CoreTable()
        table.deal()
        player = table.room.turn or 0
        table.told(Asked(player, messages.Leave("a", table.room.seq)))
        move = BotMoves(player, table.room.game.timeout_action(), table.room.moved)
        table.told(Asked(player, messages.Back("b", table.room.seq)))
        assert table.refused(move) == "stale"

    def test_leaving_and_coming_back_gains_no_time(self) -> None:
        table = CoreTable()
        table.deal()
        player, end = table.room.turn or 0, table.room.turn_due
        table.now += 10 * SECOND
        table.told(Asked(player, messages.Leave("a", table.room.seq)))
        table.told(Asked(player, messages.Back("b", table.room.seq)))
        assert table.room.turn_due == end

    @pytest.mark.parametrize("terms", [msgspec.structs.replace(TERMS, clock=300_000), NO_CLOCK])
    def test_a_minute_without_a_socket(self, terms: events.Terms) -> None:
        table = CoreTable(seats=(*PEOPLE, Seat("Cem", owner="cem")), terms=terms)
        table.deal()
        player = table.room.order[2]
        cut = table.now
        assert table.told(Detached(player, cut)) == ["Gone"]
        assert table.told(Detached(player, cut)) == []
        table.now = cut + 60 * SECOND - 1
        assert table.told(Tick()) == []
        table.now += 1
        assert table.told(Tick()) == ["Away"]
        assert table.told(Attached(player)) == ["Here", "Returned"]
        assert table.room.chairs[player].plays

    def test_who_comes_back_in_time_keeps_everything(self) -> None:
        """O02: same tiles, same totals, and the clock has only run on."""
        table = CoreTable()
        table.deal()
        before, player = table.room, table.room.turn or 0
        table.told(Detached(player, table.now))
        table.now += 5 * SECOND
        assert table.told(Attached(player)) == ["Here"]
        after = table.room
        assert after.game == before.game
        assert after.match == before.match
        assert after.turn_due == before.turn_due
        assert after.chairs == before.chairs

    def test_the_log_says_which_worker_holds_a_player(self) -> None:
        table = CoreTable()
        table.told(Attached(0, "w1"))
        assert table.room.chairs[0].worker == "w1"
        table.told(Detached(0, table.now, "w1"))
        assert table.room.chairs[0].worker is None

    def test_who_comes_to_another_worker_is_held_by_that_one(self) -> None:
        """The end of his old socket, and the death of its worker, concern him no more."""
        table = CoreTable()
        table.told(Attached(0, "w1"))
        assert table.told(Attached(0, "w1")) == []
        assert table.told(Attached(0, "w2")) == ["Here"]
        assert table.told(Detached(0, table.now, "w1")) == []
        assert table.room.chairs[0].worker == "w2"
        assert table.told(Detached(0, table.now, "w2")) == ["Gone"]

    def test_who_left_stays_away_when_he_attaches(self) -> None:
        table = CoreTable()
        table.deal()
        table.told(Asked(0, messages.Leave("a", table.room.seq)))
        table.told(Detached(0, table.now))
        assert table.room.chairs[0].gone_due is None
        assert table.told(Attached(0)) == ["Here"]
        assert table.room.chairs[0].away == "left"

    def test_a_bot_that_does_not_answer_is_timed_out(self) -> None:
        """O08: no turn waits for ever, also without a clock."""
        table = CoreTable(seats=(Seat("A", bot="random"), *PEOPLE), terms=NO_CLOCK)
        table.deal()
        table.play_until(lambda room: room.turn == 0)
        assert table.room.turn_due is not None
        assert table.room.turn_due <= table.now + 33 * SECOND
        assert "Acted" in table.run_out()
        assert table.room.chairs[0].away is None

    def test_nobody_waits_for_the_nonce_or_the_readiness_of_who_is_away(self) -> None:
        table = CoreTable(seed=5)
        table.deal()
        table.told(Asked(1, messages.Leave("a", table.room.seq)))
        table.play_until(lambda room: room.stage is Stage.BETWEEN)
        assert table.refused(Asked(1, messages.Next("b", table.room.seq))) == "away"
        assert table.told(Asked(0, messages.Next("c", table.room.seq))) == ["Ready", "Committed"]
        assert table.told(NonceCame(0, 2, "1" * 32)) == ["Nonced", "Dealt"]

    def test_the_round_goes_on_when_the_last_one_waited_for_leaves(self) -> None:
        table = CoreTable(seed=5)
        table.deal()
        table.play_until(lambda room: room.stage is Stage.BETWEEN)
        table.told(Asked(0, messages.Next("a", table.room.seq)))
        assert table.told(Asked(1, messages.Leave("b", table.room.seq))) == ["Away", "Committed"]

    def test_where_everybody_has_left_bots_play_the_match_to_its_end(self) -> None:
        table = CoreTable(seed=5)
        table.deal()
        for player in (0, 1):
            table.told(Asked(player, messages.Leave(f"l{player}", table.room.seq)))
        for _ in range(3000):
            if over(table.room):
                break
            if table.room.stage is Stage.PLAY:
                table.step()
            else:
                table.now = due(table.room) or 0
                table.told(Tick())
        assert table.room.ranking is not None


def test_a_table_without_a_clock_ends_after_a_day_without_an_action() -> None:
    """R12.2; the secret of the round is opened, so that its deal can be checked."""
    table = CoreTable(terms=NO_CLOCK)
    table.deal()
    secret = table.room.secret
    assert secret is not None
    assert table.run_out() == ["Closed"]
    closed = table.entries[-1].event
    assert isinstance(closed, events.Closed)
    assert (closed.reason, closed.secret) == ("idle", secret.hex())


class TestRestart:
    """O16: after a restart clocks begin afresh and people are waited for."""

    def test_the_turn_gets_a_fresh_clock_and_everyone_is_gone(self) -> None:
        table = CoreTable(seats=WITH_BOTS)
        table.deal()
        table.now += 3_600 * SECOND
        assert table.told(Restarted()) == ["Resumed"]
        assert table.room.turn_due == table.now + 20 * SECOND
        assert [chair.here for chair in table.room.chairs] == [False, True, False]
        assert table.room.chairs[0].gone_due == table.now + 60 * SECOND

    def test_the_time_out_then_fires_by_itself(self) -> None:
        table = CoreTable()
        table.deal()
        table.now += 20 * SECOND
        table.told(Restarted())
        assert "Acted" in table.run_out()

    @pytest.mark.parametrize("stage", [Stage.WAITING, Stage.BETWEEN])
    def test_waits_begin_afresh_too(self, stage: Stage) -> None:
        table = CoreTable(seed=5)
        table.told(Attached(0))
        table.told(Attached(1))
        if stage is Stage.BETWEEN:
            for player in (0, 1):
                table.told(NonceCame(player, 1, "1" * 32))
            table.play_until(lambda room: room.stage is Stage.BETWEEN)
        table.now += 3_600 * SECOND
        table.told(Restarted())
        wait = 2 if stage is Stage.WAITING else 20
        assert table.room.wait_due == table.now + wait * SECOND
        table.now = table.room.wait_due
        assert table.told(Tick())[0] in {"Dealt", "Committed"}

    def test_a_table_that_is_over_is_left_alone(self) -> None:
        table = CoreTable(seed=5)
        table.deal()
        table.play_until(over)
        assert table.told(Restarted()) == []

    def test_who_was_away_stays_away(self) -> None:
        table = CoreTable()
        table.deal()
        table.told(Asked(0, messages.Leave("a", table.room.seq)))
        table.told(Restarted())
        assert table.room.chairs[0].gone_due is None
        assert table.room.chairs[0].away == "left"


def test_a_bot_that_answers_nonsense_is_refused() -> None:
    table = CoreTable(seats=WITH_BOTS)
    table.deal()
    table.play_until(lambda room: room.turn == 1)
    bad = next(action for action in range(109) if action not in table.room.game.legal)
    assert table.refused(BotMoves(1, bad, table.room.moved)) in {"already_took", "take_a_tile_first"}
    assert table.refused(BotMoves(1, 109, table.room.moved)) == "no_such_action"
    assert table.refused(BotMoves(1, -1, table.room.moved)) == "no_such_action"
    assert table.refused(BotMoves(0, DRAW, table.room.moved)) == "stale"
    assert table.refused(BotMoves(1, DRAW, table.room.moved - 1)) == "stale"


def test_a_command_is_signed_once_however_much_it_leads_to() -> None:
    table = CoreTable(seed=5)
    table.deal()
    table.play_until(lambda room: room.stage is Stage.BETWEEN)
    last, result = table.entries[-2:]
    assert (type(last.event), type(result.event)) == (events.Acted, events.RoundOver)
    assert (last.player, last.command) == (last.event.player, f"c{table.commands}")
    assert (result.player, result.command) == (None, None)
