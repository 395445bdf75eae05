"""The scene of a view: blocks of units and leaders, on and off the board, zones, objectives, contacts."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from battles.engine.core import SideId
from battles.engine.picture import Block, Ground, Point, Scene, Shape, Sign, Zone, labels, short
from battles.kits.hex.grid import Cell, Grid, grid
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.hidden import View
from battles.rules.easy_napoleonics.names import LEVEL_WORDS, in_formation, joined, unit_tag
from battles.rules.easy_napoleonics.notation.board import marks
from battles.rules.easy_napoleonics.state import NOWHERE, Leader, Objective, Unit
from battles.rules.easy_napoleonics.tables import Formation, Kind, NationTag
from battles.rules.easy_napoleonics.ui import ground as ui_ground
from battles.rules.easy_napoleonics.ui.ground import middle

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
"""Codes of the nations, used for colours."""
TOWARD: Final = ("north", "east-north-east", "east-south-east", "south", "west-south-west", "west-north-west")
"""EN-FACE-03: the facings in words, by number."""
HOME: Final[dict[SideId, int]] = {"a": 0, "b": 3}
"""Facing of a unit that is not on the board: towards the enemy's edge (EN-SETUP-08)."""
TURN: Final = 600
"""Tenths of a degree from one facing to the next."""
BESIDE: Final[Point] = (20, -11)
"""Offset of a leader with a unit from the middle of the hex; a second leader is on the other side."""
SHARED: Final[tuple[Point, Point]] = ((-7, -8), (7, 8))
"""Offsets of two batteries that share a hex (EN-OPT-08)."""
BEFORE: Final = frozenset({"cards", "deployment"})


def ground(view: View) -> Ground:
    """The board of ``view``."""
    return ui_ground.ground(view.board)


def scene(view: View) -> Scene:
    """All blocks, zones and links of ``view``, on the board and off it."""
    drawing = _Drawing(view)
    blocks = (*drawing.units(), *drawing.leaders())
    return Scene(
        sides=tuple((side, each.name) for side, each in zip("ab", view.sides, strict=True)),
        blocks=tuple(block for block in blocks if block.area),
        off=tuple(block for block in blocks if not block.area),
        zones=(*_deployment(view, drawing.cells), *(_objective(view, drawing.cells, goal) for goal in view.objectives)),
        links=tuple(drawing.links()),
    )


