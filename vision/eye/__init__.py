"""The eye of a table: from a source's frames to what the seats did."""
