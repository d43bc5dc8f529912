from django.core.management import BaseCommand, call_command

from accounts import hooks
from accounts.api_tokens.issuing import remove_ended_tokens
from accounts.services.accounts import remove_abandoned_guests
from accounts.services.forbidden_browsers import switch_off_forbidden


class Command(BaseCommand):
    help = "Forget what nobody needs any more: finished tasks, sessions and tokens that ended, guests who never played."

    def handle(self, *args: object, **options: object) -> None:
        # Finished tasks hold addresses and links.
        call_command("prune_db_task_results", queue_name="*", min_age_days=1, verbosity=0)
        call_command("clearsessions")
        remove_ended_tokens()
        remove_abandoned_guests()
        switch_off_forbidden()
        for clean_up in hooks.on_cleanup:
            clean_up()
