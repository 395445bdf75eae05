"""Our own file: the whole army as JSON with a version and a checksum. Nothing is lost in it.

The checksum is BLAKE2b over the army's canonical JSON, so spacing and the order of keys do not matter,
but a changed fact does. Facts of version 2 are left out of file and checksum where they are not in use, so
that such an army is written as version 1 had it, and files of version 1 keep their checksum.
"""

import hashlib
from typing import Any, Final

import msgspec

from armies.exchange.checking import checked
from armies.exchange.detect import MUSTER
from armies.exchange.json_text import Head, decode
from armies.exchange.limits import figure
from armies.exchange.outcome import Reading, Unreadable
from armies.rules.facts import Army, Element, Unit

SCHEMA_VERSION: Final = 2
"""Version 2 has overrides, house rules and draws of cards; a file is of version 1 where none is in use."""
DIGEST_BYTES: Final = 32


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is read.

    ``numbers`` are what the rules made of the army when it was written, for people and other
    programs to read. They are passed over when the file is read: the rules make them anew.
    """

    format: str
    schema_version: int
    checksum: str
    army: Army
    numbers: Any = None


def without_ids(army: Army) -> Army:
    """``army`` with no element's id: ids belong to one database."""

    def strip(element: Element) -> Element:
        if isinstance(element, Unit):
            return msgspec.structs.replace(element, id="")
        changes: dict[str, Any] = {"id": "", "children": tuple(strip(child) for child in element.children)}
        return msgspec.structs.replace(element, **changes)

    return msgspec.structs.replace(army, children=tuple(strip(child) for child in army.children))


def checksum(army: Army) -> str:
    """BLAKE2b in hex over the canonical JSON of ``army``, ids left out."""
    return _digest(_plain(army)[0])


def to_json(army: Army, numbers: Any = None) -> str:
    """``army`` as our own file, with the ``numbers`` that go with it; equal armies give equal text."""
    plain, version = _plain(army)
    file = {"format": MUSTER, "schema_version": version, "checksum": _digest(plain), "army": plain}
    if numbers is not None:
        file["numbers"] = msgspec.to_builtins(numbers, order="deterministic")
    return msgspec.json.format(msgspec.json.encode(file), indent=1).decode() + "\n"


def _digest(plain: dict[str, Any]) -> str:
    return hashlib.blake2b(msgspec.json.encode(plain), digest_size=DIGEST_BYTES).hexdigest()


def _plain(army: Army) -> tuple[dict[str, Any], int]:
    """``army`` without ids as plain values in the order of their fields, and the version that they need."""
    plain: dict[str, Any] = msgspec.to_builtins(without_ids(army), order="deterministic")
    newer = [name for name in ("house", "draws") if not _drop_unused(plain, name)]
    waiting = list(plain["children"])
    while waiting:
        element = waiting.pop()
        waiting.extend(element.get("children", ()))
        if "overrides" in element and not _drop_unused(element, "overrides"):
            newer.append("overrides")
    return plain, SCHEMA_VERSION if newer else 1


def _drop_unused(values: dict[str, Any], name: str) -> bool:
    """Take a fact of version 2 out where it is not in use; says whether it did."""
    if values[name]:
        return False
    del values[name]
    return True


def read_json(text: str) -> Reading:
    """The army of our own file.

    Raises:
        Unreadable: a newer program wrote it, it is damaged, or it holds what it should not, with the path.
    """
    version = decode(text, Head).schema_version
    if version > SCHEMA_VERSION:
        raise Unreadable(
            f"The file has schema version {figure(version)}; this program reads up to {SCHEMA_VERSION}. "
            "A newer program wrote it."
        )
    if version < 1:
        raise Unreadable(f"The file has schema version {figure(version)}; versions are counted from 1.")
    file = decode(text, File)
    if file.checksum != checksum(file.army):
        raise Unreadable("The checksum does not fit: the file was damaged or changed after it was written.")
    army, problems = checked(file.army)
    return Reading("muster", (army,), problems, full=True)
