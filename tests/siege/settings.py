"""The settings of the site under storm: nobody looks at its pages, and nobody counts how often one address asks."""

import os

from tests.support.browser.settings import *  # noqa: F403
from tests.support.browser.settings import STORAGES

# Static files by their own names: nothing needs to be collected first.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
BODY_SECONDS = int(os.environ.get("TEST_BODY_SECONDS") or 60)
ACCOUNT_RATE_LIMITS = False  # type: ignore[assignment]
# The mailbox of a test speaks plainly.
EMAIL_USE_TLS = False
