"""The settings of a site on such a database: those of a real one that sends mail, which is kept in a list."""

from hsweb.settings import *  # noqa: F403
from hsweb.settings import STORAGES

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
SENDS_MAIL = True
