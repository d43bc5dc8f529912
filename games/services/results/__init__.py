"""What comes of games: ratings, and games that somebody brings along."""
