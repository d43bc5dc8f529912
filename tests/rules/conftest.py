from functools import partial

import pytest

from games.rules.high_society import CLASSIC_RULES, PARIS_RULES
from games.rules.server import GameServer
from tests.support.rules.builders import finished, position
from tests.support.rules.served import REDS_FIRST, TRIO


@pytest.fixture(params=[CLASSIC_RULES, PARIS_RULES], ids=lambda rules: rules.slug)
def rules(request):
    """High Society in both editions: what they share is tested for both."""
    return request.param


@pytest.fixture
def table(rules):
    """Builds positions of that edition."""
    return partial(position, edition=rules.edition)


@pytest.fixture
def end(rules):
    """Builds finished games of that edition."""
    return partial(finished, edition=rules.edition)


@pytest.fixture
def server():
    return GameServer()


@pytest.fixture
def short(server):
    """A game of three auctions in which alice starts."""
    return server.new_game(TRIO, 1, deck=REDS_FIRST, starter=0)
