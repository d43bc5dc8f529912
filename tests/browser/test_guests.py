"""From a click to a game, and how a guest keeps it."""

from playwright.sync_api import expect

from tests.support.browser.table import Player, id_of

TEN_SECONDS = 10_000


def test_play_now_asks_for_a_decision_within_ten_seconds(new_person):
    player = Player(new_person().page)
    player.page.goto("/")
    player.page.get_by_role("button", name="Play now against bots").click()
    expect(player.moves).to_be_enabled(timeout=TEN_SECONDS)
    expect(player.pass_button).to_be_visible()


def test_a_guests_game_survives_the_browser(new_person):
    player = Player(new_person().page)
    address, name = play_now(player)
    remembered = player.page.context.storage_state()
    player.page.context.close()
    again = Player(new_person(remembered=remembered).page)
    again.page.goto("/my-games/")
    again.page.locator(f"a[href*='{address.split('/')[-2]}']").click()
    assert again.page.url == address
    assert again.name == name


def test_an_account_keeps_the_guests_game(new_person):
    player = Player(new_person().page)
    page = player.page
    address, _ = play_now(player)
    seat = player.seat
    page.locator("details.menu summary").click()
    page.get_by_role("link", name="Keep my games: create an account").click()
    page.get_by_label("Username").fill("countess")
    page.get_by_label("Password", exact=True).fill("diamonds and pearls")
    page.get_by_label("Password (again)").fill("diamonds and pearls")
    page.get_by_role("button", name="Create my account").click()
    page.locator("details.menu summary").click()
    page.get_by_role("button", name="Log out").click()
    page.goto("/accounts/login/")
    page.get_by_label("Username").fill("countess")
    page.get_by_label("Password").fill("diamonds and pearls")
    page.get_by_role("button", name="Log in").click()
    page.goto("/my-games/")
    page.locator(f"a[href*='{address.split('/')[-2]}']").click()
    assert page.url == address
    assert player.seat == seat


def play_now(player: Player) -> tuple[str, str]:
    """The address of the new table, and how its guest is called."""
    player.page.goto("/")
    player.page.get_by_role("button", name="Play now against bots").click()
    player.page.locator("#public[data-number]").wait_for()
    assert id_of(player.page)
    return player.page.url, player.name
