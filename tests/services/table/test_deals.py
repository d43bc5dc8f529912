"""Deals: the same deck at several tables, and nobody knows it before the last of them has ended."""

import itertools
from functools import partial

import pytest

from games.models import Deal, Game, RatingChange
from games.pages.ratings import ratings_told
from games.queries import integrity
from games.queries.access import may_see, open_to_all
from games.queries.rooms import public_tables
from games.queries.tables import read_table
from games.rules import GAMES
from games.services.care import interventions
from games.services.refusals import NotAllowed, Refused, Stale
from games.services.results.recount import recount
from games.services.table import bot_tables, deals, rooms, seats
from tests.support.tables import fresh, person, play_to_the_end, waiting_table, whole_table
from tests.support.threads import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("bots_nearby")]


@pytest.fixture
def people(db):
    return [person(name) for name in ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fred")]


@pytest.fixture
def made(people):
    return deals.create(owner=people[0], slug="high-society", tables=2)


def table(made, *players, **wishes):
    """A table of these people at which the deal is played."""
    game = waiting_table(*players, deal=made.code, slug=made.slug, **wishes)
    rooms.start(user=players[0], game_id=game.id)
    return fresh(game)


def seen_by(game, viewer):
    whole = read_table(game.id)
    assert whole is not None
    return may_see(whole, viewer)


def open_since(made):
    return Deal.objects.get(pk=made.pk).opened_at


class TestDeck:
    @pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.slug)
    def test_is_the_same_everywhere_and_each_table_has_its_own_seal(self, people, rules):
        made = deals.create(owner=people[0], slug=rules.slug, tables=2)
        here, there = table(made, *people[:3]), table(made, *people[3:])
        assert here.setup["deck"] == there.setup["deck"] == made.deck
        assert here.setup["seed"] != there.setup["seed"]
        assert here.salt != there.salt
        assert here.commitment != there.commitment
        assert [integrity.discrepancies(game) for game in (here, there)] == [[], []]

    def test_differs_from_deal_to_deal(self, people):
        made = [deals.create(owner=people[0], slug="high-society", tables=2) for _ in range(4)]
        assert len({tuple(deal.deck) for deal in made}) == 4
        assert len({deal.code for deal in made}) == 4

    def test_another_deck_than_that_of_the_deal_is_noticed(self, made, people):
        game = table(made, *people[:3])
        Deal.objects.update(deck=made.deck[::-1])
        assert integrity.discrepancies(fresh(game)) == ["The deck is not that of its deal"]

    def test_is_not_in_what_is_printed(self, made):
        assert made.deck[0] not in f"{made!r} {made}"


class TestOpening:
    def test_waits_for_the_last_table(self, made, people):
        here, there = table(made, *people[:3]), table(made, *people[3:])
        here = play_to_the_end(here)
        assert open_since(made) is None
        assert not here.secrets_open
        there = play_to_the_end(there)
        assert open_since(made) is not None
        assert fresh(here).secrets_open
        assert there.secrets_open

    def test_waits_for_tables_that_have_not_come_yet(self, made, people):
        play_to_the_end(table(made, *people[:3]))
        assert open_since(made) is None

    def test_comes_at_once_if_no_more_tables_are_to_come(self, made, people):
        here = play_to_the_end(table(made, *people[:3]))
        deals.close(user=people[0], code=made.code)
        assert open_since(made) is not None
        assert fresh(here).secrets_open

    def test_comes_with_the_last_table_if_no_more_are_to_come(self, made, people):
        here = table(made, *people[:3])
        deals.close(user=people[0], code=made.code)
        assert open_since(made) is None
        play_to_the_end(here)
        assert open_since(made) is not None

    def test_an_aborted_table_has_ended_and_a_closed_one_never_was(self, made, people):
        here = table(made, *people[:3])
        closed = waiting_table(*people[3:], deal=made.code)
        deals.close(user=people[0], code=made.code)
        interventions.abort(by=people[5], game_id=here.id)
        assert open_since(made) is None, "a table still waits"
        assert not fresh(here).secrets_open
        rooms.close(user=people[3], game_id=closed.id)
        assert open_since(made) is not None

    def test_tells_those_who_still_look(self, made, people, django_capture_on_commit_callbacks):
        here, there = table(made, *people[:3]), table(made, *people[3:])
        here = play_to_the_end(here)
        with django_capture_on_commit_callbacks(execute=True):
            play_to_the_end(there)
        assert fresh(here).version == here.version + 1

    def test_is_the_owners_to_say(self, made, people):
        table(made, *people[1:4])
        with pytest.raises(NotAllowed):
            deals.close(user=people[1], code=made.code)

    def test_is_anybodys_who_plays_if_the_owner_is_gone(self, made, people):
        table(made, *people[1:4])
        people[0].is_active = False
        people[0].save()
        with pytest.raises(NotAllowed):
            deals.close(user=people[5], code=made.code)
        assert deals.close(user=people[1], code=made.code).closed_at is not None


