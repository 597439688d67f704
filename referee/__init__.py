"""The referee of a Guandan table: rules, session, record and the programs around them."""
