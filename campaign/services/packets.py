"""Packets and single sheets of what somebody may see, as files; for everybody at once in a ZIP."""

import io
import zipfile
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from django.utils.text import slugify

from armies.paper.section import Bound
from armies.services.printing import imprint
from campaign.services.printable import Source
from campaign.sheets import packet as sheets
from campaign.sheets.catalogue import KINDS
from campaign.sheets.packet import BadWanted, Packet, Reader, Since, Wanted

EVERYBODY: Final = "all"
"""In place of a reader: a packet for each, in one ZIP."""
AT_ONCE: Final = 40
"""Pages of a packet that is made while one waits; what has more is made in the background."""
MANY_UNITS: Final = 250
"""A packet of so many units is not even laid out while one waits."""
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a ZIP, so that the same packets give the same bytes."""

PDF: Final = "application/pdf"
ZIP: Final = "application/zip"
Last = Mapping[str, Mapping[str, str]]
"""Digests of the last print, by reader."""


class File(NamedTuple):
    """What was made: a PDF or a ZIP of them. ``digests`` are kept, by reader, to know later what has changed."""

    name: str
    media: str
    data: bytes
    pages: int
    troubles: tuple[str, ...]
    digests: dict[str, dict[str, str]]


def packet_file(
    source: Source,
    reader: str,
    wanted: Wanted,
    *,
    last: Last | None = None,
    since: str = "",
    at_once: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> File:
    """The packet of a reader, or that of ``EVERYBODY``.

    Args:
        last: what the last print said; what has not changed is left out. None for all.
        since: the day of that print.
        at_once: somebody waits for it.

    Raises:
        Gone: he may not print for that reader. ``BadWanted``: a choice that cannot be, or nothing to print.
        TooLong: more pages than a file may have, or than one waits for.
    """
    made: dict[str, Packet] = {}
    refused: list[BadWanted] = []
    done, most = 0, AT_ONCE if at_once else None

    def told(drawn: int, total: int) -> None:
        if progress is not None:
            progress(done + drawn, done + total)

    for each in _readers(source, reader):
        news = None if last is None else Since(last.get(each, {}), since)
        whose, of = Reader(each, source.readers.get(each, "")), source.subject(each)
        try:
            made[each] = sheets.packet(of, whose, wanted, imprint(), since=news, progress=told, most=most)
            done += made[each].bound.pages
        except BadWanted as bad:  # of everybody's, one packet may be as it was
            refused.append(bad)
    if made:
        return _file(source, reader, made)
    raise refused[0]


def _readers(source: Source, reader: str) -> list[str]:
    return list(source.readers) if reader == EVERYBODY else [reader]


def _file(source: Source, reader: str, made: Mapping[str, Packet]) -> File:
    troubles = sheets.said([trouble for packet in made.values() for trouble in packet.bound.troubles])
    pages = sum(packet.bound.pages for packet in made.values())
    digests = {each: sheets.digests(packet.parts) for each, packet in made.items()}
    if reader == EVERYBODY:
        names = {each: name_of(source, each) for each in made}
        alike = len(set(names.values())) < len(names)
        files = {f"{names[each]}{f'-{each}' if alike else ''}.pdf": packet.bound.data for each, packet in made.items()}
        return File(f"{name_of(source, EVERYBODY)}.zip", ZIP, zipped(files), pages, troubles, digests)
    return File(f"{name_of(source, reader)}.pdf", PDF, made[reader].bound.data, pages, troubles, digests)


def is_large(source: Source, reader: str) -> bool:
    """Whether a packet is so large that nobody should wait while it is laid out."""
    units = 0
    for each in _readers(source, reader):
        for side in source.subject(each).sides:
            units = max(units, len(side.roll.units))
    return units > MANY_UNITS


def takes_long(source: Source, reader: str, kind: str) -> bool:
    """Whether a kind of sheet tells of so many units that nobody should wait while it is laid out."""
    return KINDS[kind].secret and is_large(source, reader)


def sheet_file(source: Source, reader: str, kind: str, wanted: Wanted, *, at_once: bool = False) -> File:
    """One kind of sheet as a PDF.

    Args:
        at_once: somebody waits for it.

    Raises:
        BadWanted: as ``packet_file``, an unknown kind, or one that takes too long to wait for.
    """
    if kind not in KINDS:
        raise BadWanted({"kind": f"There is no kind of sheet {kind[:40]!r}; there are {', '.join(KINDS)}."})
    if at_once and takes_long(source, reader, kind):
        said = f"{KINDS[kind].title}: more than {MANY_UNITS} units are too many to wait for. Print it as a packet."
        raise BadWanted({kind: said})
    made: Bound = sheets.alone(KINDS[kind], source.subject(reader), reader, wanted, imprint())
    name = f"{name_of(source, reader)}-{kind.replace('_', '-')}.pdf"
    return File(name, PDF, made.data, made.pages, sheets.said(made.troubles), {})


def name_of(source: Source, reader: str) -> str:
    """The name of a file without its suffix: ``quatre-bras-french``."""
    words = {EVERYBODY: "packets"}.get(reader) or source.readers.get(reader, "").removeprefix("The ")
    return "-".join(filter(None, (_slug(source.title)[:60] or "packet", _slug(words)[:40])))


def _slug(words: str) -> str:
    """Words as they stand in the name of a file, in any script."""
    return slugify(words, allow_unicode=True)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Files in a ZIP; the same files give the same bytes. PDFs are compressed in themselves."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return out.getvalue()
