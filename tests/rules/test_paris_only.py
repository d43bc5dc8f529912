"""What only the Paris edition does: two players, a third tie-break, whole scores from zero up."""

from games.rules.high_society import CLASSIC_RULES, PARIS_RULES
from games.rules.high_society.cards import PARIS
from tests.support.rules.builders import PASS, bid, finished, give_up, played, position, result_of, seat


def end(*seats, card="title-3", **rest):
    return finished(*seats, card=card, edition=PARIS, **rest)


def ranks(state):
    return [at.rank for at in result_of(PARIS_RULES, state).seats]


class TestTwoPlayers:
    def test_the_poorer_is_cast_out_and_the_other_wins(self):
        state = end(
            seat("possession-10", "title-1", "title-2", spent=(2000,)),
            seat("scandal", spent=(1000,)),
            starter=1,
        )
        outcome = result_of(PARIS_RULES, state)
        assert outcome.winners == (1,)
        assert [(at.score, at.cast_out, at.rank) for at in outcome.seats] == [(40, True, 2), (0, False, 1)]

    def test_with_equal_money_nobody_wins(self):
        state = end(seat("possession-10", "title-1", "title-2", spent=(3000,)), seat("scandal", spent=(1000, 2000)))
        outcome = result_of(PARIS_RULES, state)
        assert outcome.winners == ()
        assert [(at.cast_out, at.rank) for at in outcome.seats] == [(True, 1), (True, 1)]

    def test_one_pass_decides_a_round(self):
        state = position(seat(), seat(), card="possession-7", edition=PARIS, then=["possession-3"])
        free = PARIS_RULES.play(state, 0, PASS)
        assert free.players == (seat(), seat("possession-7"))
        assert (free.starter, free.turn) == (1, 1)
        paid = played(PARIS_RULES, state, (0, bid(1000)), (1, bid(2000)), (0, PASS))
        assert paid.players == (seat(), seat("possession-7", spent=(2000,)))

    def test_one_pass_takes_a_disgrace(self):
        state = position(seat(), seat(), card="gambling-debt", edition=PARIS, then=["possession-3"])
        state = played(PARIS_RULES, state, (0, bid(1000)), (1, PASS))
        assert state.players == (seat(spent=(1000,)), seat("gambling-debt"))
        assert (state.starter, state.turn) == (1, 1)

    def test_faux_pas(self):
        state = position(seat("possession-7"), seat(), card="theft", edition=PARIS, then=["possession-3"])
        state = played(PARIS_RULES, state, (0, PASS), (0, give_up(7)))
        assert state.players == (seat(), seat())
        assert (state.starter, state.turn) == (0, 0)


class TestThirdTieBreak:
    """Status 12 and equal money: Opera and Jewelry beat Estate and Art."""

    def seats(self):
        return (
            seat("possession-7", "possession-5", spent=(6000,)),
            seat("possession-10", "possession-2", spent=(2000, 4000)),
            seat("title-1", "title-2", "scandal", spent=(25000,)),
        )

    def test_the_highest_single_luxury_wins(self):
        state = end(*self.seats(), starter=2)
        assert result_of(PARIS_RULES, state).winners == (1,)
        assert ranks(state) == [2, 1, 3]

    def test_the_classic_game_has_no_such_rule(self):
        state = finished(*self.seats(), card="title-3", starter=2)
        assert result_of(CLASSIC_RULES, state).winners == (0, 1)

    def test_money_comes_first(self):
        poorer = seat("possession-10", "possession-2", spent=(3000, 4000))
        state = end(self.seats()[0], poorer, self.seats()[2], starter=2)
        assert result_of(PARIS_RULES, state).winners == (0,)

    def test_a_luxury_beats_none(self):
        """A 5 that Passé made worth nothing still is a luxury."""
        state = end(
            seat("title-1", spent=(6000,)),
            seat("possession-5", "gambling-debt", spent=(2000, 4000)),
            seat("title-2", "scandal", spent=(25000,)),
        )
        assert result_of(PARIS_RULES, state).winners == (1,)
        assert [at.score for at in result_of(PARIS_RULES, state).seats] == [0, 0, 0]

    def test_without_luxuries_the_win_is_shared(self):
        state = end(
            seat("title-1", spent=(6000,)),
            seat("gambling-debt", spent=(2000, 4000)),
            seat("title-2", "scandal", spent=(25000,)),
        )
        assert result_of(PARIS_RULES, state).winners == (0, 1)
        assert ranks(state) == [1, 1, 3]


class TestWholeScores:
    def test_a_half_is_rounded_down_before_scores_are_compared(self):
        """5½ counts as 5, so more money wins."""
        state = end(
            seat("possession-8", "possession-3", "scandal", spent=(2000,)),
            seat("possession-5", spent=(1000,)),
            seat("title-1", "title-2", spent=(25000,)),
            starter=2,
        )
        outcome = result_of(PARIS_RULES, state)
        assert outcome.winners == (1,)
        assert [at.score for at in outcome.seats] == [5, 5, 0]

    def test_below_zero_is_zero_before_scores_are_compared(self):
        """-5 counts as 0, so more money wins."""
        state = end(
            seat("gambling-debt", spent=(1000,)),
            seat("title-1", spent=(2000,)),
            seat("title-2", "scandal", spent=(25000,)),
        )
        outcome = result_of(PARIS_RULES, state)
        assert outcome.winners == (0,)
        assert [at.score for at in outcome.seats] == [0, 0, 0]

    def test_the_example_of_the_rules(self):
        state = end(
            seat("possession-10", "possession-5", "title-1", spent=(25000, 20000, 15000, 12000, 10000, 6000)),
            seat("possession-7", "possession-4", "scandal", spent=(25000, 20000, 15000, 10000)),
            seat(
                "possession-9",
                "possession-8",
                "title-2",
                spent=(25000, 20000, 15000, 12000, 10000, 8000, 6000, 3000),
            ),
            seat("possession-3", "possession-1", "gambling-debt", spent=(25000, 20000, 12000, 2000)),
        )
        outcome = result_of(PARIS_RULES, state)
        assert [at.money for at in outcome.seats] == [18_000, 36_000, 7_000, 47_000]
        assert [at.score for at in outcome.seats] == [30, 5, 34, 0]
        assert [at.rank for at in outcome.seats] == [1, 2, 4, 3]
        assert outcome.winners == (0,)
