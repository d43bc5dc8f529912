"""CartesSociété: buy animals of good society, line them up, and outlast everybody else."""

from games.rules.cartes_societe.rules import CARTES_SOCIETE_RULES

__all__ = ["CARTES_SOCIETE_RULES"]
