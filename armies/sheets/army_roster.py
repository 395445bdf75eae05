"""Rosters as sections of a file: of an army under a system, of an army list, of a muster roll, and empty ones.

Faults, totals, arithmetic and sources are on closing pages in two columns.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from armies.paper import marks
from armies.paper.page import Folio, Page, Run, run_in, set_run
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FAINT, FIELD, FINE, FOOTER, RULE, SOFT, TINT, Sheet
from armies.paper.typography import LONG, Printable, fit, printable_texts
from armies.sheets.ledger import ledger_pages
from battles.engine import registry
from battles.engine.armies.army_list import ArmyList, list_sheet
from battles.engine.armies.facts import Army
from battles.engine.armies.field_ledger import field_sheet, plain_layout
from battles.engine.armies.ledger import BlankColumn, BlankRoster
from battles.engine.armies.roster_words import NONE_LOST, USUAL_STYLE, Entry, Losses, Masthead, Part, RosterStyle
from battles.engine.armies.systems import options_in_force, titles
from battles.engine.armies.tree import number, walk
from battles.engine.sheets.muster_roll import Roll

SIZE: Final = 7.4
LEAD: Final = 3.1
COLUMNS: Final = 2
GUTTER: Final = 6.0
MEASURE: Final = (FIELD - GUTTER * (COLUMNS - 1)) / COLUMNS
INDENT: Final = 2.4
TITLE: Final = 9.6
"""Height of a part's title, including the gap before it."""
SUBTITLE: Final = 5.0
CLOSING_HEAD: Final = 12.0
"""Height of the page's head."""
AFTER: Final = 0.55
"""Gap after a paragraph."""


class _Piece(NamedTuple):
    """A piece that is not split over columns: ``kind`` is ``part``, ``head`` or ``lines``."""

    kind: str
    runs: tuple[Run, ...]
    height: float


def closing_pages(sheet: Sheet, parts: Sequence[Part], masthead: Masthead) -> list[Page]:
    """The pages for ``parts``; none if there are no parts."""
    pieces = [piece for part in parts for piece in _pieces(part)]
    room = sheet.bottom - FOOTER - 3.0 - sheet.top - CLOSING_HEAD
    columns = _balanced(_columns(pieces, room), room)
    names = {part.title for part in parts}
    out = []
    for start in range(0, len(columns), COLUMNS):
        here = columns[start : start + COLUMNS]
        titles = [piece.runs[0].lead for column in here for piece in column if piece.kind == "part"]
        out.append(_page(masthead, here, titles[0] if titles else "", "Faults" in names and "Faults" in titles))
    return out


def _page(masthead: Masthead, columns: Sequence[Sequence[_Piece]], outline: str, faults: bool) -> Page:
    def draw(sheet: Sheet, folio: Folio) -> None:
        _head(sheet, masthead)
        for index, column in enumerate(columns):
            x = sheet.left + index * (MEASURE + GUTTER)
            if index:
                between = x - GUTTER / 2
                sheet.line(between, sheet.top + CLOSING_HEAD, between, sheet.bottom - FOOTER - 3.0, FINE, 0.55)
            _column(sheet, x, sheet.top + CLOSING_HEAD, column)

    return Page(draw, outline, faults)


def _head(sheet: Sheet, masthead: Masthead) -> None:
    title = fit(masthead.title, "disp", 13, 110.0)
    sheet.text(sheet.left, sheet.top + 5.2, title.opening, title.face, title.size, squeeze=title.squeeze)
    sheet.text(sheet.right, sheet.top + 5.2, "Arithmetic and sources", "dispi", 11, "r")
    sheet.rule(sheet.left, sheet.top + 7.6, sheet.right, FINE)


def _column(sheet: Sheet, x: float, y: float, pieces: Sequence[_Piece]) -> None:
    for index, piece in enumerate(pieces):
        if piece.kind == "part":
            top = y if index == 0 else y + 2.4
            sheet.rule(x, top, x + MEASURE, 1.0)
            sheet.rule(x, top + 0.62, x + MEASURE, FINE)
            sheet.text(x, top + 5.2, piece.runs[0].lead, "disp", 11)
            y += TITLE - (2.4 if index == 0 else 0.0)
        elif piece.kind == "head":
            for number, run in enumerate(piece.runs):
                sheet.text(x, y + 3.9 + number * LEAD, run.lead, "ital", SIZE + 0.4, grey=SOFT)
            y += piece.height
        else:
            for number, run in enumerate(piece.runs):
                set_run(sheet, x, y + 2.5 + number * LEAD, run, SIZE)
            y += piece.height


def _pieces(part: Part) -> list[_Piece]:
    out = [_Piece("part", (Run(part.title, "", 0.0),), TITLE)]
    entries = (Entry("", part.intro), *part.entries) if part.intro else part.entries
    for entry in entries:
        runs = tuple(run_in(entry, SIZE, MEASURE, INDENT))
        if entry.text:
            out.append(_Piece("lines", runs, len(runs) * LEAD + AFTER))
        else:
            out.append(_Piece("head", runs, SUBTITLE + (len(runs) - 1) * LEAD))
    return out


