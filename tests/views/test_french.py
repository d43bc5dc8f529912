"""The site in French: no page of it has English left, and no number in it that a browser could not read."""

import re
from html.parser import HTMLParser

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation

from accounts.people import friends
from games.queries.scenes import scene_of
from games.rules import GAMES
from games.services.table import chat, deals
from tests.support.recordings import file_of, scene_of_saved
from tests.support.scenes import draw_public
from tests.support.tables import PASS, bid, do, fresh, play_to_the_end, running_table, waiting_table, whole_table

pytestmark = pytest.mark.django_db

# Words without which English hardly says anything, and which no French sentence has.
ENGLISH = re.compile(
    r"\b(and|are|bids?|by|cards?|edition|from|game|has|have|how|is|it|my|no|not|nobody|of|one|player|seat|simplified|"
    r"some\w*|that|the|their|they|this|to|was|what|when|who|will|with|without|you|your|yours)\b",
    re.IGNORECASE,
)
SPOKEN = {"alt", "aria-label", "aria-valuetext", "content", "label", "placeholder", "title"}
SILENT = {"code", "pre", "script", "style"}
MEASURES = {
    "cx",
    "cy",
    "height",
    "max",
    "min",
    "r",
    "step",
    "value",
    "viewbox",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
}
GAME = file_of(scene_of_saved("classic-single-winner"))
TIME_ZONE = re.compile(r"\w+/")
"""Time zones have their English names everywhere."""


class Reader(HTMLParser):
    """Takes down what people read or hear of a page, and what browsers measure by."""

    def __init__(self, html):
        super().__init__()
        self.texts: list[str] = []
        self.measures: list[str] = []
        self.silent = ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        told = {name: value or "" for name, value in attrs}
        self.silent = self.silent or (tag if tag in SILENT else "")
        self.texts += [value for name, value in told.items() if self._is_spoken(name, tag, told)]
        self.measures += [f"{name}={value}" for name, value in told.items() if name in MEASURES]

    def _is_spoken(self, name, tag, told):
        if tag == "meta":
            return name == "content" and told.get("name") == "description"
        return name in SPOKEN or (name.startswith("data-") and " " in told[name] and "{" not in told[name])

    def handle_endtag(self, tag):
        if tag == self.silent:
            self.silent = ""

    def handle_data(self, data):
        if not self.silent and not TIME_ZONE.match(data):
            self.texts.append(data.strip())


def english_in(html):
    return [text for text in Reader(html).texts if ENGLISH.search(text)]


def reads_french(client, *addresses, status=200):
    for address in addresses:
        response = client.get(address, follow=True)
        assert (response.status_code, '<html lang="fr' in response.text) == (status, True), address
        assert english_in(response.text) == [], address
        assert not [measure for measure in Reader(response.text).measures if re.search(r"=-?\d+,\d+$", measure)], (
            address
        )


@pytest.fixture
def french():
    return Client(headers={"accept": "text/html", "accept-language": "fr-CA,fr;q=0.9,en;q=0.5"})


@pytest.fixture
def as_alice(french, alice):
    french.force_login(alice)
    return french


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.slug)
def test_tables_of_every_game(as_alice, alice, bob, rules):
    """Waiting, bidding, at the end and looked at again, with open and with closed purses."""
    waiting = waiting_table(alice, bob, slug=rules.slug, public=True)
    closed = running_table(alice, bob, slug=rules.slug, open_purses=False, turn_seconds=86_400, bank_seconds=86_400)
    ended = play_to_the_end(running_table(alice, bob, slug=rules.slug))
    reads_french(as_alice, *(f"/tables/{table.id}/" for table in (waiting, closed, ended)))
    reads_french(as_alice, *(f"/tables/{ended.id}/{part}/" for part in ("log", "replay", "replay/1")))
    reads_french(as_alice, f"/rules/{rules.slug}/", f"/leaderboard/{rules.slug}/")


def test_a_table_with_all_that_can_happen_there(as_alice, alice, bob, charlie):
    game = running_table(alice, bob, charlie, turn_seconds=60)
    for player, action in ((alice, bid(1)), (bob, bid(2)), (charlie, PASS), (alice, bid(2)), (bob, PASS)):
        do(game, player, action)
    chat.say(user=bob, game_id=game.id, text="Bonjour @Alice", key="k")
    reads_french(as_alice, f"/tables/{game.id}/", f"/tables/{game.id}/log/", f"/tables/{game.id}/webhook/")
    order = {"kind": "raise", "scope": "lasting:possession", "policy": "fewest", "then": "pass", "limit": "8000"}
    page = as_alice.post(f"/tables/{game.id}/orders/", order, follow=True).text
    assert "Chaque carte «\xa0Possession\xa0»\xa0: monter jusqu’à 8\u202f000" in page
    refused = as_alice.post(f"/tables/{game.id}/act/", {"kind": "bid", "cards": "25000", "version": 0, "key": "k"})
    assert english_in(page) == english_in(refused.text) == []


