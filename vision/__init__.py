"""From pictures of a table to the cards that lie on it."""
