from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts import hooks
from accounts.api_tokens.issuing import issue_token
from accounts.models import ApiToken, User
from accounts.services import accounts
from accounts.services.accounts import create_guest, remove_abandoned_guests
from accounts.tasks import deliver_mail
from tests.support.factories import UserFactory

pytestmark = pytest.mark.django_db


def ago(days):
    return timezone.now() - timedelta(days=days)


def guest(**facts):
    made = create_guest()
    User.objects.filter(pk=made.pk).update(**facts)
    return made


def remaining():
    remove_abandoned_guests()
    return set(User.objects.all())


def test_guests_who_stay_away_are_removed():
    guest(last_login=ago(31))
    guest(last_login=None, date_joined=ago(31))
    assert remaining() == set()


def test_everybody_else_stays():
    staying = {
        guest(last_login=ago(29), date_joined=ago(99)),
        guest(last_login=None, date_joined=ago(29)),
        UserFactory(last_login=ago(999), date_joined=ago(999)),
    }
    assert remaining() == staying


def test_guests_whose_programs_come_in_stay():
    here, away, never = (guest(last_login=ago(31)) for _ in range(3))
    for owner, used in ((here, ago(29)), (here, ago(40)), (away, ago(31)), (never, None)):
        token, _secret = issue_token(user=owner, name="A bot", scopes=["play"])
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=used)
    assert remaining() == {here}
    assert set(ApiToken.objects.values_list("user", flat=True)) == {here.pk}


def test_whoever_an_app_needs_stays():
    needed, other = guest(last_login=ago(31)), guest(last_login=ago(31))
    hooks.keeps_user.append(lambda people: people.filter(pk=needed.pk))
    assert remaining() == {needed}
    assert other not in remaining()


def test_whoever_sits_down_at_the_last_moment_stays():
    lucky = guest(last_login=ago(31))
    asked = []

    def sits_down(people):
        asked.append(people)
        return people.filter(pk=lucky.pk) if len(asked) > 1 else people.none()

    hooks.keeps_user.append(sits_down)
    assert remaining() == {lucky}
    assert len(asked) == 2


def test_many_are_removed_some_at_a_time(monkeypatch):
    monkeypatch.setattr(accounts, "GUESTS_AT_ONCE", 2)
    for _ in range(3):
        guest(last_login=ago(31))
    assert len(remaining()) == 1
    assert len(remaining()) == 0


@pytest.mark.parametrize(("days", "left"), [(2, 0), (0, 1)])
def test_command_forgets_letters_that_were_sent(days, left, settings):
    """They hold addresses, and links that let somebody in."""
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": ["default", "mail"]}}
    deliver_mail.enqueue("Hello", "", "site@example.org", ["ana@example.org"])
    DBTaskResult.objects.update(status="SUCCESSFUL", finished_at=ago(days))
    call_command("forget")
    assert DBTaskResult.objects.count() == left


def test_command_forgets_old_sessions_too(client, alice, settings):
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": []}}
    guest(last_login=ago(31))
    client.force_login(alice)
    Session.objects.update(expire_date=ago(1))
    call_command("forget")
    assert set(User.objects.all()) == {alice}
    assert not Session.objects.exists()
