"""Papers and the field that is printed on."""

from typing import Final, NamedTuple


class Format(NamedTuple):
    """A size of page, and from its left and right edge, and its top and bottom edge, to the field, in mm."""

    wide: float
    high: float
    side: float = 0.0
    end: float = 0.0

    def turned(self) -> "Format":
        """The same paper lying on its other side."""
        return Format(self.high, self.wide, self.end, self.side)


PAPERS: Final[dict[str, Format]] = {
    "a4": Format(210.0, 297.0, 10.0, 10.0),
    "letter": Format(215.9, 279.4, 12.95, 11.2),
}
"""What everything but charts and maps is printed on."""
FIELD: Final = 190.0
