"""The settings of the site under storm: nobody looks at its pages, and nobody counts how often one address asks."""

from tests.browser.settings import *  # noqa: F403
from tests.browser.settings import STORAGES

# Static files by their own names: nothing needs to be collected first.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
ACCOUNT_RATE_LIMITS = False  # type: ignore[assignment]
