"""Messages to browsers by web push: encrypted for one browser (RFC 8291), signed with a key of our own (RFC 8292).

Only the browser can read them, not the service that passes them on.
"""

import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from hsweb.http import outbound

RECORD_SIZE = 4096
LONGEST = RECORD_SIZE - 16 - 1 - 86
"""Bytes of a message that fit into one record beside its head."""
HOURS_KEPT = 12
SECONDS_SIGNED = 12 * 60 * 60
POINT_SIZE, SECRET_SIZE = 65, 16


class BadKeys(ValueError):
    """What a client gave as its keys are none."""


def send(
    endpoint: str,
    p256dh: str,
    auth: str,
    message: Mapping[str, object],
    *,
    urgent: bool = False,
    seconds: float = outbound.SECONDS_IN_ALL,
) -> int:
    """Post one message, and return the status of the answer; or what `outbound.post` raises."""
    body = encrypt(
        json.dumps(message, separators=(",", ":")).encode(), base64url_decode(p256dh), base64url_decode(auth)
    )
    headers = {
        "Authorization": authorization_for(endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(HOURS_KEPT * 60 * 60),
        "Urgency": "high" if urgent else "normal",
    }
    return outbound.post(endpoint, body, headers, seconds)


def check_keys(p256dh: str, auth: str) -> None:
    """Refuse with `BadKeys` what nothing could be encrypted for."""
    try:
        point, secret = base64url_decode(p256dh), base64url_decode(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError as error:
        raise BadKeys from error
    if len(point) != POINT_SIZE or len(secret) != SECRET_SIZE:
        raise BadKeys


def encrypt(text: bytes, point: bytes, secret: bytes) -> bytes:
    """One record that only whoever has the private key of `point`, and `secret`, can read."""
    return _encrypt_record(text, point, secret, ec.generate_private_key(ec.SECP256R1()), os.urandom(16))


def _encrypt_record(text: bytes, point: bytes, secret: bytes, ours: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    our_point = public_point(ours)
    shared = ours.exchange(ec.ECDH(), theirs)
    key = _derive_key(shared, secret, b"WebPush: info\0" + point + our_point, 32)
    content_key = _derive_key(key, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive_key(key, salt, b"Content-Encoding: nonce\0", 12)
    # The byte after the text says that this record is the last.
    record = AESGCM(content_key).encrypt(nonce, text + b"\2", None)
    return salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(our_point)]) + our_point + record


def _derive_key(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


def authorization_for(endpoint: str) -> str:
    """What tells a push service that it is the same site as before, good for some hours."""
    parts = urlsplit(endpoint)
    until = int(time.time()) // 3600 * 3600 + SECONDS_SIGNED
    return _vapid_authorization(f"{parts.scheme}://{parts.netloc}", until, settings.VAPID_KEY)


@lru_cache(maxsize=64)
def _vapid_authorization(audience: str, until: int, private_key: str) -> str:
    claims = {"aud": audience, "exp": until, "sub": settings.SITE_URL if _is_https() else f"mailto:{_address()}"}
    text = b".".join(base64url_encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(_private_key(private_key).sign(text, ec.ECDSA(hashes.SHA256())))
    token = text + b"." + base64url_encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={token.decode()},k={public_key()}"


def _is_https() -> bool:
    return settings.SITE_URL.startswith("https://")


def _address() -> str:
    """The bare address that mail of this site comes from."""
    return settings.DEFAULT_FROM_EMAIL.rpartition("<")[2].rstrip(">")


def public_key() -> str:
    """What browsers are told when they subscribe, and by which push services know the site again."""
    return base64url_encode(public_point(_private_key(settings.VAPID_KEY))).decode()


@lru_cache(maxsize=4)
def _private_key(number: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(base64url_decode(number), "big"), ec.SECP256R1())


def public_point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def base64url_encode(data: bytes) -> bytes:
    return urlsafe_b64encode(data).rstrip(b"=")


def base64url_decode(text: str) -> bytes:
    """Base64 for addresses, with or without its padding; `ValueError` if it is something else."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
