"""The settings as a whole, in processes of their own."""

import os
import runpy
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from tests.project.conftest import ROOT, Manage

PRODUCTION = {
    "MUSTER_HTTPS": "True",
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ALLOWED_HOSTS": "muster.example.org",
}


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, environ: dict[str, str]) -> Callable[..., dict[str, Any]]:
    """The settings as they come out of a bare environment with these additions."""

    def run(**more: str) -> dict[str, Any]:
        with monkeypatch.context() as patch:
            for name in list(os.environ):
                patch.delenv(name)
            for name, value in {**environ, **more}.items():
                patch.setenv(name, value)
            return runpy.run_path(str(ROOT / "campaign" / "project" / "settings.py"))

    return run


def test_the_deployment_check_finds_nothing_in_production(manage: Manage) -> None:
    answer = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert answer.returncode == 0, answer.stderr
    assert "no issues" in answer.stdout


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"MUSTER_DEBUG": "1"}, 'MUSTER_DEBUG is "1": it must be True or False'),
        ({"MUSTER_HTPS": "True"}, "Unknown setting MUSTER_HTPS"),
        ({"DATABASE_URL": "mysql://host/name"}, 'DATABASE_URL begins with "mysql"'),
        ({"SECRET_KEY_FILE": "/nowhere"}, "SECRET_KEY_FILE is /nowhere, which cannot be read"),
        ({"MUSTER_PROXIES": "proxy.local"}, 'MUSTER_PROXIES has "proxy.local": it must be an address'),
        ({"MUSTER_THREADS": "0"}, 'MUSTER_THREADS is "0": it must be a whole number from 1 to 64'),
        (
            {"MUSTER_KEEP_STRANGERS_DAYS": "٣"},
            'MUSTER_KEEP_STRANGERS_DAYS is "٣": it must be a whole number',
        ),
        ({"MUSTER_STREAMS": "many"}, 'MUSTER_STREAMS is "many": it must be a whole number from 0 to 100000'),
        ({"MUSTER_SIGNUP": "maybe"}, 'MUSTER_SIGNUP is "maybe"'),
        ({"EMAIL_URL": "mail"}, "EMAIL_URL begins with"),
        ({"EMAIL_FROM": "nobody"}, 'EMAIL_FROM is "nobody": it must be an e-mail address'),
        ({"EMAIL_FROM": "a@b\nBcc: c@d"}, "EMAIL_FROM is"),
        ({"REDIS_URL": "cache"}, 'REDIS_URL begins with ""'),
        ({"REDIS_URL": "redis://host:port"}, "REDIS_URL cannot be read"),
        ({"ALLOWED_HOSTS": "a.example,https://b.example/"}, 'ALLOWED_HOSTS has "https://b.example/"'),
        ({"ALLOWED_HOSTS": "a.example:80"}, 'ALLOWED_HOSTS has "a.example:80": it must be a host name alone'),
        ({"CSRF_TRUSTED_ORIGINS": "a.example"}, 'CSRF_TRUSTED_ORIGINS has "a.example": it must look like https://'),
        ({"SECRET_KEY": "x" * 60, "MUSTER_VAR": "/dev/null/var"}, "The database cannot be stored in /dev/null/var"),
    ],
)
def test_a_setting_not_understood_stops_the_start_with_a_sentence(
    shown: Callable[..., dict[str, Any]], more: dict[str, str], sentence: str
) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        shown(**more)
    assert sentence in str(refused.value)


def test_names_of_hosts_in_every_shape_are_taken(shown: Callable[..., dict[str, Any]]) -> None:
    hosts = ["muster.example.org", ".example.org", "[::1]", "192.0.2.1", "*"]
    assert shown(ALLOWED_HOSTS=", ".join(hosts))["ALLOWED_HOSTS"] == hosts


