"""The least that anything like a move costs here: a form of somebody logged in, one row, one message to a group.

It runs in the same process, behind the same middleware and on the same database as the game it stands beside.
"""

from typing import Any

from asgiref.sync import async_to_sync
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.urls import include, path
from django.views.decorators.http import require_POST

from games.models import Message


@require_POST
@login_required
def floor(request, game_id):
    Message.objects.create(game_id=game_id, author=request.user, text="moved", key=request.POST["key"])
    message = {"type": "floor.changed", "text": f'data-version="{int(request.POST["version"]) + 1}"'}
    layer: Any = get_channel_layer()
    async_to_sync(layer.group_send)(group_of(game_id), message)
    return HttpResponse("moved")


class FloorConsumer(AsyncWebsocketConsumer):
    async def connect(self):
        self.group = group_of(self.scope["url_route"]["kwargs"]["game_id"])
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()
        await self.send(text_data='data-version="0"')

    async def floor_changed(self, event):
        await self.send(text_data=event["text"])

    async def disconnect(self, code):
        await self.channel_layer.group_discard(self.group, self.channel_name)


def group_of(game_id):
    return f"floor.{game_id}"


urlpatterns = [path("floor/<slug:game_id>/", floor), path("", include("hsweb.urls"))]
