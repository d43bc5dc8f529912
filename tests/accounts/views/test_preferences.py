import pytest
from django.utils import timezone, translation
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

ADDRESS = "/accounts/preferences/"


def test_of_strangers_are_kept_in_a_cookie(client, db):
    assertRedirects(client.post(ADDRESS, {"theme": "dark", "next": "/rules/high-society/"}), "/rules/high-society/")
    assertContains(client.get("/"), 'data-theme="dark"')


def test_of_users_are_kept_on_the_account(as_alice, alice):
    as_alice.post(ADDRESS, {"theme": "light"})
    alice.refresh_from_db()
    assert alice.theme == "light"
    assertContains(as_alice.get("/"), 'data-theme="light"')


def test_leave_out_what_is_not_given(as_alice, alice):
    alice.theme = "dark"
    alice.save()
    as_alice.post(ADDRESS, {})
    alice.refresh_from_db()
    assert alice.theme == "dark"


def test_follow_the_device_unless_asked(client, db):
    client.post(ADDRESS, {"theme": "dark"})
    client.post(ADDRESS, {"theme": "auto"})
    assertNotContains(client.get("/"), "data-theme")


@pytest.mark.parametrize("theme", ["purple", "a\x00b", "x" * 5000])
def test_refuse_what_does_not_exist(client, db, theme):
    assertContains(client.post(ADDRESS, {"theme": theme}), "Select a valid choice", status_code=422)


def test_never_trust_a_cookie(client, db):
    client.cookies["theme"] = '"><script>'
    client.cookies["time_zone"] = "../../etc/passwd"
    assertNotContains(client.get("/"), "data-theme")


def test_have_a_page_of_their_own(client, db):
    assertContains(client.get(ADDRESS), "Light or dark")
    assert client.put(ADDRESS).status_code == 405


@pytest.fixture
def spoken(monkeypatch):
    """The languages and time zones in which pages were rendered."""
    seen: list[tuple[str | None, str]] = []

    def note(request):
        seen.append((translation.get_language(), timezone.get_current_timezone_name()))
        return "auto"

    monkeypatch.setattr("accounts.context_processors.chosen_theme", note)
    return seen


def test_speak_the_language_of_the_user_before_the_browsers(as_alice, alice, spoken):
    as_alice.get("/", headers={"accept-language": "fr"})
    alice.language = "en"
    alice.save()
    as_alice.get("/", headers={"accept-language": "fr"})
    assert [language for language, _ in spoken] == ["fr", "en"]


def test_speak_the_language_a_stranger_chose(client, db, spoken):
    client.post(ADDRESS, {"language": "fr"})
    client.get("/")
    client.post(ADDRESS, {"language": ""})
    client.get("/")
    assert [language for language, _ in spoken] == ["fr", "en"]


def test_show_the_users_time_before_the_browsers(as_alice, alice, spoken):
    as_alice.get("/")
    as_alice.cookies["time_zone"] = "Asia/Tokyo"
    as_alice.get("/")
    alice.time_zone = "Europe/Paris"
    alice.save()
    as_alice.get("/")
    assert [zone for _, zone in spoken] == ["UTC", "Asia/Tokyo", "Europe/Paris"]
    assert timezone.get_current_timezone_name() == "UTC"
