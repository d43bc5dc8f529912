"""When somebody's time does not count."""
