"""Write the description of the API into the docs, as the site serves it.

python -m tests.tools.openapi
"""

import os
import sys
from pathlib import Path

import django

FILE = Path(__file__).parents[2] / "docs" / "openapi.json"


def main() -> None:
    os.environ.pop("SITE_NAME", None)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hsweb.settings")
    django.setup()
    from games.api.application import described

    FILE.write_text(described(), encoding="utf-8")
    print(FILE, file=sys.stderr)


if __name__ == "__main__":
    main()
