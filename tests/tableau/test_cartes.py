"""Tables of CartesSociété: market, boards, the coming combat, cards, and what one can do."""

import re
from collections import Counter

import pytest
from django.http import QueryDict
from django.utils import translation

from games.rules.cartes_societe.cards import FACES
from games.rules.cartes_societe.turns import hits
from games.tableau import tableau_of
from games.tableau.amounts import score
from games.tableau.cartes.combat import short_name
from games.tableau.cartes.faces import draw_beasts
from games.templatetags.tables import symbols_of
from tests.support.cartes_scenes import MARKET, SMITHS, VALETS, after, moments_of, table, told, whole_game
from tests.support.rules.cartes_cards import IDS, attack_of, hp_of, limit_of
from tests.support.rules.cartes_table import END, RULES, buy, copies, evolve, fallen, play, seat
from tests.support.scenes import draw_private, draw_public, private_html, public_html

PACK = ("loup-braconnier-1", "loup-braconnier-2*", "lapin-facteur-1*")


class TestMarket:
    def test_tells_the_turn_and_what_is_for_sale(self):
        drawn = draw_public(table(seat(), seat(*VALETS[:1]), seat(), acting=1))
        assert (drawn.head, drawn.po_words) == ("Turn 3", "cost 2 · 5 PO each")
        assert drawn.mixing_words == "27 turns after this one"
        assert [beast.name for beast in drawn.market] == ["Hawker Fox", "Butler Stag", "Schoolgirl Owl"]
        assert drawn.pile_words == "34 cards in the pile · 32 in the discard"
        assert (drawn.turn_words, drawn.waiting) == ("It is Bob's turn", "Waiting for Bob.")

    def test_warns_of_mixing(self):
        drawn = draw_public(table(seat(), seat(), turn=4))
        assert drawn.mixing_words == "After this turn the piles are shuffled."

    def test_may_be_sold_out(self):
        assert "Everything is sold" in public_html(table(seat(), seat(), market=()))

    def test_counts_what_lies_in_the_piles_by_names_alone(self):
        stacks = draw_public(table(seat(), seat(*VALETS[:2]))).stacks
        assert [(stack.name, stack.size) for stack in stacks] == [
            ("Pile of cost 2", 34),
            ("Pile of cost 3", 35),
            ("Pile of cost 4", 35),
            ("Pile of cost 5", 35),
            ("Discard", 31),
        ]
        assert stacks[0].cards[-1] == "4 × Butler Stag"
        assert stacks[-1].cards[-1] == "3 × Footman Stag"


class TestSeats:
    def test_sum_up_their_boards(self):
        drawn = draw_public(table(seat(*PACK, hand=VALETS[:2]), seat(), fallen(2, -7), turn=4, acting=1))
        first, second, third = drawn.seats
        assert (first.attack, first.hp) == (attack_of(PACK), hp_of(PACK))
        assert first.room == f"3 of {limit_of(PACK)}"
        assert [beast.level for beast in first.board] == [1, 2, 2]
        assert [beast.name for beast in first.hand] == ["Footman Stag"] * 2
        assert (second.pv, second.share, second.po) == ("400", 100, 5)
        assert (third.pv, third.share, third.po) == ("−7", 0, None)
        assert [(box.state, box.state_word) for box in drawn.seats] == [
            ("waiting", ""),
            ("acting", "to play"),
            ("out", "fallen"),
        ]

    def test_say_who_is_done(self):
        drawn = draw_public(after(table(seat(), seat(), seat(), acting=1), END))
        assert [(box.state, box.po) for box in drawn.seats] == [("waiting", 5), ("ended", None), ("acting", 5)]


