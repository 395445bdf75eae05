"""Reading the environment: one function for each kind of value, each refusing what it does not understand.

Nothing here knows Django, so that the refusals can be tested alone and `manage.py` may use them before anything
is installed. Every refusal is one sentence that names the variable, the value and what would be right.
"""

import os
import secrets
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit


class BadSetting(Exception):
    """The environment says something Muster cannot act upon; the message is the sentence to print."""


def flag(name: str, default: bool, environ: Mapping[str, str] = os.environ) -> bool:
    """The boolean ``name``: exactly `True` or `False`; unset or empty gives ``default``.

    Raises:
        BadSetting: any other spelling, since `0`, `no` and `off` are read differently by different programs.
    """
    value = environ.get(name, "")
    if value in ("True", "False"):
        return value == "True"
    if value:
        raise BadSetting(f'{name} is "{value}": it must be True or False (or be left empty for {default}).')
    return default


def secret(name: str, environ: Mapping[str, str] = os.environ) -> str:
    """The secret ``name``, or the text of the file that ``name``_FILE points at; empty when neither is set.

    Raises:
        BadSetting: both are set, or the file cannot be read or is empty.
    """
    value, path = environ.get(name, ""), environ.get(f"{name}_FILE", "")
    if value and path:
        raise BadSetting(f"{name} and {name}_FILE are both set: keep one of them.")
    if not path:
        return value
    try:
        text = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as fault:
        raise BadSetting(f"{name}_FILE is {path}, which cannot be read: {fault}.") from fault
    if not text:
        raise BadSetting(f"{name}_FILE is {path}, which is empty.")
    return text


def choice(name: str, allowed: Sequence[str], environ: Mapping[str, str] = os.environ) -> str:
    """The word ``name``, one of ``allowed``; unset or empty gives the first of them.

    Raises:
        BadSetting: another word.
    """
    value = environ.get(name, "") or allowed[0]
    if value not in allowed:
        raise BadSetting(f'{name} is "{value}": it must be one of {", ".join(sorted(allowed))}.')
    return value


def words(name: str, default: Collection[str], environ: Mapping[str, str] = os.environ) -> list[str]:
    """The comma-separated list ``name``; unset or empty gives ``default``."""
    found = [word.strip() for word in environ.get(name, "").split(",") if word.strip()]
    return found or list(default)


def hosts(name: str, default: Collection[str], environ: Mapping[str, str] = os.environ) -> list[str]:
    """The comma-separated host names ``name``; unset or empty gives ``default``.

    Raises:
        BadSetting: one of them has a scheme, a port or a path, and so would never be matched.
    """
    found = words(name, default, environ)
    for host in found:
        if "/" in host or " " in host or ("]" not in host and ":" in host):
            raise BadSetting(f'{name} has "{host}": it must be a host name alone, such as muster.example.org.')
    return found


def origins(name: str, environ: Mapping[str, str] = os.environ) -> list[str]:
    """The comma-separated origins ``name``; unset or empty gives none.

    Raises:
        BadSetting: one of them does not begin with `http://` or `https://`.
    """
    found = words(name, (), environ)
    for origin in found:
        if not origin.startswith(("http://", "https://")):
            raise BadSetting(f'{name} has "{origin}": it must look like https://muster.example.org.')
    return found


def origin(name: str, environ: Mapping[str, str] = os.environ) -> str:
    """The one origin ``name``, without a slash at its end; unset or empty gives nothing.

    Raises:
        BadSetting: it does not begin with `http://` or `https://`, or has more than a host and a port.
    """
    value = environ.get(name, "").rstrip("/")
    scheme, _, rest = value.partition("://")
    bare = rest.isprintable() and not any(letter in " /?#@" for letter in rest)
    if value and (scheme not in ("http", "https") or not rest or not bare):
        raise BadSetting(f'{name} is "{value}": it must look like https://muster.example.org.')
    return value


def redis(url: str) -> str:
    """``url`` as it is, or nothing.

    Raises:
        BadSetting: another scheme or no host. The sentence never repeats the password.
    """
    shape = "it must look like redis://host:6379/0"
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as fault:
        raise BadSetting(f"REDIS_URL cannot be read ({fault}): {shape}.") from fault
    if url and (parts.scheme not in ("redis", "rediss") or not parts.hostname):
        raise BadSetting(f'REDIS_URL begins with "{parts.scheme}" or names no host: {shape}.')
    return url


