"""What the environment says is understood exactly or refused with a sentence."""

import os
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from campaign.project import environment
from campaign.project import environment as env


@pytest.mark.parametrize(("value", "want"), [("True", True), ("False", False), ("", True)])
def test_a_flag_is_true_false_or_its_default(value: str, want: bool) -> None:
    assert env.flag("MUSTER_HTTPS", True, {"MUSTER_HTTPS": value}) is want


@pytest.mark.parametrize("value", ["true", "1", "yes", "on", " True", "no"])
def test_any_other_spelling_of_a_flag_is_refused(value: str) -> None:
    with pytest.raises(env.BadSetting, match=r"MUSTER_HTTPS is .* it must be True or False"):
        env.flag("MUSTER_HTTPS", False, {"MUSTER_HTTPS": value})


def test_a_secret_may_stand_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("quiet\n", encoding="utf-8")
    assert env.secret("SECRET_KEY", {"SECRET_KEY_FILE": str(tmp_path / "key")}) == "quiet"
    assert env.secret("SECRET_KEY", {"SECRET_KEY": "loud"}) == "loud"
    assert env.secret("SECRET_KEY", {}) == ""


def test_a_key_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"\xff\xfe")
    with pytest.raises(env.BadSetting, match="cannot be stored"):
        env.kept_secret(tmp_path / "key")


def test_a_secret_given_twice_or_in_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    for environ, sentence in (
        ({"SECRET_KEY": "a", "SECRET_KEY_FILE": "b"}, "both set"),
        ({"SECRET_KEY_FILE": str(tmp_path / "none")}, "cannot be read"),
        ({"SECRET_KEY_FILE": str(tmp_path / "empty")}, "is empty"),
    ):
        with pytest.raises(env.BadSetting, match=sentence):
            env.secret("SECRET_KEY", environ)


def test_a_token_cannot_be_guessed_and_stands_in_a_header() -> None:
    good = "0123456789abcdefghij"
    assert env.token("MUSTER_METRICS_TOKEN", {"MUSTER_METRICS_TOKEN": good}) == good
    assert env.token("MUSTER_METRICS_TOKEN", {}) == ""
    for wrong in (good[1:], f"{good} x", f"{good}é", f"{good}\n"):
        with pytest.raises(env.BadSetting, match="MUSTER_METRICS_TOKEN must be 20 or more") as refused:
            env.token("MUSTER_METRICS_TOKEN", {"MUSTER_METRICS_TOKEN": wrong})
        assert good[1:] not in str(refused.value)


def test_a_choice_is_one_of_its_words() -> None:
    assert env.choice("MUSTER_SIGNUP", ("open", "closed"), {}) == "open"
    with pytest.raises(env.BadSetting, match="one of closed, open"):
        env.choice("MUSTER_SIGNUP", ("open", "closed"), {"MUSTER_SIGNUP": "shut"})


def test_an_origin_is_a_scheme_and_a_host() -> None:
    assert env.origin("MUSTER_URL", {}) == ""
    assert env.origin("MUSTER_URL", {"MUSTER_URL": "https://muster.example.org/"}) == "https://muster.example.org"
    wrongs = ("muster.example.org", "ftp://muster.example.org", "https://", "https://a.example/b", "https://a\nb")
    for wrong in (*wrongs, "https://a b", "https://a.example?b", "https://a.example#b", "https://me@a.example"):
        with pytest.raises(env.BadSetting, match="must look like https://"):
            env.origin("MUSTER_URL", {"MUSTER_URL": wrong})


def test_a_misspelt_setting_is_refused() -> None:
    with pytest.raises(env.BadSetting, match="Unknown setting MUSTER_HTTP: Muster knows MUSTER_HTTPS"):
        env.refuse_unknown(["MUSTER_HTTPS"], {"MUSTER_HTTP": "True", "OTHER": "1"})


def test_the_secret_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret_key"
    key = env.kept_secret(path)
    assert len(key) >= 50
    assert env.kept_secret(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in path.parent.iterdir()] == ["secret_key"]


def test_many_first_starts_agree_on_one_secret_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        keys = list(pool.map(lambda _: env.kept_secret(tmp_path / "secret_key"), range(64)))
    assert len(set(keys)) == 1


