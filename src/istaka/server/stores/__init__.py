"""Where logs are kept; only the composition root chooses one."""