def _balanced(columns: list[list[_Piece]], room: float) -> list[list[_Piece]]:
    """``columns`` with those of the last page made about equally long."""
    full = (len(columns) - 1) // COLUMNS * COLUMNS
    pieces = [piece for column in columns[full:] for piece in column]
    least = sum(piece.height for piece in pieces) / COLUMNS
    while least < room:
        if len(even := _columns(pieces, least)) <= COLUMNS:
            return [*columns[:full], *even]
        least += LEAD
    return columns


def _columns(pieces: Sequence[_Piece], room: float) -> list[list[_Piece]]:
    """Columns no higher than ``room``. Headings stay with the next piece; long paragraphs break between lines."""
    out: list[list[_Piece]] = [[]]
    used = 0.0
    waiting = list(pieces)
    while waiting:
        piece = waiting.pop(0)
        need = piece.height + (waiting[0].height if piece.kind != "lines" and waiting else 0.0)
        if piece.kind == "part" and len(waiting) > 1 and waiting[0].kind == "head":
            need += waiting[1].height
        if used + min(need, room) > room and out[-1]:
            out.append([])
            used = 0.0
        if piece.height > room:
            fits = max(1, int((room - used) / LEAD) - 1)
            rest = piece.runs[fits:]
            waiting.insert(0, _Piece("lines", rest, len(rest) * LEAD + AFTER))
            piece = _Piece("lines", piece.runs[:fits], room)
        out[-1].append(piece)
        used += piece.height
    return out if out[0] else []


def list_roster(listed: ArmyList, address: str = "", style: RosterStyle = USUAL_STYLE) -> Section:
    """The roster of an army list; ``address`` is its address, printed as a QR code."""
    clean = printable_texts(listed, Printable())
    ledger = list_sheet(clean, registry.army(listed.system).title, style=style)

    def plan(sheet: Sheet) -> Planned:
        closing = ledger.closing if style.closing else ()
        return Planned(ledger_pages(sheet, ledger, address) + closing_pages(sheet, closing, ledger.masthead))

    return Section("Roster", clean.title, digest_of(clean, style), plan)


def roster(
    army: Army, *, system: str, address: str = "", style: RosterStyle = USUAL_STYLE, losses: Losses = NONE_LOST
) -> Section:
    """The roster of ``army`` under ``system``.

    Check results, arithmetic and sources are printed only if ``style`` has them. Names in a script that the fonts
    lack are put into Latin letters; texts of any length are printed.

    Args:
        system: the key of a rule system. Options come from ``army.options``, house rules from
            ``army.house``.
        address: the army's address, printed as a QR code on the first page; empty for none.
        style: its columns and pages.
        losses: the army's losses in a battle under ``system``, crossed off on the roster.

    Raises:
        ValueError: an unknown system.
    """
    if system not in titles():
        raise ValueError(f"There is no roster for {system!r}. Choose one of {', '.join(titles())}.")
    printable = Printable()
    clean = number(printable_texts(army, printable))

    def plan(sheet: Sheet) -> Planned:
        options, refused = _options(clean, system)
        ledger = registry.army(system).roster(clean, options, losses, style)
        closing = (*((*ledger.closing, *refused) if style.closing else ()), *_extra_notes(clean))
        pages = ledger_pages(sheet, ledger, address) + closing_pages(sheet, closing, ledger.masthead)
        return Planned(
            pages, tuple(f"Options of this army: {entry.text}" for part in refused for entry in part.entries)
        )

    return Section("Roster", clean.name or "An army", digest_of(clean, system, style, losses), plan)


def _extra_notes(army: Army) -> tuple[Part, ...]:
    """Full names that are too long for a line."""
    formations = [place.element for place in walk(army)]
    names = [army.name, army.commander, army.battle]
    names += [name for element in formations for name in (element.name, element.commander)]
    long = tuple(Entry("", name) for name in dict.fromkeys(names) if len(name) > LONG)
    return (Part("Long names in full", long),) if long else ()


def _options(army: Army, system: str) -> tuple[Any, tuple[Part, ...]]:
    """The army's options and house rules. Unknown options give the defaults and a part that says so."""
    options, sentence = options_in_force(army, system)
    return options, (Part("Options", (Entry("Not understood.", sentence),)),) if sentence else ()


HEAD: Final = 20.0
COLUMN_HEADS: Final = 8.4
GROUP: Final = 9.4
ROW: Final = 6.6
GAP: Final = 2.4
"""Heights in mm."""
MOST_PAGES: Final = 50


def blank_roster(system: str, pages: int = 1) -> Section:
    """``pages`` equal pages of an empty roster.

    Raises:
        ValueError: an unknown system.
    """
    if system not in registry.army_systems():
        raise ValueError(f"There is no roster for {system!r}. Choose one of {', '.join(registry.army_systems())}.")
    group = registry.army(system)
    blank = group.blank_roster()

    def plan(sheet: Sheet) -> Planned:
        return Planned([Page(partial(_draw, group.title, blank))] * pages)

    return Section("Blank roster", group.title, digest_of(system, pages), plan)


