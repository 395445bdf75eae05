"""Numbers, outlines and attributes of SVG, written as short as possible."""

from collections.abc import Iterable, Sequence

from django.utils.html import escape

from battles.drawing.outline import Loop, Spot

__all__ = ["attributes", "closed", "lines", "n", "outline", "words"]


def n(value: float) -> str:
    """A number with one place at most."""
    rounded = round(value, 1)
    return str(int(rounded)) if rounded == int(rounded) else f"{rounded:.1f}"


def words(text: str) -> str:
    """Text for an element or an attribute."""
    return str(escape(text))


def attributes(**values: str) -> str:
    """Attributes with their leading space; ``data_key`` is ``data-key``, ``class_`` is ``class``, "" is left out."""
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(value)}"' for name, value in values.items() if value
    )


def outline(points: Sequence[Spot]) -> str:
    """A closed path through whole points, each told from the one before."""
    (x, y), *others = points
    pieces = [f"M{n(x)} {n(y)}"]
    for next_x, next_y in others:
        dx, dy = next_x - x, next_y - y
        pieces.append(f"v{n(dy)}" if not dx else f"h{n(dx)}" if not dy else f"l{n(dx)}{_after(dy)}")
        x, y = next_x, next_y
    return "".join((*pieces, "z"))


def closed(loops: Iterable[Loop]) -> str:
    return "".join(map(outline, loops))


def lines(strokes: Iterable[tuple[Spot, Spot]]) -> str:
    """Straight strokes."""
    return "".join(f"M{n(x1)} {n(y1)}l{n(x2 - x1)}{_after(y2 - y1)}" for (x1, y1), (x2, y2) in strokes)


def _after(value: float) -> str:
    """A number that follows another: its sign parts them, else a space."""
    text = n(value)
    return text if text.startswith("-") else f" {text}"
