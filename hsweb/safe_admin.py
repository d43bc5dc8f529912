"""Lists in the admin that take from an address and a form what their own links and boxes send, and nothing else."""

import re
from collections.abc import Sequence

from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.utils import unquote
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse

# What fits into the key of a row.
KEY = re.compile(r"[0-9]{1,18}")


class SafeModelAdmin(admin.ModelAdmin):
    allowed_lookups: Sequence[str] = ()
    key = KEY

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only what the filters ask: a pattern of somebody's own could keep the database busy for ever."""
        return lookup in self.allowed_lookups and "\0" not in value

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        if any("\0" in value for values in request.GET.lists() for value in values[1]):
            raise DisallowedModelAdminLookup("no filter asks for this")
        return super().changelist_view(request, extra_context)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Model | None:
        return None if "\0" in object_id else super().get_object(request, object_id, from_field)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        if "\0" in unquote(object_id):
            raise Http404
        return super().history_view(request, object_id, extra_context)

    def response_action(self, request: HttpRequest, queryset: QuerySet[Model]) -> HttpResponse | None:
        posted = request.POST.copy()
        keys = [key for key in posted.getlist(ACTION_CHECKBOX_NAME) if self.key.fullmatch(key)]
        posted.setlist(ACTION_CHECKBOX_NAME, keys)
        request.POST = posted  # type: ignore[assignment]
        return super().response_action(request, queryset)