def test_a_database_that_cannot_be_used_gets_a_sentence(manage: Manage, tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    for text, sentence in (("", "no such table"), ("not a database" * 100, "file is not a database")):
        (tmp_path / "var" / "muster.sqlite3").write_text(text, encoding="utf-8")
        answer = manage("rate", "army")
        assert answer.returncode == 1
        assert answer.stderr.startswith("The database cannot be used: ")
        assert sentence in answer.stderr
        assert "Traceback" not in answer.stderr


def test_the_sentence_is_all_that_is_printed(manage: Manage) -> None:
    answer = manage("check", MUSTER_DEBUG="1")
    assert answer.returncode == 1
    assert answer.stderr.splitlines() == ['MUSTER_DEBUG is "1": it must be True or False (or be left empty for False).']


def test_a_bare_environment_is_safe_and_keeps_its_key(shown: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    found = shown()
    assert (found["DEBUG"], found["MUSTER_DEMO"]) == (False, False)
    assert found["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    database = found["DATABASES"]["default"]
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in database["OPTIONS"]["init_command"]
    assert not database.get("ATOMIC_REQUESTS")
    assert shown()["SECRET_KEY"] == found["SECRET_KEY"]
    assert stat.S_IMODE((tmp_path / "var" / "secret_key").stat().st_mode) == 0o600


def test_https_brings_secure_cookies_and_redirects(shown: Callable[..., dict[str, Any]]) -> None:
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT")
    plain, secure = shown(), shown(**PRODUCTION)
    assert not any(plain[name] for name in names)
    assert all(secure[name] for name in names)
    assert (plain["SECURE_HSTS_SECONDS"], secure["SECURE_HSTS_SECONDS"]) == (0, 31_536_000)


def test_a_database_and_a_cache_elsewhere_are_taken_from_their_addresses(
    shown: Callable[..., dict[str, Any]],
) -> None:
    found = shown(DATABASE_URL="postgres://u@db.example.org/muster", REDIS_URL="redis://cache.example.org")
    assert found["DATABASES"]["default"]["HOST"] == "db.example.org"
    assert found["CACHES"]["default"]["BACKEND"].endswith("RedisCache")
    assert shown()["CACHES"]["default"]["BACKEND"].endswith("LocMemCache")


def test_the_pool_and_the_streams_follow_from_the_threads(shown: Callable[..., dict[str, Any]]) -> None:
    database = "postgres://u@db.example.org/muster"
    usual, more = shown(DATABASE_URL=database), shown(DATABASE_URL=database, MUSTER_THREADS="10")
    assert usual["DATABASES"]["default"]["OPTIONS"]["pool"]["max_size"] == 4 + 2 + 1 + 2
    assert more["DATABASES"]["default"]["OPTIONS"]["pool"]["max_size"] == 10 + 5 + 1 + 2
    assert (usual["MUSTER_STREAMS"], more["MUSTER_STREAMS"], more["MUSTER_QUEUE"]) == (1000, 2500, 40)
    assert shown(MUSTER_THREADS="10", MUSTER_STREAMS="70")["MUSTER_STREAMS"] == 70


def test_a_club_behind_one_router_is_spared_and_one_account_is_not() -> None:
    assert settings.MUSTER_RATES["sign_in_by_strangers"] == 120
    assert settings.MUSTER_GUESS_RATES["password"] == "5/5m/key"


def test_every_sort_of_request_has_a_number_for_members_and_one_for_strangers() -> None:
    sorts = {name.removesuffix("_by_strangers") for name in settings.MUSTER_RATES}
    assert set(settings.MUSTER_RATES) == sorts | {f"{sort}_by_strangers" for sort in sorts}
    assert all(settings.MUSTER_RATES[sort] >= settings.MUSTER_RATES[f"{sort}_by_strangers"] for sort in sorts)


def test_passwords_are_hashed_with_little_memory() -> None:
    from django.contrib.auth.hashers import check_password, make_password

    made = make_password("old guard")
    assert made.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert check_password("old guard", made)


@pytest.mark.parametrize("module", ["campaign.project.asgi", "campaign.project.wsgi", "campaign.asgi", "campaign.wsgi"])
def test_what_serves_pages_has_read_them_and_the_rules_before_the_first_visitor(
    module: str, environ: dict[str, str]
) -> None:
    code = (
        f"import sys, {module}; names = ['campaign.project.urls', 'battles.rules.mini_nap.system',"
        " 'battles.rules.easy_napoleonics.system']; print([name for name in names if name not in sys.modules])"
    )
    words = [sys.executable, "-c", code]
    ran = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT, env=environ)
    assert ran.stdout.strip() == "[]"
