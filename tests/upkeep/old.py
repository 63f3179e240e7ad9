"""A database as version 0.1.0 left it."""

import sqlite3
from pathlib import Path

from istaka.server.core import events
from istaka.server.core.events import Entry, encode_event

OLD = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY, head INTEGER NOT NULL, due INTEGER, made INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
CREATE TABLE events (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL,
    player INTEGER, command TEXT, body BLOB NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX events_command ON events (table_id, player, command) WHERE command IS NOT NULL;
CREATE TABLE secrets (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, secret BLOB NOT NULL, PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL, made INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE sessions (hash BLOB PRIMARY KEY, person TEXT NOT NULL, made INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE tickets (hash BLOB PRIMARY KEY, person TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE members (
    person TEXT NOT NULL, table_id TEXT NOT NULL, player INTEGER NOT NULL, PRIMARY KEY (person, table_id)
) WITHOUT ROWID;
PRAGMA user_version = 1;
"""
"""The schema as version 0.1.0 wrote it."""

NOW = 1_700_000_000_000
ENTRIES = [
    Entry(1, NOW, events.Committed(round=1, commitment="00", due=9), secret=b"\x00s" * 16),
    Entry(2, NOW, events.Here(player=0), 0, "a"),
]


def old_file(path: Path) -> None:
    """A file as a server of version 0.1.0 leaves it."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.executescript(OLD)
    connection.execute("INSERT INTO tables VALUES ('t', 2, 77, ?)", (NOW,))
    rows = [("t", e.seq, e.at, e.player, e.command, encode_event(e.event)) for e in ENTRIES]
    connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)
    connection.execute("INSERT INTO secrets VALUES ('t', 1, ?)", (ENTRIES[0].secret,))
    connection.execute("INSERT INTO people VALUES ('p', 'Łucja', ?)", (NOW,))
    connection.execute("INSERT INTO sessions VALUES (?, 'p', ?)", (b"session", NOW))
    connection.execute("INSERT INTO tickets VALUES (?, 'p', ?)", (b"ticket", NOW))
    connection.execute("INSERT INTO members VALUES ('p', 't', 0)")
    connection.commit()
    connection.close()
