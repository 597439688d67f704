"""A table seen from above that plays a script, with the truth about every moment."""
