"""What goes wrong is told without secrets: states hold the deck, and logs outlive the evening."""

import logging
import re
from collections.abc import ItemsView
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter

ADDRESS = re.compile(r"[\w.+%'-]+@[\w-]+(\.[\w-]+)+")
LINK_WITH_KEY = re.compile(r"(/(?:password/reset/key|confirm-email|invitation|unsubscribe)/)[^/\s'\"]+")
SECRET_NAMES = "sessionid|csrf\\w*token|x-csrftoken|password\\d?|cookie|authorization"
NAMED_SECRET = re.compile(rf"""((?:{SECRET_NAMES})["']?(?:=|:\s*)["']?)[^\s"',;&]+""", re.IGNORECASE)


class DiscreetReporterFilter(SafeExceptionReporterFilter):
    """Django's page for developers, and its mail to admins, without local variables and without settings."""

    def get_traceback_frame_variables(self, request: HttpRequest | None, tb_frame: Any) -> ItemsView[str, Any]:
        return {}.items()

    def get_safe_settings(self) -> dict[str, Any]:
        return {}

    def is_active(self, request: HttpRequest | None) -> bool:
        """Also while developing."""
        return True


class DiscreetFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


def without_secrets(text: str) -> str:
    text = ADDRESS.sub("[address]", text)
    text = LINK_WITH_KEY.sub(r"\1[key]", text)
    return NAMED_SECRET.sub(r"\1[secret]", text)
