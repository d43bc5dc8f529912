"""People who come to the site and sit down together, by the forms that everybody uses."""

from tests.siege.stored import Store
from tests.support.wire import HERE, Answer, Fields, Person


async def guests(port: int, count: int, source: str = HERE) -> list[Person]:
    people = [Person(port, source=source) for _ in range(count)]
    for person in people:
        await person.become_guest()
    return people


async def open_table(host: Person, *, size: int, slug: str = "high-society", bots: int = 0, **wishes: str) -> str:
    """A waiting table of that host, as the form for new tables wishes it; its id."""
    usual = {
        "game": slug,
        "size": str(size),
        "bots": str(bots),
        "bot": "balanced",
        "access": "link",
        "open_purses": "on",
        "bot_pace": "quick",
    }
    return (await accepted(host, "/tables/new/", usual | wishes)).headers["location"].split("/")[2]


async def start_table(
    people: list[Person], store: Store, *, slug: str = "high-society", bots: int = 0, **wishes: str
) -> str:
    """A running game of these people and some bots; its id."""
    game_id = await open_table(people[0], size=len(people) + bots, slug=slug, bots=bots, **wishes)
    invitation = store.row("SELECT invitation FROM games_game WHERE id = %s", game_id)["invitation"]
    for person in people[1:]:
        await accepted(person, f"/invitation/{invitation}/", {})
    await accepted(people[0], f"/tables/{game_id}/start/", {})
    return game_id


async def accepted(person: Person, path: str, fields: Fields) -> Answer:
    answer = await person.post(path, fields, htmx=False)
    assert answer.status == 302, f"POST {path} {fields}: {answer.status}"
    return answer
