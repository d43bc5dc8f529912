from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from accounts.farewell import bans, data_sources, farewells, forgetting, needed, renames
        from games.personal import people_of_games, personal_deals, personal_games, personal_ratings, personal_uploads
        from games.services.alerts import forget_old
        from games.services.interventions import replace_banned
        from games.services.names import show_anew, take_away
        from games.services.ratings import forget
        from games.services.seats import hand_over_all
        from games.services.sending import drop_unwelcome
        from games.services.spectators import forget_gone
        from games.services.uploads import remove_all

        farewells += (take_away, hand_over_all, forget, remove_all)
        bans += (replace_banned, lambda user, by: show_anew(user))
        renames.append(show_anew)
        needed.append(people_of_games)
        forgetting.extend((forget_old, forget_gone, drop_unwelcome))
        data_sources += (
            ("games", personal_games),
            ("ratings", personal_ratings),
            ("uploads", personal_uploads),
            ("deals", personal_deals),
        )
