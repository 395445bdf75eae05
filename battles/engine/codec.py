"""Values as canonical JSON and back, the hash of a state, and the way old records come up to date.

JSON is canonical where equal values give equal bytes: the keys of every object stand in a fixed order, and a state
leaves out no field for being a default. Whatever comes from outside is read here, so that bad input is one kind of
error with a place and a sentence.
"""

import hashlib
import json
from collections.abc import Callable
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

import msgspec

STATE_HASH: Final = b"muster-state-1"
"""The version of ``state_hash``; a change is a new name."""

VERSIONS: Final[dict[str, int]] = {"muster.battle": 3, "muster.battle/entry": 3}
"""The version in which each kind of record is written now.

Version 2 of an entry has ``back`` and ``ended``, version 3 ``rules``.
"""

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


def _same(old: dict[str, Any]) -> dict[str, Any]:
    return old


def _without(*new: str) -> Upcaster:
    """An entry as one of the next version, which alone has ``new``; one that has them raises ``ValueError``."""

    def upcaster(old: dict[str, Any]) -> dict[str, Any]:
        found = sorted(set(new) & set(old))
        if found:
            raise ValueError(f"it had no {found[0]}")
        return old

    return upcaster


UPCASTERS: Final[dict[tuple[str, int], Upcaster]] = {
    ("muster.battle", 1): _same,
    ("muster.battle", 2): _same,
    ("muster.battle/entry", 1): _without("back", "ended"),
    ("muster.battle/entry", 2): _without("rules"),
}
"""For a kind of record and an old version: the plain record of the next version. The record given is not changed."""


def _plain(value: Any) -> Any:
    """A read-only mapping, as tables hold them, as one that has JSON."""
    if isinstance(value, MappingProxyType):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no JSON.")


_CANONICAL: Final = msgspec.json.Encoder(order="deterministic", enc_hook=_plain)


class Unreadable(ValueError):
    """Something from outside that cannot be read: a sentence for the user, and where it is wrong.

    ``path`` is the place within a value, as ``$.events[0].kind``, and ``line`` the line of a file, counted from 1.
    """

    def __init__(self, sentence: str, path: str = "", line: int | None = None) -> None:
        place = ", ".join(part for part in (f"Line {line}" if line else "", f"at {path}" if path else "") if part)
        super().__init__(f"{place[0].upper()}{place[1:]}: {sentence}" if place else sentence)
        self.sentence = sentence
        self.path = path
        self.line = line

    def on(self, line: int) -> "Unreadable":
        """The same, found on that line of a file."""
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
    """The value of ``type`` that ``content`` says in JSON.

    Raises:
        Unreadable: it is no JSON, names a key twice, or does not fit the type.
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
    """32 hexadecimal digits that equal states share and no two others do: BLAKE2b-128 of the canonical JSON."""
    return hashlib.blake2b(encode(state), digest_size=16, person=STATE_HASH).hexdigest()


def upcast(what: str, record: dict[str, Any], version: int | None = None) -> dict[str, Any]:
    """``record``, a plain object of the kind ``what``, in the version of today.

    ``version`` is that of the record; without it the record says so itself as ``v``, and its ``v`` is set.

    Raises:
        Unreadable: no version, a newer one than today's, or one that nothing brings up to date.
    """
    own = version is None
    found = record.get("v") if own else version
    now = VERSIONS[what]
    if not isinstance(found, int) or isinstance(found, bool) or found < 1:
        raise Unreadable(f"A {what} names its version as a whole number from 1.", "$.v")
    if found > now:
        raise Unreadable(f"It is version {found} of {what}, made by a newer Muster; this one reads up to {now}.", "$.v")
    for step in range(found, now):
        caster = UPCASTERS.get((what, step))
        if caster is None:
            raise Unreadable(f"Version {step} of {what} is read no more.", "$.v")
        try:
            record = caster(record)
        except (LookupError, TypeError, ValueError, AttributeError) as wrong:
            raise Unreadable(f"It is not what version {step} of {what} was: {type(wrong).__name__}: {wrong}.") from None
        if own:
            record = {**record, "v": step + 1}
    return record


@lru_cache(maxsize=256)
def _decoder(type: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(type)


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Unreadable(f"The key “{twice}” is there twice.")
    return found


def _unreadable(text: str) -> Unreadable:
    """An error of msgspec as ours: it ends in `` - at `$.path` `` where it knows the place."""
    sentence, _, path = text.partition(" - at `")
    sentence = sentence.replace("`", "").replace("Input data was truncated", "It breaks off before its end").rstrip(".")
    return Unreadable(f"{sentence}.", path.rstrip("`"))
