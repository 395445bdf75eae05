"""A unit on the roster of a force: its name, kind, quality and boxes; below them what it does."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from armies.paper import marks
from armies.paper.fitting import Fitted, fit, wrap
from armies.paper.sheet import FAINT, FIELD, FINE, SOFT, Sheet
from armies.sheets.track import Laid, lay
from battles.engine.roll import Fact, RollUnit

SYMBOL: Final = 5.4
NAME: Final = 7.4
"""Millimetres from the left of the field to names."""
BOXES: Final = 62.0
"""Millimetres for the boxes at the right."""
QUALITY: Final = 24.0
FACTS: Final = 7.2
LINE: Final = 5.0
BELOW: Final = 3.0
"""Millimetres of a unit's first line, and of each of its lines of facts."""


class Row(NamedTuple):
    """A unit, fitted."""

    unit: RollUnit
    name: Fitted
    track: Laid | None
    below: tuple[str, ...]

    @property
    def height(self) -> float:
        """Millimetres."""
        boxes = self.track.height if self.track else 0.0
        return max(LINE + (len(self.name.lines) - 1) * self.name.lead, boxes + 1.4) + len(self.below) * BELOW + 0.8

    def draw(self, sheet: Sheet, y: float) -> None:
        """Draw it from its top down."""
        unit, left, base = self.unit, sheet.left, y + 3.6
        marks.symbol(sheet, unit.symbol, left, y + 0.5, SYMBOL)
        sheet.fitted(left + NAME, base, self.name, grey=SOFT if unit.gone else 0.0)
        past = left + NAME + self.name.width
        if unit.gone:
            sheet.line(left + NAME, base - 1.1, past, base - 1.1, 0.7)
        right = sheet.right - BOXES - 2.0
        kind = fit(f"{unit.kind}, gone" if unit.gone else unit.kind, "text", 7.6, right - QUALITY - past - 3.0)
        sheet.fitted(past + 2.0, base, kind, grey=SOFT)
        sheet.fitted(right - QUALITY, base, fit(unit.quality, "bold", 9.0, QUALITY))
        if self.track:
            self.track.draw(sheet, sheet.right - BOXES, y + 0.7)
        foot_of = y + self.height - 0.8 - len(self.below) * BELOW
        for index, line in enumerate(self.below):
            sheet.text(left + NAME, foot_of + 2.2 + index * BELOW, line, "text", FACTS, grey=SOFT)
        sheet.rule(left + NAME, y + self.height - 0.3, sheet.right, FINE, FAINT, (0.3, 1.2))


def fit_row(unit: RollUnit, common: set[str], *, facts: bool) -> Row:
    """A unit's lines; ``common`` are the notes that stand at the foot, ``facts`` says whether it has any below it."""
    words = [told(unit.facts), *(note for note in unit.notes if note not in common)] if facts else []
    below = wrap(" · ".join(filter(None, words)), "text", FACTS, FIELD - NAME) if any(words) else ()
    name = fit(unit.name or "without a name", "semi", 9.2, FIELD - NAME - BOXES - QUALITY - 30.0)
    return Row(unit, name, lay(unit.track, BOXES, 3.4) if unit.track else None, below)


def told(facts: Sequence[Fact]) -> str:
    """Facts in a line."""
    return " · ".join(f"{fact.label} {fact.text}" for fact in facts)