def test_a_secret_key_that_cannot_be_kept_is_said(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("in the way", encoding="utf-8")
    with pytest.raises(env.BadSetting, match=r"cannot be stored in .* Set SECRET_KEY instead"):
        env.kept_secret(tmp_path / "var" / "secret_key")
    (tmp_path / "secret_key").touch()
    with pytest.raises(env.BadSetting, match="is empty: delete it"):
        env.kept_secret(tmp_path / "secret_key")


def test_a_postgresql_address_is_taken_apart() -> None:
    found = environment.postgresql("postgres://ney:p%40ss@[::1]:5433/muster?sslmode=require", 7)
    assert (found["USER"], found["PASSWORD"], found["HOST"], found["PORT"], found["NAME"]) == (
        "ney",
        "p@ss",
        "::1",
        "5433",
        "muster",
    )
    assert found["CONN_MAX_AGE"] == 0
    assert found["OPTIONS"]["sslmode"] == "require"
    assert found["OPTIONS"]["pool"]["max_size"] == 7


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://user:hidden@host/name", 'begins with "mysql"'),
        ("muster.sqlite3", 'begins with ""'),
        ("postgres://user:hidden@host", "names no database"),
        ("postgres://user:hidden@host:port/name", "cannot be read"),
        ("postgres://user:hidden@host:99999/name", "cannot be read"),
        ("postgres://[user:hidden@host/name", "cannot be read"),
        ("postgres://user:hidden/@host/name", "cannot be read"),
        ("postgres://user:12/hidden@host/name", "names no database"),
    ],
)
def test_a_bad_database_address_is_refused_without_its_password(url: str, sentence: str) -> None:
    with pytest.raises(env.BadSetting) as refused:
        environment.postgresql(url, 7)
    assert sentence in str(refused.value)
    assert "postgres://user:password@host:5432/name" in str(refused.value)
    assert "hidden" not in str(refused.value)


@pytest.mark.parametrize(
    ("read", "url"),
    [
        (environment.mail, "smtp://user:hidden/@mail.example.org"),
        (environment.mail, "smtp://user:12/hidden@mail.example.org"),
        (environment.mail, "smtp://user:12#hidden@mail.example.org"),
        (environment.redis, "redis://:hidden/@cache.example.org/0"),
        (environment.redis, "redis://user:12?hidden@cache.example.org/0"),
    ],
)
def test_a_password_with_a_slash_in_it_is_refused_with_advice_and_never_repeated(
    read: Callable[[str], object], url: str
) -> None:
    with pytest.raises(env.BadSetting, match="in a password, write / as %2F") as refused:
        read(url)
    assert "hidden" not in str(refused.value)


def test_addresses_of_servers_keep_what_is_written_as_percent() -> None:
    found = environment.postgresql("postgres://ney:a%2Fb%23@%2Fvar%2Frun%2Fpostgresql/my+club?application_name=a+b", 9)
    assert (found["HOST"], found["NAME"], found["PASSWORD"]) == ("/var/run/postgresql", "my+club", "a/b#")
    assert found["OPTIONS"]["application_name"] == "a+b"
    assert environment.mail("smtps://ney:a%2Fb@mail.example.org")["EMAIL_HOST_PASSWORD"] == "a/b"


def test_mail_goes_to_the_console_unless_a_server_is_named() -> None:
    assert environment.mail("")["EMAIL_BACKEND"].endswith("console.EmailBackend")
    found = environment.mail("smtp+tls://club:secret@mail.example.org")
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == ("mail.example.org", 587)
    assert (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (True, False)
    assert environment.mail("smtps://mail.example.org")["EMAIL_PORT"] == 465
    for url in ("http://mail.example.org", "smtp://", "smtp://host:x"):
        with pytest.raises(env.BadSetting, match="EMAIL_URL"):
            environment.mail(url)


def test_the_environment_is_read_when_none_is_given() -> None:
    assert env.words("MUSTER_NOT_THERE", ("a",)) == ["a"]
    assert env.words("X", (), {"X": " a, b ,,"}) == ["a", "b"]
    assert "MUSTER_NOT_THERE" not in os.environ
