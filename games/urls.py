from django.urls import path

from games.views import lobby, rules

app_name = "games"

urlpatterns = [
    path("", lobby.home, name="home"),
    path("rules/<slug:slug>/", rules.rules, name="rules"),
]
