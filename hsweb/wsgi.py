import os
from wsgiref.types import StartResponse, WSGIEnvironment

from django.core.wsgi import get_wsgi_application
from django.http import HttpResponseBase

from hsweb.http.headers import drop_quoted_cookies, is_valid_content_type

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hsweb.settings")

pages = get_wsgi_application()


def application(environ: WSGIEnvironment, start_response: StartResponse) -> HttpResponseBase:
    if not is_valid_content_type(environ.get("CONTENT_TYPE", "").encode("latin-1")):
        environ = {**environ, "CONTENT_TYPE": ""}
    if cookies := environ.get("HTTP_COOKIE"):
        environ = {**environ, "HTTP_COOKIE": drop_quoted_cookies(cookies.encode("latin-1")).decode("latin-1")}
    return pages(environ, start_response)
