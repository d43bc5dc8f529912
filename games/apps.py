from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts.farewell import bans, data_sources, farewells, forgetting, needed
        from games.personal import people_of_games, personal_games, personal_uploads
        from games.services.alerts import forget_old
        from games.services.interventions import replace_banned
        from games.services.seats import hand_over_all
        from games.services.uploads import remove_all

        farewells += [hand_over_all, remove_all]
        bans.append(replace_banned)
        needed.append(people_of_games)
        forgetting.append(forget_old)
        data_sources += [("games", personal_games), ("uploads", personal_uploads)]
