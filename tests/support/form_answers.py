"""What the answer to a form tells a page with scripts, and shows to whoever has none."""

import re
from typing import Any

from tests.support import screen

ALERT = re.compile(r'<p (?=[^>]*role="alert")(?![^>]* hidden)[^>]*>([^<]+)</p>')


def head_of(answer: Any) -> dict[str, Any]:
    """That of the frame with which a page is answered that has scripts."""
    return screen.head_of(answer.text)


def problem_told(answer: Any) -> str:
    """Why something was refused, as it is told or shown; nothing if that is not said."""
    if answer.text.startswith("{"):
        return str(head_of(answer).get("problem", {}).get("words", ""))
    return " ".join(ALERT.findall(answer.text))


def stamp_in(html: str, part_id: str) -> str:
    """What tells a part from others. Whoever is sent the same stamp again leaves the part as it is."""
    [stamp] = re.findall(rf'<[^>]* id="{part_id}"[^>]* data-stamp="([^"]+)"', html)
    return str(stamp)
