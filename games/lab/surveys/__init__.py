"""What simulated games tell beyond who won: each game may have a survey of its own."""

from games.lab.surveys.base import AnyNotes, AnySurvey, Notes, Sheet, Survey
from games.lab.surveys.cartes_societe import CartesNotes, CartesSurvey

__all__ = ["AnySurvey", "Sheet", "Survey", "begin_survey", "take_notes"]

_NOTES: dict[str, type[AnyNotes]] = {"cartes-societe": CartesNotes}
_SURVEYS: dict[str, type[AnySurvey]] = {"cartes-societe": CartesSurvey}


def take_notes(slug: str) -> AnyNotes:
    """For one game that begins."""
    return _NOTES.get(slug, Notes)()


def begin_survey(slug: str) -> AnySurvey:
    """For what was noted of many games."""
    return _SURVEYS.get(slug, Survey)()
