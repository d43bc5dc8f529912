"""The arithmetic of ratings. The figures were worked out once with the library and written down."""

import pytest

from games.skill import NEWCOMER, PROVISIONAL, Strength, is_provisional, margin, new_strengths, points

NEWCOMERS = {
    2: [(27.6354, 8.0659), (22.3646, 8.0659)],
    3: [(27.8690, 8.2052), (25.7173, 8.0582), (21.4137, 8.0582)],
    4: [(27.7953, 8.2636), (26.5529, 8.1796), (24.6894, 8.0841), (20.9624, 8.0841)],
    5: [(27.6668, 8.2910), (26.8334, 8.2406), (25.7223, 8.1804), (24.0555, 8.1122), (20.7220, 8.1122)],
    6: [
        (27.5359, 8.3055),
        (26.9273, 8.2729),
        (26.1665, 8.2345),
        (25.1522, 8.1887),
        (23.6306, 8.1369),
        (20.5875, 8.1369),
    ],
    7: [
        (27.4149, 8.3140),
        (26.9453, 8.2916),
        (26.3818, 8.2656),
        (25.6775, 8.2351),
        (24.7384, 8.1989),
        (23.3297, 8.1578),
        (20.5124, 8.1578),
    ],
    8: [
        (27.3060, 8.3193),
        (26.9295, 8.3031),
        (26.4903, 8.2848),
        (25.9632, 8.2635),
        (25.3043, 8.2386),
        (24.4259, 8.2089),
        (23.1082, 8.1754),
        (20.4728, 8.1754),
    ],
}
"""How strong newcomers are after their first game, by how many they were; from the winner down."""


def close(*strengths):
    return [pytest.approx(one, abs=5e-5) for one in strengths]


def after(ranks, before=None):
    """The strengths of Ana, Ben and so on after a game with these ranks."""
    names = "abcdefgh"[: len(ranks)]
    before = before or [NEWCOMER] * len(ranks)
    found = new_strengths(dict(zip(names, before, strict=True)), zip(names, ranks, strict=True))
    return [found[name] for name in names]


def test_two_newcomers_by_hand():
    """Half of the variance, as a share of what the game itself leaves to chance, is what there was to learn."""
    variance = (25 / 3) ** 2 + (25 / 300) ** 2
    luck = (2 * (variance + (25 / 6) ** 2)) ** 0.5
    assert after([1, 2])[0].mean == pytest.approx(25 + variance / luck / 2)


@pytest.mark.parametrize("players", NEWCOMERS)
def test_newcomers_in_a_row(players):
    assert after(range(1, players + 1)) == close(*NEWCOMERS[players])


def test_the_strong_have_little_to_win_and_the_weak_have_little_to_lose():
    strong, weak = Strength(30.0, 2.0), Strength(20.0, 2.0)
    assert after([1, 2], [strong, weak]) == close((30.1091, 1.9975), (19.8909, 1.9975))
    assert after([2, 1], [strong, weak]) == close((29.4962, 1.9975), (20.5038, 1.9975))


def test_a_tie_brings_people_together():
    assert after([1, 1]) == close((25.0, 8.0659), (25.0, 8.0659))
    strong, weak = Strength(30.0, 2.0), Strength(20.0, 2.0)
    assert after([1, 1], [strong, weak]) == close((29.8027, 1.9975), (20.1973, 1.9975))


def test_those_who_were_cast_out_share_the_last_place():
    """Two of four: the same rank, and so the same loss."""
    assert after([1, 2, 3, 3]) == close((27.7953, 8.2636), (26.5529, 8.1796), (22.8259, 8.0841), (22.8259, 8.0841))


def test_several_winners_share_the_first_place():
    assert after([1, 1, 3]) == close((25.7173, 8.2052), (25.7173, 8.2052), (23.5655, 8.2052))


@pytest.mark.parametrize("players", range(2, 9))
def test_a_game_without_a_winner_changes_no_strength_among_equals(players):
    found = after([1] * players)
    assert {round(one.mean, 9) for one in found} == {25.0}
    assert {one.deviation < NEWCOMER.deviation for one in found} == {True}


def test_ranks_may_have_gaps():
    """Whoever does not count is left out, and the others keep their ranks."""
    assert after([2, 5]) == after([1, 2])


def test_seats_may_be_in_any_order():
    before = [Strength(25.0, 8.0), Strength(30.0, 2.0), Strength(20.0, 4.0), Strength(28.0, 6.0)]
    one = after([1, 2, 2, 4], before)
    other = after([4, 2, 2, 1], before[::-1])
    assert one == close(*other[::-1])


def test_a_bot_with_several_seats_becomes_the_mean_of_them():
    before = {"ana": NEWCOMER, "bot": NEWCOMER}
    found = new_strengths(before, [("bot", 1), ("ana", 2), ("bot", 3)])
    (first, second, third) = NEWCOMERS[3]
    assert found["ana"] == pytest.approx(second, abs=5e-5)
    assert found["bot"] == pytest.approx(((first[0] + third[0]) / 2, (first[1] + third[1]) / 2), abs=5e-5)


def test_what_people_are_shown():
    assert (points(25.0), margin(25.0 / 3), points(NEWCOMER.score)) == (1000, 667, 0)
    assert (points(27.6354), margin(8.0659)) == (1105, 645)
    assert points(Strength(20.0, 8.0).score) == -160


def test_somebody_new_is_provisional():
    assert is_provisional(NEWCOMER.deviation)
    assert not is_provisional(PROVISIONAL)
