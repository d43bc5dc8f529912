"""A table and who is there: the waiting room, seats, chat, spectators, deals."""