class TestCombat:
    @pytest.mark.parametrize("players", [2, 5])
    def test_is_what_the_rules_would_do(self, players):
        drawn_hits = 0
        for drawn in moments_of(whole_game("combat", players), every=7):
            chart, expected = draw_public(drawn).combat, hits(drawn.position.state)
            assert [(arrow.by, arrow.damage) for arrow in chart.arrows] == [
                (hit.by, score(-hit.damage)) for hit in expected
            ]
            sentences = [f"{drawn.name(hit.by)} hits {drawn.name(hit.on)} for {hit.damage}." for hit in expected]
            assert list(chart.sentences) == (sentences or ["Nobody would be hurt."])
            living = [player.seat for player in drawn.view().players if player.alive]
            assert [node.seat for node in chart.nodes] == living
            drawn_hits += len(expected)
        assert drawn_hits > 10

    def test_hurts_nobody_before_anything_is_played(self):
        chart = draw_public(table(seat(), seat(), seat(), acting=1)).combat
        assert (chart.arrows, chart.sentences) == ((), ("Nobody would be hurt.",))

    def test_is_drawn_within_its_frame(self):
        packs = [
            seat(*(card for card in IDS if card.startswith("loup-") and card.endswith(f"-{copy}")))
            for copy in range(1, 6)
        ]
        chart = draw_public(table(*packs, turn=9, acting=4, market=())).combat
        assert len(chart.arrows) == 20, "a pack of wolves is stronger than it is firm"
        for arrow in chart.arrows:
            numbers = [float(number) for number in re.findall(r"[\d.]+", arrow.path)]
            assert all(0 <= x <= chart.width for x in (*numbers[::2], arrow.x))
            assert all(0 <= y <= chart.height for y in (*numbers[1::2], arrow.y))
        assert len({(arrow.x, arrow.y) for arrow in chart.arrows}) == 20


class TestDock:
    def test_offers_the_market_and_says_what_is_too_expensive(self):
        mine = draw_private(table(seat(), seat(hand=("renard-camelot-2",), po=1), acting=1), 1)
        assert (mine.my_turn, mine.status, mine.gold) == (True, "Your turn", "1 PO left")
        assert [(offer.words, offer.possible) for offer in mine.market] == [
            ("Buy for 1 PO: 1 in your hand", True),
            ("Buy for 2 PO", False),
            ("Buy for 1 PO", True),
        ]
        assert mine.market[1].why_not == "2 PO: too expensive"

    def test_offers_one_evolution_for_each_name_and_place(self):
        drawn = table(seat(), seat(*SMITHS[:3], "cerf-valet-5*", hand=VALETS[:4]), turn=5, acting=1)
        mine = draw_private(drawn, 1)
        assert [(offer.beast.id, offer.words) for offer in mine.evolutions] == [
            ("cerf-valet-1", "Evolve Footman Stag in hand"),
            ("ours-forgeron-1", "Evolve Blacksmith Bear on the board"),
        ]
        assert {offer.beast.level for offer in mine.evolutions} == {2}
        evolved = draw_private(after(drawn, evolve("cerf-valet-1")), 1)
        assert [offer.beast.id for offer in evolved.evolutions] == ["ours-forgeron-1"]

    def test_says_that_a_full_board_can_only_change(self):
        full = seat(*SMITHS, *copies("cerf-majordome", 3), hand=VALETS[:1])
        mine = draw_private(table(seat(), full, turn=11, acting=1, market=()), 1)
        assert (mine.play_words, mine.may_replace) == ("Your board is full: you may replace a card.", True)

    def test_asks_nothing_of_those_who_wait_or_have_fallen(self):
        drawn = table(seat(hand=VALETS[:1]), seat(), fallen(2), acting=1)
        waiting, out = draw_private(drawn, 0), draw_private(drawn, 2)
        assert (waiting.status, draw_public(drawn).waiting) == ("", "Waiting for Bob.")
        assert out.status == "You are out. See how it ends!"
        assert "<button" not in private_html(drawn, 0) + private_html(drawn, 2)
        assert "data-waiting></span>" in private_html(drawn, 0)
        assert 'data-waiting="Waiting for Bob."' in public_html(drawn)

    def test_is_left_in_peace_while_nothing_is_asked(self):
        tableau = tableau_of(RULES)
        drawn = table(seat(), seat(), seat(), acting=1)
        later = after(drawn, buy(MARKET[0]))
        assert tableau.private_key(drawn, 0) == tableau.private_key(later, 0)
        assert tableau.private_key(drawn, 1) != tableau.private_key(later, 1)
        assert tableau.private_key(after(later, END), 2) != tableau.private_key(later, 2)

    def test_has_a_button_for_all_that_is_legal(self):
        kinds: Counter[str] = Counter()
        for drawn in moments_of(whole_game("buttons")):
            state = drawn.position.state
            if state.seat is None:
                continue
            legal = [RULES.action_to_json(action) for action in RULES.legal_actions(state, state.seat)]
            offered = list(actions_in(private_html(drawn, state.seat)))
            assert all(action in legal for action in offered)
            left_out = [action for action in legal if action not in offered]
            assert {action["kind"] for action in left_out} <= {"evolve"}
            kinds.update(action["kind"] for action in offered)
        assert kinds.keys() == {"buy", "play", "replace", "evolve", "end_turn"}


