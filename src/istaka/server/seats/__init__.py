"""Bots at tables: a worker process thinks for them, so that the event loop never does."""
