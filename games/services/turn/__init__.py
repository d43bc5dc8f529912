"""What happens in a game: moves, standing orders, bots, clocks."""
