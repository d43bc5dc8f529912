"""The group chat of a table: what it is told, and when it is told no more."""

from datetime import timedelta

import pytest

from accounts.services.accounts import update_preferences
from games.models import Alert, Seat, Webhook
from games.services.refusals import NotAllowed, Refused, TooFast
from games.services.sending import greet_chat
from games.services.table import chat_webhook, rooms
from games.wording import notifications
from tests.support.tables import PASS, bid, do, fresh, play_to_the_end, running_table, waiting_table

pytestmark = pytest.mark.django_db

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
SECRET = "/api/webhooks/1/secret"


@pytest.fixture
def game(people):
    return running_table(*people, turn_seconds=86_400)


def connect(game, host, web, style="discord", kinds=chat_webhook.KINDS, greeted=True):
    """Connect a chat that has heard its first words already."""
    chat_webhook.connect(user=host, game_id=game.id, url=web.url + SECRET, style=style, kinds=kinds)
    if greeted:
        Alert.objects.filter(kind="connected").delete()


def told(web):
    return [got.json() for got in web.received if got.path == SECRET]


class TestTold:
    def test_discord_hears_whose_turn_it_is_and_mentions_nobody(self, game, people, web, time):
        connect(game, people[0], web)
        do(game, people[0], bid(1))
        time.pass_(MINUTE)
        assert told(web) == [
            {
                "content": f"It is Ben's turn.\nhttp://localhost:8000/tables/{game.id}/",
                "allowed_mentions": {"parse": []},
            }
        ]

    def test_hears_it_in_the_language_of_the_host(self, game, people, web, time):
        update_preferences(user=people[0], language="fr")
        connect(game, people[0], web)
        do(game, people[0], bid(1))
        time.pass_(MINUTE)
        assert told(web)[0]["content"].startswith("C’est à Ben de jouer.")

    def test_slack_hears_it_in_its_own_way(self, game, people, web, time):
        connect(game, people[0], web, style="slack")
        do(game, people[0], bid(1))
        time.pass_(MINUTE)
        (message,) = told(web)
        assert message["text"] == f"It is Ben's turn.\nhttp://localhost:8000/tables/{game.id}/"
        assert (message["mrkdwn"], message["link_names"], message["parse"]) == (False, False, "none")

    def test_beginning_and_end(self, people, web, time):
        game = waiting_table(*people, turn_seconds=60)
        connect(game, people[0], web)
        rooms.start(user=people[0], game_id=game.id)
        time.pass_(timedelta(seconds=1))
        play_to_the_end(game)
        time.pass_(timedelta(seconds=1))
        begun, ended = (message["content"] for message in told(web))
        assert "begin a game of High Society." in begun
        assert "The game is over." in ended

    def test_turns_of_a_live_game_are_nobody_elses_business(self, people, web, time):
        game = running_table(*people, turn_seconds=60)
        Alert.objects.all().delete()
        connect(game, people[0], web)
        do(game, people[0], bid(1))
        time.pass_(30 * timedelta(seconds=1))
        assert told(web) == []

    def test_only_what_was_chosen(self, game, people, web, time):
        connect(game, people[0], web, kinds=["ended"])
        do(game, people[0], bid(1))
        time.pass_(MINUTE)
        assert told(web) == []

    def test_turn_that_is_over_is_not_told(self, game, people, web, time):
        connect(game, people[0], web)
        do(game, people[0], bid(1))
        web.answers = [503]
        time.pass_(MINUTE)
        do(game, people[1], PASS)
        time.pass_(3 * timedelta(seconds=20))
        assert [message["content"].split("\n")[0] for message in told(web)] == [
            "It is Ben's turn.",
            "It is Cleo's turn.",
        ]


@pytest.mark.parametrize(
    ("name", "discord", "slack"),
    [
        ("@everyone", r"\@everyone", "@everyone"),
        ("<!channel>", r"<!channel\>", "&lt;!channel&gt;"),
        ("<@123>", r"<\@123\>", "&lt;@123&gt;"),
        ("[x](http://y.z)", r"\[x\]\(http\://y.z\)", "[x](http://y.z)"),
        ("*_~`|>#", r"\*\_\~\`\|\>\#", "*_~`|&gt;#"),
        ("a\\*b", "a\\\\\\*b", "a\\*b"),
        ("R&D", "R&D", "R&amp;D"),
    ],
)
def test_names_are_escaped(name, discord, slack):
    assert notifications.chat_payload("discord", name, "u")["content"] == f"{discord}\nu"
    assert notifications.chat_payload("slack", name, "u")["text"] == f"{slack}\nu"


