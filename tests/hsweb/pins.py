"""What we override or call of libraries although they promise nobody that it stays: pinned, as it is in the lock file.

The fingerprint of a function is that of its words, whatever its comments, docstring and layout, and whichever Python
reads it. If one changes, look at what is new there, then at ours, and only then write the new fingerprint here.
"""

import ast
import io
import tokenize
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
LAYOUT = {
    tokenize.COMMENT: "",
    tokenize.NL: "",
    tokenize.NEWLINE: "\n",
    tokenize.INDENT: "{",
    tokenize.DEDENT: "}",
    tokenize.ENDMARKER: "",
}
# From Python 3.12 on, a text with values in it comes in pieces; here it is one word, as it was before.
BEGINS = getattr(tokenize, "FSTRING_START", None)
ENDS = getattr(tokenize, "FSTRING_END", None)


def find(path: str) -> Any:
    """What a dotted path leads to: a module, or something in it, however deep."""
    module, names = split(path)
    found: Any = import_module(module)
    for name in names:
        found = getattr(found, name)
    return found


def split(path: str) -> tuple[str, list[str]]:
    """The module in a dotted path, and the names within it."""
    parts = path.split(".")
    for count in range(len(parts), 0, -1):
        with suppress(ModuleNotFoundError):
            if find_spec(".".join(parts[:count])):
                return ".".join(parts[:count]), parts[count:]
    raise LookupError(path)


@cache
def parsed(module: str) -> tuple[str, ast.AST]:
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    text = Path(spec.origin).read_text(encoding="utf-8")
    return text, ast.parse(text)


def source_of(path: str) -> str:
    """What the file of a library says: in this process the site may have put something else in its place."""
    module, names = split(path)
    text, node = parsed(module)
    for name in names:
        found = [one for one in ast.walk(node) if isinstance(one, DEFINITIONS) and one.name == name]
        if not found:
            raise LookupError(path)
        node = found[0]
    assert isinstance(node, DEFINITIONS)
    first = min(one.lineno for one in (node, *node.decorator_list))
    return dedent("".join(text.splitlines(keepends=True)[first - 1 : node.end_lineno]))


def fingerprint(source: str) -> str:
    return sha256(" ".join(words(source)).encode()).hexdigest()[:16]


def words(source: str) -> Iterator[str]:
    """The words of a function without comments, docstrings and layout, with its blocks in braces."""
    lines: list[list[str]] = [[]]
    for word in whole_words(source):
        if word in ("{", "}") or (word and lines[-1] and lines[-1][-1] in ("\n", "{", "}")):
            lines.append([])
        lines[-1] += [word] if word else []
    for line in lines:
        if not is_docstring(line):
            yield from line


def is_docstring(line: list[str]) -> bool:
    return len(line) == 2 and line[0][-1] in "\"'" and line[1] == "\n"


def whole_words(source: str) -> Iterator[str]:
    lines, depth, began = source.splitlines(keepends=True), 0, (0, 0)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == BEGINS:
            began = began if depth else token.start
            depth += 1
        elif token.type == ENDS:
            depth -= 1
            if not depth:
                yield text_between(lines, began, token.end)
        elif not depth:
            yield LAYOUT.get(token.type, token.string)


