"""Pictures of pages as they will be printed: a page of a sheet is set as a PDF and that is drawn.

Pictures, and how many pages a sheet has, are kept for a while under what the sheet says.
"""

import hashlib
import io
import threading
from typing import Final, NamedTuple

import pypdfium2
from django.core.cache import caches

from armies.paper.section import Imprint, Section, lay_out, page_pdf

WIDTH: Final = 900
"""Pixels that a picture of an upright page is wide."""
LARGEST: Final = 1_600
"""Pixels that a picture has at most on either side."""
SHADES: Final = 32
KEPT: Final = 3_600
"""Seconds that a picture is kept."""

_drawing: Final = threading.Lock()
"""The library that draws is not safe for two threads."""


class Extent(NamedTuple):
    """Each page's width and height in mm, and what did not fit, in sentences."""

    pages: tuple[tuple[float, float], ...]
    troubles: tuple[str, ...]


def extent_of(section: Section, paper: str, scope: str) -> Extent:
    """How many pages a section has, and what does not fit. ``scope`` keeps what different readers see apart."""
    key = f"extent:{_key(section, paper, scope)}"
    found: Extent | None = caches["pictures"].get(key)
    if found is None:
        found = Extent(*lay_out(section, paper))
        caches["pictures"].set(key, found, KEPT)
    return found


def picture(section: Section, imprint: Imprint, paper: str, number: int, scope: str) -> bytes:
    """The page ``number`` of a section, from 1, as PNG.

    Raises:
        IndexError: it has no such page.
    """
    key = f"picture:{_key(section, paper, scope)}:{imprint.version}:{imprint.date}:{number}"
    found: bytes | None = caches["pictures"].get(key)
    if found is None:
        found = drawn(page_pdf(section, imprint, paper, number))
        caches["pictures"].set(key, found, KEPT)
    return found


def drawn(pdf: bytes) -> bytes:
    """The first page of a PDF as PNG in a few shades."""
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
    """What the picture of a page stands under with whoever keeps it."""
    return f"{section.digest}-{imprint.version}-{imprint.date}-{paper}-{number}"


def _key(section: Section, paper: str, scope: str) -> str:
    what = "\0".join((scope, section.kind, section.title, section.digest, paper))
    return hashlib.sha256(what.encode()).hexdigest()
