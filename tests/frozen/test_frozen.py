import json
import re
from functools import cache
from typing import Any

import pytest

from games.models import Game
from games.rules import GAMES, find_rules
from tests.frozen import keep
from tests.frozen.collect import collect
from tests.frozen.keep import listed, main, problems


@cache
def collected() -> dict[str, Any]:
    return collect(listed())


@pytest.fixture
def found() -> dict[str, Any]:
    """For this the site is imported, which asks for its static files: so it begins when they are as tests have them."""
    return collected()


@pytest.fixture
def copy() -> dict[str, Any]:
    """What a site has that keeps all promises, to be changed."""
    return {section: promised for section, promised in listed().items() if section != "version"}


def test_everything_listed_is_still_there_and_the_same(found):
    assert problems(listed(), found) == []


def test_list_is_written_as_the_writer_writes_it():
    text = keep.LIST.read_text(encoding="utf-8")
    assert text == json.dumps(listed(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def test_list_has_something_of_everything(found):
    assert listed().keys() == {*found, "version"}
    assert all(listed().values())


def test_list_knows_every_game():
    assert {game.slug for game in GAMES} == listed()["bots"].keys() == listed()["cards"].keys()
    assert {name.partition(" ")[0] for name in listed()["JSON"]} == listed()["bots"].keys()


GONE: list[tuple[list[str], str]] = [
    (["modules of the rules", "games.rules.plain"], "modules of the rules › games.rules.plain is gone."),
    (["modules of the rules", "games.rules", "GAMES"], "modules of the rules › games.rules › GAMES is gone."),
    (["games.bots", "find_bot"], "games.bots › find_bot is gone."),
    (["methods", "Rules", "play"], "methods › Rules › play is gone."),
    (["methods", "GameServer", "step", "action"], "methods › GameServer › step › action is gone."),
    (["JSON", "cartes-societe", "setup", "deck.1"], "JSON › cartes-societe › setup › deck.1 is gone."),
    (["commands", "simulate", "--csv"], "commands › simulate › --csv is gone."),
    (["tables", "games_game", "setup"], "tables › games_game › setup is gone."),
    (["tasks", "accounts.tasks.deliver_mail"], "tasks › accounts.tasks.deliver_mail is gone."),
]


@pytest.mark.parametrize(("path", "sentence"), GONE, ids=[path[-1] for path, _sentence in GONE])
def test_whatever_goes_is_named(copy, path, sentence):
    place = copy
    for step in path[:-1]:
        place = place[step]
    del place[path[-1]]
    assert problems(listed(), copy) == [sentence]


@pytest.mark.parametrize(
    ("section", "one"),
    [
        ("addresses", "/tables/<slug:game_id>/act/ games:act"),
        ("sockets", "^ws/lobby/$"),
        ("environment", "DATABASE_URL"),
    ],
)
def test_whatever_goes_from_a_row_is_named(copy, section, one):
    copy[section].remove(one)
    assert problems(listed(), copy) == [f"{section} › {one} is gone."]


def test_code_that_goes_is_named(copy):
    copy["error codes"]["of the rules"].remove("bid_too_low")
    assert problems(listed(), copy) == ["error codes › of the rules › bid_too_low is gone."]


def test_other_type_is_named(copy):
    copy["JSON"]["high-society-simplified with open purses"]["action bid"]["amount"] = "str"
    place = "JSON › high-society-simplified with open purses › action bid › amount"
    assert problems(listed(), copy) == [f"{place} was “int” and is “str”."]


def test_parameter_that_is_new_and_has_to_be_given_is_named(copy):
    copy["methods"]["Rules"]["outcome"]["why"] = "at place 2, required"
    assert problems(listed(), copy) == ["methods › Rules › outcome asks for why, which it did not."]


def test_option_that_is_new_and_has_to_be_given_is_named(copy):
    copy["commands"]["verify"]["--why"] = {"value": "str", "default": "None", "given": "required"}
    assert problems(listed(), copy) == ["commands › verify asks for --why, which it did not."]


def test_task_that_would_be_stored_under_another_path_is_named(copy):
    copy["tasks"]["accounts.tasks.deliver_mail"]["stored as"] = "accounts.mail.tasks.deliver_mail"
    (sentence,) = problems(listed(), copy)
    assert sentence.startswith("tasks › accounts.tasks.deliver_mail › stored as was “accounts.tasks.deliver_mail”")


def test_what_is_new_is_no_problem(copy):
    copy["modules of the rules"]["games.rules.whist"] = {"WHIST_RULES": "value"}
    copy["modules of the rules"]["games.rules"]["news"] = "function"
    copy["methods"]["Rules"]["view"]["language"] = "by name, optional"
    copy["JSON"]["high-society with open purses"]["view"]["round.number"] = "int"
    copy["commands"]["verify"]["--quick"] = {"value": "none", "default": "False", "given": "optional"}
    copy["bots"]["high-society"].append("reckless")
    copy["addresses"].append("/api/ api")
    copy["tables"]["games_api"] = {"id": "BigAutoField"}
    assert problems(listed(), copy) == []


@pytest.fixture
def written(monkeypatch, tmp_path, copy):
    """The list of a site, in another place, and what the code of that site has."""
    monkeypatch.setattr(keep, "LIST", tmp_path / "list.json")
    monkeypatch.setattr(keep, "collect", lambda old=None: copy)
    keep.write({**copy, "version": 1})
    return copy


def test_writer_adds(written):
    written["sockets"].append("^ws/new/$")
    assert main([]) == 0
    assert "^ws/new/$" in listed()["sockets"]
    assert listed()["version"] == 1


def test_writer_refuses_to_let_something_vanish(written, capsys):
    written["sockets"].remove("^ws/lobby/$")
    assert main([]) == 1
    assert capsys.readouterr().out == "sockets › ^ws/lobby/$ is gone.\nTo break these promises, say so: --version 2\n"
    assert "^ws/lobby/$" in listed()["sockets"]


def test_writer_lets_something_vanish_with_a_new_version(written):
    written["sockets"].remove("^ws/lobby/$")
    assert main(["--version", "2"]) == 0
    assert listed()["sockets"] == written["sockets"]
    assert listed()["version"] == 2


def test_writer_takes_no_version_again(written, capsys):
    assert main(["--version", "1"]) == 1
    assert re.search("has version 1 already", capsys.readouterr().out)


KEPT = json.loads((keep.LIST.parent / "seals.json").read_text(encoding="utf-8"))
"""A finished game of each kind as it is stored, and the seal from its start. This file is never written anew."""

kept = pytest.mark.parametrize("slug", KEPT)


def test_a_game_of_each_kind_is_kept():
    assert KEPT.keys() == {game.slug for game in GAMES}


@kept
def test_seal_of_a_stored_setup_stays_the_same(slug):
    """Whoever has noted it down can still check the deck."""
    assert Game(slug=slug, setup=KEPT[slug]["setup"], salt=KEPT[slug]["salt"]).hash_of_setup() == KEPT[slug]["seal"]


@kept
def test_stored_setup_is_read_and_written_letter_by_letter(slug):
    rules, setup = find_rules(slug), KEPT[slug]["setup"]
    assert json.dumps(rules.setup_to_json(rules.setup_from_json(setup))) == json.dumps(setup)


@kept
def test_seed_of_a_stored_setup_still_gives_its_deck(slug):
    setup = KEPT[slug]["setup"]
    first = find_rules(slug).setup(setup["players"], setup["seed"], setup["options"])
    assert find_rules(slug).setup_to_json(first) == setup


@kept
def test_stored_actions_still_lead_to_the_same_end(slug):
    rules = find_rules(slug)
    state = rules.setup_from_json(KEPT[slug]["setup"])
    for seat, stored in KEPT[slug]["actions"]:
        action = rules.action_from_json(stored)
        assert rules.action_to_json(action) == stored
        state = rules.play(state, seat, action)
    outcome, kept_outcome = rules.outcome(state), KEPT[slug]["outcome"]
    assert outcome is not None
    assert (outcome.reason, list(outcome.winners)) == (kept_outcome["reason"], kept_outcome["winners"])
    for seat, kept_seat in zip(outcome.seats, kept_outcome["seats"], strict=True):
        assert {name: getattr(seat, name) for name in kept_seat} == kept_seat