class TestTables:
    def test_nobody_plays_the_same_deck_twice(self, made, people):
        table(made, *people[:3])
        with pytest.raises(Refused, match="same deal"):
            waiting_table(people[1], people[3], people[4], deal=made.code)
        there = waiting_table(*people[3:5], deal=made.code)
        with pytest.raises(Refused, match="same deal"):
            rooms.join(user=people[2], game_id=there.id, invitation=there.invitation)

    def test_no_seat_is_handed_to_somebody_who_knows_the_deck(self, made, people):
        table(made, *people[:3])
        there = table(made, *people[3:])
        with pytest.raises(Refused, match="same deal"):
            interventions.hand_over(by=person("Root"), game_id=there.id, seat=0, to=people[0])

    def test_whoever_was_handed_out_of_a_seat_stays_out_of_the_others(self, made, people):
        here = table(made, *people[:3])
        seat = here.seats.get(user=people[0]).number
        interventions.hand_over(by=person("Root"), game_id=here.id, seat=seat, to=people[5])
        with pytest.raises(Refused, match="same deal"):
            waiting_table(people[0], deal=made.code)
        there = waiting_table(*people[3:5], deal=made.code)
        with pytest.raises(Refused, match="same deal"):
            rooms.join(user=people[0], game_id=there.id, invitation=there.invitation)

    def test_whoever_left_before_the_start_may_sit_down_elsewhere(self, made, people):
        closed = waiting_table(people[0], deal=made.code)
        seats.leave(user=people[0], game_id=closed.id)
        assert waiting_table(people[0], deal=made.code).deal == made

    @pytest.mark.parametrize(
        ("code", "slug", "sentence"),
        [("nodealhere", "high-society", "no deal with this code"), (None, "high-society-simplified", "another game")],
    )
    def test_a_code_has_to_fit(self, made, people, code, slug, sentence):
        with pytest.raises(Refused, match=sentence):
            waiting_table(people[0], deal=code or made.code, slug=slug)

    def test_no_more_than_were_meant(self, made, people):
        table(made, *people[:3])
        waiting_table(people[3], deal=made.code)
        with pytest.raises(Stale, match="All the tables meant"):
            waiting_table(people[4], deal=made.code)

    def test_none_once_it_is_open_or_closed(self, made, people):
        deals.close(user=people[0], code=made.code)
        with pytest.raises(Stale, match=r"All the tables meant|open"):
            waiting_table(people[4], deal=made.code)

    @pytest.mark.parametrize("count", [0, 21, -1])
    def test_a_deal_is_for_some_tables(self, people, count):
        with pytest.raises(Refused, match="1 to 20"):
            deals.create(owner=people[0], slug="high-society", tables=count)

    def test_a_rematch_has_a_deck_of_its_own(self, made, people):
        game = play_to_the_end(table(made, *people[:3]))
        assert rooms.rematch(user=people[0], game_id=game.id).deal is None


class TestTaken:
    def test_from_a_game_that_is_over_is_known(self, people):
        game = waiting_table(*people[:3])
        rooms.start(user=people[0], game_id=game.id)
        with pytest.raises(Stale):
            deals.take(user=people[0], game_id=game.id)
        game = play_to_the_end(fresh(game))
        taken = deals.take(user=people[1], game_id=game.id)
        assert game.setup is not None
        assert deals.take(user=people[1], game_id=game.id) == taken
        assert (taken.known, taken.source, taken.deck) == (True, game, game.setup["deck"])
        with pytest.raises(NotAllowed):
            deals.take(user=people[4], game_id=game.id)

    def test_not_from_one_whose_deal_is_still_sealed(self, made, people):
        game = play_to_the_end(table(made, *people[:3]))
        with pytest.raises(Stale, match="sealed"):
            deals.take(user=people[0], game_id=game.id)


