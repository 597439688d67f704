"""What lies where, over time, and from that: who laid which cards."""
