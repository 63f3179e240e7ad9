"""What Alembic runs: the steps, in the transaction of the connection that it was given."""

from alembic import context

from istaka.server.stores.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
