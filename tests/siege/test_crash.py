"""A server that is killed in the middle of a game loses nothing it has acknowledged, and plays nothing twice."""

from tests.siege.crash import Evening
from tests.siege.player import part
from tests.siege.site import running_servers

KILLS = 4


async def test_nothing_is_lost_and_nothing_is_played_twice(tmp_path, grown):
    with running_servers(tmp_path, grown=grown) as (server,):
        evening = Evening(server, seed=2)
        await evening.sit_down(("high-society", 0), ("cartes-societe", 0))
        await evening.run(KILLS)
        assert evening.stored > KILLS
        for counted in ("sent_again", "on_line", "doubts"):
            assert sum(getattr(player, counted) for player in evening.players) > 0, counted
        assert "Traceback" not in server.log(), server.log()


def test_a_part_is_found_among_others():
    public = '<section id="public"><section>a</section><p>b</p></section>'
    assert part(f"<section>before</section>{public}<section>after</section>", "public") == public
    assert part("<section>before</section>", "public") == ""
