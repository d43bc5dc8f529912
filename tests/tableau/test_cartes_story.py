"""What happened at tables of CartesSociété, and how it ended, in words."""

import re

import pytest

from games.history import ADMIN, BOT, CLOCK
from games.tableau import draw_charts, draw_log, draw_private, draw_public
from tests.rules.cartes_table import END, RULES, buy, evolve, fallen, play, replace, seat
from tests.tableau.cartes import SMITHS, VALETS, after, table, told
from tests.tableau.tables import public_html, saved, scene, step

ENDS = {
    "cartes-last-standing-of-five": (
        "Combat: Ana loses 63 PV, Bob loses 52 PV and Dev loses 75 PV.",
        "Cleo wins",
        "The last one standing, with 400 PV.",
    ),
    "cartes-fell-together": (
        "Combat: Ana loses 67 PV and Bob loses 38 PV.",
        "Bob wins",
        "The last ones fell together; nobody had more than −12 PV.",
    ),
    "cartes-fell-together-shared": (
        "Combat: Ana loses 64 PV and Bob loses 19 PV.",
        "Ana and Bob win together",
        "The last ones fell together; nobody had more than −17 PV.",
    ),
    "cartes-turn-limit-shared": (
        "Combat: nobody is hurt.",
        "Ana, Bob and Cleo win together",
        "Thirty turns are over; nobody has more than 400 PV.",
    ),
}


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
        drawn = table(seat(*VALETS[:1], pv=9), seat(hand=VALETS[1:2]), seat(pv=2), turn=4, acting=1, market=())
        drawn = after(drawn, play(VALETS[1]), END, END, END)
        mixed, *rest = told(drawn)[2:]
        assert re.fullmatch(r"What is left is mixed: \d+ into the pile of cost 3, \d+ cards? to the discard\.", mixed)
        assert rest[:3] == [
            "Cleo falls, with −14 PV.",
            "Combat: Ana loses 3 PV, Bob loses 3 PV and Cleo loses 16 PV.",
            "Ana ends the turn.",
        ]
        assert told(drawn)[1].startswith("Turn 5: 7 PO for everybody. Ana buys first.")
        assert told(drawn)[0].startswith("New in the market: ")
        settled = draw_public(drawn).settlement
        assert settled is not None
        assert [step.text for step in settled.steps] == [
            "Ana loses 3 PV: 3 by Bob.",
            "Bob loses 3 PV: 3 by Ana.",
            "Cleo loses 16 PV: 8 by Ana and 8 by Bob.",
            "Cleo falls, with −14 PV.",
        ]

    def test_of_a_pile_that_ran_out(self):
        drawn = table(seat(), seat(), fallen(), turn=11, acting=0, market=(), pile=(), discard=VALETS)
        sold_out = after(table(seat(), seat(), fallen(), turn=11, acting=0, market=(), pile=(), discard=()), END, END)
        assert told(after(drawn, END, END))[0] == (
            "The pile had run out, and the discard is shuffled into it. "
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
        kinds = {line.kind for name in ENDS for line in draw_log(scene(RULES, saved(name)))}
        happened = "card_bought card_played card_replaced card_evolved turn_ended combat eliminated"
        around = "game_started turn_started market_filled piles_mixed game_ended"
        assert kinds == {*happened.split(), *around.split()}


class TestEnd:
    @pytest.mark.parametrize("name", ENDS)
    def test_is_told_as_a_ceremony(self, name):
        drawn = scene(RULES, saved(name))
        ceremony = draw_public(drawn).ceremony
        assert ceremony is not None
        assert (ceremony.last_words, ceremony.headline, ceremony.reason) == ENDS[name]
        assert ceremony.headline in public_html(drawn)

    def test_says_how_far_everybody_came(self):
        drawn = scene(RULES, saved("cartes-last-standing-of-five"))
        ceremony = draw_public(drawn).ceremony
        assert ceremony is not None
        assert [(result.place, result.name, result.score, result.out_word) for result in ceremony.results] == [
            ("1", "Cleo", "400", ""),
            ("2", "Ana", "−43", "fallen"),
            ("3", "Bob", "−45", "fallen"),
            ("4", "Dev", "−57", "fallen"),
            ("5", "Esther", "−23", "fallen"),
        ]
        assert [(count.text, count.total) for count in ceremony.results[-1].counts] == [
            ("PV at the end", "−23"),
            ("Fell in turn", "8"),
        ]
        fates = [draw_private(drawn, seat).status for seat in (0, 2)]
        assert fates == ["You have fallen: place 2.", "You win!"]

    def test_and_all_before_is_in_a_chart(self):
        drawn = scene(RULES, saved("cartes-last-standing-of-five"))
        (chart,) = draw_charts(drawn, None)
        assert [row.words for row in chart.rows] == ["The beginning", *map(str, range(1, 11))]
        assert [line.latest for line in chart.lines] == ["−43", "−45", "400", "−57", "−23"]
        (early,) = draw_charts(drawn.at(20), None)
        assert early.rows[-1].words == f"{drawn.at(20).stage}, under way"
