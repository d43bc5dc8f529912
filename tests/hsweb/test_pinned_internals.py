"""Insides of libraries that this site builds on: a new version that changes one of them is noticed here."""

import ast
import inspect
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import packages_distributions, version
from typing import Any

import pytest

from tests.frozen.sources import HOUSE, nodes, trees
from tests.hsweb.pins import PINS, Pin, find, fingerprint, source_of

LIBRARIES = {
    "allauth",
    "asgiref",
    "autobahn",
    "channels",
    "channels_redis",
    "csp",
    "daphne",
    "django",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
    "psycopg",
    "psycopg_pool",
    "redis",
    "twisted",
    "whitenoise",
}
WITHOUT_PROMISES = {"autobahn", "daphne", "twisted"}
"""Whatever is overridden of these is pinned: nobody has promised that it is called as it is."""
PRIVATE = re.compile(r"_(?!_)\w*(?<!_)")
DOCUMENTED = {"_default_manager", "_meta", "_state", "_fields", "_replace", "_exit"}
"""Private names that their libraries, or Python, describe for others to use."""


packages = cache(packages_distributions)
"""Which has a module; that is looked up in all that is installed."""


def problem_with(pin: Pin) -> str:
    """What is to be looked at, or nothing."""
    package = packages()[pin.theirs.partition(".")[0]][0]
    about = f"{pin.theirs}, on which {pin.ours} relies. {pin.why}"
    try:
        now = fingerprint(source_of(pin.theirs))
    except LookupError:
        return f"{package} {version(package)} has no {about} Find out what does that now."
    if now == pin.fingerprint:
        return ""
    advice = f"Compare it with the version before; if that still holds, its new fingerprint is {now}."
    return f"{package} {version(package)} has changed {about} {advice}"


@pytest.mark.parametrize("pin", PINS, ids=lambda pin: pin.theirs)
def test_inside_of_a_library_is_as_we_know_it(pin):
    assert not problem_with(pin)


@pytest.mark.parametrize("pin", PINS, ids=lambda pin: pin.theirs)
def test_pin_says_who_relies_on_it_and_why(pin):
    assert find(pin.ours) is not None
    assert pin.why.endswith(".")


def test_nothing_is_pinned_twice():
    assert len({pin.theirs for pin in PINS}) == len(PINS)


def test_every_override_of_an_inside_is_pinned():
    pinned = {pin.theirs for pin in PINS}
    forgotten = {f"{ours} overrides {theirs}" for ours, theirs in overrides() if theirs not in pinned}
    assert not forgotten


def test_every_private_name_of_a_library_that_is_used_is_pinned():
    pinned = {name for pin in PINS for name in (pin.theirs.rpartition(".")[2], *pin.uses)}
    assert foreign_private_names() - pinned - DOCUMENTED == set()


def test_every_import_from_an_inside_is_pinned():
    pinned = {pin.theirs for pin in PINS}
    assert set(imports_from_insides()) - pinned == set()


def test_insides_would_be_found():
    assert (
        "accounts.models.User",
        "django.contrib.auth.base_user.AbstractBaseUser._get_session_auth_hash",
    ) in overrides()
    assert len(overrides()) > 30
    assert "_tempDataLen" in foreign_private_names()
    assert any(".internal." in path for path in imports_from_insides())


def classes() -> Iterator[type]:
    """All classes of the site."""
    for root in HOUSE:
        for module in pkgutil.walk_packages(import_module(root).__path__, f"{root}."):
            if ".migrations" not in module.name:
                for one in vars(import_module(module.name)).values():
                    if inspect.isclass(one) and one.__module__ == module.name:
                        yield one


def library_of(thing: Any) -> str:
    return str(thing.__module__).partition(".")[0]


def overrides() -> set[tuple[str, str]]:
    """Methods of ours that take the place of one that is private, or whose library makes no promises."""
    found = set()
    for ours in classes():
        bases = [base for base in ours.__mro__ if library_of(base) in LIBRARIES]
        for name in vars(ours):
            theirs = next((base for base in bases if name in vars(base)), None)
            if theirs is not None and is_inside(theirs, name):
                found.add(
                    (f"{ours.__module__}.{ours.__qualname__}", f"{theirs.__module__}.{theirs.__qualname__}.{name}")
                )
    return found


def is_inside(base: type, name: str) -> bool:
    if not inspect.isfunction(inspect.getattr_static(base, name)):
        return False
    return bool(PRIVATE.fullmatch(name)) or library_of(base) in WITHOUT_PROMISES


def foreign_private_names() -> set[str]:
    """Private names that the code of the site uses, and nobody there has made."""
    used = {node.attr for node in nodes(*HOUSE) if isinstance(node, ast.Attribute) and PRIVATE.fullmatch(node.attr)}
    return used - own_names()


def own_names() -> set[str]:
    made: set[str] = set()
    for node in nodes(*HOUSE):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            made.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            made.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and is_self(node.value):
            made.add(node.attr)
    return made


def is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def imports_from_insides() -> Iterator[str]:
    """What is imported by a private name, or out of a module that calls itself internal; types alone aside."""
    for _module, tree in trees(*HOUSE):
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in LIBRARIES:
                for one in node.names:
                    path = f"{node.module}.{one.name}"
                    if any(part == "internal" or PRIVATE.fullmatch(part) for part in path.split(".")):
                        yield path


class TestFingerprints:
    ONE = 'def f(self, name):\n    """Says something."""\n    if name:\n        return f"{name!r} is {self.x}"\n'

    def test_comments_docstrings_and_layout_do_not_count(self):
        other = 'def f(self,\n      name):\n  # Why.\n  if name:\n\n      return f"{name!r} is {self.x}"  # So.\n'
        assert fingerprint(self.ONE) == fingerprint(other)

    def test_what_is_done_counts(self):
        assert fingerprint(self.ONE) != fingerprint(self.ONE.replace("if name", "if not name"))
        assert fingerprint(self.ONE) != fingerprint(self.ONE.replace("self.x", "self.y"))
        assert fingerprint("if a:\n    b\n    c\n") != fingerprint("if a:\n    b\nc\n")

    def test_text_that_is_more_than_a_docstring_counts(self):
        assert fingerprint('def f():\n    return "a"\n') != fingerprint('def f():\n    return "b"\n')

    def test_it_is_the_same_on_every_python(self):
        assert fingerprint(self.ONE) == "16a689481ecf93df"


def test_inside_that_is_gone_is_told_in_a_sentence():
    pin = PINS[0]._replace(theirs=f"{PINS[0].theirs}_of_old")
    assert re.fullmatch(
        rf"Django [0-9.]+ has no {re.escape(pin.theirs)}, on which .* does that now\.", problem_with(pin)
    )


def test_change_is_told_in_a_sentence():
    pin = PINS[0]._replace(fingerprint="another")
    told = problem_with(pin)
    assert pin.theirs in told
    assert pin.ours in told
    assert pin.why in told
    assert told.endswith(f"{PINS[0].fingerprint}.")
