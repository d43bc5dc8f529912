"""What may be told of auctions that are over."""

from games.rules.auction import AUCTION
from games.tableau.scene import Scene


def tells_prices(scene: Scene) -> bool:
    """Whether prices of past auctions may be told: with open purses, or once the game is over."""
    return scene.view().players[0].money is not None


def running_auction(scene: Scene) -> int | None:
    """Which auction is on; `None` between auctions and after the end."""
    return scene.stage if scene.view().phase == AUCTION else None
