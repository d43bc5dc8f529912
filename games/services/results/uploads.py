"""Games that somebody brings along as a file: kept for them alone, and nothing else on the site changes by them."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Upload
from games.queries.game_file import Unreadable, read_file
from games.queries.game_file.schema import AnyGameDocument
from games.services.refusals import Refused, TooFast
from hsweb.limits.rates import A_MINUTE, Limit

MOST_KEPT = 50
UPLOADS = Limit("uploads", 20, A_MINUTE)


def keep_upload(*, user: User, content: bytes) -> Upload:
    """Keep the game in a file for whoever brought it. The same game again is the one that is kept already."""
    if not UPLOADS.consume(user.pk):
        raise TooFast(_("That is a lot at once. Wait a minute, then go on."))
    try:
        recorded = read_file(content)
    except Unreadable as wrong:
        raise Refused(str(wrong), "unreadable") from None
    return _store(user, recorded.scene.rules.slug, recorded.document)


@transaction.atomic
def _store(user: User, slug: str, document: AnyGameDocument) -> Upload:
    # Whoever sends two at once is counted one after the other.
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    kept = Upload.objects.filter(owner=user)
    known = kept.filter(slug=slug, document=document).first()
    if known is not None:
        return known
    if kept.count() >= MOST_KEPT:
        most = {"most": MOST_KEPT}
        raise Refused(_("You have %(most)d games here already. Remove one first.") % most, "too_many")
    return Upload.objects.create(owner=user, slug=slug, document=document)


def remove_upload(*, user: User, upload_id: str) -> None:
    """One that is gone already is no error."""
    Upload.objects.filter(owner=user, pk=upload_id).delete()


def remove_all_uploads(user: User) -> None:
    Upload.objects.filter(owner=user).delete()
