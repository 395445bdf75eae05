"""Django settings. Everything that differs between machines comes from environment variables."""

import hashlib
import os
import re
import sys
from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from campaign.project import environment as env
from campaign.project import logs

_APPS = ("campaign", "armies", "battles")


def version(root: Path) -> str:
    """The version in the first heading `## ...` of CHANGELOG.md.

    Raises:
        ValueError: the file has no such heading.
    """
    heading = re.search(r"^## +\[?([0-9][^\s\]]*)", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    if not heading:
        raise ValueError("CHANGELOG.md has no heading such as `## 0.1.0`.")
    return heading[1]


def assets_digest(root: Path) -> str:
    """Twelve hexadecimal digits that change when a static file, or what provides or bundles static files, changes."""
    digest = hashlib.blake2b(digest_size=6)
    for source in ("requirements.txt", "campaign/project/assets.py"):
        digest.update((root / source).read_bytes())
    for app in _APPS:
        for path in sorted((root / app / "static").rglob("*")):
            if path.is_file():
                digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


BASE_DIR = Path(__file__).resolve().parents[2]
KNOWN = (
    "MUSTER_DEBUG",
    "MUSTER_DEMO",
    "MUSTER_HTTPS",
    "MUSTER_KEEP_STRANGERS_DAYS",
    "MUSTER_LOG_LEVEL",
    "MUSTER_LOG_STYLE",
    "MUSTER_METRICS_TOKEN",
    "MUSTER_METRICS_TOKEN_FILE",
    "MUSTER_PROXIES",
    "MUSTER_QUEUE",
    "MUSTER_QUEUE_PATIENCE",
    "MUSTER_SIGNUP",
    "MUSTER_STREAMS",
    "MUSTER_STREAMS_PER_ADDRESS",
    "MUSTER_STREAMS_PER_USER",
    "MUSTER_THREADS",
    "MUSTER_URL",
    "MUSTER_VAR",
    "MUSTER_WEBHOOK_NETWORKS",
)

try:
    env.refuse_unknown(KNOWN)
    VAR_DIR = Path(os.environ.get("MUSTER_VAR") or BASE_DIR / "var")
    VAR_IS_OURS = VAR_DIR.absolute() == BASE_DIR / "var"
    DEBUG = env.flag("MUSTER_DEBUG", False)
    MUSTER_DEMO = env.flag("MUSTER_DEMO", False)
    MUSTER_HTTPS = env.flag("MUSTER_HTTPS", False)
    MUSTER_KEEP_STRANGERS_DAYS = env.number("MUSTER_KEEP_STRANGERS_DAYS", 30, 0, 36_500)
    MUSTER_SIGNUP = env.choice("MUSTER_SIGNUP", ("open", "closed"))
    LOG_STYLE = env.choice("MUSTER_LOG_STYLE", ("text", "json") if DEBUG or sys.stderr.isatty() else ("json", "text"))
    LOG_LEVEL = env.choice("MUSTER_LOG_LEVEL", ("INFO", "DEBUG", "WARNING", "ERROR"))
    MUSTER_METRICS_TOKEN = env.token("MUSTER_METRICS_TOKEN")
    REDIS_URL = env.redis(env.secret("REDIS_URL"))
    SECRET_KEY = env.secret("SECRET_KEY") or env.kept_secret(VAR_DIR / "secret_key")
    # Concurrency of one process (ADR 0018). Only the threads counted here use the pool, so no thread waits for it.
    MUSTER_THREADS = env.number("MUSTER_THREADS", 4, 1, 64)
    MUSTER_QUEUE = env.number("MUSTER_QUEUE", 4 * MUSTER_THREADS, 0, 10_000)
    MUSTER_QUEUE_PATIENCE = env.number("MUSTER_QUEUE_PATIENCE", 500, 0, 60_000)
    MUSTER_STREAMS = env.number("MUSTER_STREAMS", 250 * MUSTER_THREADS, 0, 100_000)
    MUSTER_STREAMS_PER_USER = env.number("MUSTER_STREAMS_PER_USER", 30, 0, 10_000)
    MUSTER_STREAMS_PER_ADDRESS = env.number("MUSTER_STREAMS_PER_ADDRESS", 30, 0, 10_000)
    THREADS_FOR_STREAMS = (MUSTER_THREADS + 1) // 2
    THREADS_FOR_HEALTH, THREADS_FOR_THE_REST = 1, 2
    POOL = MUSTER_THREADS + THREADS_FOR_STREAMS + THREADS_FOR_HEALTH + THREADS_FOR_THE_REST
    _database_url = env.secret("DATABASE_URL")
    DATABASES = {
        "default": env.postgresql(_database_url, POOL) if _database_url else env.sqlite(VAR_DIR / "muster.sqlite3")
    }
    globals().update(env.mail(env.secret("EMAIL_URL")))
    ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS", ("localhost", "127.0.0.1", "[::1]"))
    MUSTER_URL = env.origin("MUSTER_URL")
    MUSTER_WEBHOOK_NETWORKS = env.networks("MUSTER_WEBHOOK_NETWORKS")
    MUSTER_PROXIES = env.networks("MUSTER_PROXIES")
    CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS")
    DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.sender("EMAIL_FROM", "muster@localhost")
except env.BadSetting as fault:
    raise ImproperlyConfigured(str(fault)) from None

MUSTER_VERSION = version(BASE_DIR)

INSTALLED_APPS = [
    "campaign",
    "armies",
    "battles",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "rest_framework",
    "drf_spectacular",
]

MIDDLEWARE = [
    "campaign.project.middleware.request_log",
    "campaign.project.middleware.Compression",
    "campaign.project.middleware.problems",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "campaign.project.middleware.permissions_policy",
    "campaign.project.middleware.refused_methods",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "campaign.project.middleware.sound_requests",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "campaign.accounts.account_pages.AccountPagesMiddleware",
    "campaign.project.error_pages.PageLimits",
    "campaign.accounts.account_pages.known_browsers",
    "campaign.project.middleware.in_one_thread",
]

ROOT_URLCONF = "campaign.project.urls"
ASGI_APPLICATION = "campaign.project.asgi.application"
WSGI_APPLICATION = "campaign.project.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True

# Static files: WhiteNoise serves them under a prefix that changes with their content, so browsers may cache them.
STATIC_URL = f"/static/{assets_digest(BASE_DIR)}/"
STATIC_ROOT = VAR_DIR / "static" / assets_digest(BASE_DIR)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_IMMUTABLE_FILE_TEST = rf"^{STATIC_URL}" if not DEBUG else r"^$"
WHITENOISE_ALLOW_ALL_ORIGINS = False

LOGGING = logs.configure(style=LOG_STYLE, level=LOG_LEVEL)

# The memory cache has room for many counts, because a dropped count would lift a limit.
# Pictures of printed pages are large and easy to make again: they have their own cache.
_MEMORY = "django.core.cache.backends.locmem.LocMemCache"
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": _MEMORY, "OPTIONS": {"MAX_ENTRIES": 20_000}},
    "pictures": {"BACKEND": _MEMORY, "LOCATION": "pictures", "OPTIONS": {"MAX_ENTRIES": 300}},
}

