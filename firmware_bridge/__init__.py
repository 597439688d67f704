"""The seat unit: lamps, buzzers and keys of the four seats."""