def test_a_market_and_what_comes_of_it(as_alice, alice, bob):
    game = running_table(alice, bob, slug="cartes-societe", size=2, turn_seconds=60)
    with translation.override("fr"):
        first, second = draw_public(scene_of(whole_table(game))).market[:2]
    for player, action in (
        (alice, {"kind": "buy", "card": first.id}),
        (alice, {"kind": "play", "card": first.id}),
        (alice, {"kind": "end_turn"}),
        (bob, {"kind": "end_turn"}),
        (alice, {"kind": "buy", "card": second.id}),
    ):
        do(game, player, action)
    reads_french(as_alice, f"/tables/{game.id}/", f"/tables/{game.id}/log/")
    order = {"stage": 2, "play": second.id, "over": first.id, "evolve": "on", "then": "end"}
    page = as_alice.post(f"/tables/{game.id}/orders/", order, follow=True).text
    assert f"remplacer «\xa0{first.name}\xa0» par «\xa0{second.name}\xa0», finir le tour" in page
    refused = as_alice.post(f"/tables/{game.id}/act/", {"buy": first.id, "version": fresh(game).version, "key": "k"})
    assert "Cette carte n’est plus à vendre." in refused.text
    assert english_in(page) == english_in(refused.text) == []


def test_pages_of_people(as_alice, alice, bob, charlie):
    ended = play_to_the_end(running_table(alice, bob))
    friends.ask(user=bob, person=alice)
    friends.ask(user=alice, person=charlie)
    deal = deals.create(owner=alice, slug="high-society", tables=2)
    as_alice.post("/my-games/uploads/", {"file": SimpleUploadedFile("x.json", GAME, "application/json")})
    reads_french(
        as_alice,
        *("/", "/my-games/", "/my-games/uploads/", "/friends/", "/deals/", f"/deals/{deal.code}/", "/tables/new/"),
        *("/players/alice/", "/players/bob/", "/players/alice/games/", "/players/alice/games/?result=won"),
        *(
            f"/accounts/{name}/"
            for name in ("settings", "reach", "rest", "email", "password/change", "delete", "logout")
        ),
    )
    assert ended.is_over


def test_pages_of_strangers(french, alice, bob):
    table = waiting_table(alice, bob, public=True)
    reads_french(
        french,
        *("/", "/tables/new/", "/my-games/", "/leaderboard/", "/offline/", "/accounts/confirm-email/old/"),
        *(f"/tables/{table.id}/", f"/invitation/{table.invitation}/", "/accounts/inactive/"),
        *(f"/accounts/{name}/" for name in ("login", "signup", "password/reset", "password/reset/done", "preferences")),
    )
    reads_french(french, "/nowhere/", "/invitation/lost/", "/accounts/unsubscribe/old/", status=404)


def test_seats_that_are_kept(as_alice, alice, bob, charlie):
    """With free seats and without, and with enough people to start; and by the link of one of them."""
    rooms_of_alice = [
        waiting_table(alice, bob, size=4, kept=("Ben",)),
        waiting_table(alice, bob, charlie, size=4, kept=("Ben",)),
    ]
    reads_french(as_alice, *(f"/tables/{room.id}/" for room in rooms_of_alice))
    refused = as_alice.post(f"/tables/{rooms_of_alice[0].id}/keep-seat/", {"name": "Bob"})
    assert (refused.status_code, english_in(refused.text)) == (422, [])
    stranger = Client(headers={"accept-language": "fr"})
    reads_french(stranger, f"/invitation/{rooms_of_alice[0].kept_seats.get().invitation}/")
    reads_french(as_alice, "/invitation/lost/", status=404)


def test_forms_that_are_refused(as_alice, french, alice):
    wrong = {
        "/tables/new/": {"game": "whist", "size": "x", "bots": "99", "deal": "none"},
        "/accounts/settings/": {"display_name": "admin", "theme": "x", "time_zone": "Mars/Olympus"},
        "/accounts/rest/vacation/": {"first_day": "2020-01-01", "last_day": "2019-01-01"},
        "/friends/ask/": {"username": "nobody"},
        "/my-games/uploads/": {},
    }
    for address, form in wrong.items():
        response = as_alice.post(address, form)
        assert (response.status_code // 100, english_in(response.text)) == (4, []), address
    stranger = Client(headers={"accept-language": "fr"})
    for address in ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"):
        assert english_in(stranger.post(address, {"username": "a b", "email": "x", "password1": "x"}).text) == []


def test_pages_of_admins(french, dana, alice, bob):
    """What the programs that we use bring along for admins is not all in French; our own pages are."""
    french.force_login(dana)
    game = running_table(alice, bob)
    reads_french(french, f"/admin/games/game/{game.id}/change/", "/admin/games/game/", "/admin/accounts/user/")
    reads_french(
        french, *(f"/admin/games/game/intervene/{what}/?games={game.id}" for what in ("pause", "abort", "hand-over"))
    )


def test_a_refused_request_is_told_so_in_french(french):
    page = french.post("/accounts/preferences/", {"x": "x" * 100_000})
    assert page.status_code == 413
    assert "C’était trop volumineux" in page.text
    assert french.get("/play-now/").text.count("Rien à voir ici") == 2
