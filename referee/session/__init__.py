"""A table as a value: events in, verdicts and orders out. Pure: standard library only."""
