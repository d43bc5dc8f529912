"""The least that anything like a move costs here: somebody logged in sends something, one row, one message to a group.

It comes as a form, or on an open socket. It runs in the same process, behind the same middleware and on the same
database as the game it stands beside.
"""

from typing import Any
from urllib.parse import parse_qs

from asgiref.sync import async_to_sync
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.urls import include, path
from django.views.decorators.http import require_POST

from games.models import Message
from hsweb.threads import in_thread


@require_POST
@login_required
def form(request, game_id):
    store(game_id, request.user, request.POST["key"])
    layer: Any = get_channel_layer()
    async_to_sync(layer.group_send)(group_of(game_id), moved(int(request.POST["version"])))
    return HttpResponse("moved")


class BareConsumer(AsyncWebsocketConsumer):
    async def connect(self):
        self.game_id = self.scope["url_route"]["kwargs"]["game_id"]
        await self.channel_layer.group_add(group_of(self.game_id), self.channel_name)
        await self.accept()
        await self.send(text_data='{"to":0}\n')

    async def receive(self, text_data=None, bytes_data=None):
        fields = {name: values[0] for name, values in parse_qs(text_data).items()}
        await in_thread(store, self.game_id, self.scope["user"], fields["key"])
        await self.channel_layer.group_send(group_of(self.game_id), moved(int(fields["version"])))

    async def bare_moved(self, event):
        await self.send(text_data=event["text"])

    async def disconnect(self, code):
        await self.channel_layer.group_discard(group_of(self.game_id), self.channel_name)


def store(game_id, user, key):
    Message.objects.create(game_id=game_id, author_id=user.pk, text="moved", key=key)


def moved(version):
    return {"type": "bare.moved", "text": f'{{"to":{version + 1}}}\n'}


def group_of(game_id):
    return f"bare.{game_id}"


urlpatterns = [path("bare/<slug:game_id>/", form), path("", include("hsweb.urls"))]
