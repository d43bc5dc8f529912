"""Who is cast out, who wins, and how everybody ranks, in both editions."""

from tests.support.rules.builders import holding, seat


def summary(rules, state):
    result = rules.outcome(state)
    return {
        "winners": result.winners,
        "cast_out": tuple(at.cast_out for at in result.seats),
        "ranks": tuple(at.rank for at in result.seats),
        "scores": tuple(at.score for at in result.seats),
    }


def test_the_highest_score_wins(rules, end):
    state = end(
        seat("possession-9", "title-1", spent=(1000,)),
        seat("possession-10", "title-2", spent=(2000,)),
        seat("possession-1", "scandal", "possession-3", spent=(25000,)),
        seat("possession-8"),
        card="title-3",
    )
    assert summary(rules, state) == {
        "winners": (1,),
        "cast_out": (False, False, True, False),
        "ranks": (2, 1, 4, 3),
        "scores": (18, 20, 2, 8),
    }


def test_the_poorest_cannot_win_whatever_the_score(rules, end):
    state = end(
        seat("possession-10", "possession-9", "title-1", "title-2", spent=(25000,)),
        seat("possession-1", "scandal", "possession-3", spent=(20000,)),
        seat(spent=(15000,)),
        card="title-3",
    )
    assert summary(rules, state) == {
        "winners": (1,),
        "cast_out": (True, False, False),
        "ranks": (3, 1, 2),
        "scores": (76, 2, 0),
    }


def test_all_who_tie_for_poorest_are_cast_out(rules, end):
    state = end(
        seat("possession-10", "title-1", spent=(8000,)),
        seat("title-2", "possession-2", spent=(6000,)),
        seat("possession-9", "scandal", "possession-3", spent=(2000, 6000)),
        seat("possession-1", spent=(1000,)),
        card="title-3",
    )
    assert summary(rules, state) == {
        "winners": (1,),
        "cast_out": (True, False, True, False),
        "ranks": (3, 1, 3, 2),
        "scores": (20, 4, 6, 1),
    }


def test_the_only_one_left_wins_with_nothing(rules, end):
    state = end(
        seat("possession-10", "title-1", spent=(8000,)),
        seat("title-2", spent=(6000,)),
        seat("possession-9", "scandal", "possession-3", spent=(2000, 6000)),
        card="title-3",
    )
    assert summary(rules, state) == {
        "winners": (1,),
        "cast_out": (True, False, True),
        "ranks": (2, 1, 2),
        "scores": (20, 0, 6),
    }


def test_when_all_tie_for_poorest_nobody_wins_and_all_are_equal(rules, end):
    state = end(
        seat("possession-10", "title-1", spent=(8000,)),
        seat("title-2", spent=(8000,)),
        seat("possession-9", "scandal", "possession-3", spent=(2000, 6000)),
        card="title-3",
    )
    assert summary(rules, state) == {
        "winners": (),
        "cast_out": (True, True, True),
        "ranks": (1, 1, 1),
        "scores": (20, 0, 6),
    }


def test_when_nobody_ever_paid_nobody_wins(rules, end):
    state = end(seat("title-1"), seat("title-2"), seat("scandal"), seat(), seat(), card="title-3")
    assert summary(rules, state)["winners"] == ()
    assert summary(rules, state)["ranks"] == (1, 1, 1, 1, 1)


def test_with_equal_scores_more_money_wins(rules, end):
    state = end(
        seat("possession-10", "title-1", spent=(1000, 2000)),
        seat("possession-8", "possession-2", "title-2", spent=(2000,)),
        seat("scandal", spent=(25000,)),
        card="title-3",
    )
    assert summary(rules, state) == {
        "winners": (1,),
        "cast_out": (False, False, True),
        "ranks": (2, 1, 3),
        "scores": (20, 20, 0),
    }


def test_with_equal_scores_of_nothing_more_money_wins(rules, end):
    state = end(seat("title-1"), seat("title-2", spent=(2000,)), seat("scandal", spent=(25000,)), card="title-3")
    assert summary(rules, state)["winners"] == (0,)


def test_equal_in_all_things_share_the_win(rules, end):
    """Neither owns a possession, so not even the Paris edition tells them apart."""
    state = end(
        seat("title-1", spent=(6000,)),
        seat("title-2", spent=(2000, 4000)),
        seat("scandal", "possession-10", spent=(25000,)),
        seat("possession-1", spent=(20000,)),
        card="title-3",
    )
    assert summary(rules, state)["winners"] == (3,)
    state = end(
        seat("title-1", spent=(6000,)),
        seat("title-2", spent=(2000, 4000)),
        seat("scandal", "possession-10", spent=(25000,)),
        seat("possession-1", spent=(25000,)),
        card="title-3",
    )
    assert summary(rules, state) == {
        "winners": (0, 1),
        "cast_out": (False, False, True, True),
        "ranks": (1, 1, 3, 3),
        "scores": (0, 0, 5, 1),
    }


def test_equals_share_a_rank_and_the_next_one_is_left_out(rules, end):
    state = end(
        seat("title-1", spent=(6000,)),
        seat("title-2", spent=(2000, 4000)),
        seat("scandal", "possession-10", spent=(1000,)),
        seat("possession-1", spent=(1000,)),
        seat("possession-9", spent=(25000,)),
        card="title-3",
    )
    assert summary(rules, state)["ranks"] == (3, 3, 1, 2, 5)


def test_five_players_down_to_the_last_note(rules, end):
    state = end(
        holding(1000, cards=["title-1", "possession-10"]),
        holding(2000, cards=["title-2", "possession-9"]),
        holding(3000, cards=["scandal", "possession-8"]),
        holding(cards=["possession-7"]),
        holding(4000, cards=["gambling-debt", "possession-6"]),
        card="title-3",
    )
    assert summary(rules, state) == {
        "winners": (0,),
        "cast_out": (False, False, False, True, False),
        "ranks": (1, 2, 3, 5, 4),
        "scores": (20, 18, 4, 7, 1),
    }
