"""From an army to the words of its organisation chart under one system."""

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from armies.paper.faces import LACKING, Printable
from armies.rules.facts import Army, Element, Formation, Unit
from armies.rules.house import house_in_force
from armies.rules.tree import Place, number, walk
from armies.sheets import wording
from armies.sheets.chart_model import ChartNode, ChartUnit, ChartWords, Level
from armies.sheets.compare_parts import System, unit_of
from armies.sheets.compare_systems import SYSTEMS
from armies.sheets.wording import counted

LEVELS: Final[dict[str, Level]] = {"Corps": "corps", "Division": "division", "Brigade": "brigade"}
LONGEST: Final = 300
"""Characters of a name that are set; imports and forms take 120."""

NOT_IN_XML: Final = {0xFFFE: LACKING, 0xFFFF: LACKING}
"""Two code points that are no characters, but that the fonts have a glyph for."""


class _Say(Printable):
    """Text as it can be set, no longer than ``LONGEST``."""

    def __call__(self, text: str) -> str:
        clean = super().__call__(text).translate(NOT_IN_XML)
        return clean if len(clean) <= LONGEST else f"{clean[: LONGEST - 1]}…"


class _Reader:
    """An army under one system, read from the top down."""

    def __init__(self, army: Army, system: System, units: bool) -> None:
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
        """A formation with all that it holds."""
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
        """What stands under a formation, in order; units between formations are gathered in a node of their own."""
        out: list[ChartNode] = []
        for loose, run in groupby(elements, key=lambda element: isinstance(element, Unit)):
            if loose:
                out.append(self.loose([self._at[unit.id] for unit in run], f"{key}.{len(out)}", nation))
                continue
            for formation in run:
                out.append(self.formation(formation, f"{key}.{len(out)}"))  # type: ignore[arg-type]
        return tuple(out)

    def loose(self, places: list[Place], key: str, nation: str) -> ChartNode:
        """Units that stand under no brigade (MN-ORG-14)."""
        rows = self.rows(places) if self.units else ()
        return ChartNode(key, "loose", "Under no brigade", "", "", self.system.total(places), nation, rows)

    def rows(self, places: list[Place]) -> tuple[ChartUnit, ...]:
        return tuple(map(self.row, places))

    def row(self, place: Place) -> ChartUnit:
        unit = unit_of(place)
        return ChartUnit(
            symbol="lancers" if unit.lancer and unit.type == "light_cavalry" else unit.type,
            name=self.say(unit.name) or "A unit without a name",
            figures=f"{self.system.strength(place)}, {self.system.quality(place)}",
            nation=place.nation,
        )


def chart_words(army: Army, *, system: str, units: bool) -> ChartWords:
    """What the chart of ``army`` says; ``units`` is False where it ends at brigades.

    Raises:
        ValueError: there is no such system.
    """
    if system not in SYSTEMS:
        raise ValueError(f"There is no chart for {system!r}: the systems are {', '.join(SYSTEMS)}.")
    whole = number(army)
    under = SYSTEMS[system](whole)
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
        description=described(root, under.title, units),
        key=". ".join(part.rstrip(".") for part in legend if part),
        root=root,
    )


def _house(army: Army, system: str) -> str:
    """Whose house rules are in the chart's numbers, in a sentence; empty where none of them differ from the book."""
    values = house_in_force(system, army.house)
    if not values or army.house is None:
        return ""
    differ = counted(len(values), "value differs", "values differ")
    return f"House rules of {army.house.name or 'a club'}: {differ} from the book"


def described(root: ChartNode, system: str, units: bool) -> str:
    """The chart in two sentences, for who cannot see it."""
    direct = ", ".join(child.name for child in root.children[:12]) or "no formations"
    more = f" and {len(root.children) - 12} more" if len(root.children) > 12 else ""
    down = "units" if units else "brigades"
    return f"{root.name}, {root.totals}, down to its {down}; {system}. Directly under it: {direct}{more}."
