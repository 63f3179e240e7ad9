"""Logs, guests, sessions and tickets."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None

MILLIS = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Into an empty database."""
    _log()
    _people()


def _log() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("head", sa.Integer, nullable=False),
        sa.Column("due", MILLIS),
        sa.Column("made", MILLIS, nullable=False),
        sqlite_with_rowid=False,
    )
    some = sa.text("due IS NOT NULL")
    op.create_index("tables_due", "tables", ["due"], sqlite_where=some, postgresql_where=some)
    op.create_table(
        "events",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", MILLIS, nullable=False),
        sa.Column("player", sa.Integer),
        sa.Column("command", sa.Text),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    some = sa.text("command IS NOT NULL")
    columns = ["table_id", "player", "command"]
    op.create_index(
        "events_command", "events", columns, unique=True, sqlite_where=some, postgresql_where=some
    )
    op.create_table(
        "secrets",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("made", MILLIS, nullable=False),
        sqlite_with_rowid=False,
    )
    for name, instant in (("sessions", "made"), ("tickets", "expires")):
        op.create_table(
            name,
            sa.Column("hash", sa.LargeBinary, primary_key=True),
            sa.Column("person", sa.Text, nullable=False),
            sa.Column(instant, MILLIS, nullable=False),
            sqlite_with_rowid=False,
        )
    op.create_table(
        "members",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("player", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
