"""What people and chats are told wherever they are: noted, put together when it is due, delivered."""
