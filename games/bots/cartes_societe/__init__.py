"""Bots for CartesSociété."""

from games.bots.base import Team
from games.bots.cartes_societe.expert import ExpertBot
from games.bots.cartes_societe.rule_of_thumb import BALANCED, BOLD, CAUTIOUS

CARTES_SOCIETE_TEAM = Team(CAUTIOUS, BALANCED, BOLD, ExpertBot)
