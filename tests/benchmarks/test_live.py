import asyncio
from contextlib import closing

import pytest

from tests.benchmarks import live
from tests.support.wire import Person


@pytest.fixture(scope="module")
def site():
    with live.running_site() as site:
        yield site


def test_every_kind_of_move_is_measured_alike(site, capsys):
    figures = site.load(live.Size(tables=2, turns=1, seconds=0.3))

    assert list(figures) == ["bare form", "bare socket", "form", "socket", "api"]
    for told in figures.values():
        assert 0 < told["p50"] <= told["p99"]
        assert told["per_second"] > 0
        assert told["bytes"] > 0
    live.report_load(2, figures)
    form, socket = capsys.readouterr().out.splitlines()[:2]
    assert form.split()[-2] == socket.split()[-1] == "1.00"


def test_room_for_tables_is_told_by_languages(site, capsys):
    figures = site.room(tables=3)

    assert 0 < figures["1"]["counted"] < figures["2"]["counted"]
    live.report_room(3, figures)
    assert "in 2 language(s): " in capsys.readouterr().out


def test_pages_are_measured_with_and_without_idle_streams(site, capsys):
    figures = site.idle(streams=50, pages=3, turns=1)

    for told in figures.values():
        assert 0 < told["p50"] <= told["p99"]
    live.report_idle(50, figures)
    assert "beside 50 streams: p50 " in capsys.readouterr().out


@pytest.mark.parametrize("slug", live.COSTLY)
def test_cost_of_a_move_is_told_early_and_late(site, capsys, slug):
    figures = site.cost(slug, numbers=(2, 12), games=1)

    assert [min(spent.values()) > 0 for spent in figures.values()] == [True, True]
    live.report_cost(slug, figures)
    assert "action  12: stored in" in capsys.readouterr().out


def test_person_on_the_wire_is_known_by_their_cookies(site):
    async def visit():
        with closing(Person(site.server.port)) as person, closing(Person(site.server.port)) as stranger:
            await person.become_guest("Zoë")
            with closing(person.tab()) as tab:
                known = await tab.get("/accounts/settings/")
            unknown = await stranger.get("/accounts/settings/")
            refused = await person.raw("POST", "/play-now/", {"Origin": "http://elsewhere.example"}, b"")
            return known, unknown, refused

    known, unknown, refused = asyncio.run(visit())
    assert (known.status, unknown.status, refused.status) == (200, 302, 403)
    assert "Zoë" in known.text


def test_socket_on_the_wire_speaks_and_is_told_why_it_closes(site):
    async def listen():
        person = Person(site.server.port)
        lobby, nowhere = await person.socket("/ws/lobby/"), await person.socket("/ws/nowhere/")
        with pytest.raises(ConnectionError):
            await nowhere.receive(10)
        first = await lobby.receive(10)
        await lobby.send("x" * 70_000)
        await lobby.close()
        return first, nowhere.closing_code

    first, code = asyncio.run(listen())
    assert "<" in first
    assert code == 4404
