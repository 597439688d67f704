"""Seat panels: one file a kind."""
