"""Tables for tests, made through the services that make them for people."""

from games.models import Game, Seat
from games.pages.page import whole_page
from games.pages.parts import whole, without_tokens
from games.pages.story import story_of
from games.queries.chat import ChatLine, chat_of
from games.queries.positions import position_of
from games.queries.table import Table
from games.queries.table_cache import table_cache
from games.queries.tables import read_table
from games.rules import find_rules
from games.services.table import rooms
from games.services.turn import play
from games.tableau import LogLine
from tests.support.factories import UserFactory

SEED = "a seed for tests"


def waiting_table(host, *others, **wishes) -> Game:
    """A table at which these people sit."""
    wishes = {"slug": "high-society", "size": 3, **wishes}
    options = {name: wishes.pop(name) for name in ("open_purses",) if name in wishes}
    game = rooms.open_table(host=host, chosen=rooms.TableSettings(**wishes, options=options))
    for other in others:
        rooms.join(user=other, game_id=game.id, invitation=game.invitation)
    return fresh(game)


def running_table(host, *others, **wishes) -> Game:
    """A started game of these people and, on the seats left, bots. Everybody sits in the order given; seat 0 starts."""
    wishes = {"slug": "high-society", "size": 3, **wishes}
    bots = ("balanced",) * (wishes["size"] - 1 - len(others))
    game = waiting_table(host, *others, bots=bots, **wishes)
    rooms.start(user=host, game_id=game.id)
    return deal(fresh(game), (host, *others))


def deal(game: Game, people, *, seed=SEED, starter=0, deck=None) -> Game:
    """Put people in order, bots behind them, and fix what chance decided."""
    rank = {person.pk: place for place, person in enumerate(people)}
    seats = sorted(game.seats.all(), key=lambda seat: (rank.get(seat.user_id, len(rank)), seat.number))
    for offset in (100, 0):
        for number, seat in enumerate(seats):
            Seat.objects.filter(pk=seat.pk).update(number=number + offset)
    rules = find_rules(game.slug)
    first = rules.setup(len(seats), seed, game.options, deck, starter)
    game.setup = rules.setup_to_json(first)
    game.commitment = game.hash_of_setup()
    game.turn = starter
    game.save()
    table_cache.clear()
    return game


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


_keys = iter(range(10**9))


def do(game: Game, user, action, **changes) -> Game:
    """Play for somebody who has the newest table before their eyes."""
    now = fresh(game)
    asked = {"user": user, "game_id": game.id, "version": now.version, "key": f"key-{next(_keys)}", "action": action}
    return play.act(**{**asked, **changes})


PASS = {"kind": "pass"}


def bid(*thousands):
    return {"kind": "bid", "cards": [1000 * card for card in thousands]}


def person(name: str):
    return UserFactory(username=name.lower(), display_name=name)


def play_to_the_end(game: Game) -> Game:
    """Everybody passes, or gives up their least possession, until the game is over."""
    rules, seats = find_rules(game.slug), list(game.seats.select_related("user").order_by("number"))
    while (now := fresh(game)).status == Game.Status.RUNNING:
        assert now.turn is not None
        seat, action = seats[now.turn], rules.timeout_action(position_of(now).state, now.turn)
        if seat.bot_playing:
            play.act_for_bot(game_id=now.id, number=now.action_count, seat=seat.number, action=action)
        else:
            do(now, seat.user, rules.action_to_json(action))
    return now


def whole_table(game: Game) -> Table:
    """The table as it is shown now."""
    table = read_table(game.pk)
    assert table is not None
    return table


def part_of(game: Game, viewer, root: str) -> str:
    """One part of the page that somebody sees now, with all that is in it."""
    return without_tokens(whole(whole_page(whole_table(game), viewer, {}).parts, root))


def chat_at(game: Game, reader) -> list[ChatLine]:
    return list(chat_of(game.pk, whole_table(game).seats, reader))


def story_at(game: Game) -> list[LogLine]:
    return story_of(whole_table(game))