def sender(name: str, default: str, environ: Mapping[str, str] = os.environ) -> str:
    """The address ``name`` that mail is sent from, with or without a name before it.

    Raises:
        BadSetting: it has no @, or characters that no header can hold.
    """
    value = environ.get(name, "") or default
    if "@" not in value or not value.isprintable():
        raise BadSetting(f'{name} is "{value}": it must be an e-mail address, such as muster@example.org.')
    return value


def refuse_unknown(known: Collection[str], environ: Mapping[str, str] = os.environ, prefix: str = "MUSTER_") -> None:
    """Refuse a variable that begins with ``prefix`` and is not one of ``known``: it is most likely misspelt.

    Raises:
        BadSetting: names the unknown variables and the known ones.
    """
    unknown = sorted(name for name in environ if name.startswith(prefix) and name not in known)
    if unknown:
        raise BadSetting(f"Unknown setting {', '.join(unknown)}: Muster knows {', '.join(sorted(known))}.")


def kept_secret(path: Path) -> str:
    """The secret in the file ``path``, made on the first call and kept; only its owner can read the file.

    The file appears with its whole text or not at all, so two processes that start together agree on one key.

    Raises:
        BadSetting: the file cannot be made or is empty.
    """
    try:
        if not path.exists():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(64))
            try:
                os.link(draft, path)
            except FileExistsError:
                pass  # another process was first; its key is the one kept
            finally:
                draft.unlink()
        text = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as fault:
        raise BadSetting(f"The secret key cannot be kept in {path}: {fault}. Set SECRET_KEY instead.") from fault
    if not text:
        raise BadSetting(f"The secret key file {path} is empty: delete it, and a new one is made.")
    return text


def postgresql(url: str) -> dict[str, Any]:
    """Django's database settings for ``url``, such as `postgres://user:password@host:5432/name?sslmode=require`.

    Raises:
        BadSetting: another scheme, no name, a bad port. The sentence never repeats the password.
    """
    shape = "it must look like postgres://user:password@host:5432/name"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as fault:
        raise BadSetting(f"DATABASE_URL cannot be read ({fault}): {shape}.") from fault
    if parts.scheme not in ("postgres", "postgresql"):
        raise BadSetting(f'DATABASE_URL begins with "{parts.scheme}": {shape}. Leave it empty for SQLite.')
    name = unquote(parts.path.lstrip("/"))
    if not name or "/" in name:
        raise BadSetting(f"DATABASE_URL names no database: {shape}.")
    options: dict[str, Any] = {}
    for pair in filter(None, parts.query.split("&")):
        key, _, value = pair.partition("=")
        options[key] = unquote(value)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(port or ""),
        "CONN_MAX_AGE": 0,
        "OPTIONS": {**options, "pool": {"min_size": 1, "max_size": 10, "timeout": 10}},
    }


def sqlite(path: Path) -> dict[str, Any]:
    """Django's database settings for the SQLite file ``path``: a write waits for the other writer, reads never do.

    Raises:
        BadSetting: its folder cannot be made.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        raise BadSetting(f"The database cannot be kept in {path.parent}: {fault}. Set MUSTER_VAR.") from fault
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 10,
            "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;",
        },
    }


def mail(url: str) -> dict[str, Any]:
    """Django's EMAIL_* settings for ``url``; empty means that mail is written to the console.

    `smtp://user:password@host:25`, `smtp+tls://...:587` (STARTTLS) and `smtps://...:465` (TLS from the start) are
    understood.

    Raises:
        BadSetting: another scheme, no host or a bad port.
    """
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    shape = "it must look like smtp+tls://user:password@host:587 (or smtp://, smtps://)"
    ports = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as fault:
        raise BadSetting(f"EMAIL_URL cannot be read ({fault}): {shape}.") from fault
    if parts.scheme not in ports or not parts.hostname:
        raise BadSetting(f'EMAIL_URL begins with "{parts.scheme}" or names no host: {shape}.')
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or ports[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": 10,
    }
