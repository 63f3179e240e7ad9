"""What a bot owes the table is done once, and again after a cut."""

from typing import Any

import msgspec

from at_table.core_table import CoreTable
from istaka.remote.duties import Duties
from istaka.remote.table import Table
from istaka.server.core.messages import encode
from istaka.server.core.telling import snapshot


def dealt() -> tuple[Table, dict[str, Any]]:
    """A table whose first player is to move, and the snapshot that it came from."""
    core = CoreTable()
    core.deal()
    assert core.room.turn is not None
    state = msgspec.json.decode(encode(snapshot(core.room, core.room.turn, core.now, ())))
    return Table(core.room.seq, state), state


def throw(table: Table) -> dict[str, Any]:
    assert table.can is not None
    return {"t": "act", "do": "discard", "tile": table.can["discard"][0]}


def test_a_move_is_sent_once_and_again_after_a_cut_under_its_id() -> None:
    duties, (table, _) = Duties(), dealt()
    (first,) = duties.due(table, throw)
    assert (first["t"], first["seq"]) == ("act", table.seq)
    assert list(duties.due(table, throw)) == []
    duties.cut()
    assert list(duties.due(table, throw)) == [first]
    duties.answered({"t": "reject", "id": first["id"], "seq": 1, "error": {"code": "unavailable"}})
    assert list(duties.due(table, throw)) == [first]
    duties.answered({"t": "ack", "id": "another", "seq": 1})
    assert list(duties.due(table, throw)) == []


def test_what_was_refused_is_not_tried_again_before_something_happens() -> None:
    duties, (table, _) = Duties(), dealt()
    (first,) = duties.due(table, throw)
    duties.answered({"t": "reject", "id": first["id"], "seq": table.seq, "error": {"code": "stale"}})
    assert list(duties.due(table, throw)) == []
    table.seq += 1
    (second,) = duties.due(table, throw)
    assert second["id"] != first["id"]
    duties.answered({"t": "ack", "id": second["id"], "seq": table.seq})
    assert [command["t"] for command in duties.due(table, throw)] == ["act"]


def test_a_snapshot_says_what_is_owed() -> None:
    table, state = dealt()
    table.can = None
    waiting = {**state, "phase": "waiting", "commitment": "9f", "nonced": [], "round": 3}
    between = {**state, "phase": "between", "ready": []}
    away = {**state, "players": [{"away": True}, {"away": True}]}
    for told, owed in ((waiting, "nonce"), (between, "next"), (away, "back")):
        duties = Duties()
        duties.resume(told)
        (command,) = duties.due(table, throw)
        assert command["t"] == owed
        assert list(duties.due(table, throw)) == []


def test_events_say_what_is_owed() -> None:
    table, _ = dealt()
    table.can = None
    duties = Duties()
    duties.hear({"k": "round_over", "deadline": None}, 0)
    duties.hear({"k": "away", "player": 1}, 0)
    assert list(duties.due(table, throw)) == []
    duties.hear({"k": "round_over", "deadline": 5}, 0)
    duties.hear({"k": "committed", "round": 2}, 0)
    (nonce,) = duties.due(table, throw)
    assert (nonce["t"], nonce["round"], len(nonce["nonce"])) == ("nonce", 2, 32)
    duties.hear({"k": "away", "player": 0}, 0)
    (back,) = duties.due(table, throw)
    assert back["t"] == "back"
    duties.answered({"t": "ack", "id": back["id"], "seq": 9})
    duties.hear({"k": "returned", "player": 0}, 0)
    assert list(duties.due(table, throw)) == []
