"""Settings from environment variables: a function for each kind of value, which refuses invalid values."""

import ipaddress
import os
import secrets
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import SplitResult, unquote, urlsplit

from campaign.project.private_files import FILE, make_folder

SHORTEST_TOKEN: Final = 20


class BadSetting(Exception):
    """An environment variable has an invalid value. The message is the sentence to print."""


def flag(name: str, default: bool, environ: Mapping[str, str] = os.environ) -> bool:
    """The boolean ``name``: exactly `True` or `False`; unset or empty gives ``default``.

    Raises:
        BadSetting: any other value, because programs read `0`, `no` and `off` differently.
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


def token(name: str, environ: Mapping[str, str] = os.environ) -> str:
    """Return the secret ``name`` that programs send in a header; empty when it is not set.

    Raises:
        BadSetting: as `secret`; or it is easy to guess or not allowed in a header.
    """
    value = secret(name, environ)
    if value and (len(value) < SHORTEST_TOKEN or not value.isascii() or not value.isprintable() or " " in value):
        rule = f"{SHORTEST_TOKEN} or more letters, digits and signs of ASCII, without spaces"
        raise BadSetting(f"{name} must be {rule}, such as `openssl rand -hex 32` writes.")
    return value


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
    values = [word.strip() for word in environ.get(name, "").split(",") if word.strip()]
    return values or list(default)


def number(name: str, default: int, low: int, high: int, environ: Mapping[str, str] = os.environ) -> int:
    """Return the whole number ``name``, from ``low`` to ``high``; unset or empty gives ``default``.

    Raises:
        BadSetting: it is not a whole number, or out of range.
    """
    value = environ.get(name, "")
    if not value:
        return default
    if not value.isascii() or not value.isdigit() or len(value) > 9 or not low <= int(value) <= high:
        raise BadSetting(f'{name} is "{value}": it must be a whole number from {low} to {high}.')
    return int(value)


def networks(name: str, environ: Mapping[str, str] = os.environ) -> list[str]:
    """Return the comma-separated addresses and networks ``name``; unset or empty gives none.

    Raises:
        BadSetting: one of them is neither an address nor a network, such as a host name.
    """
    values = words(name, (), environ)
    for value in values:
        try:
            ipaddress.ip_network(value)
        except ValueError as fault:
            example = "it must be an address such as 127.0.0.1 or a network such as 10.0.0.0/8"
            raise BadSetting(f'{name} has "{value}": {example} ({fault}).') from fault
    return values


def hosts(name: str, default: Collection[str], environ: Mapping[str, str] = os.environ) -> list[str]:
    """The comma-separated host names ``name``; unset or empty gives ``default``.

    Raises:
        BadSetting: one of them has a scheme, a port or a path and would never match.
    """
    host_names = words(name, default, environ)
    for host in host_names:
        if "/" in host or " " in host or ("]" not in host and ":" in host):
            raise BadSetting(f'{name} has "{host}": it must be a host name alone, such as muster.example.org.')
    return host_names


def origins(name: str, environ: Mapping[str, str] = os.environ) -> list[str]:
    """The comma-separated origins ``name``; unset or empty gives none.

    Raises:
        BadSetting: one of them does not begin with `http://` or `https://`.
    """
    origins_listed = words(name, (), environ)
    for origin in origins_listed:
        if not origin.startswith(("http://", "https://")):
            raise BadSetting(f'{name} has "{origin}": it must look like https://muster.example.org.')
    return origins_listed


def origin(name: str, environ: Mapping[str, str] = os.environ) -> str:
    """The one origin ``name``, without a slash at its end; unset or empty gives an empty text.

    Raises:
        BadSetting: it does not begin with `http://` or `https://`, or has more than a host and a port.
    """
    value = environ.get(name, "").rstrip("/")
    scheme, _, rest = value.partition("://")
    bare = rest.isprintable() and not any(letter in " /?#@" for letter in rest)
    if value and (scheme not in ("http", "https") or not rest or not bare):
        raise BadSetting(f'{name} is "{value}": it must look like https://muster.example.org.')
    return value


def sender(name: str, default: str, environ: Mapping[str, str] = os.environ) -> str:
    """The address ``name`` that mail is sent from, with or without a name before it.

    Raises:
        BadSetting: it has no @, or characters that are not allowed in a header.
    """
    value = environ.get(name, "") or default
    if "@" not in value or not value.isprintable():
        raise BadSetting(f'{name} is "{value}": it must be an e-mail address, such as muster@example.org.')
    return value


def refuse_unknown(names: Collection[str], environ: Mapping[str, str] = os.environ, prefix: str = "MUSTER_") -> None:
    """Refuse a variable that begins with ``prefix`` and is not one of ``names``: it is probably misspelt.

    Raises:
        BadSetting: names the unknown variables and the known ones.
    """
    unknown = sorted(name for name in environ if name.startswith(prefix) and name not in names)
    if unknown:
        raise BadSetting(f"Unknown setting {', '.join(unknown)}: Muster knows {', '.join(sorted(names))}.")


def kept_secret(path: Path) -> str:
    """The secret in the file ``path``, which the first call creates. Only its owner can read the file.

    The file appears complete or not at all, so two processes that start together use the same key.

    Raises:
        BadSetting: the file cannot be created or is empty.
    """
    try:
        if not path.exists():
            make_folder(path.parent)
            draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE)
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(64))
            try:
                os.link(draft, path)
            except FileExistsError:
                pass  # another process was first; its key is used
            finally:
                draft.unlink()
        text = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as fault:
        raise BadSetting(f"The secret key cannot be stored in {path}: {fault}. Set SECRET_KEY instead.") from fault
    if not text:
        raise BadSetting(f"The secret key file {path} is empty: delete it, and Muster creates a new one.")
    return text


def sqlite(path: Path) -> dict[str, Any]:
    """Django's database settings for the SQLite file ``path``: a write waits for the other writer, reads never do.

    Raises:
        BadSetting: its folder cannot be created.
    """
    try:
        make_folder(path.parent)
    except OSError as fault:
        raise BadSetting(f"The database cannot be stored in {path.parent}: {fault}. Set MUSTER_VAR.") from fault
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 10,
            "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;",
        },
    }


def redis(url: str) -> str:
    """Return ``url`` as it is; it may be empty.

    Raises:
        BadSetting: another scheme, no host or a bad port.
    """
    if url:
        _server("REDIS_URL", url, ("redis", "rediss"), "redis://host:6379/0")
    return url


def postgresql(url: str, connections: int) -> dict[str, Any]:
    """Django's database settings for ``url``, such as `postgres://user:password@host:5432/name?sslmode=require`.

    The process keeps a pool of at most ``connections``.

    Raises:
        BadSetting: another scheme, no name, a bad port. The sentence never repeats the password.
    """
    shape = "postgres://user:password@host:5432/name (or be left empty for SQLite)"
    parts = _address("DATABASE_URL", url, ("postgres", "postgresql"), shape)
    name = unquote(parts.path.lstrip("/"))
    if not name or "/" in name:
        raise BadSetting(f"DATABASE_URL names no database: it must look like {shape}.")
    options: dict[str, Any] = {
        key: unquote(value) for key, _, value in (pair.partition("=") for pair in parts.query.split("&")) if key
    }
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0,
        "OPTIONS": {**options, "pool": {"min_size": 1, "max_size": connections, "timeout": 5}},
    }


def mail(url: str) -> dict[str, Any]:
    """Django's EMAIL_* settings for ``url``; if it is empty, mail is written to the console.

    `smtp://user:password@host:25`, `smtp+tls://...:587` (STARTTLS) and `smtps://...:465` (TLS from the start) are
    allowed.

    Raises:
        BadSetting: another scheme, no host or a bad port.
    """
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    ports = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
    parts = _server("EMAIL_URL", url, ports, "smtp+tls://user:password@host:587 (or smtp://, smtps://)")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or ports[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": 10,
    }


def _address(name: str, url: str, schemes: Collection[str], shape: str) -> SplitResult:
    """Return the parts of the address ``url``.

    Raises:
        BadSetting: another scheme or a bad port. The sentence repeats only the scheme, because a password
            with a slash would be read as the port.
    """
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        hint = "in a password, write / as %2F, # as %23, ? as %3F and [ as %5B"
        raise BadSetting(f"{name} cannot be read: it must look like {shape}; {hint}.") from None
    if parts.scheme not in schemes:
        raise BadSetting(f'{name} begins with "{parts.scheme}": it must look like {shape}.')
    return parts


def _server(name: str, url: str, schemes: Collection[str], shape: str) -> SplitResult:
    """Return the parts of the address ``url``, which names a host and has no part of a password after it."""
    parts = _address(name, url, schemes, shape)
    behind = (parts.path, parts.query.partition("=")[0], parts.fragment)
    if not parts.hostname or any("@" in part for part in behind):
        raise BadSetting(f"{name} names no host: it must look like {shape}; in a password, write / as %2F.")
    return parts
