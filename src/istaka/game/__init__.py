"""How a round goes: the transition, positions, views, matches, records, and fast policies."""
