"""The heads of pages: large on the first page of a corps or an army, slim on those that follow."""

from typing import Final, NamedTuple

from armies.paper import marks
from armies.paper.faces import width
from armies.paper.fitting import Fitted, fit
from armies.paper.heading import Headline, headline, rating_boxes
from armies.paper.pages import Folio
from armies.paper.sheet import FIELD, SOFT, Sheet
from armies.paper.words import Masthead, Rating

QR: Final = 21.0
"""Width of the QR code; it is readable from 18 mm on."""
SLIM: Final = 11.2
KICKER: Final = 5.6
TITLE: Final = 14.4
LINE: Final = 5.8
SYMBOL: Final = 8.4


class Head(NamedTuple):
    """A large head: its lines fitted, and the width left beside a QR code.

    ``whole`` is the line about the whole army, on its first page only; ``symbol`` stands between the
    title and the commander.
    """

    kicker: Fitted
    title: Headline
    totals: str
    nation: str
    rating: Rating | None
    symbol: str
    whole: Fitted
    faults: str
    address: str

    @property
    def measure(self) -> float:
        return FIELD - (QR + 4.0 if self.address else 0.0)

    @property
    def height(self) -> float:
        """Millimetres, the gap below included."""
        high = TITLE + self._extra + 3.4
        high += LINE if self.rating else 0.0
        high += LINE + self.whole.height - self.whole.lead if self.whole.lines[0] else 0.0
        return max(high, QR + 4.0) if self.address else high

    @property
    def _extra(self) -> float:
        return self.title.extra + (len(self.kicker.lines) - 1) * self.kicker.lead

    def draw(self, sheet: Sheet, folio: Folio) -> None:
        """Draw it at the top of the field."""
        y = sheet.top
        marks.stripe(sheet, self.nation, y)
        right = sheet.left + self.measure
        if self.address:
            marks.qr_code(sheet, self.address, sheet.right, y + 3.0, QR)
        sheet.text(right, y + KICKER, self.totals, "text", 8.2, "r", SOFT)
        if len(self.kicker.lines) == 1 and self.kicker.squeeze == 1.0:
            sheet.caps(sheet.left, y + KICKER, self.kicker.lines[0], grey=SOFT)
        else:
            sheet.fitted(sheet.left, y + KICKER, self.kicker, grey=SOFT)
        y += TITLE + (len(self.kicker.lines) - 1) * self.kicker.lead
        if self.symbol:
            marks.symbol(sheet, self.symbol, sheet.left, y - 5.4, SYMBOL)
        self.title.draw(sheet, sheet.left + (SYMBOL + 2.0 if self.symbol else 0.0), y)
        y += self.title.extra
        if self.rating:
            y += LINE
            rating_boxes(sheet, sheet.left, y, self.rating)
            sheet.text(right, y, "ring filled: chosen in that Turn", "ital", 8.2, "r", SOFT)
        if self.whole.lines[0]:
            y += LINE
            sheet.fitted(sheet.left, y, self.whole)
            if self.faults:
                where = f": page {folio.faults}" if folio.faults else ""
                sheet.text(right, y, f"{self.faults}{where}", "bold", 8.2, "r")


def head(
    masthead: Masthead,
    *,
    title: str,
    detail: str,
    totals: str,
    nation: str,
    rating: Rating | None = None,
    symbol: str = "",
    whole: bool = False,
    address: str = "",
) -> Head:
    """The head of a first page; ``whole`` adds the line about the whole army."""
    measure = FIELD - (QR + 4.0 if address else 0.0)
    kicker = " · ".join(filter(None, (masthead.system, masthead.title, masthead.occasion)))
    room = measure - width(totals, "text", 8.2) - 4.0
    tracked = width(kicker.upper(), "semi", 7.2, 0.55)
    fitted = Fitted((kicker,), "semi", 7.2, 1.0) if tracked <= room else fit(kicker, "text", 7.4, round(room, 2))
    if tracked > room and fitted.squeeze == 1.0:
        fitted = fitted._replace(squeeze=0.999)
    commander = "" if masthead.commander == detail else masthead.commander
    about = f"Army: {' · '.join(filter(None, (commander, masthead.totals)))}" if whole else ""
    return Head(
        fitted,
        headline(title, 22, detail, 15, measure - (SYMBOL + 2.0 if symbol else 0.0)),
        totals,
        nation,
        rating,
        symbol,
        fit(about, "text", 8.2, round(measure - 48.0, 2)),
        masthead.faults if whole else "",
        address,
    )


def slim_head(sheet: Sheet, nation: str, title: str, detail: str, what: str) -> None:
    """The head of a page that follows, ``SLIM`` mm high; the name in full stands on the first."""
    y = sheet.top
    marks.stripe(sheet, nation, y)
    wide = sheet.text(sheet.right, y + 6.8, what, "dispi", 11, "r")
    measure = FIELD - wide - 6.0
    name = fit(title, "disp", 13, round(measure * 0.62, 2))
    sheet.text(sheet.left, y + 6.8, name.opening, name.face, name.size, squeeze=name.squeeze)
    rest = fit(f"{detail}, continued" if detail else "continued", "dispi", 11, round(measure - name.width - 3.0, 2))
    sheet.text(sheet.left + name.width + 3.0, y + 6.8, rest.opening, rest.face, rest.size, squeeze=rest.squeeze)
