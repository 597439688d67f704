"""Rounds, standings and pairings of an event. Pure: standard library only."""
