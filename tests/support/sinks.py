"""Where messages arrive, on loopback: a push service that can read what it gets, a group chat, and a mail server."""

import json
import os
import threading
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from tests.support.browser.server import free_port


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Web:
    """A server that takes everything and answers as it is told."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.answers: list[int] = []
        """With which statuses the next requests are answered; 201 after that."""
        web = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                web.received.append(Received(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                status = web.answers.pop(0) if web.answers else 201
                self.send_response(status)
                if status in (301, 302, 307, 308):
                    self.send_header("Location", f"{web.url}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@dataclass
class Browser:
    """What a browser keeps to itself, and the push service that passes messages on to it."""

    web: Web
    path: str = "/push/one"
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def subscription(self) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.web.url + self.path, "p256dh": packed(point), "auth": packed(self.secret)}

    @property
    def messages(self) -> list[dict[str, Any]]:
        """What this browser would show."""
        return [self.read(received) for received in self.web.received if received.path == self.path]

    def read(self, received: Received) -> dict[str, Any]:
        assert received.headers["content-encoding"] == "aes128gcm"
        assert Vapid02.verify(received.headers["authorization"])
        text = http_ece.decrypt(received.body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        message: dict[str, Any] = json.loads(text)
        return message


def packed(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class MailServer:
    """Takes mail and keeps it. `refuses` makes it say no."""

    def __init__(self) -> None:
        self.mails: list[Message] = []
        self.refuses = 0
        self.port = free_port()
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.refuses:
            self.refuses -= 1
            return "451 Try again later"
        self.mails.append(message_from_bytes(envelope.content, policy=default))
        return "250 OK"

    def close(self) -> None:
        self._controller.stop()
