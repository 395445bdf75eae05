"""Muster's settings: one file, everything that differs between machines read from the environment.

A value that is not understood stops the start with one sentence. The README has the table of all variables.
"""

import os
import sys
from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from campaign import environment as env
from campaign import logs
from campaign.version import assets_digest, version

BASE_DIR = Path(__file__).resolve().parent.parent
KNOWN = (
    "MUSTER_DEBUG",
    "MUSTER_DEMO",
    "MUSTER_HTTPS",
    "MUSTER_LOG_LEVEL",
    "MUSTER_LOG_STYLE",
    "MUSTER_SIGNUP",
    "MUSTER_URL",
    "MUSTER_VAR",
)

try:
    env.refuse_unknown(KNOWN)
    VAR_DIR = Path(os.environ.get("MUSTER_VAR") or BASE_DIR / "var")
    DEBUG = env.flag("MUSTER_DEBUG", False)
    MUSTER_DEMO = env.flag("MUSTER_DEMO", False)
    MUSTER_HTTPS = env.flag("MUSTER_HTTPS", False)
    MUSTER_SIGNUP = env.choice("MUSTER_SIGNUP", ("open", "closed"))
    LOG_STYLE = env.choice("MUSTER_LOG_STYLE", ("text", "json") if DEBUG or sys.stderr.isatty() else ("json", "text"))
    LOG_LEVEL = env.choice("MUSTER_LOG_LEVEL", ("INFO", "DEBUG", "WARNING", "ERROR"))
    REDIS_URL = env.redis(env.secret("REDIS_URL"))
    SECRET_KEY = env.secret("SECRET_KEY") or env.kept_secret(VAR_DIR / "secret_key")
    _database_url = env.secret("DATABASE_URL")
    DATABASES = {"default": env.postgresql(_database_url) if _database_url else env.sqlite(VAR_DIR / "muster.sqlite3")}
    globals().update(env.mail(env.secret("EMAIL_URL")))
    ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS", ("localhost", "127.0.0.1", "[::1]"))
    MUSTER_URL = env.origin("MUSTER_URL")
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
    "campaign.middleware.request_log",
    "campaign.api.middleware.problems",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "campaign.middleware.permissions_policy",
    "campaign.middleware.refused_methods",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "campaign.middleware.sound_requests",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "campaign.pages.accounts.AccountPagesMiddleware",
    "campaign.middleware.in_one_thread",
]

ROOT_URLCONF = "campaign.urls"
ASGI_APPLICATION = "campaign.asgi.application"
WSGI_APPLICATION = "campaign.wsgi.application"
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

# Files: served by WhiteNoise under a prefix that changes with their content, so that they may be kept for ever.
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

# Pictures of pages to be printed are large and made again at will: they have a place of their own.
_MEMORY = "django.core.cache.backends.locmem.LocMemCache"
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": _MEMORY},
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

# What a browser may do with our pages: nothing from elsewhere, nothing inline, no frames.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
# Browsers take this header over https only, and complain of it elsewhere.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if MUSTER_HTTPS else None
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = MUSTER_HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if MUSTER_HTTPS else 0
# HSTS speaks for this host alone: a club's other hosts and the browsers' preload list are not ours to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
    "campaign.adapters.DemoBackend",
]
PASSWORD_HASHERS = ["campaign.hashers.Argon2", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_REDIRECT_URL = "/"
LOGIN_URL = "account_login"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_ADAPTER = "campaign.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "campaign.pages.accounts.SignInForm",
    "signup": "campaign.pages.accounts.SignUpForm",
    "change_password": "campaign.pages.accounts.ChangePasswordForm",
    "set_password": "campaign.pages.accounts.SetPasswordForm",
    "reset_password": "campaign.pages.accounts.ResetPasswordForm",
    "reset_password_from_key": "campaign.pages.accounts.ResetPasswordKeyForm",
    "reauthenticate": "campaign.pages.accounts.ReauthenticateForm",
    "add_email": "campaign.pages.accounts.AddEmailForm",
}
MFA_ADAPTER = "campaign.adapters.MFAAdapter"
MFA_FORMS = {
    "authenticate": "campaign.pages.accounts.CodeForm",
    "reauthenticate": "campaign.pages.accounts.CodeAgainForm",
    "activate_totp": "campaign.pages.accounts.ActivateForm",
}
# A club sits behind one router, so an address may try often; one account's password may not be tried often.
ACCOUNT_RATE_LIMITS = {
    "login": "120/m/ip",
    "login_failed": "120/m/ip,5/5m/key",
    "signup": "120/m/ip",
    "reset_password": "120/m/ip,5/5m/key",
    "reset_password_from_key": "120/m/ip",
}

# The HTTP API. Rates are requests a minute of one token or user, and of one address where nobody is signed in;
# what is costly (files, imports) counts as a read or a write besides. Following a battle and acting in it is play.
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "campaign.api.authentication.TokenAuthentication",
        "campaign.api.authentication.BrowserAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["campaign.api.authentication.MayUse"],
    "DEFAULT_THROTTLE_CLASSES": ["campaign.api.throttling.Throttle"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "armies.api.problems.handler",
}
MUSTER_API_ONCE = "campaign.api.once.answered_once"
MUSTER_API_RATES = {
    "read": 600,
    "write": 240,
    "costly": 60,
    "play": 900,
    "read_by_strangers": 120,
    "write_by_strangers": 30,
    "costly_by_strangers": 20,
    "play_by_strangers": 300,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Muster",
    "DESCRIPTION": "Armies and battles for horse-and-musket games: trees, numbers, faults, history, files; the board.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SORT_OPERATION_PARAMETERS": False,
    "PATH_CONVERTER_OVERRIDES": {"small": {"type": "integer", "minimum": 0, "maximum": 999_999_999}},
    "PREPROCESSING_HOOKS": ["campaign.api.schema.ours_only"],
    "POSTPROCESSING_HOOKS": ["campaign.api.schema.add_components"],
    "ENABLE_DJANGO_DEPLOY_CHECK": False,
}

MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Muster"
