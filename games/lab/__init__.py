"""Bots against bots and games in the terminal: what the commands simulate and play need."""
