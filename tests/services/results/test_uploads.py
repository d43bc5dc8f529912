"""Keeping games from files, on every database."""

import json
from typing import Any

import pytest

from games.models import Upload
from games.queries import my_games
from games.services.refusals import Refused, TooFast
from games.services.results import uploads
from games.services.results.uploads import MOST_KEPT, UPLOADS
from tests.support.recordings import file_of, scene_of_saved

pytestmark = pytest.mark.django_db

ONE, OTHER = (file_of(scene_of_saved(name)) for name in ("classic-single-winner", "simplified-eight-players"))


def test_a_game_is_kept_as_we_would_write_it(alice):
    upload = uploads.keep_upload(user=alice, content=ONE)
    assert (upload.owner, upload.slug) == (alice, "high-society")
    assert Upload.objects.get().document == json.loads(ONE)


def test_the_same_again_is_the_same_for_each_owner(alice, bob):
    first = uploads.keep_upload(user=alice, content=ONE)
    assert uploads.keep_upload(user=alice, content=json.dumps(json.loads(ONE), sort_keys=True).encode()) == first
    assert uploads.keep_upload(user=bob, content=ONE) != first
    assert uploads.keep_upload(user=alice, content=OTHER) != first
    assert Upload.objects.count() == 3


def test_lists_tell_who_played(alice):
    uploads.keep_upload(user=alice, content=OTHER)
    listed: Any = my_games.uploads_of(alice).get()
    assert [player["name"] for player in listed.players][:2] == ["Ana", "Bob"]
    assert "document" in listed.get_deferred_fields()


def test_letters_of_every_script_are_kept(alice):
    document = json.loads(ONE)
    document["players"][0]["name"] = "Жанна 🦩"
    upload = uploads.keep_upload(user=alice, content=json.dumps(document, ensure_ascii=False).encode())
    assert Upload.objects.get(pk=upload.pk).document["players"][0]["name"] == "Жанна 🦩"


def test_removes_the_own_alone(alice, bob):
    upload = uploads.keep_upload(user=alice, content=ONE)
    uploads.remove_upload(user=bob, upload_id=upload.id)
    assert Upload.objects.count() == 1
    uploads.remove_upload(user=alice, upload_id=upload.id)
    uploads.remove_upload(user=alice, upload_id=upload.id)
    assert Upload.objects.count() == 0


def test_there_are_never_too_many(alice):
    Upload.objects.bulk_create(Upload(owner=alice, slug="high-society", document={}) for _ in range(MOST_KEPT))
    with pytest.raises(Refused, match="Remove one first"):
        uploads.keep_upload(user=alice, content=ONE)
    assert Upload.objects.count() == MOST_KEPT


def test_nor_too_many_at_once(alice):
    for _ in range(UPLOADS.most):
        with pytest.raises(Refused, match="empty"):
            uploads.keep_upload(user=alice, content=b"")
    with pytest.raises(TooFast):
        uploads.keep_upload(user=alice, content=ONE)
