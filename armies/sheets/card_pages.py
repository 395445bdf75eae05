"""Pages of cards to cut out, with marks and foot; with backs, every second page is the back of the one before."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from armies.paper.cutting import Cuts
from armies.paper.pages import Folio, Page
from armies.paper.section import Imprint
from armies.paper.sheet import Sheet

Draw = Callable[[Sheet, float, float], None]
"""Draws a card, or its back, by its top left corner."""
BACKS: Final = "backs: print on both sides, turned on the long edge"


class Foot(NamedTuple):
    """What stands at the foot of a page of cards: what to know when cutting, whose they are, the printing."""

    words: str
    title: str
    digest: str
    imprint: Imprint

    def draw(self, sheet: Sheet, grid: Cuts, folio: Folio, words: str) -> None:
        """Set it below the cards, or beside them."""
        grid.foot(sheet, words, self.title, self.digest, self.imprint, (folio.number, folio.pages))


def pages_of(grid: Cuts, faces: Sequence[Draw], backs: Sequence[Draw], foot: Foot, none: str) -> list[Page]:
    """The pages; one that says ``none`` where there are no cards."""
    pages = []
    for start in range(0, max(len(faces), 1), grid.per_page):
        front = partial(_front, grid, faces[start : start + grid.per_page], foot, none)
        pages.append(Page(front, foot.title if start == 0 else "", format=grid.form, footer=False))
        if backs:
            behind = partial(_behind, grid, backs[start : start + grid.per_page], foot)
            pages.append(Page(behind, format=grid.form, footer=False))
    return pages


def _front(grid: Cuts, faces: Sequence[Draw], foot: Foot, none: str, sheet: Sheet, folio: Folio) -> None:
    for index, draw in enumerate(faces):
        draw(sheet, *grid.place(index))
    if faces:
        grid.marks(sheet)
    else:
        sheet.text(grid.x + 4.0, grid.y + 8.0, none, "ital", 9)
    foot.draw(sheet, grid, folio, foot.words)


def _behind(grid: Cuts, backs: Sequence[Draw], foot: Foot, sheet: Sheet, folio: Folio) -> None:
    for index, draw in enumerate(backs):
        x, y = grid.behind(index)
        if grid.lies:  # the paper is turned over its head, and a card about its side
            with sheet.turned(x + grid.wide / 2, y + grid.high / 2):
                draw(sheet, x, y)
        else:
            draw(sheet, x, y)
    grid.marks(sheet, back=True)
    foot.draw(sheet, grid, folio, BACKS)
