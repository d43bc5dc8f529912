"""The settings of the site under load: those of a real site, with the bare move beside it."""

from hsweb.settings import *  # noqa: F403
from hsweb.settings import BASE_DIR, STORAGES

ROOT_URLCONF = "tests.benchmarks.bare"
ASGI_APPLICATION = "tests.benchmarks.asgi.application"
# Static files as they are: nothing needs to be collected first.
STATICFILES_DIRS = []
STATIC_ROOT = BASE_DIR / "static"
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
