"""Unit cards to cut out, by brigade: a roll in, a section of a file out."""

from typing import Final, NamedTuple

from armies.paper.cleaning import printable_texts
from armies.paper.cutting import cuts
from armies.paper.faces import Printable
from armies.paper.reporting import Fits
from armies.paper.section import Imprint, Planned, Section, digest_of
from armies.paper.sheet import Sheet
from armies.sheets.card_pages import Foot, pages_of
from armies.sheets.unit_card import Piece, back, chosen, face
from battles.engine.roll import Roll

SIZES: Final[dict[str, tuple[float, float]]] = {
    "poker": (63.0, 88.0),
    "bridge": (57.0, 88.0),
    "tarot": (70.0, 120.0),
    "large": (100.0, 110.0),
}
"""Width and height of a card in mm."""
BLEED: Final = 3.0
"""Millimetres that the stripe runs over the cut."""


class Style(NamedTuple):
    """How cards are made: their size, whether the stripe runs over the cut, whether they have backs.

    ``brigade`` is the number of the only brigade, from 1; 0 for all.
    """

    size: str = "poker"
    bleed: bool = False
    backs: bool = False
    brigade: int = 0


USUAL_STYLE: Final = Style()


def unit_cards(roll: Roll, imprint: Imprint, style: Style = USUAL_STYLE) -> Section:
    """A card for every unit of ``roll``. With backs, every second page is the back of the one before."""
    clean = printable_texts(roll, Printable())
    digest = digest_of(clean, style)

    def plan(sheet: Sheet) -> Planned:
        wide, high = SIZES[style.size]
        piece = Piece(wide, high, BLEED if style.bleed else 0.0)
        grid = cuts(sheet.format, wide, high, piece.bleed)
        fits = Fits("Unit cards")
        found = chosen(clean.groups, style.brigade)
        faces = [face(unit, group, piece, fits).draw for group, unit in found]
        behind = [back(unit, clean.side, clean.nation, piece, Fits("")).draw for _, unit in found if style.backs]
        foot = Foot(f"print at 100 %: cards are {wide:g} × {high:g} mm", clean.title, digest, imprint)
        return Planned(pages_of(grid, faces, behind, foot, "no units"), tuple(dict.fromkeys(fits.troubles)))

    return Section("Unit cards", clean.title or "An army", digest, plan, single=not style.backs)
