"""The settings of the site under test: those of a real site, with all it keeps in a folder of its own."""

import os
from pathlib import Path

from hsweb.settings import *  # noqa: F403
from hsweb.settings import INSTALLED_APPS, STORAGES

VAR_DIR = Path(os.environ["TEST_VAR_DIR"])
STATIC_ROOT = Path(os.environ["TEST_STATIC_ROOT"])
# Hashed names as on a real site, without the time it takes to compress every file.
STORAGES["staticfiles"] = {"BACKEND": "hsweb.static_files.JoinedFiles"}
INSTALLED_APPS += ["tests.support.browser.chance.Chance"]
