"""Open lines of programs, which only tell: events over server-sent events, a WebSocket or a long poll."""
