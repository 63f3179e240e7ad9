"""Bots against one another: duplicate deals, every seating, intervals that are honest about both."""
