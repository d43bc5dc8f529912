"""Reads. Nothing here writes: whoever finds that a game is broken says so, and a service stops it."""
