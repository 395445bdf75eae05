"""The briefing of a battle on one page: situation, task, victory, zone, arrivals, special rules, forces, a map."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from armies.paper.masthead import Head, head
from armies.paper.page import Folio, Page
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FOOTER, Sheet
from armies.paper.typography import Printable, printable_texts
from battles.engine.armies.facts import counted
from battles.engine.armies.roster_words import Masthead
from battles.engine.picture import Ground, Scene, Zone
from battles.engine.scenarios import Arriving, Orders
from battles.engine.sheets.cheat_pages import Row, Table, tabled
from battles.engine.sheets.muster_roll import Roll, RollGroup, RollUnit
from battles.engine.words import capitalized, in_sentence
from battles.sheets.cheat_sheet import Leaf, Paper
from battles.sheets.map_drawing import MapDrawing, Place, ground_terms, legend, legend_height, north

SIZES: Final = tuple(tenths / 10 for tenths in range(98, 69, -2))
"""Sizes of type in points, the largest first."""
COMFORTABLE: Final = 8.4
"""With less detail of the forces, type is at least as large as this."""
MAP_SHARES: Final = (1.0, 0.85, 0.7, 0.55)
"""Shares of the map's full height that are tried; the last one only with little detail of the forces."""
LEAST_MAP: Final = 45.0
AIR: Final = 4.0
ARROW_ROOM: Final = 9.0
MOST_ADDRESS: Final = 60
CITED: Final = re.compile(r" \(([A-Z]{2,3}-[A-Z]+-\d{2,3}(?:, [A-Z]{2,3}-[A-Z]+-\d{2,3})*)\)(?=\.?$)")
"""The rules at the end of a sentence."""


class Known(NamedTuple):
    """A side that the reader knows in full: its key, its name and its roll."""

    side: str
    name: str
    roll: Roll


class BriefingContent(NamedTuple):
    """The content of a briefing. ``reader`` is its title, "" for everybody; ``known`` are the sides it may tell of."""

    title: str
    system: str
    reader: str
    orders: Orders
    known: tuple[Known, ...]
    ground: Ground
    scene: Scene
    address: str = ""


def briefing(content: BriefingContent) -> Section:
    """The briefing as a section: one page, or two if the texts leave no room for the map."""
    digest = digest_of(*content._replace(address=""))
    return Section("Briefing", content.title, digest, lambda sheet: _Briefing(content, digest).plan(sheet))


