"""Bodies of requests: JSON, and nothing that a database could not store."""

import json
import re

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.parser import Parser

from games.api.errors import Malformed
from games.queries.game_file.parsing import refuse_constant, unique_names
from games.services.refusals import Refused
from hsweb.http.json_errors import REFUSALS

JSON = "application/json"
WRITTEN_NUL = re.compile(r"(?<!\\)(?:\\\\)*+\\u0000")
"""As JSON writes it, and not a backslash before a text that looks like it."""


class NotJson(Refused):
    """It says of itself that it is something else."""

    code, status = "not_json", 415


class StrictParser(Parser):
    def parse_body(self, request: HttpRequest) -> object:  # type: ignore[override]
        """What stands in the body, or a refusal in words."""
        if request.content_type != JSON:
            raise NotJson(REFUSALS[415].message)
        try:
            found = json.loads(request.body, object_pairs_hook=unique_names, parse_constant=refuse_constant)
            _check_text(found)
        except (ValueError, RecursionError):
            raise Malformed(_("This is not JSON that can be read here.")) from None
        return found


def _check_text(found: object) -> None:
    """Half characters and zeros are in nobody's language, and not in every database."""
    written = json.dumps(found, ensure_ascii=False)
    if WRITTEN_NUL.search(written):
        raise ValueError
    written.encode()
