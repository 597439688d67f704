"""The cheap look at every small frame: where something changed, whose arm is there, what rests."""
