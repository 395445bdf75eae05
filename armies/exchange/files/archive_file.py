"""Archive of all data of one user as a ZIP file: armies with histories, figures, meanings of columns."""

import io
import re
import zipfile
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from armies.exchange.draft_army import Unreadable
from armies.exchange.files.file_bytes import MUSTER, Head, decode_json, is_zip, open_zip, read_member
from armies.exchange.files.oob_json import read_json, to_json
from armies.exchange.limits import (
    MAX_ARCHIVE_ARMIES,
    MAX_ARCHIVE_UNPACKED,
    MAX_BYTES,
    MAX_COLUMNS,
    MAX_HISTORY,
    MAX_ITEMS,
    MAX_LINE,
    MAX_NAME,
    length_faults,
    number_text,
)
from battles.engine.armies.facts import Army

FORMAT: Final = "muster-archive"
SCHEMA_VERSION: Final = 1
WHAT: Final = "The archive"
ANSWERS: Final = "answers.json"
"""Habits and answers for the next lists; archives made before 0.9 have none."""
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every member, so that equal archives are equal bytes."""
OUTSIDE: Final = re.compile(r"^[/\\]|(?:^|[/\\])\.\.(?:[/\\]|$)|\\|^[A-Za-z]:|[\x00-\x1f]")
"""A member name that would lead out of the folder in which the archive is unpacked."""
MAX_WORDS: Final = 400
MAX_ID: Final = 64
LARGEST: Final = 2_000_000_000

Record = dict[str, Any]


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """One army in the manifest; ``file`` and ``history`` name members, ``history`` is empty if the army has none."""

    name: str
    slug: str
    visibility: Literal["private", "unlisted", "public"]
    version: int
    file: str
    history: str = ""
    origin: str = ""


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """The archive's table of contents. ``made`` is the time it was made, ``user`` its owner."""

    format: str
    schema_version: int
    made: str
    user: str
    armies: tuple[Entry, ...]


class HistoryEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of an army's history, as it is stored."""

    number: int
    kind: str
    words: str
    difference: dict[str, list[Record | None]]
    undoes: int | None
    by: str
    at: str


class History(Struct, frozen=True, forbid_unknown_fields=True):
    """History of an army; ``ids`` are the present ids of its elements, in printed order."""

    ids: tuple[str, ...]
    changes: tuple[HistoryEntry, ...]


class Holding(Struct, frozen=True, forbid_unknown_fields=True):
    """Stands and figures of one unit type and nation."""

    nation: str
    type: str
    stands: int
    figures: int
    note: str = ""


class Mapping(Struct, frozen=True, forbid_unknown_fields=True):
    """Meanings of a table's columns, by the digest of its header row."""

    head: str
    columns: dict[str, str]


class KeptAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """A habit or an answer that the user keeps for the next lists, as it is stored."""

    kind: Literal["habit", "answer", "text"]
    key: str
    value: str
    words: str


class ArchivedArmy(Struct, frozen=True):
    """One army of the archive; ``left_out`` are sentences about facts that are not understood and left out."""

    entry: Entry
    army: Army
    history: History | None = None
    left_out: tuple[str, ...] = ()


class Archive(Struct, frozen=True):
    """Content of an archive. ``choices`` are the user's settings, such as the paper size."""

    made: str
    user: str
    armies: tuple[ArchivedArmy, ...]
    holdings: tuple[Holding, ...] = ()
    mappings: tuple[Mapping, ...] = ()
    choices: dict[str, str] = {}
    answers: tuple[KeptAnswer, ...] = ()


