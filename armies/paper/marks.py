"""Marks of sheets: boxes to cross off, rings for Turns, symbols, nation stripes, circles, QR codes, a scale line."""

from functools import cache, lru_cache
from typing import Final

import segno

from armies import symbols
from armies.paper.sheet import FINE, INK, RULE, SOFT, THICK, TINT, Sheet
from armies.paper.typography import MM, SMALLEST, font
from battles.engine.armies.ledger import BOX as BOX
from battles.engine.armies.ledger import FIFTH as FIFTH
from battles.engine.armies.ledger import PITCH as PITCH
from battles.engine.armies.ledger import boxes_width as boxes_width
from battles.engine.armies.nations import nations

RING: Final = 1.6
RING_PITCH: Final = 3.75
TURNS: Final = 12
"""The most rings in a row. Players write further Turns in pencil."""

BEND: Final = 0.5523
"""Length of the Bezier controls of a quarter circle, as a share of its radius."""

WEAVES: Final[tuple[str, ...]] = ("solid", "double", "dash", "dot", "long", "thick", "dashdot")
FIXED_WEAVES: Final[dict[str, str]] = {
    "FR": "solid", "GB": "double", "NL": "dash", "BW": "dot", "PR": "long", "AT": "thick", "RU": "dashdot",
}  # fmt: skip
"""Patterns of nation stripes, which differ in greyscale; other nations get them in turn."""


def boxes_that_fit(measure: float) -> int:
    """The number of boxes in one row of ``measure`` mm; at least five."""
    count = 5
    while boxes_width(count + 1) <= measure:
        count += 1
    return count


