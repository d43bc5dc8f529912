from django.urls import path, re_path

from games.consumers import LobbyConsumer, NowhereConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/tables/<slug:game_id>/", TableConsumer.as_asgi()),
    re_path("", NowhereConsumer.as_asgi()),
]
