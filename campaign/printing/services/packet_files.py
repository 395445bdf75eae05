"""Packets as files, and pictures of pages as they will be printed."""

import hashlib
import io
import threading
import zipfile
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import pypdfium2
from django.core.cache import caches
from django.utils.text import slugify

from armies.paper.section import Bound, Imprint, Section, alone, lay_out, page_pdf
from armies.services.printed_sheets import imprint
from campaign.printing.services.subject_access import Source
from campaign.printing.sheets import packet as sheets
from campaign.printing.sheets.packet import KINDS, BadWanted, Packet, Reader, Since, Wanted

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
WIDTH: Final = 900
"""Width of the picture of an upright page in pixels."""
LARGEST: Final = 1_600
"""Longest side of a picture in pixels."""
SHADES: Final = 32
COARSE: Final = 0.35
"""Pixels for each point where only the darkness of a page counts."""
WHITE: Final = 255
KEPT: Final = 3_600
"""Seconds for which a picture is cached."""
_drawing: Final = threading.Lock()
"""The drawing library is not thread-safe."""


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


class Extent(NamedTuple):
    """Width and height of each page in mm, and sentences about text that did not fit."""

    pages: tuple[tuple[float, float], ...]
    troubles: tuple[str, ...]


def extent_of(section: Section, paper: str, scope: str) -> Extent:
    """The pages of a section and text that does not fit. ``scope`` separates the cache by reader."""
    key = f"extent:{_key(section, paper, scope)}"
    extent: Extent | None = caches["pictures"].get(key)
    if extent is None:
        extent = Extent(*lay_out(section, paper))
        caches["pictures"].set(key, extent, KEPT)
    return extent


def ink(section: Section, imprint: Imprint, paper: str, scope: str) -> tuple[float, ...]:
    """The share of each page of a section that is black; greys and colours count by their darkness."""
    key = f"ink:{_key(section, paper, scope)}"
    shares: tuple[float, ...] | None = caches["pictures"].get(key)
    if shares is None:
        shares = _shares(alone(section, imprint, paper))
        caches["pictures"].set(key, shares, KEPT)
    return shares


def _shares(pdf: bytes) -> tuple[float, ...]:
    shares = []
    with _drawing:
        document = pypdfium2.PdfDocument(pdf)
        try:
            for page in document:
                counts = page.render(scale=COARSE, grayscale=True).to_pil().histogram()
                dark = sum(count * (WHITE - shade) for shade, count in enumerate(counts))
                shares.append(dark / WHITE / sum(counts))
        finally:
            document.close()
    return tuple(shares)


def picture(section: Section, imprint: Imprint, paper: str, number: int, scope: str) -> bytes:
    """The page ``number`` of a section, from 1, as PNG.

    Raises:
        IndexError: there is no such page.
    """
    key = f"picture:{_key(section, paper, scope)}:{imprint.version}:{imprint.date}:{number}"
    image: bytes | None = caches["pictures"].get(key)
    if image is None:
        image = drawn(page_pdf(section, imprint, paper, number))
        caches["pictures"].set(key, image, KEPT)
    return image


def drawn(pdf: bytes) -> bytes:
    """The first page of a PDF as a PNG in a few shades."""
    out = io.BytesIO()
    with _drawing:
        document = pypdfium2.PdfDocument(pdf)
        try:
            page = document[0]
            wide, high = page.get_size()
            scale = min(WIDTH / min(wide, high), LARGEST / max(wide, high))
            image = page.render(scale=scale).to_pil()
        finally:
            document.close()
    image.quantize(SHADES).save(out, "PNG")
    return out.getvalue()


def tag(section: Section, imprint: Imprint, paper: str, number: int) -> str:
    """The ETag of the picture of a page."""
    return f"{section.digest}-{imprint.version}-{imprint.date}-{paper}-{number}"


def _key(section: Section, paper: str, scope: str) -> str:
    what = "\0".join((scope, section.kind, section.title, section.digest, paper))
    return hashlib.sha256(what.encode()).hexdigest()
