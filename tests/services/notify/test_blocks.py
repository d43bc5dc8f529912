"""Nobody hears from somebody whom they have blocked, even if it was on its way."""

from datetime import timedelta

from accounts.people.friends import block
from games.models import Alert
from games.services.table import chat, rooms
from tests.support.tables import play_to_the_end, running_table, waiting_table

MINUTE = timedelta(minutes=1)


def test_an_invitation_on_its_way_is_not_told(people, time, browser_of):
    cleo = browser_of(people[2])
    game = waiting_table(people[0])
    rooms.invite(user=people[0], game_id=game.id, username="cleo")
    block(user=people[2], person=people[0])
    time.pass_(MINUTE)
    assert cleo.messages == []


def test_a_mention_on_its_way_is_not_told(people, time, browser_of):
    ben, cleo = browser_of(people[1], "/push/ben"), browser_of(people[2], "/push/cleo")
    game = waiting_table(*people)
    chat.say(user=people[0], game_id=game.id, text="@ben @cleo", key="k")
    block(user=people[2], person=people[0])
    time.pass_(MINUTE)
    assert [message["title"] for message in ben.messages] == ["Ana mentions you"]
    assert cleo.messages == []


def test_a_rematch_calls_nobody_who_has_blocked_its_host(people, time, browser_of):
    game = play_to_the_end(running_table(*people))
    Alert.objects.all().delete()
    browsers = [browser_of(user, f"/push/{user.pk}") for user in people]
    block(user=people[2], person=people[0])
    rooms.rematch(user=people[0], game_id=game.id)
    time.pass_(MINUTE)
    assert [[message["title"] for message in browser.messages] for browser in browsers] == [[], ["An invitation"], []]
