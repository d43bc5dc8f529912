"""Actions as the forms of tables send them."""

from collections.abc import Mapping
from typing import Any

BUTTONS = {
    "discard_possession": ("discard", "value"),
    "buy": ("buy", "card"),
    "play": ("play", "card"),
    "evolve": ("evolve", "card"),
}
"""The kinds of actions that have a button for each thing they can be about: its name, and what its value is."""


def form_of(action: Mapping[str, Any]) -> dict[str, Any]:
    kind = action["kind"]
    if kind in BUTTONS:
        button, about = BUTTONS[kind]
        return {button: str(action[about])}
    return {"action": kind, **{name: _written(value) for name, value in action.items() if name != "kind"}}


def action_of(button: str, value: str) -> dict[str, Any]:
    """What is done with that value by one of the buttons."""
    kind, about = next((kind, about) for kind, (name, about) in BUTTONS.items() if name == button)
    return {"kind": kind, about: int(value) if value.isdecimal() else value}


def _written(value: Any) -> str | list[str]:
    return list(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