def boxes(
    sheet: Sheet,
    x: float,
    y: float,
    count: int,
    *,
    shade: int | None = None,
    bold: int | None = None,
    first: int = 1,
    struck: int = 0,
) -> None:
    """Draw a row of boxes to cross off, in fives, numbered from ``first``.

    Box ``shade`` is grey; box ``bold`` is framed and shows its number. Boxes up to ``struck`` are already
    crossed off.
    """
    plain = []
    for index in range(count):
        at = (x + index * PITCH + index // 5 * FIFTH, y)
        if first + index == bold:
            sheet.rects([at], BOX, BOX, weight=THICK, fill=TINT)
            sheet.text(at[0] + BOX / 2, y + BOX / 2 + 0.92, str(bold), "semi", 7.2 if bold < 100 else 6.5, "c")
        elif first + index == shade:
            sheet.rects([at], BOX, BOX, fill=TINT)
        else:
            plain.append(at)
    sheet.rects(plain, BOX, BOX)
    for index in range(min(count, struck - first + 1)):
        strike(sheet, x + index * PITCH + index // 5 * FIFTH, y)


def strike(sheet: Sheet, x: float, y: float) -> None:
    """Cross off the box with its top left corner at a place."""
    sheet.line(x, y + BOX, x + BOX, y, 1.1)


def crossed(sheet: Sheet, x: float, y: float, cross: bool) -> None:
    """Draw one box at its top left corner, crossed off or not."""
    sheet.rects([(x, y)], BOX, BOX)
    if cross:
        sheet.line(x + 0.5, y + 0.5, x + BOX - 0.5, y + BOX - 0.5, 0.9)
        sheet.line(x + 0.5, y + BOX - 0.5, x + BOX - 0.5, y + 0.5, 0.9)


def rings_width(turns: int) -> float:
    """Width in mm of the rings of so many Turns; 0 for none."""
    return (turns - 1) * RING_PITCH + 2 * RING if turns else 0.0


def rings(sheet: Sheet, right: float, y: float, turns: int) -> float:
    """Draw a numbered ring to fill in for each Turn; returns the left edge."""
    name = f"rings-{turns}"
    wide = rings_width(turns)
    if not sheet.canvas.hasForm(name):
        _ring_form(sheet, name, turns, wide)
    sheet.form(name, right - wide, y)
    return right - wide


def _ring_form(sheet: Sheet, name: str, turns: int, wide: float) -> None:
    """The rings as a PDF form, which all brigades share."""
    canvas = sheet.canvas
    canvas.beginForm(name, -1, -RING * MM - 1, wide * MM + 1, RING * MM + 1)
    canvas.setDash()
    canvas.setStrokeGray(SOFT)
    canvas.setFillGray(SOFT)
    canvas.setLineWidth(FINE)
    canvas.setFont(font("text").fontName, SMALLEST)
    for turn in range(turns):
        x = (RING + turn * RING_PITCH) * MM
        canvas.circle(x, 0, RING * MM)
        canvas.drawCentredString(x, -0.82 * MM, str(turn + 1))
    canvas.endForm()


def symbol(sheet: Sheet, name: str, x: float, y: float, wide: float) -> None:
    """Draw a unit or leader symbol ``wide`` mm wide with its top left corner at a place."""
    sheet.put(f"q 1 0 0 1 {sheet.point(x, y)} cm {symbol_operators(name, wide)} Q")


@cache
def symbol_operators(name: str, wide: float) -> str:
    """PDF operators for a symbol with its top left corner at the origin."""
    scale = wide * MM / symbols.WIDTH
    ops = [f"[] 0 d 0 j {symbols.LINE * scale:.3f} w 0 G"]
    for how, path in symbols.SYMBOLS.get(name, symbols.SYMBOLS["unknown"]):
        ops.append("0 g" if how == "ink" else "1 g")
        for letter, numbers in symbols.parse(path):
            points = [f"{(value if n % 2 == 0 else -value) * scale:.2f}" for n, value in enumerate(numbers)]
            ops.append(" ".join((*points, _PATH[letter])))
        ops.append(_PAINT[how])
    return " ".join(ops)


_PATH: Final = {"M": "m", "L": "l", "C": "c", "Z": "h"}
_PAINT: Final = {"line": "S", "ink": "f", "paper": "B", "paper0": "f"}


def circle(sheet: Sheet, x: float, y: float, far: float, weight: float, grey: float) -> None:
    """Draw a circle of radius ``far`` mm about a place."""
    sheet.pen(weight, grey)
    bend = far * BEND
    points = (
        ((x + far, y),),
        ((x + far, y + bend), (x + bend, y + far), (x, y + far)),
        ((x - bend, y + far), (x - far, y + bend), (x - far, y)),
        ((x - far, y - bend), (x - bend, y - far), (x, y - far)),
        ((x + bend, y - far), (x + far, y - bend), (x + far, y)),
    )
    drawn = [" ".join(sheet.point(*one) for one in arc) for arc in points]
    sheet.put(f"{drawn[0]} m {' '.join(f'{each} c' for each in drawn[1:])} S")


@cache
def weave(code: str) -> str:
    """The pattern of a nation's stripe."""
    if code in FIXED_WEAVES:
        return FIXED_WEAVES[code]
    others = [other for other in nations() if other not in FIXED_WEAVES]
    return WEAVES[others.index(code) % len(WEAVES)] if code in others else "solid"


def stripe(
    sheet: Sheet, code: str, y: float, high: float = 1.2, x: float | None = None, right: float | None = None
) -> None:
    """Draw the stripe of a nation, with a pattern for greyscale; across the field by default."""
    x, right = sheet.left if x is None else x, sheet.right if right is None else right
    nation = nations().get(code)
    colour = nation.colour.lstrip("#") if nation else "777777"
    red, green, blue = (int(colour[index : index + 2], 16) / 255 for index in (0, 2, 4))
    sheet.put(f"q {red:.3f} {green:.3f} {blue:.3f} rg")
    for left, top, wide, tall in bars(weave(code), x, right, high):
        sheet.put(f"{sheet.point(left, y + top + tall)} {wide * MM:.2f} {tall * MM:.2f} re")
    sheet.put("f Q")


def bars(how: str, x: float, right: float, high: float) -> list[tuple[float, float, float, float]]:
    """The bars of a stripe with the pattern ``how`` from ``x`` to ``right``: left, top, width and height in mm."""
    if how == "solid":
        return [(x, 0, right - x, high)]
    if how == "double":
        return [(x, 0, right - x, high * 0.36), (x, high * 0.64, right - x, high * 0.36)]
    if how == "thick":
        return [(x, 0, right - x, high * 0.58), (x, high * 0.8, right - x, high * 0.2)]
    cells = {"dash": (2.4,), "dot": (high,), "long": (6.0,), "dashdot": (4.0, high)}[how]
    woven = []
    index = 0
    while x < right - 0.01:
        wide = min(cells[index % len(cells)], right - x)
        woven.append((x, 0.0, wide, high))
        x += wide + high * 0.8
        index += 1
    return woven


@lru_cache(maxsize=64)
def _qr_rows(address: str) -> tuple[tuple[int, ...], ...]:
    """The modules of a QR code, row by row; 1 is dark."""
    return tuple(tuple(row) for row in segno.make(address, error="m", micro=False).matrix)


def qr_code(sheet: Sheet, address: str, right: float, y: float, wide: float) -> None:
    """Draw ``address`` as a QR code, ``wide`` mm wide with its quiet zone; its ink ends at ``right``."""
    rows = _qr_rows(address)
    cell = wide / len(rows)
    sheet.ink(INK)
    for down, row in enumerate(rows):
        start = None
        for across, dark in enumerate((*row, 0)):
            if dark and start is None:
                start = across
            elif not dark and start is not None:
                x = right - wide + start * cell
                size = f"{(across - start) * cell * MM:.3f} {cell * MM:.3f} re"
                sheet.put(f"{sheet.point(x, y + (down + 1) * cell)} {size}")
                start = None
    sheet.put("f")


CHECK: Final = 100.0
"""Length of the line in mm."""

CHECK_ROOM: Final = 7.0
"""Height in mm that it needs above the footer."""

WORDS: Final = "This line must be 100 mm. If not, print at 100 % without fitting"


def check_line(sheet: Sheet, x: float, y: float) -> None:
    """Draw a line of 100 mm to check the scale, from ``x`` to the right at height ``y``, with its purpose."""
    sheet.rule(x, y, x + CHECK, RULE)
    for at in (x, x + CHECK / 2, x + CHECK):
        sheet.line(at, y - 1.2, at, y + 1.2, RULE)
    sheet.text(x + CHECK + 2.5, y + 0.9, WORDS, "text", 7.2)
