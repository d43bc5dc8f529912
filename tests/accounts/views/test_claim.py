import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from pytest_django.asserts import assertContains, assertRedirects

from accounts.models import User

ADDRESS = "/accounts/claim/"


@pytest.fixture
def filled_in(password):
    return {
        "username": "heron",
        "display_name": "Lady Heron",
        "email": "",
        "password1": password,
        "password2": password,
    }


def test_shows_the_form_with_the_guests_name(as_guest):
    assertContains(as_guest.get(ADDRESS), 'value="Gracious Heron"')


def test_makes_the_same_row_a_full_user(as_guest, guest, filled_in, password):
    assertRedirects(as_guest.post(ADDRESS, filled_in), "/")
    user = User.objects.get()
    assert user.pk == guest.pk
    assert (user.username, user.display_name, user.is_guest) == ("heron", "Lady Heron", False)
    assert user.check_password(password)


def test_keeps_the_session(as_guest, filled_in):
    before = as_guest.session.get("_auth_user_id")
    response = as_guest.post(ADDRESS, filled_in, follow=True)
    assertContains(response, "Welcome, Lady Heron! Your games are all here.")
    assert as_guest.session["_auth_user_id"] == before


def test_sends_a_message_to_confirm_the_address(as_guest, guest, filled_in):
    as_guest.post(ADDRESS, filled_in | {"email": "heron@example.org"})
    assert not EmailAddress.objects.exists()
    assert User.objects.get(pk=guest.pk).email == ""
    assert mail.outbox[0].to == ["heron@example.org"]


def test_goes_on_to_where_they_wanted(as_guest, filled_in):
    assertRedirects(as_guest.post(f"{ADDRESS}?next=/rules/high-society/", filled_in), "/rules/high-society/")


@pytest.mark.parametrize(
    "wrong",
    [
        {"username": ""},
        {"username": "a b"},
        {"username": "a\x00"},
        {"username": "x" * 5000},
        {"username": "guest-7"},
        {"username": "ALICE"},
        {"display_name": "a\u200bb"},
        {"display_name": "x" * 5000},
        {"email": "nonsense"},
        {"password1": "pearls", "password2": "pearls"},
        {"password2": "another-one-of-those-8"},
    ],
)
def test_says_what_is_wrong(as_guest, alice, guest, filled_in, wrong):
    assertContains(as_guest.post(ADDRESS, filled_in | wrong), "errorlist", status_code=422)
    assert User.objects.get(pk=guest.pk).is_guest


def test_happens_once(as_guest, guest, filled_in):
    as_guest.post(ADDRESS, filled_in)
    assertRedirects(as_guest.post(ADDRESS, filled_in | {"username": "other"}), "/accounts/settings/")
    assert User.objects.get().username == "heron"


def test_is_not_for_users(as_alice):
    assertRedirects(as_alice.get(ADDRESS), "/accounts/settings/")


def test_is_not_for_strangers(client, db):
    assertRedirects(client.get(ADDRESS), f"/accounts/login/?next={ADDRESS}")
    client.post(ADDRESS)
    assert not User.objects.exists()


def test_takes_no_other_method(as_guest):
    assert as_guest.put(ADDRESS).status_code == 405


@pytest.mark.parametrize("page", ["signup", "reauthenticate", "email", "password/change", "password/set"])
def test_comes_before_what_needs_an_account(as_guest, page):
    assertRedirects(as_guest.get(f"/accounts/{page}/?next=/x/"), f"{ADDRESS}?next=%2Fx%2F")


def test_leads_back_to_the_page_one_came_from(as_guest, filled_in):
    assertContains(as_guest.get("/rules/high-society/"), 'href="/accounts/claim/?next=/rules/high-society/"')
    assertContains(as_guest.get("/"), 'href="/accounts/claim/"')
    page = as_guest.get(f"{ADDRESS}?next=/rules/high-society/")
    assertContains(page, 'href="/accounts/login/?next=/rules/high-society/">Log in</a>')
    assert f"next={ADDRESS}" not in page.text


def test_hands_on_no_address_elsewhere(as_guest):
    assert "/login/?next" not in as_guest.get(f"{ADDRESS}?next=https://elsewhere.example/").text


def test_says_in_one_line_what_a_password_needs(as_guest):
    page = as_guest.get(ADDRESS)
    assertContains(page, "At least 8 characters, and not a common password.", count=1)
    assert "entirely numeric" not in page.text
