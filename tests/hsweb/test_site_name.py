"""Hosts name their site, and people read that name wherever the site speaks of itself."""

import pytest
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string

from accounts.names.validation import clean_display_name

NAME = "Café <Quinze> & 'co'"
ESCAPED = "Café &lt;Quinze&gt; &amp; &#x27;co&#x27;"


@pytest.fixture
def named(settings):
    settings.SITE_NAME = NAME


def test_the_own_name_is_drawn_and_told_to_those_who_cannot_see_it(client, db):
    page = client.get("/").text
    assert "<title>Card games with friends · hsweb</title>" in page
    assert 'href="/" aria-label="hsweb"><svg class="wordmark-sign"' in page
    assert '<svg class="wordmark-letters"' in page


def test_another_name_is_set_in_type(client, db, named):
    page = client.get("/").text
    assert f"<title>Card games with friends · {ESCAPED}</title>" in page
    assert f'aria-label="{ESCAPED}"><svg class="wordmark-sign"' in page
    assert "wordmark-letters" not in page
    assert "hsweb" not in page.replace("hsweb:", "")


@pytest.mark.parametrize("template", ["400.html", "413.html", "500.html"])
def test_pages_that_know_nothing_of_who_asks_name_the_site(named, template):
    page = render_to_string(template)
    assert f"· {ESCAPED}</title>" in page
    assert "hsweb" not in page


def test_home_screens_and_messages_of_browsers_name_it(client, named):
    manifest = client.get("/manifest.webmanifest").json()
    assert manifest["name"] == manifest["short_name"] == NAME
    worker = client.get("/service-worker.js").text
    assert 'title = "Café \\u003CQuinze\\u003E \\u0026 \\u0027co\\u0027"' in worker


def test_letters_name_it_as_it_is(named):
    letter = render_to_string("account/email/base_message.txt", {"site_url": "http://testserver"})
    assert f"{NAME}, card games with friends\nhttp://testserver" in letter


def test_whoever_looks_after_it_reads_its_name(admin_client, named):
    page = admin_client.get("/admin/").text
    assert f"Looking after {ESCAPED}</a>" in page
    assert f"| {ESCAPED}</title>" in page


def test_nobody_else_is_called_so(settings):
    settings.SITE_NAME = "Café Quinze"
    with pytest.raises(ValidationError, match="kept for the site itself"):
        clean_display_name("cafe quinze")
