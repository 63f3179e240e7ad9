"""The one log checker (SERVER.md): what must hold of a log and of what sockets saw, after every fault."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import asyncpg

from istaka.server.core.events import Entry, decode_event
from istaka.server.core.evolve import evolve, found
from istaka.server.core.messages import decode_server, encode
from istaka.server.core.room import Room, due
from istaka.server.core.telling import Told, tell
from istaka.server.service.listening import frame

Frames = Iterable[str | bytes]


def read_log(path: Path, table: str) -> list[Entry]:
    """A table's log and its secrets, straight from the database."""
    query = (
        "SELECT seq, at, body, player, command, secret FROM events LEFT JOIN secrets USING (table_id, seq)"
        " WHERE table_id = ? ORDER BY seq"
    )
    connection = sqlite3.connect(path)
    try:
        rows = connection.execute(query, (table,)).fetchall()
    finally:
        connection.close()
    return [Entry(seq, at, decode_event(body), *rest) for seq, at, body, *rest in rows]


async def fetch_log(url: str, table: str) -> list[Entry]:
    """The same from PostgreSQL."""
    query = (
        "SELECT seq, at, body, player, command, secret FROM events LEFT JOIN secrets USING (table_id, seq)"
        " WHERE table_id = $1 ORDER BY seq"
    )
    connection = await asyncpg.connect(url)
    try:
        rows = await connection.fetch(query, table)
    finally:
        await connection.close()
    return [Entry(seq, at, decode_event(body), *rest) for seq, at, body, *rest in rows]


def rebuilt(entries: list[Entry], table: str) -> tuple[Room, list[Told]]:
    """The room after a log, and every event as it is told."""
    room = found(table, entries[0])
    told = [tell(None, entries[0], room)]
    for entry in entries[1:]:
        after = evolve(room, entry)
        told.append(tell(room, entry, after))
        room = after
    return room, told


def check(entries: list[Entry], table: str, seen: Mapping[int, Frames]) -> Room:
    """Assert what must hold; `seen` has, for each player, the frames that his sockets got, in any order.

    Seen is a subset of the log; seq is dense; each command stands at most once; the log replays; no stream
    holds a secret that was not open; a live table has a deadline.
    """
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    commands = Counter((e.player, e.command) for e in entries if e.command is not None)
    assert set(commands.values()) <= {1}
    room, told = rebuilt(entries, table)
    assert (due(room) is None) == (room.stage.value == "over")
    for player, frames in seen.items():
        for text in frames:
            check_frame(text, player, told)
            check_secrets(text, entries)
    return room


def check_frame(text: str | bytes, player: int, told: list[Told]) -> None:
    """What a socket was told of an event is what the log says, for this player."""
    message = json.loads(text)
    decode_server(text)
    if message["t"] == "event":
        expected = json.loads(frame(told[message["seq"] - 1], player, 0))
        assert without_time(message) == without_time(expected)
    elif message["t"] in {"snapshot", "beat", "ack"}:
        assert message["seq"] <= len(told)


def check_secrets(text: str | bytes, entries: list[Entry]) -> None:
    """A round's secret is in no frame from before its end."""
    message = json.loads(text)
    seq = message.get("seq", 0)
    raw = text if isinstance(text, str) else text.decode()
    for entry in entries:
        if entry.secret is not None:
            opened = next(
                (e.seq for e in entries if getattr(e.event, "secret", None) == entry.secret.hex()), None
            )
            if opened is None or seq < opened:
                assert entry.secret.hex() not in raw


def without_time(message: dict[str, Any]) -> dict[str, Any]:
    """A frame without what depends on when it was sent."""
    event = {key: value for key, value in message["e"].items() if key != "deadline"}
    return {**message, "now": 0, "e": event}


def normalised(text: str | bytes) -> bytes:
    """A frame as bytes, without clocks: two streams of one table can be compared."""
    message = json.loads(text)
    message.pop("now", None)
    if "e" in message:
        message["e"].pop("deadline", None)
    return encode(message)
