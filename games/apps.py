from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts.farewell import data_sources, farewells
        from games.selectors import personal_games
        from games.services.seats import hand_over_all

        farewells.append(hand_over_all)
        data_sources.append(("games", personal_games))
