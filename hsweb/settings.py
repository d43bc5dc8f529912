"""One file for every size of site: the environment decides.

SECRET_KEY            signs sessions; made once and kept in var/ if absent
SECRET_KEY_FALLBACKS  older keys, comma-separated: what they have signed is still good
DEBUG                 1 while developing
DATABASE_URL          another database than the SQLite file in var/
REDIS_URL             a Redis server, needed as soon as there is more than one process
SITE_URL              where people reach the site, for links and QR codes; guessed from HOST and PORT if absent
SITE_NAME             what the site is called in headers, titles and letters: at most 40 characters; hsweb unless given
HOST, PORT            where `manage.py serve` listens
EMAIL_URL             an SMTP server, as smtp://user:password@host:587; if absent, the site asks nobody for an address
DEFAULT_FROM_EMAIL    who mail comes from
VAPID_KEY             the private key of web push, as base64; made once and kept in var/ if absent
OUTBOUND_TO_LOOPBACK  1 to let push messages and webhooks go to this machine, without https: for tests only
GUESTS_PER_MINUTE     how many guests one address may create in a minute; 200 unless given
ACTIONS_PER_MINUTE    how many forms one person may send to tables in a minute, and how many frames all their sockets
                      together; 1200 unless given
CONNECTIONS_PER_ADDRESS, SOCKETS_PER_ADDRESS, SOCKETS_PER_PERSON
                      how many may be open at the same time, in each process; 1000, 500 and 40 unless given
ALLOWED_HOSTS         names the site answers to, comma-separated; that of SITE_URL is always one
CSRF_TRUSTED_ORIGINS  other origins whose forms are accepted, comma-separated
HTTPS                 1 behind a proxy that speaks https and sets X-Forwarded-Proto
TRUSTED_PROXIES       addresses or networks of the proxies before the site, comma-separated: who asks is whom they name
                      in X-Forwarded-For; with HTTPS=1 all private networks unless given, else none
HSTS_SECONDS          how long browsers insist on https, with HTTPS=1; a year unless given
HSTS_SUBDOMAINS       1 to include every subdomain
HSTS_PRELOAD          1 to allow browsers to ship with this rule
"""

import os
from email.utils import formataddr
from pathlib import Path
from urllib.parse import quote

import dj_database_url
from csp.constants import NONE, SELF

from hsweb import env

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
VAR_DIR.mkdir(exist_ok=True)

SECRET_KEY = os.environ.get("SECRET_KEY") or env.read_or_create_secret(VAR_DIR / "secret_key")
SECRET_KEY_FALLBACKS = env.list_of("SECRET_KEY_FALLBACKS")
DEBUG = env.flag("DEBUG")
HOST = os.environ.get("HOST") or "127.0.0.1"
PORT = int(os.environ.get("PORT") or 8000)
SITE_NAME = env.one_line("SITE_NAME", default="hsweb", longest=40)
SITE_URL = (os.environ.get("SITE_URL") or env.guess_url(HOST, PORT)).rstrip("/")
ALLOWED_HOSTS = [*env.list_of("ALLOWED_HOSTS", default="localhost,127.0.0.1,[::1]"), env.host_of(SITE_URL)]
CSRF_TRUSTED_ORIGINS = env.list_of("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "accounts",
    "games",
    "allauth",
    "allauth.account",
    "channels",
    "csp",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
    "ninja",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "games.api.middleware.answer_programs",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "hsweb.middleware.refuse_writes_to_files",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Before anything that may be refused: refusals are told in a language, too.
    "django.middleware.locale.LocaleMiddleware",
    "hsweb.middleware.refuse_other_charsets",
    "hsweb.middleware.refuse_big_bodies",
    "hsweb.middleware.read_form_first",
    "django.contrib.sessions.middleware.SessionMiddleware",
    # Tells how long an answer is: whatever changes its content comes after it.
    "django.middleware.common.CommonMiddleware",
    "hsweb.middleware.explain_wrong_methods",
    "hsweb.middleware.add_retry_after",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "hsweb.limits.request_queue.remember_session",
    "accounts.middleware.apply_preferences",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "accounts.middleware.limit_forms",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "hsweb.urls"
ASGI_APPLICATION = "hsweb.asgi.application"
WSGI_APPLICATION = "hsweb.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context_processors.appearance",
                "accounts.context_processors.friend_requests",
                "games.context_processors.waiting",
            ],
        },
    },
]

SQLITE_URL = f"sqlite:///{quote(str(VAR_DIR / 'db.sqlite3'))}"
DATABASES = {"default": dj_database_url.parse(os.environ.get("DATABASE_URL") or SQLITE_URL)}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["ENGINE"] = "hsweb.databases.sqlite"
    # Writers queue from the start of their transaction instead of failing halfway; readers never wait.
    DATABASES["default"]["OPTIONS"] = {
        "init_command": "PRAGMA journal_mode=WAL",
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
    }
    # In a file, because the threads of a test cannot share a database in memory.
    DATABASES["default"]["TEST"] = {"NAME": VAR_DIR / "test.sqlite3"}
else:
    DATABASES["default"]["ENGINE"] = "hsweb.databases.postgresql"
    # Under ASGI every request may run in another thread: connections are pooled, not kept by thread. Trying to connect
    # is soon given up and begun anew: the pauses between tries would grow with the time that the database is away.
    DATABASES["default"]["OPTIONS"] = {"pool": {"min_size": 1, "max_size": 20, "reconnect_timeout": 10}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL")
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL], "prefix": os.environ.get("REDIS_PREFIX", "hsweb")},
        }
    }
    SHARED_CACHE = {
        "BACKEND": "hsweb.caches.FailOpenRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": os.environ.get("REDIS_PREFIX", "hsweb"),
        "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 2},
    }
