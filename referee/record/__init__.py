"""What happened at a table, kept on disk."""
