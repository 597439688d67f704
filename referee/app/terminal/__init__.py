"""A watched table as people see it in a terminal: drawn where there is one, else line by line."""
