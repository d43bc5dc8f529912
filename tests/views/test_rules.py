import pytest
from pytest_django.asserts import assertContains, assertTemplateUsed

from games.pages.rulebook import find_rulebook
from games.rules import GAMES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_game_has_its_rules(client, game):
    response = client.get(f"/rules/{game.slug}/")
    assertContains(response, "<h1>", count=1)
    assertContains(response, f"<title>Rules of {game.name} · hsweb</title>")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_lead_to_a_table_of_that_game(client, game):
    address = f"/tables/new/?game={game.slug}"
    assertContains(client.get(f"/rules/{game.slug}/"), f'href="{address}"')
    assert client.get(address).context["form"]["game"].value() == game.slug


@pytest.mark.parametrize("junk", ["whist", "%00", ""])
def test_a_table_of_no_game_is_one_of_the_usual(client, junk):
    assert client.get(f"/tables/new/?game={junk}").context["form"]["game"].value() == GAMES[0].slug


@pytest.mark.parametrize(("language", "name"), [("en", "Poacher Wolf"), ("fr", "Loup braconnier")])
def test_show_all_cards_where_they_tell_of_none(client, language, name):
    page = client.get("/rules/cartes-societe/", headers={"accept-language": language})
    assertContains(page, '<th scope="row">', count=35)
    assertContains(page, f'<th scope="row">{name}</th>')
    assertContains(page, "<strong>4 / 7</strong>")


@pytest.mark.parametrize("slug", ["whist", "README", "High-Society"])
def test_of_an_unknown_game_are_not_found(client, slug):
    response = client.get(f"/rules/{slug}/")
    assert response.status_code == 404
    assertTemplateUsed(response, "404.html")


@pytest.mark.parametrize("path", ["/rules/../README/", "/rules/..%2f..%2fREADME/", "/rules/"])
def test_never_leave_their_folder(client, path):
    assert client.get(path).status_code == 404


def test_only_read(client):
    assert client.post("/rules/high-society/").status_code == 405


def test_render_tables_but_no_html(settings, tmp_path):
    settings.BASE_DIR = tmp_path
    folder = tmp_path / "docs" / "rules"
    folder.mkdir(parents=True)
    (folder / "whist.md").write_text("# Whist\n\n<b>bold</b>\n\n| a |\n|---|\n| 1 |\n")
    rulebook = find_rulebook("whist")
    assert rulebook is not None
    assert rulebook.title == "Whist"
    assert "<table>" in rulebook.html
    assert "<b>" not in rulebook.html


def test_in_the_readers_language_where_there_are_any(client, db, settings, tmp_path):
    settings.BASE_DIR = tmp_path
    folder = tmp_path / "docs" / "rules"
    folder.mkdir(parents=True)
    (folder / "high-society.md").write_text("# Whist\n\n## The end\n")
    (folder / "high-society.fr.md").write_text("# Le whist\n\n## La fin\n")
    (folder / "cartes-societe.md").write_text("# Bridge\n")
    french = {"accept-language": "fr"}
    assertContains(client.get("/rules/high-society/", headers=french), '<h2 id="the-end">La fin</h2>')
    assertContains(client.get("/rules/high-society/"), '<h2 id="the-end">The end</h2>')
    assertContains(client.get("/rules/cartes-societe/", headers=french), "<title>Règles\xa0: Bridge · hsweb</title>")


@pytest.mark.parametrize("slug", ["x" * 253, "x" * 5000, "nothing", "..", "high-society.md"])
def test_rules_that_are_not_there(client, db, slug):
    assert client.get(f"/rules/{slug}/").status_code == 404
