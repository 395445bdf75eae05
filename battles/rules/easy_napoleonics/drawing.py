"""A view as it is drawn: units as blocks, leaders, what is off the board, zones, objectives, contacts."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from battles.engine.core import SideId
from battles.engine.hex import Cell, Grid, grid
from battles.engine.labels import labels, short
from battles.engine.picture import Block, Ground, Point, Scene, Shape, Sign, Zone
from battles.rules.easy_napoleonics import drawing_ground, tables
from battles.rules.easy_napoleonics.board_text import marks
from battles.rules.easy_napoleonics.drawing_ground import middle
from battles.rules.easy_napoleonics.notation_words import unit_tag
from battles.rules.easy_napoleonics.setup import Objective
from battles.rules.easy_napoleonics.state import NOWHERE, Leader, Unit
from battles.rules.easy_napoleonics.tables import Formation, Kind, NationTag
from battles.rules.easy_napoleonics.view import View
from battles.rules.easy_napoleonics.words_names import LEVEL_WORDS, in_formation, joined

SIGNS: Final[dict[Kind, Sign]] = {
    "infantry": "line_infantry",
    "light_cavalry": "light_cavalry",
    "heavy_cavalry": "heavy_cavalry",
    "field_artillery": "foot_artillery",
    "horse_artillery": "horse_artillery",
}
SHAPES: Final[dict[Formation, Shape]] = {
    "line": "line",
    "column": "column",
    "square": "square",
    "hasty_square": "square",
    "masse": "mass",
    "limbered": "limbered",
    "unlimbered": "unlimbered",
}
NATIONS: Final[dict[NationTag, str]] = {
    "none": "",
    "england": "GB",
    "france": "FR",
    "prussia": "PR",
    "austria": "AT",
    "russia": "RU",
}
"""The nations by the codes that colours go by."""
TOWARD: Final = ("north", "east-north-east", "east-south-east", "south", "west-south-west", "west-north-west")
"""EN-FACE-03: the facings in full, by number."""
TURN: Final = 600
"""Tenths of a degree from one facing to the next."""
BESIDE: Final[Point] = (20, -11)
"""Where a leader stands with a unit, from the middle of the hex; a second one on the other side."""
SHARED: Final[tuple[Point, Point]] = ((-7, -8), (7, 8))
"""Where two batteries stand that share a hex (EN-OPT-08)."""
BEFORE: Final = frozenset({"cards", "deployment"})


def ground(view: View) -> Ground:
    """The board of ``view``."""
    return drawing_ground.ground(view.board)


def scene(view: View) -> Scene:
    """Everything that stands on the board of ``view`` and beside it."""
    drawing = _Drawing(view)
    blocks = (*drawing.units(), *drawing.leaders())
    return Scene(
        sides=tuple((side, one.name) for side, one in zip("ab", view.sides, strict=True)),
        blocks=tuple(block for block in blocks if block.area),
        off=tuple(block for block in blocks if not block.area),
        zones=(*_deployment(view, drawing.cells), *(_objective(view, drawing.cells, goal) for goal in view.objectives)),
        links=tuple(drawing.links()),
    )


class _Drawing:
    """The blocks of a view."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.cells: Grid = grid(view.board.columns, view.board.rows)
        self.names: dict[Cell, str] = dict(view.board.names)
        self.unknown = frozenset(view.unknown)
        self.at: dict[Cell, list[int]] = {}
        for number, unit in enumerate(view.units):
            if unit.cell != NOWHERE:
                self.at.setdefault(unit.cell, []).append(number)
        tags = [unit_tag(view.units, number) for number in range(len(view.units))]
        self.labels = labels([unit.name for unit in view.units], tags)

    def units(self) -> Iterator[Block]:
        for number, unit in enumerate(self.view.units):
            yield Block(
                key=f"unit {number}",
                side=unit.side,
                sign=SIGNS[unit.kind],
                shape=SHAPES[unit.formation],
                nation=NATIONS[unit.nation],
                area=self._label(unit.cell),
                at=self._unit_at(number, unit),
                turn=unit.facing * TURN,
                name=unit.name,
                label=self.labels[number],
                words=self._unit_words(number, unit),
                level="" if unit.level == "good" else unit.level,
                unsure=number in self.unknown,
                marks=tuple(marks(unit)),
                spent=_spent(self.view, unit),
            )

    def leaders(self) -> Iterator[Block]:
        men = self.view.leaders
        count = Counter(man.side for man in men)
        for number, man in enumerate(men):
            yield Block(
                key=f"leader {number}",
                side=man.side,
                sign="leader_army" if count[man.side] == 1 else "leader_division",
                shape="leader",
                nation=self._nation_of(man.side),
                area=self._label(man.cell),
                at=self._leader_at(number, man),
                name=man.name,
                label=short(man.name.split()[-1]),
                words=self._leader_words(man),
                level="" if man.alive else "broken",
            )

    def links(self) -> Iterator[tuple[str, str]]:
        """Enemies of which at least one faces the other (section 1)."""
        found: set[tuple[int, int]] = set()
        for number, unit in enumerate(self.view.units):
            for cell in self.cells.front[unit.facing][unit.cell] if unit.cell != NOWHERE else ():
                foes = (foe for foe in self.at.get(cell, ()) if self.view.units[foe].side != unit.side)
                found.update((min(number, foe), max(number, foe)) for foe in foes)
        for one, two in sorted(found):
            yield f"unit {one}", f"unit {two}"

    def _label(self, cell: Cell) -> str:
        return "" if cell == NOWHERE else self.cells.label(cell)

    def _unit_at(self, number: int, unit: Unit) -> Point:
        if unit.cell == NOWHERE:
            return 0, 0
        x, y = middle(self.view.board, unit.cell)
        here = self.at[unit.cell]
        dx, dy = SHARED[here.index(number)] if len(here) > 1 else (0, 0)
        return x + dx, y + dy

    def _leader_at(self, number: int, man: Leader) -> Point:
        if man.cell == NOWHERE:
            return 0, 0
        x, y = middle(self.view.board, man.cell)
        here = [other for other, one in enumerate(self.view.leaders) if one.cell == man.cell]
        if len(here) == 1 and man.cell not in self.at:
            return x, y
        dx, dy = BESIDE
        return (x - dx if here.index(number) % 2 else x + dx), y + dy

    def _nation_of(self, side: SideId) -> str:
        """The nation of a leader, who has none of his own: that of most units of his side that have one."""
        own = (NATIONS[unit.nation] for unit in self.view.units if unit.side == side)
        found = Counter(filter(None, own))
        return found.most_common(1)[0][0] if found else ""

    def _side(self, side: SideId) -> str:
        return self.view.sides[side == "b"].name

    def _unit_words(self, number: int, unit: Unit) -> str:
        armored = "armored " if unit.armored else ""
        parts = [f"{unit.name}, {tables.GRADE_WORDS[unit.grade]} {armored}{tables.KIND_WORDS[unit.kind]}"]
        parts.append(self._side(unit.side))
        if unit.level == "broken":
            return ", ".join([*parts, "broken"])
        if unit.cell == NOWHERE:
            return ", ".join([*parts, "not yet on the board"])
        parts += [in_formation(unit.formation), f"facing {TOWARD[unit.facing]}"]
        parts.append("morale not known" if number in self.unknown else f"morale {LEVEL_WORDS[unit.level].lower()}")
        men = [man.name for man in self.view.leaders if man.cell == unit.cell and man.side == unit.side]
        parts += [f"with {joined(men)}"] if men else []
        return ", ".join([*parts, *marks(unit), f"hex {self._place(unit.cell)}"])

    def _leader_words(self, man: Leader) -> str:
        parts = [man.name, "leader", self._side(man.side)]
        if not man.alive:
            return ", ".join([*parts, "killed"])
        if man.cell == NOWHERE:
            return ", ".join([*parts, "not yet on the board"])
        here = [unit.name for unit in self.view.units if unit.cell == man.cell]
        with_him = f"with {joined(here)}" if here else "alone"
        return ", ".join([*parts, with_him, f"hex {self._place(man.cell)}"])

    def _place(self, cell: Cell) -> str:
        name = self.names.get(cell, "")
        return f"{self._label(cell)} ({name})" if name else self._label(cell)


