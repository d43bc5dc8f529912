"""`manage.py play`, with everything typed in advance."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.management.commands import play
from games.rules import GAMES
from games.rules.auction_rules import AuctionRules

DECKS = {
    "high-society": (
        *("title-1", "possession-7", "theft", "title-2", "title-3", "scandal", "gambling-debt"),
        *(f"possession-{value}" for value in (1, 2, 3, 4, 5, 6, 8, 9, 10)),
    ),
    "high-society-simplified": (
        *("value-9", "double-1", "double-2", "double-3", "double-4"),
        *(f"value-{value}" for value in range(1, 9)),
    ),
}


@pytest.fixture(autouse=True)
def known_decks(monkeypatch):
    """The cards come in a known order, and seat 0 starts."""
    shuffled = AuctionRules.setup

    def setup(self, players, seed, options=None, deck=None, starter=None):
        return shuffled(self, players, seed, options, DECKS.get(self.slug), 0)

    monkeypatch.setattr(AuctionRules, "setup", setup)


@pytest.fixture
def run(monkeypatch):
    def run(line, typed):
        monkeypatch.setattr("sys.stdin", StringIO("".join(f"{words}\n" for words in typed)))
        out = StringIO()
        call_command("play", *line.split(), stdout=out)
        return out.getvalue()

    return run


class FirstChoice:
    """A bot that takes the first legal action: it passes, or gives up the least."""

    def choose(self, view, legal_actions, rng):
        return legal_actions[0]


@pytest.fixture
def passive_bots(monkeypatch):
    monkeypatch.setattr(play, "find_bot", lambda slug, name: FirstChoice())


ENTER = ""
WHOLE_GAME = [
    *("bid 1 4", ENTER, "pass", ENTER, "pass", ENTER),  # Ana buys Knighthood for 5,000
    *("2", ENTER, "3", ENTER, "pass", ENTER, "6", ENTER, "pass", ENTER),  # and the Racehorse for 8,000
    *("pass", "pass", "give 7"),  # then takes the theft: it must be the Racehorse, and she cannot pass
    *("pass", ENTER, "10000", ENTER, "pass", ENTER),  # Ben buys Peerage for 10,000
    *("pass", ENTER, "1", ENTER, "pass"),  # Cleo buys Royal Favour for 1,000, and Scandal ends the game
]


class TestAWholeGameOfThree:
    @pytest.fixture
    def told(self, run):
        return run("--humans Ana,Ben,Cleo --seed 3", WHOLE_GAME).splitlines()

    def test_tells_what_happens(self, told):
        assert told[:3] == [
            "High Society: Ana, Ben, Cleo. Type help when in doubt.",
            "The first to act: Ana.",
            "Turned up: Knighthood, red card 1 of 4.",
        ]
        for line in (
            "Ana bid 5,000.",
            "Cleo passed.",
            "Ana won Knighthood for 5,000.",
            "Ben passed and took 3,000 back.",
            "Ana won Racehorse (7) for 8,000.",
            "Ana took Theft.",
            "Ana gave up Racehorse (7).",
            "Turned up: Royal Favour, red card 3 of 4.",
        ):
            assert line in told

    def test_hands_the_keyboard_over(self, told):
        assert told.count("Hand over to Ben, then press Enter. ") == 5
        assert told.index("Hand over to Ben, then press Enter. ") == told.index("Ana> bid 1 4") + 1

    def test_shows_the_end_coming(self, told):
        assert "Red cards: 2 of 4. The next card cannot end the game." in told
        assert "Red cards: 3 of 4. The next card ends the game with a chance of 1 in 11 (9.1 %)." in told

    def test_asks_again_with_the_sentence_of_the_rule(self, told):
        assert told[told.index("Choose what to give up: 7.") :][1:4] == [
            "Ana> pass",
            "A theft is due: choose a possession to give up.",
            "Ana> give 7",
        ]

    def test_builds_the_scores_line_by_line_and_names_the_winner(self, told):
        assert [" ".join(line.split()) for line in told[-14:]] == [
            "Turned up: Scandal, red card 4 of 4.",
            "That ends the game.",
            "The least money is 93,000. Cast out: Ana.",
            "Cleo, with 105,000 left",
            "possessions none 0",
            "titles × 2 0",
            "Ben, with 96,000 left",
            "possessions none 0",
            "titles × 2 0",
            "Ana, with 93,000 left: cast out",
            "possessions none 0",
            "titles × 2 0",
            "The winner is Cleo, with 0.",
            "The same deck again: --seed 3",
        ]


@pytest.mark.usefixtures("passive_bots")
class TestAgainstBots:
    def test_without_options_it_is_you_against_two(self, run):
        told = run("", ["pass"])
        assert told.startswith("High Society: You, balanced#1, balanced#2. Type help when in doubt.\n")
        assert "balanced#2 won Knighthood for nothing.\n" in told

    def test_a_whole_simplified_game(self, run):
        told = run("--game high-society-simplified --seed 4", ["bid 7", "pass", "3"])
        assert "Nobody has bid yet: bid at least 1, or pass.\n" in told
        assert "You won Prestige 9 for 7.\n" in told
        assert told.endswith(
            "The least money is 35. Cast out: You.\n"
            "balanced#1, with 45 left\n"
            "  values none                              0\n"
            "  doubles × 2                              0\n"
            "balanced#2, with 45 left\n"
            "  values none                              0\n"
            "You, with 35 left: cast out\n"
            "  values 9                                 9\n"
            "  doubles × 4                              36\n"
            "  the poorest score nothing                0\n"
            "The winners are balanced#1 and balanced#2, with 0 each.\n"
            "The same deck again: --seed 4\n"
        )

    def test_in_the_simplified_game_a_bid_of_nothing_passes(self, run):
        told = run("--game high-society-simplified --seed 4", ["0"])
        assert "You passed.\nbalanced#1 passed.\nbalanced#2 won Prestige 9 for nothing.\n" in told

    def test_shows_purses_bids_and_what_a_raise_takes(self, run):
        told = run("--humans Ana,Ben --bots bold --players 3", ["bid 1 4", ENTER])
        rows = [" ".join(line.split()) for line in told.splitlines()]
        assert "Ana 5,000 101,000 2 3 6 8 10 12 15 20 25" in rows
        assert "bold 106,000 1 2 3 4 6 8 10 12 15 20 25" in rows
        assert "The highest bid is 5,000, by Ana: add at least 6,000, or pass." in rows
        assert "If the game ended now you would be cast out: tied for poorest." in rows

    def test_closed_purses_show_the_own_money_only(self, run):
        told = run("--closed-purses", [])
        rows = [" ".join(line.split()) for line in told.splitlines()]
        assert "Purses are closed to people; the bots see them." in rows
        assert "You 106,000 1 2 3 4 6 8 10 12 15 20 25" in rows
        assert "balanced#1 11 cards" in rows
        assert "If the game ended now" not in told

    def test_illegal_bids_are_explained(self, run):
        told = run("--humans Ana,Ben", ["7", "bid 2", ENTER, "1", "3", ENTER, "bid 2"])
        assert "Ana> 7\nMoney cards are the printed denominations, each at most once.\n" in told
        assert "Ben> 1\nA bid must come to more than 2,000; this one comes to 1,000.\n" in told
        assert "Ana> bid 2\nYou can only bid money cards from your hand.\n" in told

    def test_help_table_and_rules(self, run):
        told = run("", ["help", "table", "rules"])
        assert "give 7       give up what is worth 7, when you have to\n" in told
        assert told.count("It doubles a score.") == 2
        assert "A round, step by step" in told

    def test_quit_asks_first(self, run):
        told = run("", ["quit", "no", "quit", "y", "pass"])
        assert told.count("Leave this game? [y/N]") == 2
        assert told.endswith("Leave this game? [y/N] y\n\nGoodbye.\n")

    def test_the_end_of_input_is_a_polite_end(self, run):
        assert run("", []).endswith("You> \nGoodbye.\n")

    def test_so_is_ctrl_c(self, run, monkeypatch):
        def interrupt(*args, **kwargs):
            raise KeyboardInterrupt

        monkeypatch.setattr("rich.console.Console.input", interrupt)
        assert run("", []).endswith("\nGoodbye.\n")

    def test_names_are_not_read_as_markup(self, run):
        assert "[bold]Ana" in run("--humans [bold]Ana", [])


class TestCartesSociete:
    def test_a_turn_is_played_card_by_card(self, run):
        told = run(
            "--game cartes-societe --humans Ana,Ben --bots random --seed 3",
            ["buy 1", "buy 1", "play 1", "play 1", "end", ENTER],
        )
        rows = [" ".join(line.split()) for line in told.splitlines()]
        assert rows[0] == "CartesSociété: Ana, Ben, random. Type help when in doubt."
        assert "Turn 1, tier 1: 4 gold for everybody. The first to buy: Ana." in rows
        assert "Market, turn 1 cost level attack defence bonus" in rows
        assert "You have 3 of 4 gold left." in rows
        assert "You have 2 of 4 gold left and have laid a card." in rows
        assert "Ana> play 1\nYou can play or replace only one card in a turn.\n" in told
        assert "Ana ended the turn." in rows
        assert "Hand over to Ben, then press Enter." in rows

    def test_boards_hands_and_limits_are_shown(self, run):
        told = run("--game cartes-societe --humans Ana,Ben --players 2 --seed 3", ["buy 1", "play 1", "end", ENTER])
        rows = [" ".join(line.split()) for line in told.splitlines()]
        assert any(row.startswith("Ana 400 3 ") and row.endswith(" 0 1 of 8") for row in rows)
        assert any(row.startswith("Ana has ") for row in rows)
        assert "Your board: no cards." in rows

    def test_help_is_its_own(self, run):
        assert "replace 1 3  lay card 1 of your hand" in run("--game cartes-societe", ["help"])

    def test_there_are_no_purses_to_close(self, run):
        with pytest.raises(CommandError, match=r"This game has no options\."):
            run("--game cartes-societe --closed-purses", [])


@pytest.mark.parametrize("game", [rules.slug for rules in GAMES])
def test_real_bots_play_to_the_end(run, game):
    everything = ["pass", *map(str, range(1, 11))] * 60
    assert "The same deck again: --seed 11\n" in run(f"--game {game} --bots random,bold --seed 11", everything)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("--game whist", "There is no game called whist;"),
        ("--bots shark", "There is no bot called shark;"),
        ("--humans ,", "Somebody has to play: name at least one human."),
        ("--humans Ana,Ana", "No two players may have the same name."),
        ("--humans bold --bots bold,random", "No two players may have the same name."),
        ("--humans \x1b[2J", "A name is made of letters that can be printed."),
        ("--players 2", "This game is for 3 to 5 players."),
        ("--players 1000000000000", "This game is for 3 to 5 players."),
        ("--players 3 --bots random,random,random", "There are 3 seats, but 4 players are named."),
        ("--bots bold,bold,bold,bold,bold", "This game is for 3 to 5 players."),
        (f"--seed {2**300}", "A seed is a whole number of at most 256 bits"),
    ],
)
def test_refuses_a_table_that_cannot_be(run, line, sentence):
    with pytest.raises(CommandError) as refusal:
        run(line, [])
    assert str(refusal.value).startswith(sentence)


def test_without_a_keyboard_there_is_no_game(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(CommandError, match="both keyboard and screen"):
        call_command("play", stdout=StringIO())