else:
    # Whoever closes a line leaves its groups. One that stays open for days stays in them.
    CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"group_expiry": 10 * 365 * 86400}}
    }
    # Limits are counted here: whoever could push out other people's counters would guess passwords without end.
    SHARED_CACHE = {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 200_000},
    }
CACHES = {
    "default": SHARED_CACHE,
    # The list of public tables as HTML: each process renders its own.
    "rendered": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "rendered",
        "OPTIONS": {"MAX_ENTRIES": 2000},
    },
}

TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": ["default", "mail"]}}

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{validator}"}
    for validator in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
PASSWORD_HASHERS = [
    "hsweb.hashers.LimitedArgon2Hasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
# A guest has nothing but their session: it outlives the evening.
SESSION_ENGINE = "hsweb.sessions"
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60
CSRF_FAILURE_VIEW = "accounts.errors.csrf_failure"

ACCOUNT_ADAPTER = "accounts.signup.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.signup.forms.LoginForm",
    "reset_password": "accounts.signup.forms.ResetPasswordForm",
    "signup": "accounts.signup.forms.SignupForm",
}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
# Addresses that are confirmed let people in, too: accounts.signup.forms knows whose they are.
ACCOUNT_LOGIN_METHODS = {"username"}
# Guests may log in to an account they have: accounts.urls sends only others away.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_USERNAME_VALIDATORS = "accounts.names.validation.username_validators"
ACCOUNT_USER_DISPLAY = str
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACTIONS_PER_MINUTE = int(os.environ.get("ACTIONS_PER_MINUTE") or 1200)
CONNECTIONS_PER_ADDRESS = int(os.environ.get("CONNECTIONS_PER_ADDRESS") or 1000)
SOCKETS_PER_ADDRESS = int(os.environ.get("SOCKETS_PER_ADDRESS") or 500)
SOCKETS_PER_PERSON = int(os.environ.get("SOCKETS_PER_PERSON") or 40)
# A school or a club may come all at once, by one address.
GUESTS_PER_MINUTE = int(os.environ.get("GUESTS_PER_MINUTE") or 200)
ACCOUNT_RATE_LIMITS = {
    "signup": "60/m/ip",
    "login": "60/m/ip",
    "login_failed": "30/m/ip,5/300s/key",
}

EMAIL = env.mail_server(os.environ.get("EMAIL_URL") or "")
EMAIL_BACKEND = EMAIL.backend
EMAIL_HOST, EMAIL_PORT = EMAIL.host, EMAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = EMAIL.user, EMAIL.password
EMAIL_USE_TLS, EMAIL_USE_SSL = EMAIL.starttls, EMAIL.tls
EMAIL_TIMEOUT = 20
SENDS_MAIL = bool(EMAIL.host)
VAPID_KEY = os.environ.get("VAPID_KEY") or env.read_or_create_secret(VAR_DIR / "vapid_key", env.new_vapid_key)
OUTBOUND_TO_LOOPBACK = env.flag("OUTBOUND_TO_LOOPBACK")
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL") or formataddr((SITE_NAME, f"noreply@{env.host_of(SITE_URL)}"))

LANGUAGE_CODE = "en"
# Each calls itself by its own name: whoever looks for it knows that one.
LANGUAGES = [("en", "English"), ("fr", "Français")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "hsweb.formats"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# Forms are small, and no files are taken, except for a game at one address. Nothing is written to a disk.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 400
DATA_UPLOAD_MAX_NUMBER_FILES = 1
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
# Addresses for programs, which are answered in JSON whatever happens; and which of them play something.
API_PREFIX, API_STREAMS = "/api/", "/api/v1/stream/"
API_ACTIONS = ("actions", "bid", "pass", "select")
FILES_TAKEN_AT = "/my-games/uploads/"
FILES_MAX_BODY_SIZE = 520 * 1024
# How long somebody may take to send the body of a request, however little they send at a time.
BODY_SECONDS = 60
SOCKET_MESSAGE_MAX_SIZE = 4 * 1024

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder", "hsweb.static_files.AppFiles"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "hsweb.static_files.CollectedFiles"
    },
}

HTTPS = env.flag("HTTPS")
TRUSTED_PROXIES = env.networks("TRUSTED_PROXIES", default=env.PRIVATE_NETWORKS if HTTPS else "")
# Only whoever lists their proxies says that there may be several in a row: others in a private network may be players.
ONE_PROXY = not os.environ.get("TRUSTED_PROXIES")
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = int(os.environ.get("HSTS_SECONDS", 31_536_000)) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("HSTS_SUBDOMAINS")
SECURE_HSTS_PRELOAD = env.flag("HSTS_PRELOAD")
# Only the owner of a domain knows whether all of it speaks https.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if not HTTPS:
    # Plain http is a choice for a network at home: no HSTS, no redirects, no cookies for https alone.
    SILENCED_SYSTEM_CHECKS += ["security.W004", "security.W008", "security.W012", "security.W016"]

# Error pages and reports show no variables and no settings.
DEFAULT_EXCEPTION_REPORTER_FILTER = "hsweb.log_redaction.RedactingReporterFilter"

# Everything a page needs comes from the site itself, and nothing is written into its text: no nonces.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"redacting": {"()": "hsweb.log_redaction.RedactingFormatter"}},
    "filters": {
        "refused": {
            "()": "django.utils.log.CallbackFilter",
            "callback": "ext://hsweb.log_throttle.drop_traceback_of_refusals",
        },
    },
    "handlers": {
        "console": {
            "class": "hsweb.log_throttle.OncePerMinuteHandler",
            "formatter": "redacting",
            "filters": ["refused"],
        },
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"django": {"handlers": [], "level": "INFO"}},
}
