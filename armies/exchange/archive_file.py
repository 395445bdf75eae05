"""Everything of one user as one ZIP file: his armies with their histories, his figures, what his columns mean.

``manifest.json`` says what is in it; ``armies/0001.json`` is an army as our own file, ``history/0001.json`` what was
done to it, with the ids that its elements had. Other files in it are passed over.
"""

import io
import re
import zipfile
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from armies.exchange.detect import MUSTER
from armies.exchange.json_text import Head, decode
from armies.exchange.limits import (
    MAX_ARCHIVE_ARMIES,
    MAX_ARCHIVE_UNPACKED,
    MAX_BYTES,
    MAX_COLUMNS,
    MAX_HISTORY,
    MAX_ITEMS,
    MAX_NAME,
    figure,
    too_long,
)
from armies.exchange.muster_json import read_json, to_json
from armies.exchange.outcome import Unreadable
from armies.exchange.zipped import is_zip, member, opened
from armies.rules.facts import Army

FORMAT: Final = "muster-archive"
SCHEMA_VERSION: Final = 1
WHAT: Final = "The archive"
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every member, so that equal archives are equal files."""
OUTSIDE: Final = re.compile(r"^[/\\]|(?:^|[/\\])\.\.(?:[/\\]|$)|\\|^[A-Za-z]:|[\x00-\x1f]")
"""A name that would lead out of the folder it is unpacked in; ours are plain."""
MAX_WORDS: Final = 400
MAX_ID: Final = 64
LARGEST: Final = 2_000_000_000

Record = dict[str, Any]


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """One army in the manifest; ``file`` and ``history`` name members, ``history`` is empty where it has none."""

    name: str
    slug: str
    visibility: Literal["private", "unlisted", "public"]
    version: int
    file: str
    history: str = ""
    origin: str = ""


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """What the archive holds. ``made`` is when, ``user`` whose it is."""

    format: str
    schema_version: int
    made: str
    user: str
    armies: tuple[Entry, ...]


class Past(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of a history, as the army's ledger keeps it."""

    number: int
    kind: str
    words: str
    difference: dict[str, list[Record | None]]
    undoes: int | None
    by: str
    at: str


class History(Struct, frozen=True, forbid_unknown_fields=True):
    """What was done to an army; ``ids`` are those of its elements now, in printed order."""

    ids: tuple[str, ...]
    changes: tuple[Past, ...]


class Holding(Struct, frozen=True, forbid_unknown_fields=True):
    """Stands and figures of one type of unit of one nation."""

    nation: str
    type: str
    stands: int
    figures: int
    note: str = ""


class Mapping(Struct, frozen=True, forbid_unknown_fields=True):
    """What the columns of a table mean, by the digest of its head."""

    head: str
    columns: dict[str, str]


class Kept(Struct, frozen=True):
    """One army of the archive; ``left_out`` are sentences about what of it is not understood here."""

    entry: Entry
    army: Army
    history: History | None = None
    left_out: tuple[str, ...] = ()


class Archive(Struct, frozen=True):
    """An archive as plain values. ``choices`` are the user's own, such as the paper he prints on."""

    made: str
    user: str
    armies: tuple[Kept, ...]
    holdings: tuple[Holding, ...] = ()
    mappings: tuple[Mapping, ...] = ()
    choices: dict[str, str] = {}


def packed(archive: Archive) -> bytes:
    """``archive`` as a ZIP file; equal archives give equal bytes."""
    out = io.BytesIO()
    entries: list[Entry] = []
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for number, kept in enumerate(archive.armies, start=1):
            history = f"history/{number:04}.json" if kept.history else ""
            entry = msgspec.structs.replace(kept.entry, file=f"armies/{number:04}.json", history=history)
            entries.append(entry)
            _put(file, entry.file, to_json(kept.army).encode())
            if kept.history:
                _put(file, history, msgspec.json.encode(kept.history, order="deterministic"))
        _put(file, "figures.json", _text(archive.holdings))
        _put(file, "columns.json", _text(archive.mappings))
        _put(file, "choices.json", _text(archive.choices))
        manifest = Manifest(FORMAT, SCHEMA_VERSION, archive.made, archive.user, tuple(entries))
        _put(file, "manifest.json", _text(manifest))
    return out.getvalue()


def _text(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value, order="deterministic"), indent=1)


