"""Any game in the words of its own JSON: enough to try one that has no better words for a terminal yet."""

import json
from typing import Any

from rich.text import Text

from games.lab.terminal.base import COMMANDS_EXPLAINED, Words, listed
from games.rules.base import Event, Outcome
from games.rules.errors import malformed
from games.rules.plain import Json, is_object, to_plain


class PlainWords(Words[Any]):
    help = f"""\
{{"kind": …}}  what you do, as the rules write it: what is legal is shown with the table
{COMMANDS_EXPLAINED}"""

    def tell(self, event: Event) -> str:
        facts = {name: value for name, value in event.items() if name not in ("type", "seat")}
        who = f"{self.names[event['seat']]}: " if "seat" in event else ""
        return f"{who}{event['type'].replace('_', ' ')}{_told(facts)}."

    def table(self, view: Any) -> Text:
        facts: Json = to_plain(view)
        return Text("\n".join(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in facts.items()))

    def scores(self, outcome: Outcome) -> Text:
        winners = listed(self.names[seat] for seat in outcome.winners) if outcome.winners else "nobody"
        lines = [f"{one.rank}. {self.names[seat]}: {one.score}" for seat, one in enumerate(outcome.seats)]
        return Text("\n".join([f"Winner: {winners}", *lines]))

    def read_action(self, line: str, view: Any) -> Json:
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            data = None
        if not is_object(data):
            raise malformed('Type an action as an object, such as {"kind": "pass"}, or help.')
        return data


def _told(facts: dict[str, Any]) -> str:
    return f" ({', '.join(f'{name}: {value}' for name, value in facts.items())})" if facts else ""