class TestTrouble:
    @pytest.mark.parametrize("status", [401, 403, 404, 410])
    def test_chat_that_says_no_is_dropped_at_once(self, game, people, web, time, status):
        connect(game, people[0], web)
        web.answers = [status]
        do(game, people[0], bid(1))
        time.pass_(DAY / 2)
        assert len(told(web)) == 1
        assert Webhook.objects.get().dropped == f"it answered {status}"

    def test_chat_that_never_answers_is_dropped_after_some_attempts(self, people, web, time):
        game = running_table(*people, turn_seconds=604_800)
        Alert.objects.all().delete()
        connect(game, people[0], web)
        web.answers = [500] * 50
        do(game, people[0], bid(1))
        time.pass_(DAY)
        assert len(told(web)) == 5
        assert Webhook.objects.get().dropped == "it kept answering 500"

    def test_redirect_is_no_answer(self, game, people, web, time):
        connect(game, people[0], web)
        web.answers = [302]
        do(game, people[0], bid(1))
        time.pass_(MINUTE)
        assert [got.path for got in web.received] == [SECRET]
        assert Webhook.objects.get().failures == 1

    def test_connecting_again_brings_it_back(self, game, people, web, time):
        connect(game, people[0], web)
        Webhook.objects.update(dropped="it answered 404", failures=5)
        connect(game, people[0], web)
        assert (Webhook.objects.get().dropped, Webhook.objects.get().failures) == ("", 0)

    def test_address_that_leads_behind_the_site_is_dropped(self, game, people, web, time, settings):
        connect(game, people[0], web)
        settings.OUTBOUND_TO_LOOPBACK = False
        Webhook.objects.update(url="https://localhost/x")
        do(game, people[0], bid(1))
        time.pass_(MINUTE)
        assert "may post to" in Webhook.objects.get().dropped
        assert web.received == []


NOWHERE = (
    "https://10.0.0.1/x",
    "https://[::1]/",
    "https://169.254.169.254/",
    f"https://{'a' * 64}.org/",
    "https://a..b/",
)


class TestConnecting:
    def test_is_greeted_once_for_each_address(self, game, people, web, time):
        connect(game, people[0], web, greeted=False)
        connect(game, people[0], web, kinds=["turn"], greeted=False)
        time.work()
        (message,) = told(web)
        assert message["content"].startswith(r"From now on this chat gets news of a table\: High Society.")

    def test_greeting_that_fails_counts(self, game, people, web, time):
        connect(game, people[0], web, greeted=False)
        web.answers = [500]
        time.work()
        assert Webhook.objects.get().failures == 1

    def test_task_from_before_an_update_greets_too(self, game, people, web, time):
        connect(game, people[0], web)
        greet_chat.call(Webhook.objects.get().pk)
        time.work()
        assert len(told(web)) == 1

    def test_is_limited(self, game, people, web):
        for _ in range(chat_webhook.NEW_CHATS.most):
            connect(game, people[0], web)
        with pytest.raises(TooFast):
            connect(game, people[0], web)

    def test_is_for_the_host(self, game, people, web):
        with pytest.raises(NotAllowed):
            connect(game, people[1], web)
        with pytest.raises(NotAllowed):
            chat_webhook.disconnect(user=people[1], game_id=game.id)

    @pytest.mark.parametrize(
        "url", ["", "chat.example.org", "http://chat.example.org/", "https://u:p@x.org/", "x" * 600, *NOWHERE]
    )
    def test_wants_an_address(self, game, people, url):
        with pytest.raises(Refused) as refused:
            chat_webhook.connect(user=people[0], game_id=game.id, url=url, style="slack", kinds=["turn"])
        assert refused.value.code == "bad_url"

    def test_wants_a_kind_of_chat_and_something_to_tell(self, game, people):
        wishes = {"user": people[0], "game_id": game.id, "url": "https://chat.example.org/x"}
        with pytest.raises(Refused) as refused:
            chat_webhook.connect(**wishes, style="irc", kinds=["turn"])
        assert refused.value.code == "invalid_style"
        with pytest.raises(Refused) as refused:
            chat_webhook.connect(**wishes, style="slack", kinds=["mention"])
        assert refused.value.code == "nothing_chosen"

    def test_can_be_ended(self, game, people, web, time):
        connect(game, people[0], web)
        for _ in range(2):
            chat_webhook.disconnect(user=people[0], game_id=game.id)
        do(game, people[0], bid(1))
        time.pass_(MINUTE)
        assert web.received == []

    def test_rematch_of_the_same_host_tells_the_same_chat(self, game, people, web):
        connect(game, people[0], web, kinds=["ended"])
        play_to_the_end(game)
        again = rooms.rematch(user=people[0], game_id=game.id)
        assert Webhook.objects.get(game=again).kinds == ["ended"]

    def test_rematch_of_somebody_else_does_not(self, game, people, web):
        connect(game, people[0], web)
        play_to_the_end(game)
        again = rooms.rematch(user=people[1], game_id=game.id)
        assert not Webhook.objects.filter(game=again).exists()

    def test_address_is_shown_to_nobody(self, game, people, web, client):
        connect(game, people[0], web)
        for user in people:
            client.force_login(user)
            assert "secret" not in client.get(f"/tables/{fresh(game).id}/").content.decode()
        assert Seat.objects.filter(game=game).count() == 3
