"""How people are reached, and about what."""
