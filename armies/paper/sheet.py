"""The page: papers, type, rules and fills, written straight as PDF operators.

Positions are millimetres from the top left corner of the paper, y down; sizes of type and weights
of rules are points. The field, the part that is printed on, is 190 mm wide on A4 and Letter, so that
one layout serves both. Pages of one file may be of several sizes. The same calls give the same bytes.
"""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal

from msgspec import Struct
from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from armies.paper.escaping import ESCAPED
from armies.paper.faces import MM, Face, font, width
from armies.paper.fitting import Fitted
from armies.paper.formats import FIELD as FIELD
from armies.paper.formats import PAPERS as PAPERS
from armies.paper.formats import Format as Format

rl_config.useA85 = 0
"""Streams are kept as bytes, not spelt in ASCII: a fifth smaller, and sooner done."""

Paper = Literal["a4", "letter"]
Align = Literal["l", "r", "c"]

FINE: Final = 0.25
RULE: Final = 0.5
THICK: Final = 1.0
INK: Final = 0.0
SOFT: Final = 0.38
FAINT: Final = 0.55
TINT: Final = 0.90
"""Greys, 0 black: text; small text; hairlines between rows; the only fill."""

FOOTER: Final = 3.4
"""Height of the footer above the foot of the field."""

Dash = tuple[float, float] | None


class Mark(Struct, frozen=True):
    """What the footer says about the printing."""

    title: str
    version: str
    date: str
    hash: str


class _Codes(dict[str, str]):
    """Escaped text operands of one face in one document, character by character."""


