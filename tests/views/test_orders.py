"""The part of a table with one's standing orders: its forms, and who is ever sent it."""

import re

import pytest

from games.models import Order
from games.queries.positions import position_of
from games.rules import find_rules
from games.services.table import seats
from games.services.turn import play
from tests.support.form_answers import problem_told
from tests.support.tables import PASS, bid, do, fresh, play_to_the_end, running_table

OPEN = re.compile("<details[^>]* open[ >]")


@pytest.fixture
def game(alice, bob):
    """Alice begins, Bob follows, then a bot."""
    return running_table(alice, bob, public=True)


def send(client, game, where="orders/", htmx=None, **form):
    usual = {"kind": "pass", "scope": "auction", "stage": "1"} if where == "orders/" else {}
    return client.post(f"/tables/{game.id}/{where}", {**usual, **form}, headers=htmx or {})


def orders_in(page):
    [part] = re.findall(r'<section id="orders".*?</section>', page, re.DOTALL)
    return part


def page_of(client, game):
    return client.get(f"/tables/{game.id}/").content.decode()


def test_plain_form_leads_back_to_the_table(as_bob, game):
    answer = send(as_bob, game)
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{game.id}/?orders=open#orders")
    assert "This auction: pass, whatever comes." in orders_in(page_of(as_bob, game))
    assert not OPEN.search(orders_in(page_of(as_bob, game)))
    assert OPEN.search(orders_in(as_bob.get(answer["Location"]).text))


def test_nothing_is_chosen_beforehand(as_bob, game):
    assert " checked" not in orders_in(page_of(as_bob, game)).partition("order-terms")[0]
    assert send(as_bob, game, kind="").status_code == 422


def test_a_theft_is_ordered_for_this_auction_or_for_good(as_bob, alice, bob, game):
    do(game, alice, PASS)
    do(game, bob, bid(1))
    play.act_for_bot(game_id=game.id, number=2, seat=2, action=find_rules(game.slug).action_from_json(PASS))
    value = str(position_of(fresh(game)).state.players[1].possessions[0])
    about = {"kind": "give_up", "stage": "2", "value": value}
    send(as_bob, game, **about, theft_scope="lasting", scope="auction")
    assert Order.objects.get().stage is None
    send(as_bob, game, **about, theft_scope="auction", scope="lasting:title")
    assert Order.objects.get().stage == 2


def test_plain_form_that_is_refused_is_answered_beside_it(as_bob, game):
    answer = send(as_bob, game, kind="pass_at", limit="1500")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert page.count("Name a sum in steps of 1,000") == 1
    assert "Name a sum" in orders_in(page)
    assert 'value="1500"' in orders_in(page)
    assert re.search(r'value="pass_at" required checked', orders_in(page))
    assert OPEN.search(orders_in(page))


def test_htmx_is_answered_with_this_part_alone(as_bob, game, htmx):
    shown = {"X-Shown": str(game.version)}
    answer = send(as_bob, game, htmx={**htmx, **shown}).content.decode()
    assert 'id="orders"' in answer
    assert 'id="private"' not in answer, "a bid may be in the making"


def test_order_that_acts_at_once_is_answered_with_the_table(as_alice, alice, bob, htmx):
    game = running_table(alice, bob, turn_seconds=86_400)
    answer = send(as_alice, game, htmx=htmx, kind="raise", limit="3000", then="ask").content.decode()
    assert 'id="public"' in answer
    assert fresh(game).action_count == 1


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"kind": "raise", "limit": "8000", "then": "pass"}, "raise up to 8,000 with the fewest cards, then pass"),
        ({"kind": "raise", "limit": "8000", "policy": "small_change", "then": "ask"}, "keeping small change, then ask"),
        ({"kind": "raise", "policy": "exact", "cards": ["2000", "6000"], "then": "ask"}, "bid 2,000 and 6,000, then"),
        ({"kind": "pass_at", "limit": "4000"}, "pass when the bid reaches 4,000; before that, ask me"),
        ({"scope": "lasting:misfortune"}, "Every Misfortune: pass, whatever comes"),
    ],
)
def test_says_what_was_ordered(as_bob, game, form, sentence):
    send(as_bob, game, **form)
    assert sentence in orders_in(page_of(as_bob, game))


