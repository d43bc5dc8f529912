from allauth.account.models import EmailAddress
from django.core import mail

from accounts.notifications import kinds
from accounts.notifications.mail import send_game_mail


def test_mail_about_games_goes_to_a_confirmed_address_alone(alice):
    send_game_mail(alice, kinds.TURN, "Your turn", "text")
    assert mail.outbox == []
    EmailAddress.objects.create(user=alice, email="other@example.org", verified=True)
    send_game_mail(alice, kinds.TURN, "Your turn", "text")
    assert mail.outbox[0].to == ["other@example.org"]
