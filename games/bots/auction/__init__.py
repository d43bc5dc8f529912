"""Bots for the auction games."""

from games.bots.auction.expert import ExpertBot
from games.bots.auction.rule_of_thumb import BALANCED, BOLD, CAUTIOUS
from games.bots.base import Team

AUCTION_TEAM = Team(CAUTIOUS, BALANCED, BOLD, ExpertBot)
