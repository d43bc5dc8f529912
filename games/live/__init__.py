"""What reaches pages by itself, and what they say on their open lines."""
