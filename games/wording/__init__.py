"""Sentences about tables, people and games, in the language in force."""