def _spent(view: View, unit: Unit) -> bool:
    """Whether a unit on the board can do nothing more in this phase."""
    if unit.cell == NOWHERE:
        return False
    if view.phase == "movement":
        return unit.activated or unit.locked
    return view.phase in ("artillery", "musketry") and (unit.mute or unit.dice_left == 0)


def _deployment(view: View, cells: Grid) -> Iterator[Zone]:
    """Where the sides deploy, as long as they do (EN-SETUP-08)."""
    if view.phase in BEFORE:
        for side, one in zip("ab", view.sides, strict=True):
            if one.zone:
                name = f"{one.name} deploys here"
                yield Zone(name, "deployment", tuple(map(cells.label, one.zone)), f"{name}.", side)


def _objective(view: View, cells: Grid, goal: Objective) -> Zone:
    """EN-SETUP-12: an objective, with who stood last on each of its hexes."""
    names = {"a": view.sides[0].name, "b": view.sides[1].name}
    start = goal.side if goal.held_from_start else None
    known = dict(view.held)
    held = {cell: known.get(cell) or start for cell in goal.cells}
    who = names[goal.side] if goal.side else "either side"
    now = ", ".join(f"{cells.label(cell)} {names.get(held[cell] or '', 'nobody')}" for cell in goal.cells)
    hexes = f"{goal.hold} of {len(goal.cells)} hexes"
    words = f"{goal.name}: won by {who} with {hexes} from turn {goal.from_turn} on; held now: {now}."
    return Zone(
        goal.name,
        "objective",
        tuple(map(cells.label, goal.cells)),
        words,
        goal.side,
        tuple((cells.label(cell), side) for cell, side in held.items() if side),
    )
