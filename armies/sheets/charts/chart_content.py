"""The content of an organisation chart, from an army or a muster roll."""

from collections.abc import Iterable
from itertools import groupby
from typing import Final, Literal

from msgspec import Struct

from armies.paper.typography import Printable, printable_texts
from armies.sheets.comparison import compared, compared_titles
from battles.engine.armies import roster_words as wording
from battles.engine.armies.facts import Army, Element, Formation, Unit, counted
from battles.engine.armies.mapped import ComparedArmy
from battles.engine.armies.systems import house_in_force
from battles.engine.armies.tree import Place, number, unit_at, walk
from battles.engine.sheets.muster_roll import Roll, RollCommander, RollGroup, RollUnit

Level = Literal["army", "corps", "division", "brigade", "loose"]
"""``loose`` is for units that are in no brigade."""

Orientation = Literal["auto", "landscape", "portrait"]

PAPERS: Final[dict[str, tuple[float, float]]] = {
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "a2": (420.0, 594.0),
    "a1": (594.0, 841.0),
    "letter": (215.9, 279.4),
    "tabloid": (279.4, 431.8),
}
"""Upright, in millimetres."""

PAPER_WORDS: Final[dict[str, str]] = {
    "a4": "A4",
    "a3": "A3",
    "a2": "A2",
    "a1": "A1",
    "letter": "Letter",
    "tabloid": "Tabloid",
}
ORIENTATIONS: Final[tuple[Orientation, ...]] = ("auto", "landscape", "portrait")


class ChartUnit(Struct, frozen=True):
    """A unit: its symbol, its name, and its strength and quality in the words of the system."""

    symbol: str
    name: str
    figures: str
    nation: str


class ChartNode(Struct, frozen=True):
    """A formation, or the loose units under one. ``key`` is its place in the tree: ``0.2.1``."""

    key: str
    level: Level
    name: str
    commander: str
    rating: str
    totals: str
    nation: str
    units: tuple[ChartUnit, ...] = ()
    children: tuple["ChartNode", ...] = ()


class ChartWords(Struct, frozen=True):
    """The content of a chart; ``key`` explains the figures and names characters that cannot be printed."""

    title: str
    system: str
    occasion: str
    description: str
    key: str
    root: ChartNode


LEVELS: Final[dict[str, Level]] = {"Corps": "corps", "Division": "division", "Brigade": "brigade"}
LONGEST: Final = 300
"""The most characters of a name on a chart; imports and forms allow 120."""

NOT_IN_XML: Final = {0xFFFE: "", 0xFFFF: ""}
"""Two code points that are not characters, but for which the fonts have a glyph."""


class _Say(Printable):
    """Printable text of at most ``LONGEST`` characters."""

    def __call__(self, text: str) -> str:
        clean = super().__call__(text).translate(NOT_IN_XML)
        return clean if len(clean) <= LONGEST else f"{clean[: LONGEST - 1]}…"


class _Reader:
    """A reader of an army under one system, from the top down."""

    def __init__(self, army: Army, system: ComparedArmy, units: bool) -> None:
        self.system = system
        self.units = units
        self.say = _Say()
        self._under: dict[str, list[Place]] = {}
        self._at: dict[str, Place] = {}
        for place in walk(army):
            self._at[place.element.id] = place
            if isinstance(place.element, Unit):
                for above in place.above:
                    self._under.setdefault(above.id, []).append(place)

    @property
    def all_units(self) -> list[Place]:
        return [place for place in self._at.values() if isinstance(place.element, Unit)]

    def formation(self, formation: Formation, key: str) -> ChartNode:
        """A formation with everything in it."""
        place = self._at[formation.id]
        level = LEVELS[type(formation).__name__]
        only_units = all(isinstance(child, Unit) for child in formation.children)
        places = self._under.get(formation.id, [])
        return ChartNode(
            key=key,
            level=level,
            name=self.say(formation.name) or f"A {level} without a name",
            commander=self.say(formation.commander),
            rating=self.system.rating(place),
            totals=self.system.total(places),
            nation=place.nation,
            units=self.rows(places) if only_units and self.units else (),
            children=() if only_units else self.below(formation.children, key, place.nation),
        )

    def below(self, elements: Iterable[Element], key: str, nation: str) -> tuple[ChartNode, ...]:
        """The nodes under a formation in order; units between formations have a node of their own."""
        out: list[ChartNode] = []
        for loose, run in groupby(elements, key=lambda element: isinstance(element, Unit)):
            if loose:
                out.append(self.loose([self._at[unit.id] for unit in run], f"{key}.{len(out)}", nation))
                continue
            for formation in run:
                out.append(self.formation(formation, f"{key}.{len(out)}"))  # type: ignore[arg-type]
        return tuple(out)

    def loose(self, places: list[Place], key: str, nation: str) -> ChartNode:
        """A node for units that are in no brigade (MN-ORG-14)."""
        rows = self.rows(places) if self.units else ()
        return ChartNode(key, "loose", "Under no brigade", "", "", self.system.total(places), nation, rows)

    def rows(self, places: list[Place]) -> tuple[ChartUnit, ...]:
        return tuple(map(self.row, places))

    def row(self, place: Place) -> ChartUnit:
        unit = unit_at(place)
        return ChartUnit(
            symbol="lancers" if unit.lancer and unit.type == "light_cavalry" else unit.type,
            name=self.say(unit.name) or "A unit without a name",
            figures=f"{self.system.strength(place)}, {self.system.quality(place)}",
            nation=place.nation,
        )


