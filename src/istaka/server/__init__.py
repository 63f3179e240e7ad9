"""The server: one append-only log a table; nobody hears of an event before it is in the log."""
