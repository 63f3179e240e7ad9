"""What exists: tiles, melds, rule sets, the state record, fair deals and scoring."""
