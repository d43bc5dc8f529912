"""What is printed, and what cards count together on a board."""

from importlib.resources import files

import pytest

from games.rules.cartes_societe.cards import FACES
from games.rules.cartes_societe.catalogue import COPIES, FAMILIES, KINDS
from tests.support.rules.cartes_cards import IDS, NAMES, side_of
from tests.support.rules.cartes_table import RULES, position, seat

TURN = 9


def laid(*board):
    """The owner of this board as everybody sees them."""
    return RULES.view(position(seat(*board), seat(), turn=TURN, acting=0), None).players[0]


def strengths(*board):
    return [(card.attack, card.hp) for card in laid(*board).board]


def printed(card, times=0):
    """Attack and health as printed, with the bonus counted so many times."""
    side = side_of(card)
    return side["attack"] + times * side.get("bonus_attack", 0), side["hp"] + times * side.get("bonus_hp", 0)


class TestTheCatalogue:
    def test_has_seven_families_with_an_animal_of_every_cost(self):
        assert [family.name_fr for family in FAMILIES] == [
            *("Lapin", "Renard", "Loup", "Hérisson", "Ours", "Chouette", "Cerf"),
        ]
        assert [family.name_en for family in FAMILIES] == ["Rabbit", "Fox", "Wolf", "Hedgehog", "Bear", "Owl", "Stag"]
        ranks = [(kind.cost, kind.family.key) for kind in KINDS]
        assert ranks == [(cost, family.key) for cost in range(1, 6) for family in FAMILIES]
        assert COPIES == 5

    def test_calls_every_animal_by_a_name_of_its_own(self):
        assert [kind.slug for kind in KINDS] == " ".join(NAMES.values()).split()
        assert len({kind.name_fr for kind in KINDS}) == len({kind.name_en for kind in KINDS}) == 35
        for kind in KINDS:
            assert kind.name_fr.startswith(kind.family.name_fr + " ")
            assert kind.name_en.endswith(" " + kind.family.name_en)

    def test_knows_a_bonus_for_some_families(self):
        assert {family.key: family.bonus for family in FAMILIES} == {
            "lapin": "limit",
            "renard": "mixed",
            "loup": "pack",
            "herisson": "huddle",
            "ours": None,
            "chouette": "evolved",
            "cerf": None,
        }

    def test_prints_a_bonus_only_where_the_family_has_it(self):
        for kind in KINDS:
            for side in kind.sides:
                bonus = (side.bonus_attack > 0, side.bonus_hp > 0, side.limit > 0)
                allowed = {
                    "limit": {(False, False, True), (False, False, False)},
                    "pack": {(True, False, False)},
                    "huddle": {(False, True, False)},
                    "mixed": {(True, True, False), (True, False, False), (False, True, False)},
                    "evolved": {(True, True, False), (True, False, False), (False, True, False)},
                    None: {(False, False, False)},
                }
                assert bonus in allowed[kind.family.bonus], kind.slug

    def test_makes_everything_better_with_level_and_cost(self):
        for kind in KINDS:
            plain, evolved = kind.sides
            assert 0 < plain.attack < evolved.attack
            assert 0 < plain.hp < evolved.hp
            assert (plain.bonus_attack, plain.bonus_hp, plain.limit) <= (
                evolved.bonus_attack,
                evolved.bonus_hp,
                evolved.limit,
            )
        for family in FAMILIES:
            sums = [kind.sides[0].attack + kind.sides[0].hp for kind in KINDS if kind.family is family]
            assert sums == sorted(set(sums))

    def test_some_rabbits_make_room(self):
        assert any(side.limit for kind in KINDS for side in kind.sides)

    def test_lies_beside_the_code(self):
        assert files("games.rules.cartes_societe").joinpath("catalogue.toml").is_file()


def test_there_are_175_cards_and_their_ids_tell_name_and_copy():
    assert tuple(face.card.id for face in FACES[:175]) == tuple(face.card.id for face in FACES[175:]) == IDS
    assert len(set(IDS)) == 175
    assert [face.level for face in FACES] == [1] * 175 + [2] * 175


def test_a_card_as_everybody_sees_it():
    card = FACES[IDS.index("herisson-academicien-2")].card
    attack, hp = printed("herisson-academicien-2")
    assert (card.id, card.name, card.family) == ("herisson-academicien-2", "Hérisson académicien", "Hérisson")
    assert (card.level, card.cost, card.attack, card.hp) == (1, 5, attack, hp)


@pytest.mark.parametrize("name", ["ours-bucheron-1", "cerf-monarque-2", "lapin-prefet-1", "ours-general-1*"])
def test_some_count_what_is_printed_whatever_lies_beside_them(name):
    assert strengths(name, "loup-banquier-1", "chouette-doyenne-1*")[0] == printed(name)


def test_wolves_hunt_in_a_pack():
    assert strengths("loup-capitaine-1") == [printed("loup-capitaine-1")]
    pack = ("loup-capitaine-1", "ours-bucheron-1", "loup-marechal-1*", "loup-capitaine-2")
    assert strengths(*pack) == [printed(card, 0 if card.startswith("ours") else 2) for card in pack]


def test_hedgehogs_huddle():
    huddle = ("herisson-tailleur-1", "herisson-ramoneur-1", "loup-banquier-1")
    assert strengths(*huddle) == [
        printed("herisson-tailleur-1", 1),
        printed("herisson-ramoneur-1", 1),
        printed("loup-banquier-1"),
    ]


def test_foxes_like_mixed_company():
    """Two other families; a second fox and a second bear add nothing."""
    company = ("renard-notaire-1", "ours-brasseur-1", "renard-cardinal-1*", "ours-forgeron-1", "cerf-valet-1")
    assert strengths(*company)[0] == printed("renard-notaire-1", 2)
    assert strengths(*company)[2] == printed("renard-cardinal-1*", 2)
    assert strengths("renard-notaire-1", "renard-notaire-2") == [printed("renard-notaire-1")] * 2


def test_owls_admire_the_evolved_themselves_among_them():
    wise = ("chouette-astronome-1", "ours-brasseur-1*", "cerf-valet-1", "chouette-doyenne-1*")
    assert strengths(*wise)[0] == printed("chouette-astronome-1", 2)
    assert strengths(*wise)[3] == printed("chouette-doyenne-1*", 2)
    assert strengths("chouette-doyenne-1*") == [printed("chouette-doyenne-1*", 1)]
    assert strengths("chouette-doyenne-1") == [printed("chouette-doyenne-1")]


def test_a_board_counts_the_plain_sums():
    player = laid("loup-capitaine-1", "loup-marechal-1", "chouette-doyenne-1*", "renard-notaire-1", "lapin-prefet-1")
    assert player.attack == sum(card.attack for card in player.board)
    assert player.hp == sum(card.hp for card in player.board)


def test_in_hand_a_card_counts_what_is_printed():
    hand = ("loup-capitaine-1", "loup-capitaine-2*")
    player = RULES.view(position(seat("loup-marechal-1", hand=hand), seat(), turn=TURN, acting=0), None).players[0]
    assert [(card.attack, card.hp) for card in player.hand] == [printed(card) for card in hand]


@pytest.mark.parametrize("level", ["", "*"])
def test_rabbits_make_as_much_room_as_is_printed(level):
    rabbits = tuple(f"{name}{level}" for name in ("lapin-architecte-1", "lapin-prefet-1", "lapin-patriarche-1"))
    assert laid(*rabbits).board_limit == 8 + sum(side_of(card).get("limit", 0) for card in rabbits)
