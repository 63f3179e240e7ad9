"""The functional core: what a command leads to and what an event changes. No I/O, clock or chance."""