def text_between(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    (first, left), (last, right) = start, end
    if first == last:
        return lines[first - 1][left:right]
    return "".join([lines[first - 1][left:], *lines[first : last - 1], lines[last - 1][:right]])


class Pin(NamedTuple):
    """A function of a library, its fingerprint, which of ours relies on it, and on what."""

    theirs: str
    fingerprint: str
    ours: str
    why: str
    uses: tuple[str, ...] = ()
    """Private attributes that belong to it, and that ours touches."""


PINS = (
    Pin(
        "django.db.backends.base.base.BaseDatabaseWrapper.set_autocommit",
        "0ea8b342e069fe32",
        "hsweb.databases.sqlite.base.DatabaseWrapper",
        "Transactions begin here, and on SQLite by `_start_transaction_under_autocommit` alone.",
    ),
    Pin(
        "django.db.backends.sqlite3.base.DatabaseWrapper._start_transaction_under_autocommit",
        "5bce0cb1f100486b",
        "hsweb.databases.sqlite.base.DatabaseWrapper",
        "A writer takes its place in the line before this begins a transaction.",
    ),
    Pin(
        "django.db.backends.base.base.BaseDatabaseWrapper._commit",
        "b87a3f3197aabf37",
        "hsweb.databases.sqlite.base.DatabaseWrapper",
        "A transaction that is committed ends here, and its writer leaves the line.",
    ),
    Pin(
        "django.db.backends.base.base.BaseDatabaseWrapper._rollback",
        "9e06637236d654a9",
        "hsweb.databases.sqlite.base.DatabaseWrapper",
        "A transaction that is rolled back ends here, and its writer leaves the line.",
    ),
    Pin(
        "django.db.backends.base.base.BaseDatabaseWrapper._close",
        "850ba5b997e003eb",
        "hsweb.databases.sqlite.base.DatabaseWrapper",
        "A connection ends here, or is kept for the next thread.",
    ),
    Pin(
        "django.db.backends.sqlite3.base.DatabaseWrapper.get_new_connection",
        "d308163c767640ca",
        "hsweb.databases.sqlite.base.DatabaseWrapper",
        "Connections are opened here alone, and one that was kept may be handed out instead.",
    ),
    Pin(
        "django.db.backends.postgresql.base.DatabaseWrapper.get_new_connection",
        "5bf9640f389890ed",
        "hsweb.databases.postgresql.base.DatabaseWrapper",
        "Connections are taken from the pool here, one at a time, and may be put back.",
    ),
    Pin(
        "django.db.backends.postgresql.base.DatabaseWrapper.pool",
        "440df6457c1265db",
        "hsweb.databases.postgresql.base.DatabaseWrapper",
        "The pool is there, or nothing, and says how many connections it has at most.",
    ),
    Pin(
        "django.db.models.sql.query.Query.sql_with_params",
        "40264bb3df0d7a58",
        "hsweb.databases.prepared.PreparedQuery",
        "The words of a query come apart from its values.",
    ),
    Pin(
        "django.contrib.sessions.backends.base.SessionBase._validate_session_key",
        "7958faac9a8bcc7e",
        "hsweb.sessions.SessionStore",
        "Every key that a browser sends is looked at here before the database is asked.",
    ),
    Pin(
        "django.contrib.sessions.backends.base.SessionBase._get_session",
        "dde03872bf0b36f5",
        "hsweb.sessions.SessionStore",
        "The content of a session is `_session`, and is kept in `_session_cache`.",
        ("_session", "_session_cache"),
    ),
    Pin(
        "django.contrib.sessions.backends.base.SessionBase.cycle_key",
        "04dde6f34f9dfb15",
        "hsweb.sessions.SessionStore",
        "Ours does the same, but leaves the old key for a minute.",
    ),
    Pin(
        "django.contrib.sessions.backends.db.SessionStore.create",
        "2d7ce330a7525e26",
        "hsweb.sessions.SessionStore",
        "A new key is stored at once, with an empty content.",
    ),
    Pin(
        "django.contrib.auth.base_user.AbstractBaseUser._get_session_auth_hash",
        "294b27ed3e999ca2",
        "accounts.models.User",
        "A session holds as long as this stays the same, with the secret that it is asked for.",
    ),
    Pin(
        "django.contrib.auth.base_user.AbstractBaseUser.get_session_auth_hash",
        "d671b7ffe5442265",
        "accounts.models.User",
        "It asks the private one, so that sessions end with an era.",
    ),
    Pin(
        "django.contrib.auth.base_user.AbstractBaseUser.get_session_auth_fallback_hash",
        "f910981e00daeece",
        "accounts.models.User",
        "It asks the private one with each older key.",
    ),
    Pin(
        "django.contrib.admin.options.ModelAdmin.get_object",
        "5bf20755cd676cfb",
        "hsweb.safe_admin.SafeModelAdmin",
        "Rows of the admin are looked for here, by a key out of an address.",
    ),
    Pin(
        "django.contrib.admin.options.ModelAdmin.history_view",
        "d71ec93b41e59278",
        "hsweb.safe_admin.SafeModelAdmin",
        "It looks for a row by itself, by a key out of an address.",
    ),
    Pin(
        "django.contrib.admin.options.ModelAdmin.response_action",
        "230200909d2db24c",
        "hsweb.safe_admin.SafeModelAdmin",
        "It takes the keys of rows from the form, by the name of their boxes.",
    ),
    Pin(
        "django.contrib.staticfiles.storage.ManifestFilesMixin.post_process",
        "0f137252e1197484",
        "hsweb.static_files.JoinedFiles",
        "It hashes the files that it is given, each with the storage that holds it.",
    ),
    Pin(
        "django.contrib.staticfiles.storage.HashedFilesMixin.post_process",
        "755eb9e3e2897bc6",
        "hsweb.static_files.JoinedFiles",
        "It hashes the files that it is given, each with the storage that holds it.",
    ),
    Pin(
        "whitenoise.storage.CompressedManifestStaticFilesStorage.post_process",
        "ca8ec34e434a2de0",
        "hsweb.static_files.CollectedFiles",
        "It compresses what those after it in the order of classes have joined and hashed.",
    ),
    Pin(
        "django_tasks_db.utils.exclusive_transaction",
        "c7d9f79ca741b1a4",
        "hsweb.worker",
        "Only one worker claims at a time, where rows cannot be locked.",
    ),
    Pin(
        "django_tasks_db.models.DBTaskResultQuerySet.ready",
        "e4e9612fd600ee4f",
        "hsweb.worker",
        "These are the tasks that may be begun, the most urgent first.",
    ),
    Pin(
        "django_tasks_db.models.DBTaskResultQuerySet.running",
        "e09e463a4a5f30bb",
        "hsweb.worker",
        "These are the tasks that were begun and not ended.",
    ),
    Pin(
        "django_tasks_db.models.DBTaskResultQuerySet.get_locked",
        "b38842d0b8da073a",
        "hsweb.worker",
        "It passes over what another worker has locked.",
    ),
    Pin(
        "django_tasks_db.models.DBTaskResult.task",
        "b9135f0a4e657f29",
        "hsweb.worker",
        "A task is found by the path that is stored.",
    ),
    Pin(
        "django_tasks_db.models.DBTaskResult.claim",
        "e765d62d2bcfc0dd",
        "hsweb.worker",
        "It notes a worker for each attempt.",
    ),
    Pin(
        "django_tasks_db.models.DBTaskResult.set_successful",
        "863446da22278877",
        "hsweb.worker",
        "It notes the end of a task, and what came of it.",
    ),
    Pin(
        "django_tasks_db.models.DBTaskResult.set_failed",
        "42f6d82649f61775",
        "hsweb.worker",
        "It notes the end of a task, and what was wrong.",
    ),
    Pin(
        "channels.consumer.AsyncConsumer.__call__",
        "52b234c12c0edb99",
        "games.live.consumers.PushingConsumer",
        "It lasts as long as the socket, and sets up channel and channel layer first.",
    ),
    Pin(
        "channels.consumer.AsyncConsumer.dispatch",
        "43f7adce393f2314",
        "games.live.consumers.PushingConsumer",
        "Ours does the same, but looks for no old connections.",
    ),
    Pin(
        "channels.consumer.get_handler_name",
        "08278a284f5e3afe",
        "games.live.consumers.PushingConsumer",
        "The name of a handler follows from the type of a message, and is never private.",
    ),
    Pin(
        "channels.auth.AuthMiddleware.resolve_scope",
        "442243121074fb93",
        "accounts.signup.sessions.SessionUserMiddleware",
        "The user of a socket is put into the scope here, as what an object wraps.",
        ("_wrapped",),
    ),
    Pin(
        "allauth.account.adapter.DefaultAccountAdapter._get_login_attempts_cache_key",
        "d481d89f372f0f4b",
        "accounts.signup.adapter.AccountAdapter",
        "Under this name failures to log in are counted.",
    ),
    Pin(
        "allauth.account.internal.flows.reauthentication.raise_if_reauthentication_required",
        "f85b0235700aeee4",
        "accounts.views.email",
        "Whoever was not asked for their password of late is asked before their address changes.",
    ),
    Pin(
        "allauth.account.internal.userkit.get_user_by_username",
        "34d16948d6dee353",
        "accounts.email_addresses",
        "Usernames are compared as allauth compares them when somebody logs in.",
    ),
    Pin(
        "allauth.core.ratelimit.consume_or_429",
        "759c3347601d6b09",
        "accounts.signup.guests",
        "It counts by our limits, and answers only if there were too many.",
    ),
    Pin(
        "daphne.server.Server.run",
        "38fd2739f6977561",
        "hsweb.limits.daphne.install",
        "Daphne makes what listens by `HTTPFactory`, a name in its module.",
    ),
    Pin(
        "daphne.server.Server.create_application",
        "00c821fdc21acdbd",
        "hsweb.limits.daphne.install",
        "It is called for every request and every socket, and hands on the scope it is given.",
    ),
    Pin(
        "daphne.http_protocol.HTTPFactory.buildProtocol",
        "94ac7825cb87070a",
        "hsweb.limits.daphne.install",
        "The protocol of each connection makes its requests by `WebRequest`, a name in its module.",
    ),
    Pin(
        "daphne.http_protocol.WebRequest.__init__",
        "66ce8c6613c47443",
        "hsweb.limits.daphne.requests.LimitedRequest",
        "It hands on what it is given, and marks that no answer has begun.",
        ("_response_started",),
    ),
    Pin(
        "daphne.http_protocol.WebRequest.process",
        "fed61909d26c7b63",
        "hsweb.limits.daphne.requests.LimitedRequest",
        "The application is asked here, and sockets begin here.",
    ),
    Pin(
        "daphne.http_protocol.WebRequest.handle_reply",
        "83ea36dc2b4288eb",
        "hsweb.limits.daphne.requests.LimitedRequest",
        "An answer begins here, and is marked as begun.",
    ),
    Pin(
        "daphne.http_protocol.WebRequest.finish",
        "5075bdc5ecf22b15",
        "hsweb.limits.daphne.requests.LimitedRequest",
        "Every answer that is complete ends here.",
    ),
    Pin(
        "daphne.http_protocol.WebRequest.connectionLost",
        "67ff1c527d6fddb6",
        "hsweb.limits.daphne.requests.LimitedRequest",
        "Requests that end early end here.",
    ),
    Pin(
        "daphne.http_protocol.WebRequest.basic_error",
        "d0818bd963acd977",
        "hsweb.limits.daphne.requests.LimitedRequest",
        "All pages that Daphne writes by itself are written here.",
    ),
    Pin(
        "twisted.web.http.Request.gotLength",
        "8d967bd423bf96a8",
        "hsweb.limits.daphne.requests.LimitedRequest",
        "It is called once the head is complete, and chooses where a body is kept by its length alone.",
    ),
    Pin(
        "twisted.web.http.Request.handleContentChunk",
        "988f6838aefc5187",
        "hsweb.limits.daphne.requests.LimitedRequest",
        "Each piece of a body comes through here, before it is kept.",
    ),
    Pin(
        "twisted.web.http.HTTPChannel.lineReceived",
        "c67963835c87fc45",
        "hsweb.limits.daphne.requests.LimitedRequest",
        "The address of a request that is not complete is `_path` of its channel.",
        ("_path",),
    ),
    Pin(
        "twisted.web.http.HTTPChannel._respondToBadRequestAndDisconnect",
        "d2a1ab6236da9051",
        "hsweb.limits.daphne.install",
        "All requests that Twisted cannot read are answered here.",
    ),
    Pin(
        "twisted.protocols.basic.LineReceiver.lineLengthExceeded",
        "264626dfc6088e67",
        "hsweb.limits.daphne.install",
        "Lines that are too long are answered here.",
    ),
    Pin(
        "twisted.protocols.policies.ProtocolWrapper.makeConnection",
        "2d9b1b8298940d12",
        "hsweb.limits.daphne.connections.Connection",
        "It is called once, when the connection is there.",
    ),
    Pin(
        "twisted.protocols.policies.ProtocolWrapper.dataReceived",
        "83dd320d86e7f142",
        "hsweb.limits.daphne.connections.Connection",
        "Everything that comes on a connection comes through here.",
    ),
    Pin(
        "twisted.protocols.policies.WrappingFactory.__init__",
        "9d9ad4956f6d7496",
        "hsweb.limits.daphne.connections.LimitedFactory",
        "The connections that are open are in `protocols`.",
    ),
    Pin(
        "twisted.protocols.policies.WrappingFactory.buildProtocol",
        "10163d0a8feab5a1",
        "hsweb.limits.daphne.connections.LimitedFactory",
        "It wraps every connection, which is registered when it is made.",
    ),
    Pin(
        "twisted.protocols.policies.WrappingFactory.unregisterProtocol",
        "542ae2e71f52b6d4",
        "hsweb.limits.daphne.connections.LimitedFactory",
        "It is called once for each connection that has ended.",
    ),
    Pin(
        "twisted.internet.abstract.FileDescriptor.doWrite",
        "55f6991a1e84fd89",
        "hsweb.limits.daphne.connections.unsent",
        "What is not sent is `dataBuffer` from `offset` on, and what is to be added to it.",
        ("_tempDataLen",),
    ),
    Pin(
        "twisted.internet.abstract.FileDescriptor.write",
        "677b89d8a2d66760",
        "hsweb.limits.daphne.connections.unsent",
        "What is written is counted in `_tempDataLen` until it is added to the buffer.",
    ),
    Pin(
        "autobahn.websocket.protocol.WebSocketProtocol.__init__",
        "b403a2c70091eb89",
        "hsweb.limits.daphne.sockets.LimitedSocket",
        "It is called without anything, before there is a connection.",
    ),
    Pin(
        "autobahn.twisted.websocket.WebSocketAdapterProtocol.connectionMade",
        "8ef0b9c4b48019de",
        "hsweb.limits.daphne.sockets.LimitedSocket",
        "It is called once, when there is a transport.",
    ),
    Pin(
        "autobahn.twisted.websocket.WebSocketAdapterProtocol.dataReceived",
        "a33afc7045ca2bb6",
        "hsweb.limits.daphne.sockets.LimitedSocket",
        "Everything that comes on a socket comes through here.",
    ),
    Pin(
        "autobahn.websocket.protocol.WebSocketProtocol.processData",
        "a025acdea4028f6f",
        "hsweb.limits.daphne.sockets.LimitedSocket",
        "It reads one frame of `data`, keeps one that has begun in `current_frame`, and says whether to go on.",
    ),
    Pin(
        "autobahn.websocket.protocol.WebSocketProtocol.onFrameBegin",
        "254fe7565d9c1b41",
        "hsweb.limits.daphne.sockets.LimitedSocket",
        "It is called when the head of a frame was read, its length included.",
    ),
    Pin(
        "autobahn.websocket.protocol.WebSocketProtocol.onMessageFrameBegin",
        "271471d3c7961753",
        "hsweb.limits.daphne.sockets.LimitedSocket",
        "It adds the length of each frame to `message_data_total_length`.",
    ),
    Pin(
        "autobahn.websocket.protocol.WebSocketProtocol.sendPing",
        "b2975679e89badab",
        "hsweb.limits.daphne.sockets.LimitedSocket",
        "All of our pings are sent here.",
    ),
    Pin(
        "autobahn.websocket.protocol.WebSocketServerProtocol.sendHttpErrorResponse",
        "d8fd0b7370ff8bbb",
        "hsweb.limits.daphne.sockets.LimitedSocket",
        "A socket that is refused is answered here, with more headers if wished.",
    ),
    Pin(
        "daphne.ws_protocol.WebSocketProtocol.onConnect",
        "4188d72d425a694d",
        "hsweb.limits.daphne.sockets.LimitedSocket",
        "It sets `server`, and `handshake_deferred` until the socket is accepted or refused.",
    ),
    Pin(
        "daphne.ws_protocol.WebSocketProtocol.onOpen",
        "654d03dfc06102cd",
        "hsweb.limits.daphne.sockets.LimitedSocket",
        "It is called once the socket was accepted.",
    ),
    Pin(
        "daphne.ws_protocol.WebSocketProtocol.onClose",
        "af5c21ad42affe42",
        "hsweb.limits.daphne.sockets.LimitedSocket",
        "It is called once for every socket, those that were refused included.",
    ),
    Pin(
        "daphne.ws_protocol.WebSocketProtocol.serverSend",
        "64df5c38bf72434b",
        "hsweb.limits.daphne.sockets.LimitedSocket",
        "Everything that the application says on a socket goes through here.",
    ),
    Pin(
        "django.db.transaction.Atomic.__exit__",
        "1b9ac62393ed289c",
        "tests.support.commits.committing",
        "What follows a commit is done when the outermost block of a service ends.",
    ),
    Pin(
        "django.db.transaction.Atomic.__enter__",
        "4778e55e36dda38d",
        "tests.support.rollback.undone",
        "Within a block of a test, a durable one of a service may begin.",
        ("_from_testcase",),
    ),
    Pin(
        "django.db.backends.base.base.BaseDatabaseWrapper.on_commit",
        "b1af7a1b0c69866e",
        "tests.support.commits.committing",
        "What is to follow a commit waits in `run_on_commit`.",
    ),
    Pin(
        "django.core.cache.backends.redis.RedisCache._cache",
        "bcc383b33710bafd",
        "tests.support.isolation.OwnKeysCache",
        "It is made once, and gives a client for writing.",
    ),
)
