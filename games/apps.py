from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from accounts.hooks import keeps_user, on_ban, on_cleanup, on_delete, on_rename, personal_data_sources
        from games.queries.personal_data import (
            people_of_games,
            personal_deals,
            personal_games,
            personal_ratings,
            personal_uploads,
        )
        from games.services.care.interventions import replace_banned
        from games.services.notify.alerts import delete_old_alerts
        from games.services.notify.webhooks import drop_forbidden
        from games.services.results.ratings import delete_ratings
        from games.services.results.uploads import remove_all_uploads
        from games.services.table.names import refresh_name, remove_name
        from games.services.table.seats import hand_over_all
        from games.services.table.spectators import delete_gone_spectators

        on_delete += (remove_name, hand_over_all, delete_ratings, remove_all_uploads)
        on_ban += (replace_banned, lambda user, by: refresh_name(user))
        on_rename.append(refresh_name)
        keeps_user.append(people_of_games)
        on_cleanup.extend((delete_old_alerts, delete_gone_spectators, drop_forbidden))
        personal_data_sources += (
            ("games", personal_games),
            ("ratings", personal_ratings),
            ("uploads", personal_uploads),
            ("deals", personal_deals),
        )