class _Drawing:
    """Makes the blocks of a view."""

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
                turn=(HOME[unit.side] if unit.cell == NOWHERE else unit.facing) * TURN,
                name=unit.name,
                label=self.labels[number],
                words=self._unit_words(number, unit),
                level="" if unit.level == "good" else unit.level,
                unsure=number in self.unknown,
                marks=tuple(marks(unit)),
                spent=_spent(self.view, unit),
            )

    def leaders(self) -> Iterator[Block]:
        leaders = self.view.leaders
        count = Counter(leader.side for leader in leaders)
        for number, leader in enumerate(leaders):
            yield Block(
                key=f"leader {number}",
                side=leader.side,
                sign="leader_army" if count[leader.side] == 1 else "leader_division",
                shape="leader",
                nation=self._nation_of(leader.side),
                area=self._label(leader.cell),
                at=self._leader_at(number, leader),
                name=leader.name,
                label=short(leader.name.split()[-1]),
                words=self._leader_words(leader),
                level="" if leader.alive else "broken",
            )

    def links(self) -> Iterator[tuple[str, str]]:
        """Pairs of enemy units in contact: at least one faces the other (section 1)."""
        pairs: set[tuple[int, int]] = set()
        for number, unit in enumerate(self.view.units):
            for cell in self.cells.front[unit.facing][unit.cell] if unit.cell != NOWHERE else ():
                enemies = (enemy for enemy in self.at.get(cell, ()) if self.view.units[enemy].side != unit.side)
                pairs.update((min(number, enemy), max(number, enemy)) for enemy in enemies)
        for first, second in sorted(pairs):
            yield f"unit {first}", f"unit {second}"

    def _label(self, cell: Cell) -> str:
        return "" if cell == NOWHERE else self.cells.label(cell)

    def _unit_at(self, number: int, unit: Unit) -> Point:
        if unit.cell == NOWHERE:
            return 0, 0
        x, y = middle(self.view.board, unit.cell)
        here = self.at[unit.cell]
        dx, dy = SHARED[here.index(number)] if len(here) > 1 else (0, 0)
        return x + dx, y + dy

    def _leader_at(self, number: int, leader: Leader) -> Point:
        if leader.cell == NOWHERE:
            return 0, 0
        x, y = middle(self.view.board, leader.cell)
        here = [other for other, each in enumerate(self.view.leaders) if each.cell == leader.cell]
        if len(here) == 1 and leader.cell not in self.at:
            return x, y
        dx, dy = BESIDE
        return (x - dx if here.index(number) % 2 else x + dx), y + dy

    def _nation_of(self, side: SideId) -> str:
        """The nation shown for a leader: the most common nation among the side's units."""
        own = (NATIONS[unit.nation] for unit in self.view.units if unit.side == side)
        counts = Counter(filter(None, own))
        return counts.most_common(1)[0][0] if counts else ""

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
        parts.append("morale unknown" if number in self.unknown else f"morale {LEVEL_WORDS[unit.level].lower()}")
        leaders = [each.name for each in self.view.leaders if each.cell == unit.cell and each.side == unit.side]
        parts += [f"with {joined(leaders)}"] if leaders else []
        return ", ".join([*parts, *marks(unit), f"hex {self._place(unit.cell)}"])

    def _leader_words(self, leader: Leader) -> str:
        parts = [leader.name, "leader", self._side(leader.side)]
        if not leader.alive:
            return ", ".join([*parts, "killed"])
        if leader.cell == NOWHERE:
            return ", ".join([*parts, "not yet on the board"])
        here = [unit.name for unit in self.view.units if unit.cell == leader.cell]
        company = f"with {joined(here)}" if here else "alone"
        return ", ".join([*parts, company, f"hex {self._place(leader.cell)}"])

    def _place(self, cell: Cell) -> str:
        name = self.names.get(cell, "")
        return f"{self._label(cell)} ({name})" if name else self._label(cell)


def _spent(view: View, unit: Unit) -> bool:
    """True if a unit on the board can do nothing more in this phase."""
    if unit.cell == NOWHERE:
        return False
    if view.phase == "movement":
        return unit.activated or unit.locked
    return view.phase in ("artillery", "musketry") and (unit.mute or unit.dice_left == 0)


def _deployment(view: View, cells: Grid) -> Iterator[Zone]:
    """Deployment zones, before and during deployment (EN-SETUP-08)."""
    if view.phase in BEFORE:
        for side, each in zip("ab", view.sides, strict=True):
            if each.zone:
                name = f"{each.name} deploys here"
                yield Zone(name, "deployment", tuple(map(cells.label, each.zone)), f"{name}.", side)


def _objective(view: View, cells: Grid, goal: Objective) -> Zone:
    """An objective, with the side that last stood on each of its hexes (EN-SETUP-12)."""
    names = {"a": view.sides[0].name, "b": view.sides[1].name}
    start = goal.side if goal.held_from_start else None
    last_on = dict(view.held)
    holders = {cell: last_on.get(cell) or start for cell in goal.cells}
    winner = names[goal.side] if goal.side else "a side"
    now = ", ".join(f"{cells.label(cell)} {names.get(holders[cell] or '', 'nobody')}" for cell in goal.cells)
    total = len(goal.cells)
    hexes = f"{goal.hold} of {total} {'hex' if total == 1 else 'hexes'}"
    words = f"{goal.name}: {winner} must hold {hexes} from turn {goal.from_turn} on to win; held now: {now}."
    return Zone(
        goal.name,
        "objective",
        tuple(map(cells.label, goal.cells)),
        words,
        goal.side,
        tuple((cells.label(cell), side) for cell, side in holders.items() if side),
    )
