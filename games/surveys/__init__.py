"""What simulated games tell beyond who won: each game may have a survey of its own."""

from games.surveys.base import Notes, Sheet, Survey
from games.surveys.cartes_societe import CartesNotes, CartesSurvey

__all__ = ["Notes", "Sheet", "Survey", "begin_survey", "take_notes"]

_NOTES: dict[str, type[Notes]] = {"cartes-societe": CartesNotes}
_SURVEYS: dict[str, type[Survey]] = {"cartes-societe": CartesSurvey}


def take_notes(slug: str) -> Notes:
    """For one game that begins."""
    return _NOTES.get(slug, Notes)()


def begin_survey(slug: str) -> Survey:
    """For what was noted of many games."""
    return _SURVEYS.get(slug, Survey)()
