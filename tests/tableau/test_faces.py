"""Cards, emblems and the help beside them."""

import re

import pytest
from django.conf import settings
from django.template.loader import get_template, render_to_string
from django.utils.translation import override

from games.pages.parts import by_id, draw, whole
from games.pages.rulebook import find_rulebook
from games.rules import GAMES
from games.rules.auction_rules import AuctionRules
from games.rules.high_society import PARIS_RULES
from games.tableau.auction.edition import END_RULINGS, PRIZE_RULINGS, words_for
from games.tableau.auction.faces import draw_face
from games.tableau.auction.names import NAMES
from games.tableau.cartes import explain
from games.tableau.emblems import EMBLEMS, badge_emblem, seat_emblem
from games.tableau.explanation import rulings
from tests.support.scenes import draw_public, play, private_html, private_parts, public_html

AUCTIONS = [rules for rules in GAMES if isinstance(rules, AuctionRules)]

every_auction = pytest.mark.parametrize("rules", AUCTIONS, ids=lambda rules: rules.slug)
every_game = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.slug)


@every_auction
def test_every_card_has_a_drawing_and_a_name_to_translate(rules):
    for card in rules.cards:
        get_template(draw_face(card, words_for(rules.slug)).emblem)
        assert card.name in NAMES


ORNAMENTS = {
    found[1]: found[2]
    for found in re.finditer(r'<g id="ornament-([\w-]+)">(.*)</g>', render_to_string("games/auction/_symbols.html"))
}


def strokes(ornament):
    """How many shapes it is made of, with those of the ornaments that it points to."""
    pointed_to = re.findall(r'<use href="#ornament-([\w-]+)"', ORNAMENTS[ornament])
    return len(re.findall(r"<(?:path|rect|circle) ", ORNAMENTS[ornament])) + sum(map(strokes, pointed_to))


@every_auction
def test_every_ornament_comes_with_the_page(rules):
    faces = [draw_face(card, words_for(rules.slug)) for card in rules.cards]
    assert {face.ornament for face in faces} <= ORNAMENTS.keys()
    for face in faces:
        card = render_to_string("games/cards/card.svg", {"face": face})
        assert f'<use href="#ornament-{face.ornament}"/>' in card
        assert len(card) < 1200


def test_cards_grow_richer_with_their_value():
    richness = [strokes(str(value)) for value in range(1, 11)]
    assert richness == sorted(set(richness))
    assert strokes("title") > richness[-1]
    assert strokes("misfortune") == richness[0] == 1


def test_every_seat_has_its_own_emblem():
    assert (
        len({seat_emblem(seat) for seat in range(8)})
        == len({badge_emblem(badge) for badge in range(8)})
        == len(EMBLEMS)
        == 8
    )
    for seat in range(8):
        get_template(seat_emblem(seat))
        get_template(badge_emblem(seat))


def test_what_cards_say():
    rules = PARIS_RULES
    faces = {card.id: draw_face(card, words_for(rules.slug)) for card in rules.cards}
    assert faces["luxury-8"].label == "Yacht, worth 8"
    assert faces["prestige-1"].label == "Bon Vivant, doubles your status, red edge"
    assert faces["faux-pas"].effect == "costs you one luxury"
    figures = [faces[card].figure for card in ("luxury-8", "prestige-1", "scandale", "passe", "faux-pas")]
    assert figures == ["8", "×2", "÷2", "−5", "×"]
    assert faces["passe"].kind_word == "Disgrace"


every_language = pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])


@every_auction
@every_language
def test_words_fit_on_a_card(rules, language):
    with override(language):
        faces = [draw_face(card, words_for(rules.slug)) for card in rules.cards]
    assert max(len(face.name) for face in faces) <= 13
    assert max(len(face.effect) for face in faces) <= 24


def rulings_we_point_to(rules):
    if not isinstance(rules, AuctionRules):
        return (*explain.TURN_RULINGS, *explain.END_RULINGS)
    words = words_for(rules.slug)
    misfortunes = (words.paying, *words.stealing) if any(card.misfortune for card in rules.cards) else ()
    return (*PRIZE_RULINGS, *END_RULINGS, words.doubling, *words.scoring, *misfortunes)


@every_game
@every_language
def test_every_ruling_we_point_to_is_on_the_rules_page(rules, language):
    with override(language):
        rulebook = find_rulebook(rules.slug)
        assert rulebook is not None
        for ruling in rulings(rulings_we_point_to(rules)):
            assert f'<h3 id="{ruling.anchor}">{ruling.title}</h3>' in rulebook.html
    assert '<h3 id="how-do-i-know-the-deck-is-fair">' in rulebook.html


@every_game
@every_language
def test_headings_of_a_rules_page_have_ids_of_their_own(rules, language):
    with override(language):
        rulebook = find_rulebook(rules.slug)
    assert rulebook is not None
    ids = re.findall(r'<h[23] id="([^"]+)">', rulebook.html)
    assert len(ids) == len(set(ids)) == len(re.findall(r"<h[23]", rulebook.html))


def test_misfortunes_look_and_read_differently():
    drawn = play("high-society", [2], [3], [4], deck=["scandal"])
    table = draw_public(drawn)
    assert table.mode == "misfortune"
    assert table.invitation == "First to pass takes this. Everybody else pays."
    assert table.pot_words == "At stake: 9,000 in open bids"
    assert "Pass and take Scandal" in private_html(drawn, 0)


def test_a_theft_offers_every_possession():
    drawn = play("high-society", [4], "pass", "pass", "pass", deck=["possession-8", "theft"])
    html = private_html(drawn, 0)
    assert re.search(r'<button class="choice" name="discard" value="8">', html)
    assert "Give up Motor Car" in html
    assert 'name="action"' not in html
    assert "Ana chooses what to give up" in public_html(drawn)


def test_a_problem_is_told_beside_the_button():
    drawn = play("high-society", deck=["possession-8"])
    parts = private_parts(drawn, 0)
    assert re.search(r'<p id="problem" [^>]*hidden', whole(parts, "private"))
    told = by_id(draw("games/table/_problem.html", words="Too late."))
    html = whole({**parts, **told}, "private")
    assert re.search(r'<p id="problem" class="problem" role="alert"[^>]*>Too late\.</p><fieldset id="actions"', html)
    assert not re.search(r'<p id="problem" [^>]*hidden', html)


def test_enter_bids_and_never_passes():
    html = private_html(play("high-society", deck=["possession-8"]), 0)
    assert html.index('value="bid"') < html.index('value="pass"')