def actions_in(html):
    """The actions that the form of a table can send, by any of its buttons and with anything selected."""
    cards, places = (options_in(html, name) for name in ("card", "over"))
    for name, value in re.findall(r'<button[^>]* name="(\w+)" value="([\w-]+)"(?![^>]*disabled)', html):
        for card in cards if value == "replace" else [""]:
            for over in places if value == "replace" else [""]:
                yield tableau_of(RULES).read_action(QueryDict(f"{name}={value}&card={card}&over={over}"))


def options_in(html, name):
    _, found, rest = html.partition(f'<select name="{name}">')
    return re.findall(r'<option value="([\w-]+)"', rest.partition("</select>")[0]) if found else []


class TestFaces:
    def test_have_a_drawing_and_words_on_either_side(self):
        symbols = symbols_of("cartes-societe")
        for beast in draw_beasts(face.card for face in FACES):
            assert f'id="beast-{beast.family}"' in symbols
            assert beast.about.startswith(f"{beast.name.split()[-1]}, level {beast.level}.")
            assert beast.label.startswith(f"{beast.name}, cost {beast.cost}, attack {beast.attack}, ")

    @pytest.mark.parametrize(
        ("family", "counted"),
        [
            ("renard", "for each other family beside it."),
            ("loup", "for each other card of its family beside it."),
            ("herisson", "for each other card of its family beside it."),
            ("chouette", "for each card of level 2 on the board."),
        ],
    )
    def test_say_what_their_bonus_is(self, family, counted):
        sides = [face for face in FACES if face.family.key == family]
        told = 0
        for face, beast in zip(sides, draw_beasts(face.card for face in sides), strict=True):
            sums = (f"+{face.side.bonus_attack} attack", f"+{face.side.bonus_hp} defence")
            given = [words for words in sums if not words.startswith("+0")]
            expected = f" {', '.join(given)} {counted}" if given else ""
            assert beast.about.partition(".")[2] == expected
            told += bool(given)
        assert told

    def test_say_who_makes_room_and_who_has_no_bonus(self):
        about = {
            (face.family.key, face.side.limit): beast.about
            for face, beast in zip(FACES, draw_beasts(face.card for face in FACES), strict=True)
        }
        assert about["lapin", 1].endswith("level 2. Room for 1 more card.")
        assert about["lapin", 0] == "Rabbit, level 1."
        assert about["ours", 0] == "Bear, level 2."

    def test_have_french_names_in_french(self):
        drawn = table(seat(), seat(hand=VALETS[:1]), acting=1)
        with translation.override("fr"):
            assert [beast.name for beast in draw_public(drawn).market] == [
                "Renard camelot",
                "Cerf majordome",
                "Chouette écolière",
            ]
            assert draw_public(drawn).stacks[0].cards[0] == "5 × Lapin aubergiste"
            assert "Chouette" in draw_public(drawn).market[2].about
            assert "Cerf valet" in told(after(drawn, play(VALETS[0])))[0]
        assert draw_public(drawn).stacks[0].cards[0] == "5 × Innkeeper Rabbit"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Duke Dandy", "Duke Dandy"),
        ("Count Farthing", "Count…"),
        ("Debonair Dancer", "Debonair…"),
        ("Nightingale 77", "Nightingale…"),
    ],
)
def test_a_name_beside_the_combat_is_cut_between_words(name, shown):
    assert short_name(name) == shown


def test_a_word_that_is_too_long_is_cut_all_the_same():
    assert short_name("Incomprehensible") == "Incomprehen…"
