"""Every table of the database, the same for SQLite and PostgreSQL.

Instants are milliseconds since 1970. Ids are 16 hexadecimal digits. There are no foreign keys: a log outlives
the people in it, and who deletes something says what goes with it.
"""

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata: Final = MetaData()

Millis: Final = BigInteger().with_variant(Integer, "sqlite")
"""An instant: SQLite's INTEGER has eight bytes, PostgreSQL's only four."""
Word: Final = Text().with_variant(Text(collation="C"), "postgresql")
"""A text that is compared byte by byte on both, so that a prefix is a range."""


def _table(name: str, *parts: Any, numbered: bool = False) -> Table:  # noqa: ANN401 - columns, constraints
    """A table, on SQLite in the order of its key, unless its rows are `numbered`."""
    return Table(name, metadata, *parts, sqlite_with_rowid=numbered, sqlite_autoincrement=numbered)


def _text(name: str, **options: Any) -> Column[str]:  # noqa: ANN401 - what a column takes
    return Column(name, Text, nullable=False, **options)


def _whole(name: str, **options: Any) -> Column[int]:  # noqa: ANN401 - what a column takes
    return Column(name, Integer, nullable=False, **options)


def _instant(name: str, **options: Any) -> Column[int]:  # noqa: ANN401 - what a column takes
    return Column(name, Millis, nullable=False, **options)


def _flag(name: str) -> Column[bool]:
    return Column(name, Boolean, nullable=False)


def _number(name: str) -> Column[int]:
    """Numbers that only grow, also after deletions."""
    return Column(name, Millis, Identity(), primary_key=True)


# the log

tables: Final = _table(
    "tables",
    _text("id", primary_key=True),
    _whole("head"),
    Column("due", Millis),
    _instant("made"),
    Column("worker", Text),
    Column("settled", Boolean, nullable=False, server_default=false()),
)
Index(
    "tables_due",
    tables.c.due,
    sqlite_where=tables.c.due.is_not(None),
    postgresql_where=tables.c.due.is_not(None),
)
Index("tables_unsettled", tables.c.id, sqlite_where=~tables.c.settled, postgresql_where=~tables.c.settled)

events: Final = _table(
    "events",
    _text("table_id"),
    _whole("seq"),
    _instant("at"),
    Column("player", Integer),
    Column("command", Text),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
)
Index(
    "events_command",
    events.c.table_id,
    events.c.player,
    events.c.command,
    unique=True,
    sqlite_where=events.c.command.is_not(None),
    postgresql_where=events.c.command.is_not(None),
)

