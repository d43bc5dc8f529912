from typing import Any

from django.core.management import BaseCommand, call_command

from accounts import farewell
from accounts.services import remove_abandoned_guests
from accounts.unwelcome import switch_off_unwelcome


class Command(BaseCommand):
    help = "Forget what nobody needs any more: finished tasks, sessions that ended, guests who never played."

    def handle(self, *args: Any, **options: Any) -> None:
        # Finished tasks hold addresses and links.
        call_command("prune_db_task_results", queue_name="*", min_age_days=1, verbosity=0)
        call_command("clearsessions")
        remove_abandoned_guests()
        switch_off_unwelcome()
        for forget in farewell.forgetting:
            forget()
