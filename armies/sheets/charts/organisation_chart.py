"""The organisation chart of an army as a PDF, or page by page as SVG. The same army gives the same bytes."""

from typing import NamedTuple

from armies.paper.section import Imprint, Section, digest_of
from armies.paper.sheet import Mark
from armies.sheets.charts.chart_content import ChartWords, Orientation, chart_words
from armies.sheets.charts.chart_page import pictures
from armies.sheets.charts.picture import Picture, picture_pages, to_svg
from battles.engine.armies.facts import Army


class Chart(NamedTuple):
    """A chart on its pages."""

    words: ChartWords
    pages: tuple[Picture, ...]
    digest: str

    @property
    def title(self) -> str:
        return f"{self.words.title}: organisation chart"

    @property
    def section(self) -> Section:
        """All its pages as a section, on its own paper."""
        return Section("Organisation chart", self.words.title, self.digest, lambda sheet: picture_pages(self.pages))

    def svg(self, page: int = 1, name: str = "chart") -> str:
        """One page as SVG; the first is 1. Ids in it start with ``name``.

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

    An army that does not fit one page at 6.5 points is split by corps and division, after an overview.

    Args:
        system: the system of the figures under the units, or ``recorded``.
        paper: a key of ``chart_model.PAPERS``.
        orientation: ``auto`` chooses the one with fewer pages.
        units: if False, the chart ends at brigades.
        version, date: printed in the footer.
        address: the army's address, for a QR code on the first page; empty for none.

    Raises:
        ValueError: an unknown system, paper or orientation, or a name that fits no page.
    """
    words = chart_words(army, system=system, units=units)
    return chart_of_words(words, Imprint(version, date), paper=paper, orientation=orientation, address=address)


def chart_of_words(
    words: ChartWords, imprint: Imprint, *, paper: str, orientation: Orientation = "auto", address: str = ""
) -> Chart:
    """The chart of ``words``; arguments and errors are those of ``chart``."""
    digest = digest_of(words, paper, orientation)
    mark = Mark(words.title, imprint.version, imprint.date, digest)
    return Chart(words, tuple(pictures(words, paper, orientation, mark, address)), digest)