def pack(archive: Archive) -> bytes:
    """``archive`` as a ZIP file; equal archives give equal bytes."""
    out = io.BytesIO()
    entries: list[Entry] = []
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for number, archived in enumerate(archive.armies, start=1):
            history = f"history/{number:04}.json" if archived.history else ""
            entry = msgspec.structs.replace(archived.entry, file=f"armies/{number:04}.json", history=history)
            entries.append(entry)
            _write_member(file, entry.file, to_json(archived.army).encode())
            if archived.history:
                _write_member(file, history, msgspec.json.encode(archived.history, order="deterministic"))
        _write_member(file, "figures.json", _text(archive.holdings))
        _write_member(file, "columns.json", _text(archive.mappings))
        _write_member(file, "choices.json", _text(archive.choices))
        if archive.answers:
            _write_member(file, ANSWERS, _text(archive.answers))
        manifest = Manifest(FORMAT, SCHEMA_VERSION, archive.made, archive.user, tuple(entries))
        _write_member(file, "manifest.json", _text(manifest))
    return out.getvalue()


def _text(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value, order="deterministic"), indent=1)


def _write_member(file: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name, EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    file.writestr(info, data)


def unpack(data: bytes) -> Archive:
    """The archive in ``data``. Histories are not yet compared with their armies.

    Raises:
        Unreadable: it is not an archive of Muster, damaged, from a newer program, or beyond the limits.
    """
    if len(data) > MAX_BYTES:
        raise Unreadable(f"The archive has {len(data):,} bytes; at most {MAX_BYTES:,} are allowed.")
    if not is_zip(data):
        raise Unreadable("This is not a ZIP file. Choose an archive that Muster made, unchanged.")
    with open_zip(data, WHAT, members=2 * MAX_ARCHIVE_ARMIES + MORE_MEMBERS, unpacked=MAX_ARCHIVE_UNPACKED) as file:
        _refuse_names([info.filename for info in file.infolist()])
        manifest = _manifest(_json(file, "manifest.json"))
        choices = _read(file, "choices.json", dict[str, str])
        holdings = _read(file, "figures.json", tuple[Holding, ...])
        mappings = _read(file, "columns.json", tuple[Mapping, ...])
        has_answers = any(info.filename == ANSWERS for info in file.infolist())
        answers = _read(file, ANSWERS, tuple[KeptAnswer, ...]) if has_answers else ()
        _refuse([*_small_faults(holdings, mappings, choices), *_answer_faults(answers)])
        armies = tuple(_archived_army(file, entry) for entry in manifest.armies)
    return Archive(manifest.made, manifest.user, armies, holdings, mappings, choices, answers)


MORE_MEMBERS: Final = 20
"""Files other than those of the armies: ours, and files that an operating system adds to a ZIP file."""


def _refuse_names(names: list[str]) -> None:
    for name in names:
        if OUTSIDE.search(name):
            raise Unreadable(
                f"The archive has a file “{name[:60]}”, which leads out of it; this is not an archive of Muster."
            )
    if len(set(names)) < len(names):
        raise Unreadable("The archive has two files with the same name; this is not an archive of Muster.")
    if "manifest.json" not in names:
        raise Unreadable("The archive has no manifest.json at its top level; this is not an archive of Muster.")


def _json(file: zipfile.ZipFile, name: str) -> str:
    data = read_member(file, name, WHAT)
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Unreadable(f"{name} in the archive is not UTF-8.") from None


def _read(file: zipfile.ZipFile, name: str, kind: Any) -> Any:
    try:
        return decode_json(_json(file, name), kind)
    except Unreadable as error:
        raise Unreadable(f"{name} in the archive: {error}") from None


def _manifest(text: str) -> Manifest:
    head = decode_json(text, Head)
    if head.format != FORMAT:
        raise Unreadable(f"manifest.json has the format “{head.format[:40]}”; an archive of Muster has {FORMAT}.")
    if head.schema_version != SCHEMA_VERSION:
        newer = " A newer program made it." if head.schema_version > SCHEMA_VERSION else ""
        version = number_text(head.schema_version)
        raise Unreadable(f"The archive has version {version}; this program reads version {SCHEMA_VERSION}.{newer}")
    manifest = decode_json(text, Manifest)
    if len(manifest.armies) > MAX_ARCHIVE_ARMIES:
        raise Unreadable(
            f"An archive may have at most {MAX_ARCHIVE_ARMIES:,} armies; this one has {len(manifest.armies):,}."
        )
    files = [name for entry in manifest.armies for name in (entry.file, entry.history) if name]
    if len(set(files)) < len(files):
        raise Unreadable("manifest.json names the same file twice.")
    for entry in manifest.armies:
        _refuse([*length_faults("The origin of an army", entry.origin, 300), *_version_faults(entry.version)])
    return manifest


def _version_faults(version: int) -> list[str]:
    return [] if 1 <= version <= LARGEST else [f"An army of the archive has the version {number_text(version)}."]


def _archived_army(file: zipfile.ZipFile, entry: Entry) -> ArchivedArmy:
    try:
        text = _json(file, entry.file)
        if (format_name := decode_json(text, Head).format) != MUSTER:
            raise Unreadable(f"Its format is “{format_name[:40]}”; an archive contains {MUSTER} files.")
        reading = read_json(text)
    except Unreadable as error:
        raise Unreadable(f"“{entry.name[:MAX_NAME]}”, {entry.file}: {error}") from None
    history: History | None = _read(file, entry.history, History) if entry.history else None
    if history is not None:
        _refuse(_history_faults(entry, history))
    (army,) = reading.armies
    return ArchivedArmy(entry, army, history, tuple(problem.sentence for problem in reading.problems))


def _history_faults(entry: Entry, history: History) -> list[str]:
    """Faults of a history against the limits; its differences are checked when they are replayed."""
    where = f"The history of “{entry.name[:60]}”"
    numbers = [past.number for past in history.changes]
    if not numbers or len(numbers) > MAX_HISTORY:
        return [f"{where} has {len(numbers):,} entries; 1 to {MAX_HISTORY:,} are allowed."]
    if numbers != sorted(set(numbers)) or numbers[0] < 1 or numbers[-1] > entry.version:
        return [f"{where} is not in order."]
    for past in history.changes:
        if max(len(past.kind) - 16, len(past.words) - MAX_WORDS, len(past.by) - 150, len(past.at) - 40) > 0:
            return [f"{where} has an entry with a text that is too long."]
        if past.undoes is not None and not 1 <= past.undoes < past.number:
            return [f"{where} undoes an entry that it does not have."]
        if any(len(element) > MAX_ID or len(pair) != 2 for element, pair in past.difference.items()):
            return [f"{where} has an entry with an invalid difference."]
    return []


def _small_faults(holdings: tuple[Holding, ...], mappings: tuple[Mapping, ...], choices: dict[str, str]) -> list[str]:
    faults: list[str] = []
    for what, items in (("kinds of figures", holdings), ("table headers", mappings), ("choices", choices)):
        if len(items) > MAX_LISTED:
            faults.append(f"The archive has {len(items):,} {what}; at most {MAX_LISTED:,} are allowed.")
    if any(len(mapping.head) > MAX_ID or len(mapping.columns) > MAX_COLUMNS for mapping in mappings):
        faults.append("The archive has meanings for more columns than a table can have.")
    if any(len(name) > MAX_NAME or len(value) > MAX_NAME for name, value in choices.items()):
        faults.append("A choice in the archive is too long.")
    return faults


def _answer_faults(answers: tuple[KeptAnswer, ...]) -> list[str]:
    if len(answers) > MAX_LISTED:
        return [f"The archive has {len(answers):,} kept answers; at most {MAX_LISTED:,} are allowed."]
    if any(len(one.key) > MAX_NAME or len(one.words) > MAX_WORDS or len(one.value) > MAX_LINE for one in answers):
        return ["A kept answer in the archive is too long."]
    return []


MAX_LISTED: Final = 5 * MAX_ITEMS


def _refuse(faults: list[str]) -> None:
    if faults:
        raise Unreadable(faults[0])
