"""Games on a server, and what is played there."""

from games.rules import find_rules

PASS = {"kind": "pass"}
TRIO = ["alice", "bob", "cleo"]
REDS_FIRST = (
    *("title-1", "title-2", "title-3", "scandal", "gambling-debt", "theft"),
    *(f"possession-{value}" for value in range(1, 11)),
)
"""Three auctions for titles, then the fourth red card ends the game."""


def bid(*cards):
    return {"kind": "bid", "cards": list(cards)}


def play_all(server, game_id, *moves):
    for player, action in moves:
        server.apply_action(game_id, player, action)


ALICE_BUYS_THE_FIRST_TITLE = (("alice", bid(1000)), ("bob", PASS), ("cleo", PASS))
BOB_BUYS_THE_SECOND = (("alice", PASS), ("bob", bid(2000)), ("cleo", PASS))
CLEO_GETS_THE_THIRD = (("bob", PASS), ("cleo", bid(3000)), ("alice", PASS))
WHOLE_GAME = (*ALICE_BUYS_THE_FIRST_TITLE, *BOB_BUYS_THE_SECOND, *CLEO_GETS_THE_THIRD)


class Exploding:
    """The rules of High Society, until the method of that name is called."""

    def __init__(self, name):
        self.name = name

    def __getattr__(self, name):
        if name == self.name:
            raise ZeroDivisionError("a secret about the deck")
        return getattr(find_rules("high-society"), name)
