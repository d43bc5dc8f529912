from django.urls import path

from games.views import invitation, leaderboard, lobby, orders, people, replay, room, rules, table

app_name = "games"

urlpatterns = [
    path("", lobby.home, name="home"),
    path("play-now/", lobby.play_now, name="play_now"),
    path("tables/new/", lobby.new_table, name="new_table"),
    path("my-games/", people.mine, name="mine"),
    path("my-games/next/", people.next_game, name="next"),
    path("players/<str:username>/", people.player, name="player"),
    path("leaderboard/", leaderboard.first, name="leaderboards"),
    path("leaderboard/<slug:slug>/", leaderboard.leaderboard, name="leaderboard"),
    path("invitation/<slug:token>/", invitation.invitation, name="invitation"),
    path("tables/<slug:game_id>/join/", room.join, name="join"),
    path("tables/<slug:game_id>/leave/", room.leave, name="leave"),
    path("tables/<slug:game_id>/add-bot/", room.add_bot, name="add_bot"),
    path("tables/<slug:game_id>/fill/", room.fill, name="fill"),
    path("tables/<slug:game_id>/remove/", room.remove, name="remove"),
    path("tables/<slug:game_id>/renew-invitation/", room.renew_invitation, name="renew_invitation"),
    path("tables/<slug:game_id>/rename/", room.rename, name="rename"),
    path("tables/<slug:game_id>/invite/", room.invite, name="invite"),
    path("tables/<slug:game_id>/webhook/", room.connect_chat, name="connect_chat"),
    path("tables/<slug:game_id>/webhook/disconnect/", room.disconnect_chat, name="disconnect_chat"),
    path("tables/<slug:game_id>/start/", room.start, name="start"),
    path("tables/<slug:game_id>/close/", room.close, name="close"),
    path("tables/<slug:game_id>/rematch/", room.rematch, name="rematch"),
    path("rules/<slug:slug>/", rules.rules, name="rules"),
    path("tables/<slug:game_id>/", table.table, name="table"),
    path("tables/<slug:game_id>/log/", table.log, name="log"),
    path("tables/<slug:game_id>/replay/", replay.whole, name="replay"),
    path("tables/<slug:game_id>/replay/<int:number>/", replay.moment, name="moment"),
    path("tables/<slug:game_id>/act/", table.act, name="act"),
    path("tables/<slug:game_id>/orders/", orders.give, name="give_order"),
    path("tables/<slug:game_id>/orders/withdraw/", orders.withdraw, name="withdraw_order"),
    path("tables/<slug:game_id>/come-back/", table.come_back, name="come_back"),
    path("tables/<slug:game_id>/vote/", table.vote, name="vote"),
    path("tables/<slug:game_id>/say/", table.say, name="say"),
    path("tables/<slug:game_id>/mute/", table.mute, name="mute"),
]