secrets: Final = _table(
    "secrets",
    _text("table_id"),
    _whole("seq"),
    Column("secret", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
)

members: Final = _table(
    "members",
    _text("person"),
    _text("table_id"),
    _whole("player"),
    PrimaryKeyConstraint("person", "table_id"),
)

workers: Final = _table(
    "workers",
    _text("id", primary_key=True),
    _text("host"),
    _instant("started"),
    _instant("alive"),
)

# people

people: Final = _table(
    "people",
    _text("id", primary_key=True),
    _text("name"),
    _instant("made"),
    Column("key", Word),
    _text("kind", server_default="guest"),
    Column("password", Text),
    _text("role", server_default=""),
    _instant("seen", server_default="0"),
    Column("muted", Millis),
    Column("banned", Millis),
    Column("owner", Text),
)
Index("people_key", people.c.key, unique=True)

sessions: Final = _table(
    "sessions",
    Column("hash", LargeBinary, primary_key=True),
    _text("person"),
    _instant("made"),
)
Index("sessions_person", sessions.c.person)

tickets: Final = _table(
    "tickets",
    Column("hash", LargeBinary, primary_key=True),
    _text("person"),
    _instant("expires"),
)
Index("tickets_expires", tickets.c.expires)

recovery: Final = _table(
    "recovery",
    Column("hash", LargeBinary, primary_key=True),
    _text("person"),
)
Index("recovery_person", recovery.c.person)

tokens: Final = _table(
    "tokens",
    Column("hash", LargeBinary, primary_key=True),
    _text("id", unique=True),
    _text("person"),
    _text("name"),
    _text("scope"),
    _instant("made"),
    Column("used", Millis),
)
Index("tokens_person", tokens.c.person)

friends: Final = _table(
    "friends",
    _text("person"),
    _text("other"),
    _instant("at"),
    PrimaryKeyConstraint("person", "other"),
)
Index("friends_other", friends.c.other)

blocks: Final = _table(
    "blocks",
    _text("person"),
    _text("other"),
    PrimaryKeyConstraint("person", "other"),
)

# the lobby

offers: Final = _table(
    "offers",
    _text("id", primary_key=True),
    _instant("made"),
    _instant("changed"),
    _text("state"),
    _text("owner"),
    Column("name", Text),
    _flag("public"),
    _flag("rated"),
    _flag("quick"),
    _whole("players"),
    _whole("limit_"),
    _text("rules"),
    _whole("clock"),
    _whole("bank"),
    _flag("watch"),
    _whole("delay"),
    _text("level"),
    Column("rematch_of", Text, unique=True),
)
Index("offers_state", offers.c.state, offers.c.changed)

offer_seats: Final = _table(
    "offer_seats",
    _text("offer"),
    _whole("seat"),
    Column("person", Text),
    _text("name"),
    Column("bot", Text),
    PrimaryKeyConstraint("offer", "seat"),
    UniqueConstraint("offer", "person"),
)
Index("offer_seats_person", offer_seats.c.person)

# talk and order

talk: Final = _table(
    "talk",
    _number("n"),
    _text("place"),
    _text("person"),
    _text("name"),
    Column("seat", Integer),
    Column("text", Text),
    Column("phrase", Text),
    _instant("at"),
    Column("command", Text),
    UniqueConstraint("person", "command"),
    numbered=True,
)
Index("talk_place", talk.c.place, talk.c.n)

reports: Final = _table(
    "reports",
    _text("id", primary_key=True),
    _instant("at"),
    _text("by_"),
    _text("about"),
    Column("place", Text),
    Column("said", Millis),
    _text("reason"),
    _text("state"),
)
Index("reports_state", reports.c.state, reports.c.at)

audit: Final = _table(
    "audit",
    _number("n"),
    _instant("at"),
    _text("by_"),
    _text("act"),
    _text("about"),
    _text("detail"),
    numbered=True,
)

# results

matches: Final = _table(
    "matches",
    _text("table_id", primary_key=True),
    _instant("ended"),
    _whole("players"),
    _flag("rated"),
    _whole("limit_"),
    _text("rules"),
    _text("outcome"),
)

results: Final = _table(
    "results",
    _text("table_id"),
    _whole("player"),
    _instant("ended"),
    Column("person", Text),
    _text("name"),
    Column("bot", Text),
    _whole("place"),
    _whole("points"),
    _whole("rounds"),
    _whole("won"),
    _whole("pairs"),
    _whole("wilds"),
    _whole("bonuses"),
    _flag("left_"),
    Column("mu0", Float),
    Column("sigma0", Float),
    Column("mu1", Float),
    Column("sigma1", Float),
    PrimaryKeyConstraint("table_id", "player"),
)
Index("results_person", results.c.person, results.c.ended)

stats: Final = _table(
    "stats",
    _text("person"),
    _whole("players"),
    _whole("matches"),
    _whole("won"),
    _whole("rounds"),
    _whole("rounds_won"),
    _whole("pairs"),
    _whole("wilds"),
    _whole("bonuses"),
    _whole("points"),
    PrimaryKeyConstraint("person", "players"),
)

ratings: Final = _table(
    "ratings",
    _text("person"),
    _whole("players"),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    _whole("games"),
    PrimaryKeyConstraint("person", "players"),
)
Index("ratings_ladder", ratings.c.players, ratings.c.mu)
