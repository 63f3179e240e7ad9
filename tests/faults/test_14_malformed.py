"""Fault 14: messages of every wrong kind get one typed answer, no traceback, and change nothing.

`tests/data/frames` is the corpus: what was ever odd stays there. `taken.jsonl` holds a message of each kind,
`odd.jsonl` frames as JSON strings, for some of them hold no line at all.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from at_table.checker import check, fetch_log, read_log
from at_table.player import Player
from e2e.cluster import Cluster
from e2e.running import RunningServer
from faults.playing import at_table, look, same_person
from istaka.server.core.messages import decode_client, encode
from istaka.server.web.nul import has_nul

FRAMES = Path(__file__).parents[1] / "data" / "frames"
TAKEN = FRAMES.joinpath("taken.jsonl").read_text(encoding="utf-8").splitlines()
ODD = [json.loads(line) for line in FRAMES.joinpath("odd.jsonl").read_text(encoding="utf-8").splitlines()]
DIES_OF = (msgspec.DecodeError, RecursionError, UnicodeError)
"""What the socket answers with `bad_message` (`web/socket.py`)."""
UNTIMED = ("deadline", "log", "bank", "players")
"""What changes by itself; with other windows that come and go, `players` too."""


def decoded(frame: str) -> Any:  # noqa: ANN401, any message
    """The message of a frame, None where the socket would refuse it."""
    if has_nul(frame):
        return None
    try:
        return decode_client(frame)
    except DIES_OF:
        return None


@pytest.mark.parametrize("frame", TAKEN)
def test_fault_14_the_corpus_holds_a_message_of_each_kind(frame: str) -> None:
    assert decode_client(encode(decode_client(frame))) == decode_client(frame)


@given(frame=st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_fault_14_no_text_breaks_the_decoder(frame: str) -> None:
    decoded(frame)


@given(data=st.data())
def test_fault_14_no_change_of_a_message_breaks_the_decoder(data: st.DataObject) -> None:
    """A field replaced by anything, or some of the text by other text."""
    frame = data.draw(st.sampled_from(TAKEN))
    if data.draw(st.booleans()):
        message = json.loads(frame)
        anything = st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        )
        message[data.draw(st.sampled_from(sorted(message)))] = data.draw(anything)
        frame = json.dumps(message)
    else:
        start = data.draw(st.integers(0, len(frame)))
        end = data.draw(st.integers(start, len(frame)))
        frame = frame[:start] + data.draw(st.text(max_size=8)) + frame[end:]
    message = decoded(frame)
    if message is not None:
        encode(message)


def test_fault_14_every_odd_frame_gets_a_typed_answer(house: RunningServer, folder: Path) -> None:
    async def work() -> None:
        async with at_table(house.address) as player:
            await try_all(player)
            check(read_log(folder / "istaka.db", player.table), player.table, {0: player.frames})

    asyncio.run(work())


def test_fault_14_every_odd_frame_gets_a_typed_answer_from_a_worker(pair: Cluster) -> None:
    async def work() -> None:
        async with at_table(pair.workers[1].address) as player:
            await try_all(player)
            check(await fetch_log(pair.database, player.table), player.table, {0: player.frames})

    asyncio.run(work())


@pytest.mark.parametrize(
    ("command", "kind"),
    [("a\0b", "error"), ("a\\u0000", "ack"), ("\U0001f600" * 16, "ack"), ("'; DROP TABLE events; --", "ack")],
)
def test_fault_14_a_command_of_any_id_spoils_nobody_elses(pair: Cluster, command: str, kind: str) -> None:
    """PostgreSQL takes no NUL in a text, and many commands share a statement: it is refused at the door."""

    async def work() -> None:
        async with at_table(pair.workers[1].address) as odd, at_table(pair.workers[1].address) as other:
            can = odd.can or {}
            do = {"do": "draw"} if "draw" in can["do"] else {"do": "discard", "tile": can["discard"][-1]}
            await odd.send({"t": "act", "id": command, "seq": odd.seq, **do})
            await other.play_for(8)
            assert (await odd.hear_until(kind))["t"] == kind
            for player in (odd, other):
                check(await fetch_log(pair.database, player.table), player.table, {0: player.frames})

    asyncio.run(work())


async def try_all(player: Player) -> None:
    """Send every odd frame from a window of its own; the table stays as it is, and play goes on."""
    before = await look(player)
    for odd in ODD:
        async with same_person(player) as window:
            await window.send(odd["frame"])
            answer = await typed_answer(window)
            if decoded(odd["frame"]) is None:
                assert answer["t"] == "error", odd["name"]
                assert answer["error"]["code"] == "bad_message", odd["name"]
            else:
                assert answer["t"] in {"error", "reject", "ack", "pong", "beat", "snapshot"}, odd["name"]
    after = await look(player)
    assert {k: v for k, v in after.items() if k not in UNTIMED} == {
        k: v for k, v in before.items() if k not in UNTIMED
    }
    await player.play_for(8)


async def typed_answer(window: Player) -> dict[str, Any]:
    """The first answer that is no event of the table; after a second of beats there is none."""
    beats = 0
    while True:
        message = await window.hear()
        beats += message["t"] == "beat"
        if message["t"] in {"error", "reject", "ack", "pong", "snapshot"} or beats > 1:
            return message
