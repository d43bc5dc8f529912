import os
from typing import Any

from django.core.wsgi import get_wsgi_application

from hsweb.headers import is_readable, without_backslashes

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hsweb.settings")

pages: Any = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Any) -> Any:
    if not is_readable(environ.get("CONTENT_TYPE", "").encode("latin-1")):
        environ = {**environ, "CONTENT_TYPE": ""}
    if cookies := environ.get("HTTP_COOKIE"):
        environ = {**environ, "HTTP_COOKIE": without_backslashes(cookies.encode("latin-1")).decode("latin-1")}
    return pages(environ, start_response)
