"""What happened at tables of CartesSociété, and how it ended, in words."""

import re

import pytest

from games.positions import ADMIN, BOT, CLOCK
from games.tableau import draw_charts, draw_log
from games.tableau.amounts import score
from games.tableau.cartes.narrator import CartesNarrator
from tests.support.cartes_scenes import SMITHS, VALETS, after, table, told, whole_game
from tests.support.rules.cartes_cards import attack_of, hp_of
from tests.support.rules.cartes_listener import CartesListener
from tests.support.rules.cartes_table import END, RULES, buy, evolve, fallen, play, replace, seat
from tests.support.scenes import draw_private, draw_public, public_html, scene, step

PACKS = [
    tuple(f"{name}-{copy}*" for name in ("loup-contremaitre", "loup-capitaine", "loup-banquier") for copy in copies)
    for copies in ((1, 2), (3, 4))
]
"""Two boards alike, each of which hurts the other."""


class TestStory:
    def test_of_a_turn(self):
        drawn = table(
            seat(), seat(*SMITHS[:2], hand=(*VALETS[:2], "lapin-facteur-1")), turn=3, acting=1, market=VALETS[2:3]
        )
        drawn = after(drawn, buy(VALETS[2]), evolve(VALETS[2]), replace(VALETS[2], SMITHS[0]), END)
        assert told(drawn, last=4) == [
            "Bob ends the turn.",
            "Bob replaces Blacksmith Bear by Footman Stag.",
            "Bob evolves Footman Stag to level 2.",
            "Bob buys Footman Stag for 1 PO.",
        ]
        assert draw_public(drawn).announcement == "Bob ends the turn."

    def test_of_a_combat_and_a_mixing(self):
        """Bears are too firm to hurt each other."""
        drawn = table(seat(*SMITHS[:1]), seat(hand=SMITHS[1:2]), seat(pv=1), turn=4, acting=1, market=())
        drawn = after(drawn, play(SMITHS[1]), END, END, END)
        blow = attack_of(SMITHS[:1])
        market, turn, mixed, *rest = told(drawn)
        assert market.startswith("New in the market: ")
        assert turn == "Turn 5: 7 PO for everybody. Ana buys first."
        assert re.fullmatch(r"What is left is mixed: \d+ into the pile of cost 3, \d+ cards? to the discard\.", mixed)
        assert rest[:3] == [
            f"Cleo is out, with −{2 * blow - 1} PV.",
            f"Combat: Cleo loses {2 * blow} PV.",
            "Ana ends the turn.",
        ]
        settled = draw_public(drawn).settlement
        assert settled is not None
        assert [step.text for step in settled.steps] == [
            f"Cleo loses {2 * blow} PV: {blow} by Ana and {blow} by Bob.",
            f"Cleo is out, with −{2 * blow - 1} PV.",
        ]

    def test_of_a_pile_that_ran_out(self):
        drawn = table(seat(), seat(), fallen(), turn=11, acting=0, market=(), pile=(), discard=VALETS)
        sold_out = after(table(seat(), seat(), fallen(), turn=11, acting=0, market=(), pile=(), discard=()), END, END)
        assert told(after(drawn, END, END))[0] == (
            "The pile ran out, so the discard is shuffled into it. "
            "New in the market: Footman Stag, Footman Stag, Footman Stag, Footman Stag and Footman Stag."
        )
        assert told(sold_out)[0].startswith("Turn 12: 11 PO for everybody.")

    @pytest.mark.parametrize(
        ("made_by", "words"),
        [
            (CLOCK, "Bob's time ran out: the turn ends."),
            (ADMIN, "An admin ends the turn of Bob."),
            (BOT, "Bob (bot) ends the turn."),
        ],
    )
    def test_says_who_ended_a_turn(self, made_by, words):
        drawn = table(seat(), seat(), seat(), acting=1)
        assert told(scene(RULES, step(RULES, drawn.position, {"kind": "end_turn"}, made_by)))[0] == words

    def test_tells_everything_that_can_happen(self):
        heard = {name.removeprefix("on_") for name in vars(CartesListener) if name.startswith("on_")}
        happened = {line.kind for seed in ("a", "b") for line in draw_log(whole_game(seed, 3))}
        assert {"game_started", "card_evolved", "game_ended"} < happened <= heard
        assert not [kind for kind in heard if not hasattr(CartesNarrator, f"_{kind}")]


def ceremony(drawn):
    told = draw_public(drawn).ceremony
    assert told is not None
    assert told.headline.theirs in public_html(drawn)
    return told


class TestEnd:
    def test_with_one_player_left(self):
        over = after(table(seat(*SMITHS[:1]), seat(pv=1), fallen(2, -3), acting=1), END, END)
        blow = attack_of(SMITHS[:1])
        end = ceremony(over)
        assert (end.headline.theirs, end.reason) == ("Ana wins", "The last one standing, with 400 PV.")
        assert end.last_words == f"Combat: Bob loses {blow} PV."
        assert [(result.place, result.name, result.score, result.out_word) for result in end.results] == [
            ("1", "Ana", "400", ""),
            ("2", "Bob", f"−{blow - 1}", "fallen"),
            ("3", "Cleo", "−3", "fallen"),
        ]
        assert [(count.text, count.total) for count in end.results[-1].counts] == [("PV at the end, in turn 2", "−3")]
        fates = [draw_private(over, seat).status for seat in range(3)]
        assert fates == ["You win!", "You are out, and finish second.", "You are out, and finish third."]

    @pytest.mark.parametrize(
        ("pv", "headline", "fate"),
        [((1, 1), "Ana and Bob win together", "You share the win!"), ((1, 3), "Bob wins", "You win!")],
    )
    def test_with_all_who_were_left_falling_together(self, pv, headline, fate):
        seats = [seat(*pack, pv=left) for pack, left in zip(PACKS, pv, strict=True)]
        over = after(table(*seats, turn=7, acting=1, market=()), END, END)
        blow = attack_of(PACKS[0]) - hp_of(PACKS[1])
        end = ceremony(over)
        assert end.headline.theirs == headline
        assert end.reason == f"The last ones fell together; nobody had more than {score(pv[1] - blow)} PV."
        assert end.last_words == f"Combat: Ana loses {blow} PV and Bob loses {blow} PV."
        assert draw_private(over, 1).status == fate

    def test_with_the_last_turn(self):
        over = after(table(seat(pv=300), seat(), turn=30, acting=0, market=()), END, END)
        end = ceremony(over)
        assert (end.headline.theirs, end.reason) == ("Bob wins", "Thirty turns are over; nobody has more than 400 PV.")
        assert end.last_words == "Combat: nobody is hurt."
        assert [draw_private(over, seat).status for seat in (0, 1)] == ["You finish second.", "You win!"]

    def test_and_all_before_is_in_a_chart(self):
        over = whole_game("a", 3)
        (chart,) = draw_charts(over, None)
        assert [row.words for row in chart.rows] == ["The beginning", *(str(turn + 1) for turn in range(over.stage))]
        assert over.outcome is not None
        assert [line.latest for line in chart.lines] == [score(result.score) for result in over.outcome.seats]
        early = over.at(5)
        (chart,) = draw_charts(early, None)
        assert chart.rows[-1].words == f"{early.stage}, under way"