def _put(file: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name, EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    file.writestr(info, data)


def unpacked(data: bytes) -> Archive:
    """The archive that ``data`` is. Histories are not held against their armies yet.

    Raises:
        Unreadable: it is no archive of Muster, damaged, of a newer program, or beyond the limits.
    """
    if len(data) > MAX_BYTES:
        raise Unreadable(f"The archive has {len(data):,} bytes; at most {MAX_BYTES:,} are read.")
    if not is_zip(data):
        raise Unreadable("This is not a ZIP file. Send the archive that Muster made, as it is.")
    with opened(data, WHAT, members=2 * MAX_ARCHIVE_ARMIES + MORE_MEMBERS, unpacked=MAX_ARCHIVE_UNPACKED) as file:
        _refuse_names([info.filename for info in file.infolist()])
        manifest = _manifest(_json(file, "manifest.json"))
        choices = _read(file, "choices.json", dict[str, str])
        holdings = _read(file, "figures.json", tuple[Holding, ...])
        mappings = _read(file, "columns.json", tuple[Mapping, ...])
        _refuse(_small_faults(holdings, mappings, choices))
        armies = tuple(_kept(file, entry) for entry in manifest.armies)
    return Archive(manifest.made, manifest.user, armies, holdings, mappings, choices)


MORE_MEMBERS: Final = 20
"""Files beside those of the armies: ours, and what a system adds when it packs a folder again."""


def _refuse_names(names: list[str]) -> None:
    for name in names:
        if OUTSIDE.search(name):
            raise Unreadable(
                f"The archive holds a file “{name[:60]}”, which leads out of it; no archive of Muster does."
            )
    if len(set(names)) < len(names):
        raise Unreadable("The archive holds two files of one name; no archive of Muster does.")
    if "manifest.json" not in names:
        raise Unreadable("The archive has no manifest.json on top, so it is none that Muster made.")


def _json(file: zipfile.ZipFile, name: str) -> str:
    data = member(file, name, WHAT)
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Unreadable(f"{name} in the archive is not UTF-8.") from None


def _read(file: zipfile.ZipFile, name: str, kind: Any) -> Any:
    try:
        return decode(_json(file, name), kind)
    except Unreadable as error:
        raise Unreadable(f"{name} in the archive: {error}") from None


def _manifest(text: str) -> Manifest:
    head = decode(text, Head)
    if head.format != FORMAT:
        raise Unreadable(f"manifest.json is of the format “{head.format[:40]}”; an archive of Muster says {FORMAT}.")
    if head.schema_version != SCHEMA_VERSION:
        newer = " A newer program made it." if head.schema_version > SCHEMA_VERSION else ""
        said = figure(head.schema_version)
        raise Unreadable(f"The archive is of version {said}; this program reads {SCHEMA_VERSION}.{newer}")
    manifest = decode(text, Manifest)
    if len(manifest.armies) > MAX_ARCHIVE_ARMIES:
        raise Unreadable(f"An archive may hold {MAX_ARCHIVE_ARMIES:,} armies; this holds {len(manifest.armies):,}.")
    files = [name for entry in manifest.armies for name in (entry.file, entry.history) if name]
    if len(set(files)) < len(files):
        raise Unreadable("manifest.json names one file twice.")
    for entry in manifest.armies:
        _refuse([*too_long("The origin of an army", entry.origin, 300), *_version_faults(entry.version)])
    return manifest


def _version_faults(version: int) -> list[str]:
    return [] if 1 <= version <= LARGEST else [f"An army of the archive has the version {figure(version)}."]


def _kept(file: zipfile.ZipFile, entry: Entry) -> Kept:
    try:
        text = _json(file, entry.file)
        if (said := decode(text, Head).format) != MUSTER:
            raise Unreadable(f"Its format is “{said[:40]}”; an archive holds {MUSTER}.")
        reading = read_json(text)
    except Unreadable as error:
        raise Unreadable(f"“{entry.name[:MAX_NAME]}”, {entry.file}: {error}") from None
    history: History | None = _read(file, entry.history, History) if entry.history else None
    if history is not None:
        _refuse(_history_faults(entry, history))
    (army,) = reading.armies
    return Kept(entry, army, history, tuple(problem.sentence for problem in reading.problems))


def _history_faults(entry: Entry, history: History) -> list[str]:
    """What is beyond the limits in a history; its differences are looked into when they are replayed."""
    where = f"The history of “{entry.name[:60]}”"
    numbers = [past.number for past in history.changes]
    if not numbers or len(numbers) > MAX_HISTORY:
        return [f"{where} has {len(numbers):,} entries; it may have 1 to {MAX_HISTORY:,}."]
    if numbers != sorted(set(numbers)) or numbers[0] < 1 or numbers[-1] > entry.version:
        return [f"{where} is not in order."]
    for past in history.changes:
        if max(len(past.kind) - 16, len(past.words) - MAX_WORDS, len(past.by) - 150, len(past.at) - 40) > 0:
            return [f"{where} has an entry with a text that is too long."]
        if past.undoes is not None and not 1 <= past.undoes < past.number:
            return [f"{where} takes back an entry that is not there."]
        if any(len(element) > MAX_ID or len(pair) != 2 for element, pair in past.difference.items()):
            return [f"{where} has an entry that is not a difference."]
    return []


def _small_faults(holdings: tuple[Holding, ...], mappings: tuple[Mapping, ...], choices: dict[str, str]) -> list[str]:
    faults: list[str] = []
    for what, items in (("kinds of figures", holdings), ("heads of tables", mappings), ("choices", choices)):
        if len(items) > MAX_LISTED:
            faults.append(f"The archive holds {len(items):,} {what}; at most {MAX_LISTED:,} are read.")
    if any(len(mapping.head) > MAX_ID or len(mapping.columns) > MAX_COLUMNS for mapping in mappings):
        faults.append("The archive says of a table's columns more than a table can have.")
    if any(len(name) > MAX_NAME or len(value) > MAX_NAME for name, value in choices.items()):
        faults.append("A choice in the archive is too long.")
    return faults


MAX_LISTED: Final = 5 * MAX_ITEMS


def _refuse(faults: list[str]) -> None:
    if faults:
        raise Unreadable(faults[0])
