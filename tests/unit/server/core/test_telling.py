"""What each player is told: everything that is his to know, and nothing else."""

import json
from typing import Any

import msgspec
import pytest

from at_table.checker import rebuilt
from at_table.core_table import NO_CLOCK, PEOPLE, TERMS, WITH_BOTS, CoreTable, over
from istaka.rules.actions import TAKE
from istaka.rules.ruleset import RuleSet
from istaka.rules.shuffle import commitment
from istaka.server.core import messages
from istaka.server.core.decide import Asked, Attached, Credit, Detached, Restarted
from istaka.server.core.events import Seat
from istaka.server.core.messages import encode
from istaka.server.core.room import Stage
from istaka.server.core.telling import Told, snapshot, tell
from istaka.server.service.listening import frame


def frames(table: CoreTable, player: int) -> list[dict[str, Any]]:
    """Everything a player is told, decoded."""
    _, told = rebuilt(table.entries, "table")
    return [json.loads(frame(one, player, table.now)) for one in told]


def state(table: CoreTable, player: int) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(encode(snapshot(table.room, player, table.now, ())))
    return answer


class Mirror:
    """A client: applies events to a snapshot, and knows nothing else."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.table = table

    def hear(self, message: dict[str, Any]) -> None:
        event, private = message["e"], message.get("you", {})
        handler = getattr(self, "on_" + event["k"], None)
        if handler is not None:
            handler(event, private)
        if "can" in private:
            self.table["can"] = private["can"]

    def on_dealt(self, event: dict[str, Any], private: dict[str, Any]) -> None:
        same = ("round", "order", "draws", "indicator", "turned", "wild", "stock", "sizes", "turn")
        self.table |= {name: event[name] for name in same}
        self.table |= {"phase": "discard", "hand": private["hand"], "taken": None}
        self.table["piles"] = [[] for _ in event["order"]]

    def on_drew(self, event: dict[str, Any], private: dict[str, Any]) -> None:
        self.table["stock"] = event["stock"]
        self._take(event["player"], private.get("tile"))

    def on_took(self, event: dict[str, Any], private: dict[str, Any]) -> None:
        del private
        assert self.table["piles"][event["from"]].pop() == event["tile"]
        self._take(event["player"], event["tile"])

    def _take(self, player: int, tile: str | None) -> None:
        self.table["sizes"][player] += 1
        self.table["phase"] = "discard"
        if player == self.table["you"]:
            self.table["hand"].append(tile)
            self.table["taken"] = tile

    def on_discarded(self, event: dict[str, Any], private: dict[str, Any]) -> None:
        del private
        player = event["player"]
        self.table["sizes"][player] -= 1
        self.table["piles"][player].append(event["tile"])
        self.table |= {"turn": event["turn"], "phase": "take", "taken": None}
        if player == self.table["you"]:
            hand = self.table["hand"]
            last = len(hand) - 1 - hand[::-1].index(event["tile"])
            del hand[last]

    def on_round_over(self, event: dict[str, Any], private: dict[str, Any]) -> None:
        del private
        self.table |= {"phase": "between", "totals": event["totals"], "turn": None, "result": event}


@pytest.mark.parametrize("rules", [RuleSet.fast(), RuleSet.classic()], ids=lambda rules: rules.name)
def test_events_lead_to_what_a_snapshot_says(rules: RuleSet) -> None:
    """A client that followed every event knows what one that comes anew is told."""
    table = CoreTable(seats=WITH_BOTS, rules=rules, level="greedy")
    table.deal()
    table.play_until(lambda room: room.stage is Stage.BETWEEN)
    room, told = rebuilt(table.entries, "table")
    dealt = next(i for i, entry in enumerate(table.entries) if type(entry.event).__name__ == "Dealt")
    mirror = Mirror(json.loads(encode(snapshot(table.steps[dealt - 1].room, 0, table.now, ()))))
    compared = (
        "hand",
        "sizes",
        "piles",
        "turn",
        "phase",
        "can",
        "stock",
        "indicator",
        "wild",
        "taken",
        "totals",
    )
    for one, step in zip(told[dealt:], table.steps[dealt:], strict=True):
        mirror.hear(json.loads(frame(one, 0, table.now)))
        if step.room.stage is Stage.PLAY and step.room.turn is not None:
            direct = json.loads(encode(snapshot(step.room, 0, table.now, ())))
            same_hand = sorted(mirror.table.pop("hand")) == sorted(direct["hand"])
            mirror.table["hand"] = direct["hand"]
            assert same_hand
            assert {name: mirror.table[name] for name in compared} == {
                name: direct[name] for name in compared
            }
    assert room.stage is Stage.BETWEEN


def test_only_the_drawer_learns_what_he_drew() -> None:
    table = CoreTable()
    table.deal()
    table.play_until(lambda room: room.stage is Stage.BETWEEN)
    for player in (0, 1):
        for message in frames(table, player):
            if message["e"]["k"] == "drew":
                assert ("tile" in message.get("you", {})) == (message["e"]["player"] == player)
                assert set(message["e"]) <= {"k", "player", "stock", "deadline", "late"}


def test_bots_are_told_nothing() -> None:
    table = CoreTable(seats=WITH_BOTS)
    table.deal()
    _, told = rebuilt(table.entries, "table")
    assert all(one.private[1] is None for one in told)


def test_choices_are_told_to_the_player_to_move_alone() -> None:
    table = CoreTable()
    table.deal()
    mover = table.room.order[0]
    assert state(table, mover)["can"]["do"] == ["discard"]
    assert state(table, 1 - mover)["can"] is None
    dealt = frames(table, mover)[-1]
    assert len(dealt["you"]["hand"]) == 15
    assert dealt["you"]["can"]["discard"] == state(table, mover)["can"]["discard"]


def test_choices_end_with_the_turn_and_with_leaving() -> None:
    table = CoreTable()
    table.deal()
    mover = table.room.order[0]
    table.told(Asked(mover, messages.Leave("a", table.room.seq)))
    assert frames(table, mover)[-1]["you"] == {"can": None}
    assert "you" not in frames(table, 1 - mover)[-1]
    table.told(Asked(mover, messages.Back("b", table.room.seq)))
    assert frames(table, mover)[-1]["you"]["can"]["do"] == ["discard"]
    table.told(table.act(table.room.game.timeout_action()))
    assert frames(table, mover)[-1]["you"] == {"can": None}


def test_a_finish_says_its_shape_and_what_it_pays() -> None:
    table = CoreTable(level="greedy", seed=4)
    table.deal()
    while True:
        table.play_until(lambda room: any(54 < a < 108 for a in room.game.legal) if room.position else False)
        player = table.room.turn
        assert player is not None
        ways = state(table, player)["can"]["finish"]
        assert ways
        for way in ways:
            assert way["shape"] in {"melds", "pairs", "pairs+melds"}
            assert way["points"] == (40 if way["tile"] == "J" or way["shape"] != "melds" else 20)
        table.step()
        last = table.entries[-1].event
        if type(last).__name__ == "MatchOver":
            break


def test_the_result_lays_all_hands_open_and_opens_the_secret() -> None:
    table = CoreTable(seats=WITH_BOTS, level="greedy", seed=4)
    table.deal()
    table.play_until(lambda room: room.stage is Stage.BETWEEN or over(room))
    result = next(m["e"] for m in frames(table, 0) if m["e"]["k"] == "round_over")
    assert [len(hand["tiles"]) for hand in result["hands"]] == [14, 14, 14]
    winner = result["winner"]
    laid = [tile["tile"] for group in result["hands"][winner]["groups"] for tile in group]
    assert sorted(laid) == sorted(result["hands"][winner]["tiles"])
    assert [sum(one["points"] for one in why) for why in result["why"]] == result["points"]
    assert commitment(bytes.fromhex(result["secret"])) == state(table, 0)["commitment"]
    assert [one["source"] for one in result["nonces"]] == ["client", "fixed", "client"]


def test_readiness_and_the_end_of_the_match_are_told() -> None:
    table = CoreTable(level="greedy", seed=4)
    table.deal()
    table.play_until(over)
    kinds = [message["e"]["k"] for message in frames(table, 1)]
    assert kinds.count("ready") == 2 * (kinds.count("round_over") - 1)
    assert kinds[-1] == "match_over"
    assert frames(table, 1)[-1]["e"]["totals"] == list(table.room.match.totals)
    assert state(table, 1)["ranking"] == list(table.room.ranking or ())


def test_a_wild_in_a_result_says_what_it_stands_for() -> None:
    for seed in range(40):
        table = CoreTable(seats=WITH_BOTS, level="greedy", seed=seed)
        table.deal()
        table.play_until(lambda room: room.stage is Stage.BETWEEN or over(room))
        result = next(m["e"] for m in frames(table, 0) if m["e"]["k"] == "round_over")
        wilds = [t for h in result["hands"] for g in h["groups"] for t in g if t["tile"] == "J"]
        if wilds and result["ending"] == "melds":
            assert all("as" in tile for tile in wilds)
            return
    pytest.fail("no round with a wild in a meld")


def test_the_bonus_shows_with_the_result_and_never_before() -> None:
    """R10.2: opponents do not learn who holds the twin before the round ends."""
    held = 0
    for seed in range(8):
        table = CoreTable(seed=seed)
        table.deal()
        table.play_until(lambda room: room.stage is Stage.BETWEEN or over(room))
        holder = table.room.game.outcome.holder  # type: ignore[union-attr]
        *before, result = [m for m in frames(table, 0) if m["e"]["k"] != "match_over"]
        assert result["e"]["bonus"] == (None if holder is None else table.room.order[holder])
        assert all("bonus" not in message["e"] for message in before)
        held += holder is not None
    assert held


def test_presence_and_restart_are_told() -> None:
    table = CoreTable()
    table.deal()
    table.told(Detached(1, table.now))
    gone = frames(table, 0)[-1]["e"]
    assert (gone["k"], gone["player"], gone["deadline"]) == ("gone", 1, 60_000)
    assert [player["here"] for player in state(table, 0)["players"]] == [True, False]
    table.told(Attached(1))
    assert frames(table, 0)[-1]["e"] == {"k": "here", "player": 1}
    table.told(Restarted())
    resumed = frames(table, 0)[-1]["e"]
    assert resumed == {"k": "resumed", "deadline": 20_000, "gone": [0, 1]}


def test_deadlines_count_from_the_moment_of_sending() -> None:
    table = CoreTable()
    table.deal()
    left = state(table, 0)["deadline"]
    table.now += 1500
    assert state(table, 0)["deadline"] == left - 1500
    table.now += 60_000
    assert state(table, 0)["deadline"] == 0


def test_without_a_clock_no_deadline_of_a_turn_is_shown() -> None:
    table = CoreTable(terms=NO_CLOCK)
    table.deal()
    assert state(table, 0)["deadline"] is None
    assert frames(table, 0)[-1]["e"]["deadline"] is None


def test_the_time_bank_is_the_last_of_a_deadline() -> None:
    table = CoreTable(terms=msgspec.structs.replace(TERMS, bank=30_000))
    table.deal()
    shown, dealt = state(table, 0), frames(table, 0)[-1]["e"]
    assert (dealt["deadline"], dealt["bank"]) == (shown["deadline"], shown["bank"]) == (53_000, 30_000)
    assert [player["bank"] for player in shown["players"]] == [30_000, 30_000]
    table.now += 43_000
    shown, dealt = state(table, 0), frames(table, 0)[-1]["e"]
    assert (dealt["deadline"], dealt["bank"]) == (shown["deadline"], shown["bank"]) == (10_000, 10_000)
    table.told(table.act(table.room.game.timeout_action()))
    mover = 1 - (table.room.turn or 0)
    assert [player["bank"] for player in state(table, 0)["players"]][mover] == 10_000
    table.told(Credit(1 - mover, 5_000))
    assert frames(table, 0)[-1]["e"] == {
        "k": "credited",
        "player": 1 - mover,
        "deadline": 55_000,
        "bank": 30_000,
    }


def test_where_there_is_no_time_bank_no_event_speaks_of_one() -> None:
    table = CoreTable(seats=WITH_BOTS)
    table.deal()
    table.play_until(lambda room: room.stage is Stage.BETWEEN)
    assert all("bank" not in message["e"] for message in frames(table, 0))
    assert state(table, 0)["bank"] == 0


def test_who_agrees_to_end_is_told_and_shown() -> None:
    table = CoreTable()
    table.deal()
    table.told(Asked(1, messages.End("a", table.room.seq, agree=True)))
    assert frames(table, 0)[-1]["e"] == {"k": "ending", "player": 1, "agree": True}
    assert state(table, 0)["ending"] == [1]
    table.told(Asked(0, messages.End("b", table.room.seq, agree=True)))
    assert frames(table, 0)[-1]["e"]["reason"] == "agreed"


def test_a_table_says_for_what_it_counts_and_who_may_look_on() -> None:
    table = CoreTable(rated=True, watch=True, delay=60_000)
    seated = frames(table, 0)[0]["e"]
    for shown in (seated, state(table, 0)):
        assert (shown["rated"], shown["watch"], shown["delay"]) == (True, True, 60_000)


def test_players_are_known_by_the_ids_of_their_profiles() -> None:
    seats = (*PEOPLE, Seat("Robot", owner="robot", kind="bot"), Seat("Defne", bot="greedy"))
    players = state(CoreTable(seats=seats), 0)["players"]
    assert [(one["id"], one["kind"], one["bot"]) for one in players] == [
        ("ala", "guest", None),
        ("bob", "guest", None),
        ("robot", "bot", None),
        (None, "bot", "greedy"),
    ]


def test_which_worker_holds_a_player_is_told_to_nobody() -> None:
    table = CoreTable()
    table.told(Attached(0, "worker-7"))
    assert "worker-7" not in str(frames(table, 1))


def test_a_table_that_waits_shows_no_tiles() -> None:
    table = CoreTable()
    shown = state(table, 0)
    assert (shown["phase"], shown["hand"], shown["commitment"], shown["turn"]) == ("waiting", [], None, None)
    table.told(Attached(0))
    table.told(Attached(1))
    assert state(table, 0)["commitment"] == commitment(table.room.secret or b"")


def test_names_are_told_literally() -> None:
    """O22: text is text; nothing is escaped, nothing is cut."""
    name = "<img src=x onerror=window.pwn=1>"
    table = CoreTable(seats=(PEOPLE[0], PEOPLE[1].__class__(name, owner="x")))
    assert state(table, 0)["players"][1]["name"] == name


def test_an_idle_table_opens_its_secret() -> None:
    table = CoreTable(terms=NO_CLOCK)
    table.deal()
    table.run_out()
    closed = frames(table, 0)[-1]["e"]
    assert (
        commitment(bytes.fromhex(closed["secret"])) == closed["commitment"] == state(table, 0)["commitment"]
    )
    assert state(table, 0)["phase"] == "over"


def test_what_is_told_to_nobody_is_a_fault_of_ours() -> None:
    table = CoreTable()
    entry = table.entries[0].__class__(2, 0, 5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="told to nobody"):
        tell(None, entry, table.room)
    assert isinstance(rebuilt(table.entries, "table")[1][0], Told)


def test_a_snapshot_remembers_what_everyone_has_seen_and_the_bonus_for_its_owner_alone() -> None:
    """R7.4, R10.2: the twin's holder is told to himself; spectators and the others learn it at the end."""
    for seed in range(30):
        table = CoreTable(seed=seed)
        table.deal()
        holder = table.room.game.holder(0)
        if holder == 0:
            break
    owner = table.room.order[0]
    views = {player: snapshot(table.room, player, table.now, ()).memory for player in (0, 1, None)}
    assert all(memory is not None for memory in views.values())
    assert [views[player].holder for player in (owner, 1 - owner, None)] == [owner, None, None]  # type: ignore[union-attr]
    first = state(table, owner)["memory"]
    assert (first["known"], first["turns"], first["last"], first["took"]) == ([[], []], 0, None, None)
    table.told(table.act(table.room.game.timeout_action()))
    table.told(table.act(TAKE))
    taken = table.room.game.pile(0)
    assert taken == ()
    for player in (0, 1):
        later = state(table, player)["memory"]
        assert (later["turns"], later["idle"]) == (1, 2)
        assert later["took"] == later["last"] == later["known"][1 - owner][0]
        assert later["known"][owner] == []
