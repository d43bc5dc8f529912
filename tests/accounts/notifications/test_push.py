"""Messages to browsers: encrypted as RFC 8291 says, signed as RFC 8292 says."""

import json
import time
from base64 import urlsafe_b64decode

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from accounts.notifications import push
from hsweb.http import outbound
from tests.support.sinks import Browser

pytestmark = pytest.mark.django_db


def test_example_of_the_rfc():
    """The keys, the salt and the result that RFC 8291 prints in section 5."""
    ours = ec.derive_private_key(
        int.from_bytes(push.base64url_decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1()
    )
    sealed = push._encrypt_record(
        b"When I grow up, I want to be a watermelon",
        push.base64url_decode(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        push.base64url_decode("BTBZMqHH6r4Tts7J_aSIgg"),
        ours,
        push.base64url_decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert push.base64url_encode(sealed).decode() == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
        "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_browser_reads_what_was_sent(web):
    browser = Browser(web)
    status = push.send(**browser.subscription, message={"title": "Ünïcode", "body": "x" * 2000})
    assert status == 201
    assert browser.messages == [{"title": "Ünïcode", "body": "x" * 2000}]
    headers = web.received[0].headers
    assert (headers["ttl"], headers["urgency"]) == ("43200", "normal")


def test_nobody_else_reads_it(web):
    browser, other = Browser(web), Browser(web)
    push.send(**browser.subscription, message={"title": "Secret"})
    with pytest.raises(Exception, match="Decryption error"):
        other.read(web.received[0])
    assert b"Secret" not in web.received[0].body


def test_signature_names_the_service_and_us(settings):
    settings.SITE_URL = "https://cards.example.org"
    push._vapid_authorization.cache_clear()
    signature = push.authorization_for("https://push.example.com:8443/some/where")
    assert Vapid02.verify(signature)
    token, key = signature.removeprefix("vapid t=").split(",k=")
    claims = json.loads(urlsafe_b64decode(token.split(".")[1] + "=="))
    assert claims["aud"] == "https://push.example.com:8443"
    assert claims["sub"] == "https://cards.example.org"
    assert time.time() < claims["exp"] <= time.time() + 24 * 60 * 60
    assert key == push.public_key()


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", ""),
        ("x", "BTBZMqHH6r4Tts7J_aSIgg"),
        ("ö" * 87, "BTBZMqHH6r4Tts7J_aSIgg"),
        ("A" * 87, "BTBZMqHH6r4Tts7J_aSIgg"),
        ("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "short"),
    ],
)
def test_junk_is_no_key(p256dh, auth):
    with pytest.raises(push.BadKeys):
        push.check_keys(p256dh, auth)


def test_without_the_setting_nothing_goes_to_this_machine(web, settings):
    settings.OUTBOUND_TO_LOOPBACK = False
    with pytest.raises(outbound.ForbiddenUrl):
        push.send(**Browser(web).subscription, message={})
    assert web.received == []
