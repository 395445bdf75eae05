"""Pictures of pages as they will be printed."""

import hashlib
import io
import threading
from typing import Final, NamedTuple

import pypdfium2
from django.core.cache import caches

from armies.paper.section import Imprint, Section, alone, lay_out, page_pdf

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