def test_says_which_possession_a_theft_will_cost(as_alice, game):
    seat = fresh(game).seats.get(number=0)
    Order.objects.create(seat=seat, slot="theft", terms={"kind": "give_up", "value": 5, "cards": []})
    assert "Always: if a theft is due, give up Grand Piano." in orders_in(page_of(as_alice, game))


@pytest.mark.parametrize(
    "junk",
    [
        {"kind": "", "scope": ""},
        {"scope": "lasting:"},
        {"scope": "lasting:\x00"},
        {"kind": "pass_at", "limit": "-4000"},
        {"kind": "pass_at", "limit": "9" * 18},
        {"kind": "raise", "policy": "exact", "cards": ["²", "1e3", "9" * 40]},
        {"kind": "raise", "limit": "4000", "then": "x" * 500},
        {"kind": "give_up", "value": "٣"},
    ],
)
def test_junk_is_refused_with_a_sentence(as_bob, game, junk):
    answer = send(as_bob, game, **junk)
    assert answer.status_code == 422
    assert problem_told(answer)
    assert problem_told(answer) in orders_in(answer.content.decode())
    assert not Order.objects.exists()


def test_late_form_is_told_so(as_bob, game):
    assert send(as_bob, game, stage="2").status_code == 409


def test_withdrawing_twice_is_once(as_bob, game):
    send(as_bob, game)
    number = Order.objects.get().pk
    for _ in range(2):
        assert send(as_bob, game, "orders/withdraw/", order=number).status_code == 302
    assert not Order.objects.exists()
    assert send(as_bob, game, "orders/withdraw/", order="junk").status_code == 302


def test_nobody_else_is_sent_it(as_alice, as_bob, as_charlie, as_dana, client, game):
    send(as_bob, game, kind="pass_at", limit="17000", scope="lasting:title")
    for other in (as_alice, as_charlie, as_dana, client):
        assert "17,000" not in page_of(other, game)
    assert "17,000" in page_of(as_bob, game)
    assert "hidden" in orders_in(page_of(as_charlie, game))
    for path in (f"/admin/games/game/{game.id}/change/", "/admin/games/game/", "/accounts/data/", "/admin/"):
        assert not re.search(r"17,?000|tanding order", as_dana.get(path, follow=True).content.decode())


def test_is_offered_in_and_out_of_turn_but_not_to_those_who_do_not_play(as_alice, as_bob, bob, game):
    for player in (as_alice, as_bob):
        assert "Give this order" in orders_in(page_of(player, game))
    seats.leave(user=bob, game_id=game.id)
    assert "Give this order" not in orders_in(page_of(as_bob, game))
    play_to_the_end(game)
    assert "Give this order" not in orders_in(page_of(as_alice, game))


def test_offers_what_makes_sense(as_alice, alice, bob):
    game = running_table(alice, bob, slug="high-society-simplified")
    part = orders_in(page_of(as_alice, game))
    assert 'name="policy"' not in part
    assert "give_up" not in part
    assert "lasting:misfortune" not in part
    assert "Every Double, until I change it" in part
    send(as_alice, game, kind="raise", limit="7", then="pass")
    assert "raise up to 7, then pass" in orders_in(page_of(as_alice, game))


def test_admits_what_speed_may_tell(as_alice, alice, bob, game):
    slow = running_table(alice, bob, turn_seconds=86_400)
    assert "a quick move may give it away" in orders_in(page_of(as_alice, slow))
    assert "a quick move may give it away" not in orders_in(page_of(as_alice, game))
