"""One file a sub-command: its arguments and what it does with them."""