class TestBots:
    def test_play_it_among_themselves(self, made, people):
        game = fresh(bot_tables.let_bots_play(user=people[0], code=made.code, bots=("balanced", "bold", "cautious")))
        assert game.status == Game.Status.FINISHED
        assert game.setup is not None
        assert game.setup["deck"] == made.deck
        assert integrity.discrepancies(game) == []
        assert not game.rated
        assert open_since(made) is None
        play_to_the_end(table(made, *people[:3]))
        assert open_since(made) is not None

    def test_are_the_owners_to_ask(self, made, people):
        with pytest.raises(NotAllowed):
            bot_tables.let_bots_play(user=people[1], code=made.code, bots=("balanced",) * 3)

    @pytest.mark.parametrize("bots", [("balanced",) * 2, ("balanced",) * 6, ("expert",) * 3, ("nobody",) * 3])
    def test_have_to_fit(self, made, people, bots):
        with pytest.raises(Refused):
            bot_tables.let_bots_play(user=people[0], code=made.code, bots=bots)
        assert Game.objects.count() == 0


class TestRatings:
    def test_whoever_is_done_before_others_begin_counts(self, made, people):
        here = play_to_the_end(table(made, *people[:3]))
        assert not here.deck_was_known
        assert RatingChange.objects.filter(seat__game=here).count() == 3
        there = play_to_the_end(table(made, *people[3:]))
        assert there.deck_was_known
        assert not RatingChange.objects.filter(seat__game=there).exists()

    def test_tables_that_play_at_the_same_time_do_not(self, made, people):
        games = [table(made, *people[:3]), table(made, *people[3:])]
        for game in games:
            assert play_to_the_end(game).deck_was_known
        assert not RatingChange.objects.exists()
        assert set(ratings_told(whole_table(games[0]))) == {"unrated: others had begun the same deal"}

    def test_one_that_came_to_nothing_has_shown_its_cards(self, made, people):
        interventions.abort(by=people[5], game_id=table(made, *people[:3]).id)
        assert play_to_the_end(table(made, *people[3:])).deck_was_known

    def test_bots_tell_nobody(self, made, people):
        bot_tables.let_bots_play(user=people[0], code=made.code, bots=("balanced", "bold", "cautious"))
        waiting_table(people[4], deal=made.code)
        closed = fresh(waiting_table(people[3], deal=deals.create(owner=people[0], slug=made.slug, tables=2).code))
        assert closed.started_at is None
        Deal.objects.update(tables=3)
        assert not play_to_the_end(table(made, *people[:3])).deck_was_known

    def test_counting_anew_says_the_same(self, made, people):
        for some in (people[:3], people[3:]):
            play_to_the_end(table(made, *some))
        before = set(RatingChange.objects.values_list("seat", flat=True))
        recount(tell=lambda done, of: None)
        assert set(RatingChange.objects.values_list("seat", flat=True)) == before


class TestSecrecy:
    def test_only_those_who_sit_there_see_a_table_until_all_have_ended(self, made, people):
        here = table(made, *people[:3], public=True)
        there = table(made, *people[3:], public=True)
        stranger = person("Gina")
        here = play_to_the_end(here)
        for viewer in (people[3], stranger, None):
            assert not seen_by(here, viewer)
        assert seen_by(here, people[0])
        assert here.id not in {game.id for game in public_tables()}
        assert there.id not in {game.id for game in public_tables()}
        play_to_the_end(there)
        for viewer in (people[3], stranger, None):
            assert seen_by(here, viewer)

    def test_by_link_those_who_played_the_deal_see_it_afterwards(self, made, people):
        here, there = table(made, *people[:3]), table(made, *people[3:])
        play_to_the_end(here)
        play_to_the_end(there)
        assert seen_by(here, people[3])
        assert seen_by(there, people[0]), "who made it"
        assert not seen_by(here, person("Gina"))


@pytest.mark.django_db(transaction=True)
def test_two_tables_that_end_at_the_same_moment_open_it(people):
    made = deals.create(owner=people[0], slug="high-society", tables=2)
    games = [table(made, *people[:3]), table(made, *people[3:])]

    at_once(*(partial(play_to_the_end, game) for game in games))
    assert {fresh(game).status for game in games} == {Game.Status.FINISHED}
    assert open_since(made) is not None


def test_the_condition_says_what_the_property_says(people):
    sealed, opened = (deals.create(owner=people[0], slug="high-society", tables=1) for _ in range(2))
    Deal.objects.filter(pk=opened.pk).update(opened_at=sealed.created_at)
    facts = itertools.product((True, False), (True, False), (None, sealed, opened), Game.Status.values)
    for public, watchable, deal, status in facts:
        Game.objects.create(
            slug="high-society", rules_version=1, size=3, public=public, watchable=watchable, deal=deal, status=status
        )
    found = {game.pk for game in Game.objects.filter(open_to_all())}
    assert found == {game.pk for game in Game.objects.select_related("deal") if game.open_to_all}
    assert 0 < len(found) < Game.objects.count()
