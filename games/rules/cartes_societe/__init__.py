"""CartesSociété: a market of animals, evolutions, and everybody against everybody."""

from games.rules.cartes_societe.rules import CARTES_SOCIETE_RULES, CartesSociete

__all__ = ["CARTES_SOCIETE_RULES", "CartesSociete"]
