"""Who meets whom: one file for each format, and the drawing of lots they share."""