class _Briefing:
    """Lays out a briefing."""

    def __init__(self, content: BriefingContent, digest: str) -> None:
        self.content = content
        self.printable = Printable()
        shown = content.scene
        self.drawing = MapDrawing(content.ground, shown, f"briefing-{digest}", self.printable, units=bool(shown.blocks))

    def plan(self, sheet: Sheet) -> Planned:
        top = self._head()
        room = sheet.bottom - sheet.top - top.height - FOOTER - 3.0
        full = self._map_height(sheet.right - sheet.left, room)
        for detail in range(DETAILS):
            paper = self._paper(detail)
            for share in MAP_SHARES[: -1 if detail < DETAILS - 2 else None]:
                high = max(LEAST_MAP, full * share)
                least = SIZES[-1] if detail == DETAILS - 1 and share == MAP_SHARES[-1] else COMFORTABLE
                if leaf := self._fitted(paper.within(room - high - AIR), least):
                    draw = self._page(top, leaf, high)
                    return Planned([Page(draw, "Briefing")], ())
        return self._two_pages(top, room)

    def _paper(self, detail: int) -> Paper:
        """The texts, ready to be arranged in two or three columns."""
        return Paper([printable_texts(table, self.printable) for table in self._tables(detail)], 0.0, (2, 3))

    def _fitted(self, paper: Paper, least: float, strict: bool = True) -> Leaf | None:
        for size in (size for size in SIZES if size >= least):
            if leaf := paper.arranged(size, strict=strict):
                return leaf
        return None

    def _two_pages(self, top: Head, room: float) -> Planned:
        """Texts on one page and the map on the next."""
        leaf = self._fitted(self._paper(DETAILS - 1).within(room), SIZES[-1], strict=False)
        if leaf is None:
            raise ValueError("The briefing does not fit on a page. Shorten the situation, the tasks or special rules.")
        pages = [Page(self._page(top, leaf, 0.0), "Briefing"), Page(self._map_page(room), "Map")]
        return Planned(pages, ("The briefing needs a second page for the map.",))

    # drawing ---------------------------------------------------------------------------------

    def _page(self, top: Head, leaf: Leaf, high: float) -> Callable[[Sheet, Folio], None]:
        def draw(sheet: Sheet, folio: Folio) -> None:
            top.draw(sheet, folio)
            y = sheet.top + top.height
            leaf.draw(sheet, y)
            if high:
                self._map(sheet, sheet.bottom - FOOTER - 2.0 - high, high)

        return draw

    def _map_page(self, room: float) -> Callable[[Sheet, Folio], None]:
        return lambda sheet, folio: self._map(sheet, sheet.top, room)

    def _map_height(self, wide: float, room: float) -> float:
        """The height of the map and its legend if it is as wide as the page, at most half of the page."""
        ground = self.content.ground
        return min(ground.height * wide / ground.width + legend_height(ground, wide - ARROW_ROOM) + 1.0, room / 2)

    def _map(self, sheet: Sheet, top: float, high: float) -> None:
        """Draw the map within a height, its legend below it."""
        ground, wide = self.content.ground, sheet.right - sheet.left
        tall = high - legend_height(ground, wide - ARROW_ROOM) - 1.0
        scale = min(wide / ground.width, tall / ground.height)
        across, down = ground.width * scale, ground.height * scale
        left = sheet.left + (wide - across) / 2
        self.drawing.draw(sheet, Place(left, top, scale), (left, top, across, down))
        legend(sheet, sheet.left, top + high, sheet.right - ARROW_ROOM, ground, scale)
        north(sheet, sheet.right - 4.0, top + high - 6.6)

    def _head(self) -> Head:
        content, printable = self.content, self.printable
        name = f"the {content.reader[4:]}" if content.reader.startswith("The ") else in_sentence(content.reader)
        nation = content.known[0].roll.nation if len(content.known) == 1 else ""
        shown = content.address.partition("://")[2]
        return head(
            Masthead("", f"{content.system} briefing", "", "", "", ""),
            title=printable(content.title),
            detail=printable(f"for {name}" if content.reader else "for everybody"),
            totals=shown if len(shown) <= MOST_ADDRESS else "",
            nation=nation,
            address=content.address,
        )

    # words -----------------------------------------------------------------------------------

    def _tables(self, detail: int) -> list[Table]:
        """The texts of the page; a larger ``detail`` says less of the forces."""
        content, orders = self.content, self.content.orders
        tables = [
            _said("Situation", [("", orders.briefing.situation)]),
            self._tasks(),
            _said("Victory and end", [("", sentence) for sentence in orders.victory]),
            _said(self._yours("zone", "zones"), list(self._zones())),
            _said("Arrivals", list(self._arrivals())),
            _said("Ground", list(self._ground())),
            _said("Special rules", [("", rule) for rule in orders.briefing.special_rules]),
            _said("Hidden", [("", fact) for fact in orders.hidden]),
            *(self._force(known, detail) for known in content.known),
        ]
        return [table for table in tables if table is not None]

    def _yours(self, one: str, many: str) -> str:
        """``Your zone`` for the player of a side, ``Zones`` for others."""
        return f"Your {one}" if len(self.content.known) == 1 else many.capitalize()

    def _is_told(self, side: str | None) -> bool:
        """True if the page tells of a side: to a player only of their own."""
        return len(self.content.known) != 1 or side in (None, self.content.known[0].side)

    def _tasks(self) -> Table | None:
        tasks = [each for each in self.content.orders.briefing.tasks if self._is_told(each.side) and each.task]
        alone = len(self.content.known) == 1
        return _said(self._yours("task", "tasks"), [("" if alone else f"{each.name}.", each.task) for each in tasks])

    def _zones(self) -> Iterator[tuple[str, str]]:
        """The edge and the zone of deployment of each side."""
        names, edges = dict(self.content.scene.sides), dict(self.content.orders.edges)
        alone = len(self.content.known) == 1
        for side, name in names.items():
            zones = [zone for zone in self.content.scene.zones if zone.kind == "deployment" and zone.side == side]
            words = [f"{edges[side]}ern edge"] if edges.get(side) else []
            words += [zone_words(self.content.ground, zone) for zone in zones]
            if self._is_told(side) and any(words):
                deployed = "Deploy from the " if zones else "You come from the " if alone else "From the "
                text = deployed + ", ".join(filter(None, words)) if edges.get(side) else ", ".join(words)
                yield "" if alone else f"{name}.", f"{text}."

    def _ground(self) -> Iterator[tuple[str, str]]:
        """Names by the rules' word, of ground that looks alike on the map, such as villages and landmarks."""
        for terms in ground_terms(self.content.ground).values():
            if len(terms) > 1:
                yield from ((f"{capitalized(term)}.", f"{', '.join(names)}.") for term, names in terms.items() if names)

    def _arrivals(self) -> Iterator[tuple[str, str]]:
        names = dict(self.content.scene.sides)
        for each in sorted(self.content.orders.arrivals, key=lambda each: each.turn):
            if self._is_told(each.side):
                whose = "" if len(self.content.known) == 1 else names[each.side]
                yield f"Turn {each.turn}.", _arrival_words(each, whose)

    def _force(self, known: Known, detail: int) -> Table | None:
        """The units of a side, by command."""
        title = "Your forces" if len(self.content.known) == 1 else f"Forces: {known.name}"
        units = [unit for unit in known.roll.units if not unit.gone]
        if not units:
            return None
        leaders = [
            f"{each.name} ({each.of})" if each.of and each.of != known.name else each.name
            for each in known.roll.commanders
            if each.name and not each.gone
        ]
        rows = [("", f"{_counted(units)}.")]
        rows += [("Commanders.", f"{', '.join(leaders)}.")] if leaders and detail < DETAILS - 1 else []
        if detail < DETAILS - 1:
            rows += list(_by_division(known.roll) if detail == DETAILS - 2 else _by_group(known.roll, detail))
        return _said(title, rows)


