"""Commanders' cards to cut out: a roll in, a section of a file out."""

from typing import Final, NamedTuple

from armies.paper.cleaning import printable_texts
from armies.paper.cutting import cuts
from armies.paper.faces import Printable
from armies.paper.reporting import Fits
from armies.paper.section import Imprint, Planned, Section, digest_of
from armies.paper.sheet import Sheet
from armies.sheets.card_pages import Foot, pages_of
from armies.sheets.commander_card import face, posts
from armies.sheets.unit_card import Piece
from armies.sheets.unit_cards import BLEED, SIZES
from battles.engine.roll import Roll


class Style(NamedTuple):
    """How the cards are made; without ``brigades`` none is of a commander of one group alone."""

    size: str = "tarot"
    bleed: bool = False
    brigades: bool = True


USUAL_STYLE: Final = Style()


def commander_cards(roll: Roll, imprint: Imprint, style: Style = USUAL_STYLE) -> Section:
    """A card for every commander of ``roll``, with his rating and radius, what he commands and room for orders."""
    clean = printable_texts(roll, Printable())
    every = tuple(posts(clean))
    digest = digest_of(clean.title, every, style)

    def plan(sheet: Sheet) -> Planned:
        wide, high = SIZES[style.size]
        piece = Piece(wide, high, BLEED if style.bleed else 0.0)
        fits = Fits("Commanders’ cards")
        found = [post for post in every if style.brigades or post.commander.level != "brigade"]
        faces = [face(post, piece, fits).draw for post in found]
        foot = Foot(f"print at 100 %: cards are {wide:g} × {high:g} mm", clean.title, digest, imprint)
        grid = cuts(sheet.format, wide, high, piece.bleed)
        return Planned(pages_of(grid, faces, (), foot, "no commanders"), tuple(dict.fromkeys(fits.troubles)))

    return Section("Commanders’ cards", clean.title or "An army", digest, plan, single=True)
