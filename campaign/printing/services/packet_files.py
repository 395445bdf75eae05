"""Files of packets and single sheets, and ZIPs of everybody's packets."""

import io
import zipfile
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from django.utils.text import slugify

from armies.paper.section import Bound
from armies.services.printed_sheets import imprint
from campaign.printing.services.subject_access import Source
from campaign.printing.sheets import packet as sheets
from campaign.printing.sheets.catalogue import KINDS
from campaign.printing.sheets.packet import BadWanted, Packet, Reader, Since, Wanted

EVERYBODY: Final = "all"
"""In place of a reader: a packet for each reader, in one ZIP."""
AT_ONCE: Final = 40
"""Pages of a packet that is made at once, at most; a longer one is made in the background."""
MANY_UNITS: Final = 250
"""Units of a packet that is laid out at once, at most."""
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a ZIP, so that the same packets give the same bytes."""

PDF: Final = "application/pdf"
ZIP: Final = "application/zip"
TEXT: Final = "text/plain"
Last = Mapping[str, Mapping[str, str]]
"""Digests of the last print, by reader."""


class File(NamedTuple):
    """A PDF, or a ZIP of PDFs. ``digests``, by reader, show at the next print what has changed."""

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
    """The packet of a reader, or those of ``EVERYBODY``.

    Args:
        last, since: digests and day of the last print; unchanged sheets are left out. None to print all.
        at_once: True if the user waits for it.

    Raises:
        Gone: the user may not print for that reader.
        BadWanted: a choice is not allowed, or there is nothing to print.
        TooLong: more pages than a file may have, or than can be made at once.
    """
    packets: dict[str, Packet] = {}
    refused: list[BadWanted] = []
    done, most = 0, AT_ONCE if at_once else None

    def report(drawn: int, total: int) -> None:
        if progress is not None:
            progress(done + drawn, done + total)

    for each in _readers(source, reader):
        news = None if last is None else Since(last.get(each, {}), since)
        whose, of = Reader(each, source.readers.get(each, "")), source.subject(each)
        try:
            packets[each] = sheets.packet(of, whose, wanted, imprint(), since=news, progress=report, most=most)
            done += packets[each].bound.pages
        except BadWanted as bad:  # for everybody, one packet may be unchanged
            refused.append(bad)
    if packets:
        return _file(source, reader, packets)
    raise refused[0]


def _readers(source: Source, reader: str) -> list[str]:
    return list(source.readers) if reader == EVERYBODY else [reader]


def _file(source: Source, reader: str, packets: Mapping[str, Packet]) -> File:
    troubles = sheets.shortened_troubles([trouble for packet in packets.values() for trouble in packet.bound.troubles])
    pages = sum(packet.bound.pages for packet in packets.values())
    digests = {each: sheets.digests(packet.parts) for each, packet in packets.items()}
    if reader == EVERYBODY:
        names = {each: name_of(source, each) for each in packets}
        alike = len(set(names.values())) < len(names)
        files = {
            f"{names[each]}{f'-{each}' if alike else ''}.pdf": packet.bound.data for each, packet in packets.items()
        }
        return File(f"{name_of(source, EVERYBODY)}.zip", ZIP, zipped(files), pages, troubles, digests)
    return File(f"{name_of(source, reader)}.pdf", PDF, packets[reader].bound.data, pages, troubles, digests)


def is_large(source: Source, reader: str) -> bool:
    """True if a packet is too large to be laid out while the user waits."""
    units = 0
    for each in _readers(source, reader):
        for side in source.subject(each).sides:
            units = max(units, len(side.roll.units))
    return units > MANY_UNITS


def takes_long(source: Source, reader: str, kind: str) -> bool:
    """True if a kind of sheet has too many units to be laid out while the user waits."""
    return KINDS[kind].secret and is_large(source, reader)


def sheet_file(source: Source, reader: str, kind: str, wanted: Wanted, *, at_once: bool = False) -> File:
    """One kind of sheet as a PDF.

    Args:
        at_once: True if the user waits for it.

    Raises:
        BadWanted: as ``packet_file``; or the kind is unknown or takes too long to wait for.
    """
    _check_kind(source, reader, kind, at_once)
    bound: Bound = sheets.alone(KINDS[kind], source.subject(reader), reader, wanted, imprint())
    name = f"{name_of(source, reader)}-{kind.replace('_', '-')}.pdf"
    return File(name, PDF, bound.data, bound.pages, sheets.shortened_troubles(bound.troubles), {})


def text_file(source: Source, reader: str, kind: str, wanted: Wanted) -> File:
    """One kind of sheet as plain text, for people who cannot use the PDF; raises like ``sheet_file``."""
    _check_kind(source, reader, kind, at_once=True)
    words = sheets.as_text(KINDS[kind], source.subject(reader), reader, wanted, imprint())
    name = f"{name_of(source, reader)}-{kind.replace('_', '-')}.txt"
    return File(name, f"{TEXT}; charset=utf-8", words.encode(), 0, (), {})


def _check_kind(source: Source, reader: str, kind: str, at_once: bool) -> None:
    if kind not in KINDS:
        raise BadWanted({"kind": f"There is no kind of sheet {kind[:40]!r}. Kinds: {', '.join(KINDS)}."})
    if at_once and takes_long(source, reader, kind):
        sentence = f"{KINDS[kind].title}: more than {MANY_UNITS} units take too long. Print it as a packet."
        raise BadWanted({kind: sentence})


def name_of(source: Source, reader: str) -> str:
    """The name of a file without its suffix, such as ``quatre-bras-french``."""
    words = {EVERYBODY: "packets"}.get(reader) or source.readers.get(reader, "").removeprefix("The ")
    return "-".join(filter(None, (_slug(source.title)[:60] or "packet", _slug(words)[:40])))


def _slug(words: str) -> str:
    """Words for a file name, in any script."""
    return slugify(words, allow_unicode=True)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Files as a ZIP. The same files give the same bytes. PDFs are compressed already."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return out.getvalue()