DETAILS: Final = 4
"""Levels of detail of the forces: units by name, units of each brigade, units of each division, only the sum."""


def _by_group(roll: Roll, detail: int) -> Iterator[tuple[str, str]]:
    """The units of each brigade: by name, or counted by kind."""
    for group in roll.groups:
        units = [unit for unit in group.units if not unit.gone]
        if units:
            name = group.title if len(roll.groups) > 1 else ""
            whose = f", {group.commander.name}" if name and group.commander and group.commander.name else ""
            place = f"{', '.join((*group.above[-1:], name))}{whose}." if name else ""
            yield place, f"{_named(units) if detail == 0 else _counted(units)}."


def _by_division(roll: Roll) -> Iterator[tuple[str, str]]:
    """The units under each highest command, counted by kind."""
    units: dict[str, list[RollUnit]] = {}
    for group in roll.groups:
        units.setdefault(_highest(group), []).extend(unit for unit in group.units if not unit.gone)
    yield from ((f"{name}.", f"{_counted(each)}.") for name, each in units.items() if each)


def _highest(group: RollGroup) -> str:
    return group.above[0] if group.above else group.title


def _named(units: Iterable[RollUnit]) -> str:
    """Units by name, those alike together: ``Infantry in column: Husson's Brigade, Campi's Brigade``."""
    kinds: dict[str, list[str]] = {}
    for unit in units:
        kinds.setdefault(f"{unit.kind} {unit.formation}".strip(), []).append(unit.name)
    lines = (f"{capitalized(kind)}: {', '.join(names)}" if kind else ", ".join(names) for kind, names in kinds.items())
    return ". ".join(lines)


def _counted(units: Sequence[RollUnit]) -> str:
    """``16 units: 8 infantry, 3 light cavalry``."""
    kinds = Counter(unit.kind for unit in units if unit.kind)
    of = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    words = counted(len(units), "unit")
    return f"{words}: {of}" if of else words


def _arrival_words(each: Arriving, whose: str) -> str:
    who = f"{each.who} ({whose})" if whose else each.who
    return f"{who}: {each.where}." if each.where else f"{who}."


def _said(title: str, rows: Sequence[tuple[str, str]]) -> Table | None:
    """A table of paragraphs with their rules in its head; None without a word."""
    rows = [row for row in rows if row[0] or row[1]]
    rules: dict[str, None] = {}
    cells = []
    for name, text in rows:
        for match in CITED.finditer(text):
            rules |= dict.fromkeys(match[1].split(", "))
        cells.append(Row((name, CITED.sub("", text))))
    if len(cells) == 1 and not cells[0].cells[0]:
        return tabled(title, ("", ""), (), rules, look="list", lead=cells[0].cells[1])
    return tabled(title, ("", ""), cells, rules, look="list") if cells else None


def zone_words(ground: Ground, zone: Zone) -> str:
    """Where a zone lies: ``hexes 0110 to 1814``, or its place on the table in centimetres; "" if it is no rectangle."""
    if zone.outline and ground.open:
        unit = ground.tenths / ground.step / 100
        across, down = zip(*zone.outline, strict=True)
        left, right = min(across) * unit, max(across) * unit
        foot, top = (ground.height - max(down)) * unit, (ground.height - min(down)) * unit
        return f"{left:.3g} to {right:.3g} cm from the west, {foot:.3g} to {top:.3g} cm from the south"
    middles = {area.key: area.middle for area in ground.areas}
    spots = [middles[key] for key in zone.areas if key in middles]
    if not spots:
        return ""
    (left, right), (top, foot) = ((min(each), max(each)) for each in zip(*spots, strict=True))
    inside = [key for key, (x, y) in middles.items() if left <= x <= right and top <= y <= foot]
    if set(inside) != set(zone.areas) or len(inside) < 2:
        return ""
    return f"hexes {min(inside)} to {max(inside)}"
