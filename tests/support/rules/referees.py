"""A referee for each game: the rules once more, to play beside the code under test."""

from tests.support.rules.cartes_referee import CartesReferee
from tests.support.rules.referee import Referee, SimplifiedReferee


def referee_for(setup):
    """A referee for the game that this setup document begins."""
    if setup["game"] == "cartes-societe":
        return CartesReferee(setup)
    kind = SimplifiedReferee if setup["game"] == "high-society-simplified" else Referee
    return kind(setup["game"], setup["players"], setup["deck"], setup["starter"])