class Sheet:
    """A PDF being written, page by page; ``subject`` says what kind of sheet it is."""

    def __init__(self, form: Format, title: str, subject: str) -> None:
        self._file = io.BytesIO()
        size = (form.wide * MM, form.high * MM)
        self.canvas = Canvas(self._file, pagesize=size, invariant=1, pageCompression=1, lang="en")
        self.canvas.setTitle(title)
        self.canvas.setAuthor("Muster")
        self.canvas.setCreator("Muster")
        self.canvas.setSubject(subject)
        self.canvas.setViewerPreference("DisplayDocTitle", "true")
        self._codes: dict[Face, _Codes] = {}
        self._names: dict[Face, str] = {}
        self._marks = 0
        self.turn_to(form)
        self._begin()

    def turn_to(self, form: Format) -> None:
        """Give the page that is begun, and those that follow, another size."""
        self.format = form
        self.w, self.h = form.wide, form.high
        self.left, self.right = form.side, form.wide - form.side
        self.top, self.bottom = form.end, form.high - form.end
        self.canvas.setPageSize((self.w * MM, self.h * MM))

    def _begin(self) -> None:
        self._ops: list[str] = []
        self._fill = -1.0
        self._stroke: tuple[float, float, Dash] = (-1.0, -1.0, None)
        self._type: tuple[str, float, float, float] = ("", 0.0, 1.0, 0.0)

    # paint -----------------------------------------------------------------------------------

    def put(self, operators: str) -> None:
        """Add PDF operators, in points from the bottom left corner."""
        self._ops.append(operators)

    def point(self, x: float, y: float) -> str:
        """A place on the page as PDF has it."""
        return f"{x * MM:.2f} {(self.h - y) * MM:.2f}"

    def ink(self, grey: float) -> None:
        """Set the grey of type and fills from here on."""
        if grey != self._fill:
            self._fill = grey
            self._ops.append(f"{grey:g} g")

    def pen(self, weight: float, grey: float, dash: Dash = None) -> None:
        """Set the weight, grey and dashes (points on, points off) of lines from here on."""
        if (weight, grey, dash) == self._stroke:
            return
        if dash != self._stroke[2] or self._stroke[0] < 0:
            self._ops.append(f"[{dash[0]:g} {dash[1]:g}] 0 d" if dash else "[] 0 d")
        self._stroke = (weight, grey, dash)
        self._ops.append(f"{weight:g} w {grey:g} G")

    def rule(self, x: float, y: float, x2: float, weight: float = FINE, grey: float = INK, dash: Dash = None) -> None:
        """A horizontal line."""
        self.line(x, y, x2, y, weight, grey, dash)

    def line(
        self, x: float, y: float, x2: float, y2: float, weight: float = FINE, grey: float = INK, dash: Dash = None
    ) -> None:
        """A straight line."""
        self.pen(weight, grey, dash)
        self._ops.append(f"{self.point(x, y)} m {self.point(x2, y2)} l S")

    def scotch(self, y: float) -> None:
        """A thick and a thin rule across the field, the period's head rule."""
        self.rule(self.left, y, self.right, THICK)
        self.rule(self.left, y + 0.62, self.right, FINE)

    def rects(
        self,
        corners: list[tuple[float, float]],
        w: float,
        h: float,
        *,
        weight: float = RULE,
        grey: float = INK,
        fill: float | None = None,
        stroke: bool = True,
    ) -> None:
        """Equal upright rectangles by their top left corners."""
        if not corners:
            return
        if stroke:
            self.pen(weight, grey)
        if fill is not None:
            self.ink(fill)
        size = f"{w * MM:.2f} {h * MM:.2f} re"
        paths = " ".join(f"{self.point(x, y + h)} {size}" for x, y in corners)
        self._ops.append(f"{paths} {'S' if fill is None else 'B' if stroke else 'f'}")

    def form(self, name: str, x: float, y: float) -> None:
        """Draw a form made before (``armies.paper.marks``) with its origin at a place."""
        self.canvas.addLiteral("\n".join(self._ops))
        self._ops = []
        self.canvas.addLiteral(f"q 1 0 0 1 {self.point(x, y)} cm")
        self.canvas.doForm(name)
        self.canvas.addLiteral("Q")

    @contextmanager
    def upward(self, x: float, y: float) -> Iterator[None]:
        """What is set within runs up the page from a place; along the paper's foot it would run to the right."""
        kept = self._fill, self._stroke, self._type
        self._ops.append(f"q 0 1 -1 0 {self.point(x, y)} cm")
        yield
        self._ops.append("Q")
        self._fill, self._stroke, self._type = kept

    @contextmanager
    def turned(self, x: float, y: float) -> Iterator[None]:
        """What is drawn within is given half a turn about a place."""
        kept = self._fill, self._stroke, self._type
        self._ops.append(f"q -1 0 0 -1 {2 * x * MM:.2f} {2 * (self.h - y) * MM:.2f} cm")
        yield
        self._ops.append("Q")
        self._fill, self._stroke, self._type = kept

    # type ------------------------------------------------------------------------------------

    def text(
        self,
        x: float,
        y: float,
        words: str,
        face: Face = "text",
        size: float = 8.6,
        align: Align = "l",
        grey: float = INK,
        track: float = 0.0,
        squeeze: float = 1.0,
    ) -> float:
        """Set one line on the baseline ``y``; returns its width in mm.

        ``x`` is its left end, right end or middle by ``align``; ``track`` is the letterspace in
        points, ``squeeze`` the share of its natural width.
        """
        if not words:
            return 0.0
        wide = width(words, face, size, track) * squeeze
        if align != "l":
            x -= wide if align == "r" else wide / 2
        self.ink(grey)
        ops = ["BT"]
        ops.extend(self._set_type(face, size, squeeze, track))
        ops.append(f"1 0 0 1 {self.point(x, y)} Tm")
        ops.append(self._show(words, face, size))
        ops.append("ET")
        self._ops.append(" ".join(ops))
        return wide

    def fitted(
        self, x: float, y: float, words: Fitted, align: Align = "l", grey: float = INK, lead: float | None = None
    ) -> None:
        """Set fitted words, the first line on the baseline ``y``."""
        for index, line in enumerate(words.lines):
            base = y + index * (lead or words.lead)
            self.text(x, base, line, words.face, words.size, align, grey, squeeze=words.squeeze)

    def centred(self, x: float, middle: float, words: Fitted) -> None:
        """Set fitted words about the height ``middle``."""
        first = middle + words.size * 0.125 - (len(words.lines) - 1) * words.lead / 2
        self.fitted(x, first, words)

    def caps(self, x: float, y: float, words: str, size: float = 7.2, align: Align = "l", grey: float = INK) -> float:
        """Letterspaced capitals for labels."""
        return self.text(x, y, words.upper(), "semi", size, align, grey, track=0.55)

    def _set_type(self, face: Face, size: float, squeeze: float, track: float) -> list[str]:
        old = self._type
        self._type = (face, size, squeeze, track)
        ops = []
        if (face, size) != old[:2]:
            ops.append(f"{self._name(face)} {size:.2f} Tf")
        if squeeze != old[2]:
            ops.append(f"{squeeze * 100:.2f} Tz")
        if track != old[3]:
            ops.append(f"{track:g} Tc")
        return ops

    def _name(self, face: Face) -> str:
        if face not in self._names:
            self._show_slowly(" ", face, 1.0)
            self._names[face] = font(face).getSubsetInternalName(0, self.canvas._doc)
        return self._names[face]

    def _show(self, words: str, face: Face, size: float) -> str:
        codes = self._codes.setdefault(face, _Codes())
        try:
            return f"({''.join([codes[char] for char in words])}) Tj"
        except KeyError:
            return self._show_slowly(words, face, size)

    def _show_slowly(self, words: str, face: Face, size: float) -> str:
        """Ask the font for its codes, and keep those of its first subset, which nearly always is the only one."""
        codes = self._codes.setdefault(face, _Codes())
        doc = self.canvas._doc
        ops = []
        pieces = font(face).splitString(words, doc)
        for subset, piece in pieces:
            if len(pieces) > 1 or subset:
                ops.append(f"{font(face).getSubsetInternalName(subset, doc)} {size:.2f} Tf")
            ops.append(f"({''.join([ESCAPED[code] for code in piece])}) Tj")
        if len(pieces) == 1 and pieces[0][0] == 0:
            codes.update(zip(words, [ESCAPED[code] for code in pieces[0][1]], strict=True))
        else:
            self._type = ("", 0.0, *self._type[2:])
        return " ".join(ops)

    # pages -----------------------------------------------------------------------------------

    def footer(self, mark: Mark, page: int, pages: int) -> None:
        """Version, date, hash, title unless it is long, page x of y, under a hairline at the foot of the field."""
        y = self.bottom
        self.rule(self.left, y - FOOTER, self.right, FINE)
        number = f"page {page} of {pages}"
        title = f"{mark.title} · " if mark.title and width(mark.title, "text", 7) < FIELD / 2 else ""
        self.text(self.left, y, f"Muster {mark.version} · {mark.date} · {mark.hash}", "text", 7, grey=SOFT)
        self.text(self.right, y, f"{title}{number}", "text", 7, "r", SOFT)

    def outline(self, words: str, level: int = 0) -> None:
        """An entry in the reader's table of contents, for the page that is being written, so many levels in."""
        self._marks += 1
        key = f"o{self._marks}"
        self.canvas.bookmarkPage(key)
        self.canvas.addOutlineEntry(words, key, level)

    def next_page(self) -> None:
        """End the page."""
        self.canvas.addLiteral("\n".join(self._ops))
        self.canvas.showPage()
        self._begin()

    def bytes(self) -> bytes:
        """The finished file."""
        self.canvas.save()
        return self._file.getvalue()
