"""The organisation chart of an army: as a PDF, or page by page as SVG. The same army gives the same bytes."""

from typing import NamedTuple

from armies.paper.section import Imprint, Section, digest_of
from armies.paper.sheet import Mark
from armies.rules.facts import Army
from armies.sheets.chart_model import ChartWords, Orientation
from armies.sheets.chart_pdf import picture_pages
from armies.sheets.chart_picture import Picture
from armies.sheets.chart_service import chart_words
from armies.sheets.chart_sheet import pictures
from armies.sheets.chart_svg import to_svg


class Chart(NamedTuple):
    """A chart laid out on its pages."""

    words: ChartWords
    pages: tuple[Picture, ...]
    digest: str

    @property
    def title(self) -> str:
        return f"{self.words.title}: organisation chart"

    @property
    def section(self) -> Section:
        """All its pages, for a file; its paper is its own."""
        return Section("Organisation chart", self.words.title, self.digest, lambda sheet: picture_pages(self.pages))

    def svg(self, page: int = 1, name: str = "chart") -> str:
        """One page, the first being 1. ``name`` begins the ids in it.

        Raises:
            IndexError: there is no such page.
        """
        if not 1 <= page <= len(self.pages):
            raise IndexError(f"The chart has {len(self.pages)} pages: there is no page {page}.")
        which = f", page {page} of {len(self.pages)}" if len(self.pages) > 1 else ""
        return to_svg(self.pages[page - 1], f"{self.title}{which}", self.words.description, name)


def chart(
    army: Army,
    *,
    system: str,
    paper: str,
    orientation: Orientation = "auto",
    units: bool = True,
    version: str,
    date: str,
    address: str = "",
) -> Chart:
    """The organisation chart of ``army``.

    An army that does not fit one page at 5.5 points is split by corps and division, an overview first.

    Args:
        system: whose figures stand under the units: ``recorded``, ``mini_nap`` or ``easy_napoleonics``.
        paper: a key of ``chart_model.PAPERS``.
        orientation: ``auto`` takes what needs fewer pages.
        units: False ends the chart at brigades.
        version, date: printed in the footer.
        address: where the army is found; a QR code on the first page. None if empty.

    Raises:
        ValueError: an unknown system, paper or orientation, or a name that fits no page.
    """
    words = chart_words(army, system=system, units=units)
    return drawn(words, Imprint(version, date), paper=paper, orientation=orientation, address=address)


def drawn(
    words: ChartWords, imprint: Imprint, *, paper: str, orientation: Orientation = "auto", address: str = ""
) -> Chart:
    """The chart that says ``words``; arguments and errors are those of ``chart``."""
    digest = digest_of(words, paper, orientation)
    mark = Mark(words.title, imprint.version, imprint.date, digest)
    return Chart(words, tuple(pictures(words, paper, orientation, mark, address)), digest)
