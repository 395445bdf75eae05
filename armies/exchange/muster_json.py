"""Our own file: the whole army as JSON with a version and a checksum. Nothing is lost in it.

The checksum is BLAKE2b over the army's canonical JSON, so spacing and the order of keys do not matter,
but a changed fact does.
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

SCHEMA_VERSION: Final = 1
DIGEST_BYTES: Final = 32


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The file as it is written.

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
    canonical = msgspec.json.encode(without_ids(army), order="deterministic")
    return hashlib.blake2b(canonical, digest_size=DIGEST_BYTES).hexdigest()


def to_json(army: Army, numbers: Any = None) -> str:
    """``army`` as our own file, with the ``numbers`` that go with it; equal armies give equal text."""
    bare = without_ids(army)
    file = File(format=MUSTER, schema_version=SCHEMA_VERSION, checksum=checksum(army), army=bare, numbers=numbers)
    return msgspec.json.format(msgspec.json.encode(file, order="deterministic"), indent=1).decode() + "\n"


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
    return Reading("muster", (army,), problems)
