"""Drawn decks and scenes, and the training of both networks."""
