"""The ``.battle`` file: JSON lines, first the header, then one entry per line.

The same file is an export, an import and a stored example. Reading checks its form only; ``replay.verify`` checks
that the battle followed the rules.
"""

from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Final

from msgspec import Struct

from battles.engine import registry
from battles.engine.codec import VERSIONS, Unreadable, decode, encode, upcast
from battles.engine.core import SetupError
from battles.engine.record import FORMAT, Battle, Entry, Header, Record
from battles.engine.system import RuleSystem

MOST_BYTES: Final = 20_000_000
MOST_ENTRIES: Final = 100_000
MOST_LINE: Final = 1_000_000
"""Bytes in a line."""

ENTRY: Final = "muster.battle/entry"
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
PACKED: Final = {b"\x1f\x8b": "gzip", b"PK": "zip", b"BZ": "bzip2", b"\xfd7zXZ": "xz", b"\x28\xb5\x2f\xfd": "zstd"}
"""First bytes of a compressed file."""

Load = Callable[[str], RuleSystem[Any]]
"""Returns the system of a key; raises ``ValueError`` with a sentence if there is none."""


class _Head(Struct):
    """The fields of a header that say how to read the rest."""

    format: str = ""
    v: Any = None
    system: str = ""


def write(battle: Battle | Record[Any], file: BinaryIO | None = None) -> bytes:
    """The bytes of a battle, also written to ``file`` if there is one.

    The secret is included only if the battle has ended.
    """
    if isinstance(battle, Record):
        battle = battle.battle()
    content = b"".join(encode(line) + b"\n" for line in (battle.header, *battle.entries))
    if file is not None:
        file.write(content)
    return content


def read(content: bytes, load: Load = registry.load) -> Battle:
    """The battle in a file.

    Raises:
        Unreadable: it is not a readable battle; names the line and what is wrong there. Nothing else is raised.
    """
    lines = _lines(content)
    try:
        system, header, version = _header(lines[0], load)
    except Unreadable as wrong:
        raise wrong.on(1) from None
    entry_type = Entry[system.action_type, system.event_type]  # type: ignore[name-defined]
    entries = []
    for number, line in enumerate(lines[1:], 2):
        try:
            entries.append(_entry(line, entry_type, version))
        except Unreadable as wrong:
            if number == len(lines) and not content.endswith(b"\n"):
                wrong = Unreadable(f"The file is cut off here. {wrong.sentence}", wrong.path)
            raise wrong.on(number) from None
    return Battle(system, header, tuple(entries))


def _lines(content: bytes) -> list[bytes]:
    """The lines of a file within its limits, without empty lines at its end."""
    if len(content) > MOST_BYTES:
        raise Unreadable(f"A battle file has at most {MOST_BYTES:,} bytes; this one has {len(content):,}.")
    content = content.removeprefix(BYTE_ORDER_MARK)
    for start, name in PACKED.items():
        if content.startswith(start):
            raise Unreadable(f"The file is compressed ({name}); unpack it first.")
    try:
        content.decode()
    except UnicodeDecodeError as wrong:
        line = content.count(b"\n", 0, wrong.start) + 1
        raise Unreadable("It is not text in UTF-8.", line=line) from None
    lines = content.rstrip().split(b"\n")
    if lines == [b""]:
        raise Unreadable("The file is empty.")
    if len(lines) - 1 > MOST_ENTRIES:
        raise Unreadable(f"A battle file has at most {MOST_ENTRIES:,} entries; this one has {len(lines) - 1:,}.")
    return list(_checked(lines))


def _checked(lines: list[bytes]) -> Iterator[bytes]:
    for number, line in enumerate(lines, 1):
        if len(line) > MOST_LINE:
            raise Unreadable(f"A line has at most {MOST_LINE:,} bytes; this one has {len(line):,}.", line=number)
        stripped = line.strip()
        if not stripped:
            raise Unreadable("The line is empty.", line=number)
        yield stripped


def _header(line: bytes, load: Load) -> tuple[RuleSystem[Any], Header[Any], int]:
    """The system, the header and the version in which the file was written."""
    head = decode(line, _Head)
    if head.format != FORMAT:
        raise Unreadable(f"This is not a battle file: its first line does not say “format”: “{FORMAT}”.", "$.format")
    if head.v != VERSIONS[FORMAT]:
        line = encode(upcast(FORMAT, decode(line, dict[str, Any])))
    try:
        system = load(head.system)
    except ValueError as wrong:
        raise Unreadable(str(wrong), "$.system") from None
    header = decode(line, Header[system.setup_type])  # type: ignore[name-defined]
    unknown = [side for side in header.players if side not in system.sides]
    if unknown:
        raise Unreadable(f"A battle of {system.key} has no side “{unknown[0]}”.", "$.players")
    try:
        system.start(header.setup)
    except SetupError as wrong:
        raise Unreadable(str(wrong), "$.setup") from None
    except Exception as wrong:
        raise Unreadable(
            f"The rules raised an error on this set-up: {type(wrong).__name__}: {wrong}.", "$.setup"
        ) from None
    return system, header, head.v


def _entry(line: bytes, entry_type: Any, version: int) -> Entry[Any, Any]:
    if version != VERSIONS[FORMAT]:
        line = encode(upcast(ENTRY, decode(line, dict[str, Any]), version))
    entry: Entry[Any, Any] = decode(line, entry_type)
    if entry.hash is None:
        raise Unreadable("The entry has no hash.", "$.hash")
    if entry.back is not None and entry.back >= entry.n:
        raise Unreadable(f"Entry {entry.n} must return to an earlier entry, not to {entry.back}.", "$.back")
    return entry
