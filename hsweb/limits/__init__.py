"""How often, how much and how many at once: docs/limits.md lists all of it."""