def _draw(title: str, blank: BlankRoster, sheet: Sheet, folio: Folio) -> None:
    y = sheet.top
    sheet.scotch(y)
    wide = sheet.text(sheet.left, y + 7.6, title, "disp", 16)
    sheet.text(sheet.left + wide + 3.0, y + 7.6, "roster", "dispi", 13)
    _labels(sheet, blank.head, sheet.left, sheet.right, y + 16.0)
    y += HEAD
    if blank.ratings:
        _ratings(sheet, blank.ratings, y + 1.4)
        y += 6.0
    _column_heads(sheet, blank.columns, y)
    y += COLUMN_HEADS
    group = GROUP + blank.rows * ROW + GAP
    room = sheet.bottom - FOOTER - 1.0 - y
    count = max(1, int((room + GAP) // group))
    tall = ROW + max(0.0, room + GAP - count * group) / (count * blank.rows)
    for _ in range(count):
        y = _group(sheet, blank, y, tall)


def _labels(sheet: Sheet, labels: tuple[str, ...], left: float, right: float, y: float) -> None:
    """Draw lines to write on, each after its label."""
    each = (right - left) / len(labels)
    for index, label in enumerate(labels):
        x = left + index * each
        wide = sheet.text(x, y, label, "ital", 8.2, grey=SOFT)
        sheet.rule(x + wide + 1.4, y + 0.6, x + each - 3.0, FINE)


def _ratings(sheet: Sheet, ratings: tuple[str, ...], y: float) -> None:
    x = sheet.left
    for words in ratings:
        marks.crossed(sheet, x, y - 2.6, False)
        x += 4.2 + sheet.text(x + 4.2, y, words, "text", 8.2) + 3.0


def _column_heads(sheet: Sheet, columns: tuple[BlankColumn, ...], y: float) -> None:
    sheet.rule(sheet.left, y, sheet.right, RULE)
    x = sheet.left
    for column in columns:
        at = {"l": x, "c": x + column.wide / 2, "r": x + column.wide - 1.6}[column.align]
        words = fit(column.title, "semi", 7.4, round(column.wide - 0.6, 2))
        if column.align == "c":
            at -= words.width / 2
        elif column.align == "r":
            at -= words.width
        sheet.text(at, y + 3.6, words.opening, words.face, words.size, squeeze=words.squeeze)
        for index, word in enumerate(column.boxes):
            middle = x + index * column.step + marks.BOX / 2
            sheet.text(middle, y + 6.8, word, "ital", 7.0, "c", SOFT)
        x += column.wide


def _group(sheet: Sheet, blank: BlankRoster, y: float, tall: float) -> float:
    right = sheet.right
    if blank.lost:
        right -= marks.boxes_width(blank.lost) + 10.0
        marks.boxes(sheet, sheet.right - marks.boxes_width(blank.lost), y + 3.0, blank.lost)
        sheet.text(sheet.right - marks.boxes_width(blank.lost) - 1.6, y + 5.7, "lost", "text", 7.6, "r", SOFT)
    _labels(sheet, blank.group, sheet.left, right, y + 5.7)
    y += GROUP
    sheet.rule(sheet.left, y - 1.2, sheet.right, RULE)
    for _ in range(blank.rows):
        _row(sheet, blank.columns, y, tall)
        y += tall
    return y + GAP


def _row(sheet: Sheet, columns: tuple[BlankColumn, ...], y: float, tall: float) -> None:
    x = sheet.left
    for column in columns:
        if column.boxes:
            step, top = column.step, y + (tall - marks.BOX) / 2
            if step == marks.PITCH:
                marks.boxes(sheet, x, top, len(column.boxes))
            else:
                corners = [(x + index * step, top) for index in range(len(column.boxes))]
                sheet.rects(corners[:-1] if column.grey else corners, marks.BOX, marks.BOX)
                sheet.rects(corners[-1:] if column.grey else [], marks.BOX, marks.BOX, fill=TINT)
        else:
            sheet.rule(x, y + tall - 0.8, x + column.wide - 1.6, FINE, FAINT)
        x += column.wide


def roll_roster(roll: Roll, title: str, address: str = "", style: RosterStyle = USUAL_STYLE) -> Section:
    """The roster of a roll, in the columns of its system's army roster.

    Args:
        title: the title of the battle or scenario.
        address: its address, printed as a QR code; empty for none.
    """
    printable = Printable()
    clean = printable_texts(roll, printable)
    group = registry.army(roll.system)
    if group.field_roster:
        ledger = group.field_roster(clean, printable(title), style)
    else:
        ledger = field_sheet(clean, group.title, printable(title), plain_layout(clean), style)

    def plan(sheet: Sheet) -> Planned:
        return Planned(ledger_pages(sheet, ledger, address))

    return Section("Roster", clean.title, digest_of(roll, title, style), plan)
