import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hsweb.settings")
django.setup()

from tests.frozen.keep import main  # noqa: E402

sys.exit(main(sys.argv[1:]))
