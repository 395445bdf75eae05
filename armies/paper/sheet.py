"""Paper sizes, and a drawing surface that writes type, rules and fills as PDF operators."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from math import cos, radians, sin
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from armies.paper.structure import Role, Structure, Tagged, heading_role
from armies.paper.typography import FONTS, LATIN, MM, Face, Fitted, font, width


def _escape(code: int) -> str:
    """One byte of a PDF string, as a readable character if possible."""
    char = chr(code)
    if char in "\\()":
        return f"\\{char}"
    return char if 32 <= code < 127 else f"\\{code:03o}"


ESCAPED: Final = tuple(map(_escape, range(256)))
"""The escaped form of every byte."""


class Format(NamedTuple):
    """A page size in mm, and its side margins and its top and bottom margins."""

    wide: float
    high: float
    side: float = 0.0
    end: float = 0.0

    def turned(self) -> "Format":
        """The same paper in the other orientation."""
        return Format(self.high, self.wide, self.end, self.side)


PAPERS: Final[dict[str, Format]] = {
    "a4": Format(210.0, 297.0, 10.0, 10.0),
    "letter": Format(215.9, 279.4, 12.95, 11.2),
}
"""The papers of all sheets except charts and maps."""

FIELD: Final = 190.0

rl_config.useA85 = 0
"""Streams are written as bytes and not as ASCII, which is a fifth smaller and faster."""

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

LEGEND: Final = f"{LATIN} in Latin letters: the fonts lack the script"

Dash = tuple[float, float] | None


class Mark(Struct, frozen=True):
    """The printing data in the footer."""

    title: str
    version: str
    date: str
    hash: str


class _Codes(dict[str, str]):
    """Escaped text operands of one face in one document, character by character."""


class Sheet:
    """A tagged PDF that is written page by page; ``subject`` is the kind of sheet.

    Words in the display face are headings, all others paragraphs, in the order of drawing. Set ``headings`` to False
    for the rest of a page on which large letters are none.
    """

    def __init__(self, form: Format, title: str, subject: str) -> None:
        self._file = io.BytesIO()
        size = (form.wide * MM, form.high * MM)
        first = font("text").fontName
        self.canvas = Canvas(
            self._file,
            pagesize=size,
            invariant=1,
            pageCompression=1,
            lang="en",
            initialFontName=first,
            pdfVersion=(1, 5),
        )
        self.canvas.setTitle(title)
        self.canvas.setAuthor("Muster")
        self.canvas.setCreator("Muster")
        self.canvas.setSubject(subject)
        self.canvas.setKeywords(("wargame", subject))
        self.canvas.setViewerPreference("DisplayDocTitle", "true")
        self._codes: dict[Face, _Codes] = {}
        self._names: dict[Face, str] = {}
        self._marks = 0
        self._structure = Structure()
        self.turn_to(form)
        self._begin()

    def turn_to(self, form: Format) -> None:
        """Change the size of the present page and all later pages."""
        self.format = form
        self.w, self.h = form.wide, form.high
        self.left, self.right = form.side, form.wide - form.side
        self.top, self.bottom = form.end, form.high - form.end
        self.canvas.setPageSize((self.w * MM, self.h * MM))

    def _begin(self) -> None:
        self._latin = False
        self._space = " "  # parts the words from the next ones for screen readers
        self._ops: list[str] = []
        self._pieces: list[Tagged] = []
        self._role: Role | Literal["Artifact"] | None = None
        self._aside = False
        self.headings = True
        self._fill = -1.0
        self._stroke: tuple[float, float, Dash] = (-1.0, -1.0, None)
        self._type: tuple[str, float, float, float] = ("", 0.0, 1.0, 0.0)

    # paint -----------------------------------------------------------------------------------

    def put(self, operators: str) -> None:
        """Add PDF operators, in points from the bottom left corner."""
        self._ops.append(operators)

    def point(self, x: float, y: float) -> str:
        """A place on the page in PDF coordinates."""
        return f"{x * MM:.2f} {(self.h - y) * MM:.2f}"

    def ink(self, grey: float) -> None:
        """Set the grey of type and fills."""
        if grey != self._fill:
            self._fill = grey
            self._ops.append(f"{grey:g} g")

    def pen(self, weight: float, grey: float, dash: Dash = None) -> None:
        """Set the weight, grey and dashes (points on, points off) of lines."""
        if (weight, grey, dash) == self._stroke:
            return
        if dash != self._stroke[2] or self._stroke[0] < 0:
            self._ops.append(f"[{dash[0]:g} {dash[1]:g}] 0 d" if dash else "[] 0 d")
        self._stroke = (weight, grey, dash)
        self._ops.append(f"{weight:g} w {grey:g} G")

    def rule(self, x: float, y: float, x2: float, weight: float = FINE, grey: float = INK, dash: Dash = None) -> None:
        """Draw a horizontal line."""
        self.line(x, y, x2, y, weight, grey, dash)

    def line(
        self, x: float, y: float, x2: float, y2: float, weight: float = FINE, grey: float = INK, dash: Dash = None
    ) -> None:
        """Draw a straight line."""
        self.pen(weight, grey, dash)
        self._ops.append(f"{self.point(x, y)} m {self.point(x2, y2)} l S")

    def scotch(self, y: float) -> None:
        """Draw a thick and a thin rule across the field, as books of the period do."""
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
        """Draw equal rectangles at their top left corners."""
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
        """Draw a prepared PDF form (``armies.paper.marks``) with its origin at a place."""
        self.canvas.addLiteral("\n".join(self._ops))
        self._ops = []
        self.canvas.addLiteral(f"q 1 0 0 1 {self.point(x, y)} cm")
        self.canvas.doForm(name)
        self.canvas.addLiteral("Q")

    @contextmanager
    def upward(self, x: float, y: float) -> Iterator[None]:
        """Rotate the drawing inside the context to run up the page from a place."""
        before = self._fill, self._stroke, self._type
        self._ops.append(f"q 0 1 -1 0 {self.point(x, y)} cm")
        yield
        self._ops.append("Q")
        self._fill, self._stroke, self._type = before

    @contextmanager
    def tilted(self, x: float, y: float, tilt: float) -> Iterator[None]:
        """What is set within at the paper's lower left corner is moved to a place, ``tilt`` degrees clockwise."""
        kept = self._fill, self._stroke, self._type
        self._space = ""
        along, across = cos(radians(-tilt)), sin(radians(-tilt))
        self._ops.append(f"q {along:.4f} {across:.4f} {-across:.4f} {along:.4f} {self.point(x, y)} cm")
        yield
        self._ops.append("Q")
        self._fill, self._stroke, self._type = kept
        self._space = " "

    @contextmanager
    def turned(self, x: float, y: float) -> Iterator[None]:
        """Rotate the drawing inside the context by half a turn about a place."""
        before = self._fill, self._stroke, self._type
        self._ops.append(f"q -1 0 0 -1 {2 * x * MM:.2f} {2 * (self.h - y) * MM:.2f} cm")
        yield
        self._ops.append("Q")
        self._fill, self._stroke, self._type = before

    # structure -------------------------------------------------------------------------------

    def is_heading(self, words: str, face: Face) -> bool:
        """True if words in a face are a heading: those in the display face, but not a number."""
        return face == "disp" and self.headings and not words.isdecimal()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is set within is not read aloud and not in the plain text, such as the numbers of hexes on a map."""
        self._aside = True
        yield
        self._aside = False

    def _mark(self, role: Role) -> None:
        """Begin a marked piece of text unless the present one has the same role."""
        now: Role | Literal["Artifact"] = "Artifact" if self._aside else role
        if now == self._role:
            return
        if self._role is not None:
            self._ops.append("EMC")
        self._role = now
        if now == "Artifact":
            self._ops.append("/Artifact BMC")
            return
        self._ops.append(f"/{role} <</MCID {len(self._pieces)}>> BDC")
        self._pieces.append(Tagged(role, len(self._pieces)))

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
        """Draw one line on the baseline ``y``; returns its width in mm.

        ``x`` is its left end, right end or middle, by ``align``. ``track`` is the letterspace in points,
        ``squeeze`` the share of its natural width.
        """
        if not words:
            return 0.0
        self._latin = self._latin or LATIN in words
        self._mark(heading_role(size) if self.is_heading(words, face) else "P")
        wide = width(words, face, size, track) * squeeze
        if align != "l":
            x -= wide if align == "r" else wide / 2
        self.ink(grey)
        ops = ["BT"]
        ops.extend(self._set_type(face, size, squeeze, track))
        ops.append(f"1 0 0 1 {self.point(x, y)} Tm")
        ops.append(self._show(words + self._space, face, size))
        ops.append("ET")
        self._ops.append(" ".join(ops))
        return wide

    def fitted(
        self, x: float, y: float, words: Fitted, align: Align = "l", grey: float = INK, lead: float | None = None
    ) -> None:
        """Draw fitted words with the first line on the baseline ``y``."""
        for index, line in enumerate(words.lines):
            base = y + index * (lead or words.lead)
            self.text(x, base, line, words.face, words.size, align, grey, squeeze=words.squeeze)

    def centred(self, x: float, middle: float, words: Fitted) -> None:
        """Draw fitted words, vertically centred on ``middle``."""
        first = middle + words.size * 0.125 - (len(words.lines) - 1) * words.lead / 2
        self.fitted(x, first, words)

    def caps(self, x: float, y: float, words: str, size: float = 7.2, align: Align = "l", grey: float = INK) -> float:
        """Draw a label in letterspaced capitals."""
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
        """Get the codes from the font, and cache those of its first subset, which is almost always the only one."""
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
        """Draw the footer: version, date, hash, page x of y, the title unless it is long; the legend of ``LATIN``."""
        y = self.bottom
        self._mark("P")
        self.rule(self.left, y - FOOTER, self.right, FINE)
        number = f"page {page} of {pages}"
        title = f"{mark.title} · " if mark.title and width(mark.title, "text", 7) < FIELD / 2 else ""
        legend = f" · {LEGEND}" if self._latin else ""
        title = "" if legend else title
        self.text(self.left, y, f"Muster {mark.version} · {mark.date} · {mark.hash}{legend}", "text", 7, grey=SOFT)
        self.text(self.right, y, f"{title}{number}", "text", 7, "r", SOFT)

    def outline(self, words: str, level: int = 0) -> None:
        """Add the present page to the PDF outline at a level."""
        self._marks += 1
        key = f"o{self._marks}"
        self.canvas.bookmarkPage(key)
        self.canvas.addOutlineEntry(words, key, level)

    def next_page(self) -> None:
        """End the page."""
        if self._role is not None:
            self._ops.append("EMC")
        self.canvas.addLiteral("\n".join(self._ops))
        name = self.canvas._doc.thisPageName()
        self.canvas.showPage()
        self._structure.add(self.canvas._doc.Pages.pages[-1], name, self._pieces)
        self._begin()

    def bytes(self) -> bytes:
        """The finished file."""
        self._structure.write(self.canvas._doc)
        with FONTS:
            self.canvas.save()
        return self._file.getvalue()
