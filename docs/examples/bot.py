"""A bot with an account or guest of its own: it plays wherever that sits, comes back when cut off, plays nothing twice.

pip install httpx; HSWEB_TOKEN=hs_… python bot.py https://games.example.org 3      opens three tables with house bots"""

import json
import os
import random
import sys
import time
from contextlib import suppress

import httpx


class Bot:
    def __init__(self, site: str, token: str) -> None:
        self.api = httpx.Client(base_url=f"{site}/api/v1/", headers={"Authorization": f"Bearer {token}"}, timeout=30)
        self.after, self.decided = "", set()

    def play(self) -> None:
        """Until no game is left that goes on. Whoever is cut off says in `after` how much they have heard."""
        while self.is_playing():
            stream = self.api.stream("GET", "stream/me", params={"after": self.after})
            with suppress(httpx.TransportError), stream as told:
                for message in (json.loads(line[6:]) for line in told.iter_lines() if line.startswith("data: ")):
                    if self.hear(message) in ("game_ended", "table") and not self.is_playing():
                        return
            time.sleep(random.uniform(0.1, 1))

    def is_playing(self) -> bool:
        return any(one["status"] == "running" for one in self.ask("GET", "tables?which=mine")["tables"])

    def hear(self, message: dict) -> str:
        """One decision, one key: it is made once, however often one is asked."""
        self.after, state = message.get("cursor", self.after), message.get("state", {})
        if message["type"] == "your_turn" and (key := f"{state['game']}/{state['version']}") not in self.decided:
            self.decided.add(key)
            action = random.choice(self.ask("GET", f"tables/{state['game']}/legal?limit=6")["actions"] or [{}])
            sent = {"version": state["version"], "key": key, "action": action}
            self.ask("POST", f"tables/{state['game']}/actions", sent)
        return message["type"]

    def ask(self, method: str, path: str, body: dict | None = None) -> dict:
        """Until it is answered: with the same key it is played once, however often it arrives."""
        while True:
            with suppress(httpx.TransportError):
                answer = self.api.request(method, path, json=(body or {}) if method == "POST" else None)
                if answer.status_code == 401:
                    sys.exit(answer.text)
                if answer.status_code != 429 and answer.status_code < 500:
                    return answer.json()
            time.sleep(random.uniform(0.1, 1))


if __name__ == "__main__":
    bot = Bot(sys.argv[1], os.environ["HSWEB_TOKEN"])
    for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 0):
        table = bot.ask("POST", "tables", {"game": "high-society", "players": ["bold", "balanced"]})
        bot.ask("POST", f"tables/{table['id']}/start")
    bot.play()
