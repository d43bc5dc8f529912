"""Work for bots: deals that they play among themselves, and tables full of experts."""

import asyncio
from collections import Counter
from itertools import count

from tests.siege.company import accepted, guests, start_table
from tests.siege.stored import Store
from tests.siege.tricks.site import Site
from tests.support.action_forms import form_of
from tests.support.wire import Person

DEALS = 40
MOST_SECONDS_OF_A_WRITE = 0.5
GUESTS = 80
"""More of their tables than a clock has at work at the same time."""
TABLES_EACH = 3
"""As many as a guest may have with experts."""
SECONDS = 25
MOST_SECONDS_OF_A_BOT, MOST_SECONDS_OF_AN_EXPERT = 2.0, 5.0


async def besiege_with_deals(site: Site) -> str:
    """One guest lets bots play a deal again and again, from many tabs at once."""
    (guest,) = await guests(site.port, 1)
    codes = [
        (await accepted(guest, "/deals/", {"game": "high-society", "tables": "20"})).headers["location"] for _ in "12"
    ]
    bystander = await site.bystander()
    tabs, answers = [guest.tab() for _ in range(DEALS)], Counter[int]()

    async def ask(number: int, tab: Person) -> None:
        answers[(await tab.post(f"{codes[number % 2]}bots/", {"seats": "5", "seen": "0"}, htmx=False)).status] += 1

    async def all_at_once() -> None:
        await asyncio.gather(*(ask(number, tab) for number, tab in enumerate(tabs)))

    await bystander.look("during", 2, besides=all_at_once())
    await bystander.look("after", 3)
    site.tell()
    worst = site.figures.worst("move")
    site.say(f"{DEALS} requests at once were answered {dict(answers)}; a move took {worst:.2f} s at most")
    assert worst <= MOST_SECONDS_OF_A_WRITE
    assert 500 not in answers
    return f"a move within {worst:.2f} s"


async def besiege_with_experts(site: Site) -> str:
    """Guests of one address have as many tables full of experts as they may, and play at all of them."""
    tables: dict[str, Person] = {}
    for person in await guests(site.port, GUESTS):
        for _ in range(TABLES_EACH):
            tables[await start_table([person], site.store, bots=4, bot="expert")] = person
    bystander = await site.bystander()
    enough = asyncio.Event()
    playing = asyncio.create_task(keep_moving(tables, site.store, enough))
    await asyncio.sleep(5)
    await bystander.look("during", SECONDS)
    enough.set()
    moved = await playing
    await bystander.look("after", 5)
    site.tell()
    bot, expert = site.figures.worst("bot"), site.figures.worst("expert")
    site.say(f"{len(tables)} tables of experts, {moved} moves of attackers; a quick bot was {bot:.2f} s late at most,")
    site.say(f"an expert {expert:.2f} s")
    assert bot <= MOST_SECONDS_OF_A_BOT
    assert expert <= MOST_SECONDS_OF_AN_EXPERT
    return f"a quick bot within {bot:.2f} s of its pace, an expert within {expert:.2f} s"


WAITING = """
    SELECT game_id FROM games_seat s JOIN games_game g ON g.id = s.game_id
    WHERE s.number = g.turn AND s.user_id IS NOT NULL AND g.status = 'running'
"""


async def keep_moving(tables: dict[str, Person], store: Store, enough: asyncio.Event) -> int:
    """Move wherever it is a person's turn; how often that was."""
    keys, moves = count(), 0
    while not enough.is_set():
        for row in store.rows(WAITING):
            if row["game_id"] in tables:
                moves += await move(tables[row["game_id"]], row["game_id"], store, f"key-{next(keys)}")
        await asyncio.sleep(0.5)
    return moves


async def move(person: Person, game_id: str, store: Store, key: str) -> bool:
    game = store.game(game_id)
    least = game.rules.action_to_json(game.rules.timeout_action(game.state(), game.row["turn"]))
    form = {"version": str(game.row["version"]), "key": key, **form_of(least)}
    return (await person.post(f"/tables/{game_id}/act/", form)).status == 200
