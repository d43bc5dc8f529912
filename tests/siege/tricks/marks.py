"""Addresses made of marks that Python puts into another order, in as many steps as there are pairs of them."""

import asyncio
from collections import Counter

from tests.siege.company import guests, open_table
from tests.siege.tricks.site import Site

AT_ONCE = 40
HOST = "\u0300" * 5_000 + "\u0316" * 5_000


async def besiege(site: Site) -> str:
    (guest,) = await guests(site.port, 1)
    game_id = await open_table(guest, size=3)
    bystander, answers = await site.bystander(), Counter[int]()

    async def ask(number: int) -> None:
        form = {"url": f"https://{HOST}{number}/", "style": "slack", "kinds": "turn"}
        answers[(await guest.tab().post(f"/tables/{game_id}/webhook/", form)).status] += 1

    async def all_at_once() -> None:
        await asyncio.gather(*(ask(number) for number in range(AT_ONCE)))

    await bystander.look("during", 2, besides=all_at_once())
    await bystander.look("after", 3)
    site.tell()
    assert set(answers) <= {422, 429}, answers
    return f"{AT_ONCE} forms answered {dict(answers)}; a page within {site.figures.worst('page'):.2f} s"
