import pytest
from django.contrib.auth.models import AnonymousUser
from pytest_django.asserts import assertContains, assertRedirects

from accounts.models import User
from accounts.signup.guests import ensure_player

ADDRESS = "/accounts/guest/"


def test_comes_in_with_one_click(client, db):
    assertRedirects(client.post(ADDRESS), "/")
    guest = User.objects.get()
    assert guest.is_guest
    assert guest.username.startswith("guest-")
    assert len(guest.display_name.split()) == 2
    assert not guest.has_usable_password()
    assertContains(client.get("/"), guest.display_name)


def test_stays_the_same_on_a_second_click(client, db):
    client.post(ADDRESS)
    client.post(ADDRESS)
    assert User.objects.count() == 1


def test_is_remembered_for_a_year(client, db):
    client.post(ADDRESS)
    assert client.cookies["sessionid"]["max-age"] == 365 * 24 * 60 * 60


def test_goes_on_to_where_they_wanted(client, db):
    response = client.post(ADDRESS, {"next": "/rules/high-society/"})
    assertRedirects(response, "/rules/high-society/")


@pytest.mark.parametrize(
    "elsewhere", ["https://elsewhere.example/", "//elsewhere.example", "/\x00", "javascript:alert(1)"]
)
def test_is_never_sent_elsewhere(client, db, elsewhere):
    response = client.post(ADDRESS, {"next": elsewhere})
    assert response.status_code == 302
    assert "elsewhere" not in response.url
    assert "javascript" not in response.url


def test_is_not_made_of_a_user(as_alice, alice):
    as_alice.post(ADDRESS)
    assert list(User.objects.all()) == [alice]


@pytest.mark.parametrize("method", ["get", "head", "options", "put", "delete"])
def test_needs_a_post(client, db, method):
    assert getattr(client, method)(ADDRESS).status_code == 405
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "address", ["/", "/accounts/login/", "/accounts/signup/", "/accounts/preferences/", "/nowhere/"]
)
def test_is_never_created_by_looking(client, db, address):
    client.get(address)
    assert not User.objects.exists()


def test_is_never_created_by_a_get_of_another_view(rf, db):
    request = rf.get("/")
    request.user = AnonymousUser()
    with pytest.raises(ValueError, match="POST"):
        ensure_player(request)


def test_crowds_from_one_address_are_held_up(client, db, settings):
    settings.GUESTS_PER_MINUTE = 2
    for _ in range(2):
        client.post(ADDRESS)
        client.logout()
    assertContains(client.post(ADDRESS), "One moment, please", status_code=429)
    assert User.objects.count() == 2
