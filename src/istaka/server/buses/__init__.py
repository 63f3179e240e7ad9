"""How workers tell one another that a log has grown; only the composition root chooses one."""
