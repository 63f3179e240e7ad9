"""istaka: the open home of Turkish Rummy (Okey): rules, exact solver, bots and a server."""

__version__ = "0.1.0"
