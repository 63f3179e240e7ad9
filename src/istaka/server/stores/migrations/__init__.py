"""How an older database becomes today's: one step a file, run by Alembic (`stores/revisions.py`)."""
