"""Accounts, the lobby, talk, results, and the workers of a cluster."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"

MILLIS = sa.BigInteger().with_variant(sa.Integer, "sqlite")
TALLIED = ("matches", "won", "rounds", "rounds_won", "pairs", "wilds", "bonuses", "points")
WORD = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """What was there stays; every guest was last seen when he came."""
    _log()
    _people()
    _accounts()
    _friends()
    _offers()
    _talk()
    _order()
    _results()


def _log() -> None:
    op.add_column("tables", sa.Column("worker", sa.Text))
    op.add_column("tables", sa.Column("settled", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index(
        "tables_unsettled",
        "tables",
        ["id"],
        sqlite_where=sa.text("settled = 0"),
        postgresql_where=sa.text("NOT settled"),
    )
    op.create_table(
        "workers",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("started", MILLIS, nullable=False),
        sa.Column("alive", MILLIS, nullable=False),
        sqlite_with_rowid=False,
    )


def _people() -> None:
    for column in (
        sa.Column("key", WORD),
        sa.Column("kind", sa.Text, nullable=False, server_default="guest"),
        sa.Column("password", sa.Text),
        sa.Column("role", sa.Text, nullable=False, server_default=""),
        sa.Column("seen", MILLIS, nullable=False, server_default="0"),
        sa.Column("muted", MILLIS),
        sa.Column("banned", MILLIS),
        sa.Column("owner", sa.Text),
    ):
        op.add_column("people", column)
    op.execute("UPDATE people SET seen = made")
    op.create_index("people_key", "people", ["key"], unique=True)
    op.create_index("sessions_person", "sessions", ["person"])
    op.create_index("tickets_expires", "tickets", ["expires"])


def _accounts() -> None:
    op.create_table(
        "recovery",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("recovery_person", "recovery", ["person"])
    op.create_table(
        "tokens",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("made", MILLIS, nullable=False),
        sa.Column("used", MILLIS),
        sqlite_with_rowid=False,
    )
    op.create_index("tokens_person", "tokens", ["person"])


def _friends() -> None:
    op.create_table(
        "friends",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("other", sa.Text, primary_key=True),
        sa.Column("at", MILLIS, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("friends_other", "friends", ["other"])
    op.create_table(
        "blocks",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("other", sa.Text, primary_key=True),
        sqlite_with_rowid=False,
    )


def _offers() -> None:
    op.create_table(
        "offers",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("made", MILLIS, nullable=False),
        sa.Column("changed", MILLIS, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("name", sa.Text),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("quick", sa.Boolean, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("limit_", sa.Integer, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("clock", sa.Integer, nullable=False),
        sa.Column("bank", sa.Integer, nullable=False),
        sa.Column("watch", sa.Boolean, nullable=False),
        sa.Column("delay", sa.Integer, nullable=False),
        sa.Column("level", sa.Text, nullable=False),
        sa.Column("rematch_of", sa.Text, unique=True),
        sqlite_with_rowid=False,
    )
    op.create_index("offers_state", "offers", ["state", "changed"])
    op.create_table(
        "offer_seats",
        sa.Column("offer", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.Text),
        sa.UniqueConstraint("offer", "person"),
        sqlite_with_rowid=False,
    )
    op.create_index("offer_seats_person", "offer_seats", ["person"])


def _talk() -> None:
    op.create_table(
        "talk",
        sa.Column("n", MILLIS, sa.Identity(), primary_key=True),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text),
        sa.Column("phrase", sa.Text),
        sa.Column("at", MILLIS, nullable=False),
        sa.Column("command", sa.Text),
        sa.UniqueConstraint("person", "command"),
        sqlite_autoincrement=True,
    )
    op.create_index("talk_place", "talk", ["place", "n"])


def _order() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("at", MILLIS, nullable=False),
        sa.Column("by_", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("place", sa.Text),
        sa.Column("said", MILLIS),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("reports_state", "reports", ["state", "at"])
    op.create_table(
        "audit",
        sa.Column("n", MILLIS, sa.Identity(), primary_key=True),
        sa.Column("at", MILLIS, nullable=False),
        sa.Column("by_", sa.Text, nullable=False),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )


def _results() -> None:
    op.create_table(
        "matches",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("ended", MILLIS, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("limit_", sa.Integer, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    counts = ("place", "points", "rounds", "won", "pairs", "wilds", "bonuses")
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ended", MILLIS, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.Text),
        *(sa.Column(count, sa.Integer, nullable=False) for count in counts),
        sa.Column("left_", sa.Boolean, nullable=False),
        *(sa.Column(skill, sa.Float) for skill in ("mu0", "sigma0", "mu1", "sigma1")),
        sqlite_with_rowid=False,
    )
    op.create_index("results_person", "results", ["person", "ended"])
    _tallies()


def _tallies() -> None:
    """What all matches of a person come to, by number of players."""
    op.create_table(
        "stats",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True, autoincrement=False),
        *(sa.Column(count, sa.Integer, nullable=False) for count in TALLIED),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "ratings",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ratings_ladder", "ratings", ["players", "mu"])
