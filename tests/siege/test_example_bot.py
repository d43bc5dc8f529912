"""The bot of the docs plays many games at once, against the house bots of a real server."""

from tests.siege.site import running_servers
from tests.siege.stored import Store
from tests.support.example_bot import FILE, guest_bot, play_to_the_end

GAMES = 20
SHORT = ("title-1", "title-2", "title-3", "scandal")
"""Three auctions, and the game is over."""
AGAINST_BOTS = {"game": "high-society", "players": ["bold", "balanced"], "bot_pace": "quick"}


def test_the_bot_is_short():
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 60


def test_twenty_games_at_once(tmp_path, grown):
    with running_servers(tmp_path, grown=grown) as (server,):
        server.deal("high-society", *SHORT)
        bot = guest_bot(server.url, "Ada")
        tables = [bot.ask("POST", "tables", AGAINST_BOTS)["id"] for _ in range(GAMES)]
        for table in tables:
            bot.ask("POST", f"tables/{table}/start")
        play_to_the_end(bot)
        store = Store(server.database_url)
        games = [store.game(table) for table in tables]
        for game in games:
            game.check()
        assert [game.row["status"] for game in games] == ["finished"] * GAMES
        decided = [key for game in games for _seat, key in game.by_key()]
        assert len(decided) == len(bot.decided) > GAMES
        assert {key.partition("/")[0] for key in decided} == set(tables)
        assert "Traceback" not in server.log(), server.log()