def chart_words(army: Army, *, system: str, units: bool) -> ChartWords:
    """The content of the chart of ``army``; without ``units`` it ends at brigades.

    Raises:
        ValueError: an unknown system.
    """
    if system not in compared_titles():
        raise ValueError(f"There is no chart for {system!r}. Choose one of {', '.join(compared_titles())}.")
    whole = number(army)
    under = compared(whole, system)
    reader = _Reader(whole, under, units)
    root = ChartNode(
        key="0",
        level="army",
        name=reader.say(whole.name) or "An army without a name",
        commander=reader.say(whole.commander),
        rating=under.head(),
        totals=under.total(reader.all_units) or "no units",
        nation=whole.nation,
        children=reader.below(whole.children, "0", whole.nation),
    )
    occasion = reader.say(wording.occasion(whole))
    house = reader.say(_house(whole, system))
    legend = (under.legend if units else "", house, under.refused, reader.say.note)
    return ChartWords(
        title=root.name,
        system=under.title,
        occasion=occasion,
        description=description(root, under.title, units),
        key=". ".join(part.rstrip(".") for part in legend if part),
        root=root,
    )


def _house(army: Army, system: str) -> str:
    """A sentence about the house rules in the chart's numbers; empty if none differ from the book."""
    values = house_in_force(system, army.house)
    if not values or army.house is None:
        return ""
    differ = counted(len(values), "value differs", "values differ")
    return f"House rules of {army.house.name or 'a club'}: {differ} from the book"


def description(root: ChartNode, system: str, units: bool) -> str:
    """The chart in two sentences, for screen readers."""
    direct = ", ".join(child.name for child in root.children[:12]) or "no formations"
    more = f" and {len(root.children) - 12} more" if len(root.children) > 12 else ""
    down = "units" if units else "brigades"
    return f"{root.name}, {root.totals}, down to its {down}; {system}. Directly under it: {direct}{more}."


ROLL_LEVELS: Final[dict[str, Level]] = {"corps": "corps", "division": "division", "brigade": "brigade"}
KEYS: Final = {
    True: "Under a unit: quality and remaining boxes; removed units are marked",
    False: "Under a unit: quality; removed units are marked",
}
"""The key to the figures under units, by whether they have boxes without words."""


def roll_chart(roll: Roll, system: str, occasion: str, *, units: bool = True) -> ChartWords:
    """The content of the chart of a roll; without ``units`` it ends at brigades. ``system`` is the rules' name."""
    printable = Printable()
    clean = printable_texts(roll, printable)
    over = {one.path: one for one in clean.commanders}
    whole = clean.groups[0] if _is_one(clean) else None
    root = ChartNode(
        key="0",
        level="army",
        name=clean.title or "A force without a name",
        commander=", ".join(one.name for path, one in over.items() if not clean.below(path)),
        rating="",
        totals=" · ".join(f"{fact.label} {fact.text}" for fact in clean.facts) or "no units",
        nation=clean.nation,
        children=() if whole else _below(clean, (), "0", over, units),
        units=tuple(map(_unit, whole.units)) if whole and units else (),
    )
    return ChartWords(
        title=root.name,
        system=system,
        occasion=printable(occasion),
        description=description(root, system, units),
        key=". ".join(part for part in (KEYS[any(map(_boxes, clean.units))] if units else "", printable.note) if part),
        root=root,
    )


def _is_one(roll: Roll) -> bool:
    """True if the roll is one group with the roll's own title; its units are then directly under the side."""
    return [(group.title, group.above, group.commander) for group in roll.groups] == [(roll.title, (), None)]


def _below(
    roll: Roll, path: tuple[str, ...], key: str, over: dict[tuple[str, ...], RollCommander], units: bool
) -> tuple[ChartNode, ...]:
    """The commands and groups directly under a path, in the order of the roll."""
    nodes: list[ChartNode] = []
    seen: set[str] = set()
    for group in roll.below(path):
        if group.above == path:
            nodes.append(_group(group, f"{key}.{len(nodes)}", roll.nation, units))
        elif (name := group.above[len(path)]) not in seen:
            seen.add(name)
            nodes.append(_command(roll, (*path, name), f"{key}.{len(nodes)}", over, units))
    return tuple(nodes)


def _command(
    roll: Roll, path: tuple[str, ...], key: str, over: dict[tuple[str, ...], RollCommander], units: bool
) -> ChartNode:
    commander = over.get(path)
    count = sum(len(group.units) for group in roll.below(path))
    return ChartNode(
        key=key,
        level=ROLL_LEVELS.get(commander.level, "division") if commander else "division",
        name=path[-1],
        commander=commander.name if commander else "",
        rating=commander.rating_words if commander else "",
        totals=counted(count, "unit"),
        nation=(commander.nation if commander else "") or roll.nation,
        children=_below(roll, path, key, over, units),
    )


def _group(group: RollGroup, key: str, nation: str, units: bool) -> ChartNode:
    return ChartNode(
        key=key,
        level="brigade",
        name=group.title,
        commander=group.commander.name if group.commander else "",
        rating=group.commander.rating_words if group.commander else "",
        totals=counted(len(group.units), "unit"),
        nation=next((unit.nation for unit in group.units if unit.nation), nation),
        units=tuple(map(_unit, group.units)) if units else (),
    )


def _boxes(unit: RollUnit) -> tuple[str, ...]:
    """The unit's boxes, if they are without words."""
    return unit.track.boxes if unit.track and not any(unit.track.boxes) else ()


def _unit(unit: RollUnit) -> ChartUnit:
    boxes = _boxes(unit)
    left = len(boxes) - (unit.track.struck if unit.track else 0)
    parts = (unit.quality, str(left) if boxes else "", "gone" if unit.gone else "")
    return ChartUnit(unit.symbol, unit.name, " · ".join(filter(None, parts)), unit.nation)
