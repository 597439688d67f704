"""The networks behind one protocol each."""
