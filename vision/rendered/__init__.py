"""Pictures of a table that was never there, with ground truth."""
