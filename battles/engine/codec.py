"""Canonical JSON of values, the hash of a state, and conversion of old records to the present version.

Equal values give equal bytes: the keys of every object have a fixed order, and a state writes every field, defaults
too. All outside input is decoded here, so a bad input always raises the same error with a place and a sentence.
"""

import hashlib
import json
from collections.abc import Callable
from functools import lru_cache
from threading import RLock
from types import MappingProxyType
from typing import Any, Final

import msgspec

_BUILDING: Final = RLock()

STATE_HASH: Final = b"muster-state-1"
"""The version of ``state_hash``; a changed hash gets a new name."""

VERSIONS: Final[dict[str, int]] = {"muster.battle": 3, "muster.battle/entry": 3}
"""The version in which each kind of record is written now.

Version 2 of an entry added ``back`` and ``ended``, version 3 added ``rules``.
"""

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


def _same(old: dict[str, Any]) -> dict[str, Any]:
    return old


def _without(*new: str) -> Upcaster:
    """Upcaster to the version that added the fields ``new``; an old entry that has one raises ``ValueError``."""

    def upcaster(old: dict[str, Any]) -> dict[str, Any]:
        too_new = sorted(set(new) & set(old))
        if too_new:
            raise ValueError(f"it had no {too_new[0]}")
        return old

    return upcaster


UPCASTERS: Final[dict[tuple[str, int], Upcaster]] = {
    ("muster.battle", 1): _same,
    ("muster.battle", 2): _same,
    ("muster.battle/entry", 1): _without("back", "ended"),
    ("muster.battle/entry", 2): _without("rules"),
}
"""By kind of record and old version: turns a plain record into the next version, without changing its argument."""


def _plain(value: Any) -> Any:
    """A read-only mapping (tables hold them) as a dict, which JSON can write."""
    if isinstance(value, MappingProxyType):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no JSON.")


_CANONICAL: Final = msgspec.json.Encoder(order="deterministic", enc_hook=_plain)


class Unreadable(ValueError):
    """Outside input that cannot be read: a sentence for the user, and where it is wrong.

    ``path`` is the place within a value, as ``$.events[0].kind``, and ``line`` the line of a file, counted from 1.
    """

    def __init__(self, sentence: str, path: str = "", line: int | None = None) -> None:
        place = ", ".join(part for part in (f"Line {line}" if line else "", f"at {path}" if path else "") if part)
        super().__init__(f"{place[0].upper()}{place[1:]}: {sentence}" if place else sentence)
        self.sentence = sentence
        self.path = path
        self.line = line

    def on(self, line: int) -> "Unreadable":
        """The same error with the line of a file."""
        return Unreadable(self.sentence, self.path, line)


def encode(value: Any) -> bytes:
    """``value`` as canonical JSON, on one line.

    Raises:
        TypeError: a part of ``value`` has no JSON.
    """
    try:
        return _CANONICAL.encode(value)
    except TypeError:
        return _CANONICAL.encode(msgspec.to_builtins(value, str_keys=True, enc_hook=_plain))


def decode(content: bytes, type: Any) -> Any:
    """The value of ``type`` in the JSON ``content``.

    Raises:
        Unreadable: it is not JSON, names a key twice, or does not fit the type.
    """
    try:
        value = _decoder(type).decode(content)
        if encode(value) != content:
            json.loads(content, object_pairs_hook=_each_key_once)
    except Unreadable:
        raise
    except RecursionError:
        raise Unreadable("It is nested too deep.") from None
    except UnicodeDecodeError as wrong:
        raise Unreadable(f"It is not text in UTF-8: {wrong.reason}.") from None
    except (ValueError, TypeError, OverflowError) as wrong:
        raise _unreadable(str(wrong)) from None
    return value


def state_hash(state: Any) -> str:
    """32 hexadecimal digits, equal exactly for equal states: BLAKE2b-128 of the canonical JSON."""
    return hashlib.blake2b(encode(state), digest_size=16, person=STATE_HASH).hexdigest()


def upcast(what: str, record: dict[str, Any], version: int | None = None) -> dict[str, Any]:
    """``record``, a plain object of the kind ``what``, in the present version.

    ``version`` is the version of the record; without it, it is read from ``v`` of the record, and ``v`` is updated.

    Raises:
        Unreadable: no version, a newer one than the present one, or one that cannot be converted.
    """
    own = version is None
    current = record.get("v") if own else version
    now = VERSIONS[what]
    if not isinstance(current, int) or isinstance(current, bool) or current < 1:
        raise Unreadable(f"The version of a {what} is a whole number from 1.", "$.v")
    if current > now:
        raise Unreadable(
            f"It is version {current} of {what}, made by a newer Muster; this one reads up to {now}.", "$.v"
        )
    for step in range(current, now):
        caster = UPCASTERS.get((what, step))
        if caster is None:
            raise Unreadable(f"Version {step} of {what} can no longer be read.", "$.v")
        try:
            record = caster(record)
        except (LookupError, TypeError, ValueError, AttributeError) as wrong:
            raise Unreadable(f"It is not a valid version {step} of {what}: {type(wrong).__name__}: {wrong}.") from None
        if own:
            record = {**record, "v": step + 1}
    return record


def build_decoder(type: Any) -> msgspec.json.Decoder[Any]:
    """A new decoder of JSON to ``type``, built by one thread at a time.

    msgspec notes on a class what it knows of it so far. Another thread that reads these notes too early crashes.
    """
    with _BUILDING:
        return msgspec.json.Decoder(type)


_decoder = lru_cache(maxsize=256)(build_decoder)


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Unreadable(f"The key “{twice}” appears twice.")
    return record


def _unreadable(text: str) -> Unreadable:
    """A msgspec error as ``Unreadable``; its text ends in `` - at `$.path` `` if it knows the place."""
    sentence, _, path = text.partition(" - at `")
    sentence = sentence.replace("`", "").replace("Input data was truncated", "It is cut off before its end").rstrip(".")
    return Unreadable(f"{sentence}.", path.rstrip("`"))
