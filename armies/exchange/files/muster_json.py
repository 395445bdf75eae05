"""Muster's JSON format: the complete army with a version and a checksum."""

import hashlib
from typing import Any, Final

import msgspec

from armies.exchange.files.file_bytes import MUSTER, Head, decode_json
from armies.exchange.files.validation import checked
from armies.exchange.import_result import Reading, Unreadable
from armies.exchange.limits import number_text
from battles.engine.armies.facts import Army, Element, Unit

SCHEMA_VERSION: Final = 2
"""Version 2 has overrides, house rules and draws of cards; a file without them has version 1."""
DIGEST_BYTES: Final = 32


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file in Muster's JSON format.

    ``numbers`` are the values that the rules gave the army when the file was written, for people and other
    programs. They are ignored on import and calculated again.
    """

    format: str
    schema_version: int
    checksum: str
    army: Army
    numbers: Any = None


def without_ids(army: Army) -> Army:
    """``army`` without ids, which belong to one database."""

    def strip(element: Element) -> Element:
        if isinstance(element, Unit):
            return msgspec.structs.replace(element, id="")
        changes: dict[str, Any] = {"id": "", "children": tuple(strip(child) for child in element.children)}
        return msgspec.structs.replace(element, **changes)

    return msgspec.structs.replace(army, children=tuple(strip(child) for child in army.children))


def checksum(army: Army) -> str:
    """BLAKE2b hash of the canonical JSON of ``army`` without ids, in hex."""
    return _digest(_plain(army)[0])


def to_json(army: Army, numbers: Any = None) -> str:
    """``army`` and its ``numbers`` in Muster's JSON format; equal armies give equal text."""
    plain, version = _plain(army)
    file = {"format": MUSTER, "schema_version": version, "checksum": _digest(plain), "army": plain}
    if numbers is not None:
        file["numbers"] = msgspec.to_builtins(numbers, order="deterministic")
    return msgspec.json.format(msgspec.json.encode(file), indent=1).decode() + "\n"


def _digest(plain: dict[str, Any]) -> str:
    return hashlib.blake2b(msgspec.json.encode(plain), digest_size=DIGEST_BYTES).hexdigest()


def _plain(army: Army) -> tuple[dict[str, Any], int]:
    """``army`` without ids as plain values in the order of the fields, and the schema version that it needs."""
    plain: dict[str, Any] = msgspec.to_builtins(without_ids(army), order="deterministic")
    newer = [name for name in ("house", "draws") if not _drop_unused(plain, name)]
    pending = list(plain["children"])
    while pending:
        element = pending.pop()
        pending.extend(element.get("children", ()))
        if "overrides" in element and not _drop_unused(element, "overrides"):
            newer.append("overrides")
    return plain, SCHEMA_VERSION if newer else 1


def _drop_unused(values: dict[str, Any], name: str) -> bool:
    """Remove a fact of version 2 if it is empty; True if it was removed."""
    if values[name]:
        return False
    del values[name]
    return True


def read_json(text: str) -> Reading:
    """The army of a file in Muster's JSON format.

    Raises:
        Unreadable: a newer program wrote it, it is damaged, or it does not fit the format, with the path.
    """
    version = decode_json(text, Head).schema_version
    if version > SCHEMA_VERSION:
        raise Unreadable(
            f"The file has schema version {number_text(version)}; this program reads up to {SCHEMA_VERSION}. "
            "A newer program wrote it."
        )
    if version < 1:
        raise Unreadable(f"The file has schema version {number_text(version)}; the lowest version is 1.")
    file = decode_json(text, File)
    if file.checksum != checksum(file.army):
        raise Unreadable("The checksum is wrong: the file was damaged or changed after it was written.")
    army, problems = checked(file.army)
    return Reading("muster", (army,), problems, full=True)