# Sizes in bytes. A form may hold one decision for each of 2,000 lines of an import, with some fields each.
MUSTER_IMPORT_LIMIT = 5 * 1024**2
MUSTER_BODY_LIMIT = MUSTER_IMPORT_LIMIT + 1024**2
DATA_UPLOAD_MAX_MEMORY_SIZE = MUSTER_BODY_LIMIT
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000
DATA_UPLOAD_MAX_NUMBER_FILES = 10
FILE_UPLOAD_MAX_MEMORY_SIZE = MUSTER_BODY_LIMIT
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

# Largest army in units whose page shows every unit; in a larger one, divisions load their units when opened.
MUSTER_WHOLE_ARMY = 300

# What a browser may do with our pages: nothing from elsewhere, nothing inline, no frames.
_SOURCES = {"default-src": [SELF], "img-src": [SELF, "data:"], "base-uri": [SELF], "form-action": [SELF]}
CONTENT_SECURITY_POLICY = {"DIRECTIVES": {**_SOURCES, "object-src": [NONE], "frame-ancestors": [NONE]}}
SECURE_REFERRER_POLICY = "same-origin"

# Browsers accept this header only over https.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if MUSTER_HTTPS else None
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = MUSTER_HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if MUSTER_HTTPS else 0

# HSTS is only for this host, not for a club's other hosts or the browsers' preload list.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
    "campaign.accounts.adapters.DemoBackend",
]
PASSWORD_HASHERS = ["campaign.accounts.adapters.Argon2", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_REDIRECT_URL = "/"
LOGIN_URL = "account_login"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_ADAPTER = "campaign.accounts.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "campaign.accounts.account_pages.SignInForm",
    "signup": "campaign.accounts.account_pages.SignUpForm",
    "change_password": "campaign.accounts.account_pages.ChangePasswordForm",
    "set_password": "campaign.accounts.account_pages.SetPasswordForm",
    "reset_password": "campaign.accounts.account_pages.ResetPasswordForm",
    "reset_password_from_key": "campaign.accounts.account_pages.ResetPasswordKeyForm",
    "reauthenticate": "campaign.accounts.account_pages.ReauthenticateForm",
    "add_email": "campaign.accounts.account_pages.AddEmailForm",
}
MFA_ADAPTER = "campaign.accounts.adapters.MFAAdapter"
MFA_FORMS = {
    "authenticate": "campaign.accounts.account_pages.CodeForm",
    "reauthenticate": "campaign.accounts.account_pages.CodeAgainForm",
    "activate_totp": "campaign.accounts.account_pages.ActivateForm",
}

