"""View models: pure functions from a table to values that JSON can hold.

Every text comes in both languages; the page shows the one that its reader has chosen.
"""
