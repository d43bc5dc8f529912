"""Lists of the admin can be narrowed down by address. Nobody may guess a secret that way, letter by letter."""

import pytest

from tests.support.clients import logged_in
from tests.support.tables import running_table

GUESSES = (
    "setup__deck__3={deck[3]}",
    "setup__deck__3__gte={deck[3]}",
    "setup__contains=seed",
    "setup__seed__startswith={seed}",
    "setup__isnull=0",
    "salt__startswith={salt}",
    "salt__gte={salt}",
    "invitation__startswith={invitation}",
    "kept_seats__invitation__startswith=a",
    "kept_seats__name=Ben",
    "rematch__setup__deck__3={deck[3]}",
    "actions__action__contains=pass",
    "messages__text__contains=x",
)


WISHES = ("", "status__exact=running", "public__exact=0", "waits=hour", "game=high-society")


@pytest.mark.parametrize("way", ["games/game/?", "accounts/user/?hosted_games__", "accounts/user/?seats__game__"])
def test_no_secret_can_be_guessed_through_a_list(alice, bob, dana, way):
    game, as_dana = running_table(alice, bob), logged_in(dana)
    assert game.setup
    facts = {"deck": game.setup["deck"], "seed": game.setup["seed"][:2], "salt": game.salt[0]}
    paths = [f"/admin/{way}{guess}".format(**facts, invitation=game.invitation[0]) for guess in GUESSES]
    assert [path for path in paths if as_dana.get(path).status_code != 400] == []


def test_what_the_filters_offer_is_answered(alice, bob, dana):
    running_table(alice, bob)
    as_dana = logged_in(dana)
    assert [as_dana.get(f"/admin/games/game/?{wish}").status_code for wish in WISHES] == [200] * len(WISHES)