# A club shares one router, so one address may try often, but not for one account's password.
# Empty limits are counted in MUSTER_RATES and MUSTER_GUESS_RATES, which have exceptions for members.
ACCOUNT_RATE_LIMITS = {
    "login": "",
    "signup": "",
    "login_failed": "",
    "reset_password": "",
    "reset_password_from_key": "120/m/ip",
}

# Wrong passwords and codes at one account: from one address, from all addresses together (`_anywhere`), and from one
# browser that has signed in to it before (`_known`), which the first two do not block. `reset_mail`: messages for a new
# password to one address.
MUSTER_GUESS_RATES = {
    "password": "5/5m/key",
    "password_anywhere": "60/15m/key",
    "password_known": "10/5m/key",
    "code": "5/5m/key",
    "code_anywhere": "20/15m/key",
    "code_known": "10/5m/key",
    "reset_mail": "5/5m/key",
}

# Rate limits for pages and the API together, per user, or per address if nobody is signed in: requests a
# minute. What is costly (files, imports, new battles) also counts as a read or a write. Following a battle and
# acting in it is play. What makes a battle, a tracked game or an account also counts as make, by the hour.
# The forms for signing in and for a new password count only as sign_in, because a club shares one router.
# Pages that only read are not counted.
MUSTER_RATES = {
    "read": 600,
    "write": 240,
    "costly": 60,
    "play": 900,
    "make": 600,
    "sign_in": 120,
    "read_by_strangers": 120,
    "write_by_strangers": 30,
    "costly_by_strangers": 20,
    "play_by_strangers": 300,
    "make_by_strangers": 120,
    "sign_in_by_strangers": 120,
}

# The HTTP API.
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "campaign.api.authentication.TokenAuthentication",
        "campaign.api.authentication.BrowserAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["campaign.api.authentication.MayUse"],
    "DEFAULT_THROTTLE_CLASSES": ["campaign.api.authentication.Throttle"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "armies.api.problems.handler",
}
MUSTER_API_ONCE = "campaign.api.idempotency.answered_once"
MUSTER_CLUBS_TO_SHARE_WITH = "campaign.club.services.ownership.clubs_to_share_with"
MUSTER_PUT_IN_CLUB = "campaign.club.services.ownership.put_new"
SPECTACULAR_SETTINGS = {
    "TITLE": "Muster",
    "DESCRIPTION": "Armies and battles for horse-and-musket games: trees, numbers, faults, history, files; the board.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SORT_OPERATION_PARAMETERS": False,
    "PATH_CONVERTER_OVERRIDES": {"small": {"type": "integer", "minimum": 0, "maximum": 999_999_999}},
    "PREPROCESSING_HOOKS": ["campaign.api.description.ours_only"],
    "POSTPROCESSING_HOOKS": ["campaign.api.description.add_components"],
    "ENABLE_DJANGO_DEPLOY_CHECK": False,
}

MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Muster"
