from django.urls import path

from games.views import lobby, rules, table

app_name = "games"

urlpatterns = [
    path("", lobby.home, name="home"),
    path("rules/<slug:slug>/", rules.rules, name="rules"),
    path("tables/<str:game_id>/", table.table, name="table"),
    path("tables/<str:game_id>/log/", table.log, name="log"),
    path("tables/<str:game_id>/act/", table.act, name="act"),
    path("tables/<str:game_id>/come-back/", table.come_back, name="come_back"),
    path("tables/<str:game_id>/vote/", table.vote, name="vote"),
    path("tables/<str:game_id>/say/", table.say, name="say"),
    path("tables/<str:game_id>/mute/", table.mute, name="mute"),
]
