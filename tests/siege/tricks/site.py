"""A site to besiege: the real server with a mailbox behind it, and room for bystanders."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.siege.site import SETTINGS
from tests.siege.stored import Store
from tests.siege.tricks.bystander import Bystander
from tests.siege.tricks.figures import Figures
from tests.support.browser.server import Server
from tests.support.sinks import MailServer

MOST_SECONDS = {"page": 1.5, "move": 1.5, "bot": 2.0, "expert": 5.0, "mail": 5.0}
"""What a bystander may have to wait for, whichever siege it is; bots beyond their pace."""
SECONDS_BEFORE = 6


@dataclass
class Site:
    servers: list[Server]
    """Processes of one site. Bystanders are served by the first."""
    mail: MailServer
    say: Callable[[str], None]
    figures: Figures = field(default_factory=Figures)

    @property
    def server(self) -> Server:
        return self.servers[0]

    @property
    def port(self) -> int:
        return self.server.port

    @property
    def store(self) -> Store:
        return Store(self.server.database_url)

    async def bystander(self, port: int = 0) -> Bystander:
        """Somebody who has settled, and has seen how things are before anything happens."""
        bystander = Bystander(self.server, self.mail, self.figures, port)
        await bystander.settle()
        await bystander.look("before", SECONDS_BEFORE)
        return bystander

    def tell(self) -> None:
        for line in self.figures.lines():
            self.say(line)

    def judge(self) -> None:
        """Whatever somebody tries, nobody else waits for long."""
        for name, most in MOST_SECONDS.items():
            waits = self.figures.of(name, "during")
            assert max(waits, default=0.0) <= most, f"{name}: {max(waits):.2f} s"


@asynccontextmanager
async def besieged(
    folder: Path,
    storage: dict[str, str],
    say: Callable[[str], None],
    *,
    files: int = 0,
    processes: int = 1,
    **environment: str,
) -> AsyncIterator[Site]:
    """A site that answers; nothing of it stays behind."""
    nothing_collected = folder / "static"
    nothing_collected.mkdir(parents=True, exist_ok=True)
    mail = MailServer()
    environment = {"EMAIL_URL": f"smtp://127.0.0.1:{mail.port}", **SETTINGS, **storage, **environment}
    servers = [Server(folder / f"site{number}", nothing_collected, **environment) for number in range(processes)]
    try:
        for server in servers:
            server.files = files
            server.start()
        yield Site(servers, mail, say)
    finally:
        for server in servers:
            server.crash()
        mail.close()
