"""What is sent to a page that is open, on its socket or as the answer to a form: a head, and then parts.

The head is JSON on the first line: from which version of the table to which the parts of the table lead; without a
`from` they are all there are. After them, behind a line of its own, come those beside the table, which have no version:
`at` says when somebody began to read them, so that what arrives late does not take the place of what is newer. Those on
one socket are numbered: whoever has missed a `frame` asks for everything.
"""

import json
import time

from games.pages.parts import without_tokens
from games.rules.plain import Json

BESIDE = "\n<!-- beside -->\n"
Head = Json
"""What a frame tells a page besides its parts: who is answered, what was refused, where it leads."""

STILL_HERE = " "
"""A frame that changes nothing in a page, but tells it that the line is alive."""


_written = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def timestamp() -> int:
    """In microseconds, as every process tells it."""
    return time.time_ns() // 1000


def frame(table: str = "", beside: str = "", **head: object) -> str:
    told = _written(head)
    return without_tokens(f"{told}\n{table}{BESIDE}{beside}" if beside else f"{told}\n{table}")
