"""The scene of a view: blocks of units and leaders, zones and objectives; preview blocks of an action."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.armies.short_names import commander_names, short_names_of_sides
from battles.engine.core import SideId
from battles.engine.picture import Block, Ground, Point, Scene, Shape, Sign, Zone
from battles.kits.hex.grid import Cell, Grid, grid
from battles.kits.hex.picture import TURN, middle
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics import names as say
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.hidden import View, state_from_view
from battles.rules.easy_napoleonics.movement.moves import path_to
from battles.rules.easy_napoleonics.names import LEVEL_WORDS, entry, in_formation, joined
from battles.rules.easy_napoleonics.notation.board import marks
from battles.rules.easy_napoleonics.state import NOWHERE, Arrival, Leader, Objective, State, Unit
from battles.rules.easy_napoleonics.tables import Formation, Kind, NationTag
from battles.rules.easy_napoleonics.terrain import field_of
from battles.rules.easy_napoleonics.ui import picture
from battles.rules.easy_napoleonics.ui.targets import FACINGS, leader_key, unit_key

Blocks = tuple[Block, ...]


def preview_blocks(view: View, side: SideId, actions: Sequence[Any]) -> tuple[Blocks, ...]:
    """For each action of ``side``, the blocks that it moves or turns, in their new places."""
    maker = next((each for each in _latest if each.view is view), None)
    if maker is None:
        _latest[:] = [maker := _PreviewBlocks(view)]
    return tuple(maker.of(action) for action in actions)


class _PreviewBlocks:
    """Makes preview blocks from the blocks of a view."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.state: State = state_from_view(view)
        self.field = field_of(self.state)
        self.paths: dict[tuple[Any, ...], tuple[Point, ...]] = {}
        current = scene(view)
        self.blocks = {block.key: block for block in (*current.blocks, *current.off)}

    def of(self, action: Any) -> Blocks:
        preview = _PREVIEWS.get(type(action))
        return preview(self, action) if preview else ()

    def unit(self, number: int, cell: Cell, facing: int, formation: Formation, along: Sequence[int] = ()) -> Blocks:
        """The block of a unit in a new place, and the blocks of leaders that go with it."""
        if not self.is_block(unit_key(self.state, number), cell):
            return ()
        x, y = middle(self.state.board, cell)
        here = sorted({number, *(other for other, each in enumerate(self.state.units) if each.cell == cell)})
        dx, dy = SHARED[here.index(number)] if len(here) == len(SHARED) else (0, 0)
        block = self.blocks[unit_key(self.state, number)]
        facing %= FACINGS
        area = say.label(self.state, cell)
        words = f"{block.name}, {say.in_formation(formation)}, facing {say.facing(facing)}, hex {area}"
        preview = replace(
            block,
            area=area,
            at=(x + dx, y + dy),
            turn=facing * TURN,
            shape=SHAPES[formation],
            words=words,
        )
        return (preview, *(each for leader in along for each in self.leader(leader, cell, (number, *here), along)))

    def leader(self, number: int, cell: Cell, units: Sequence[int] = (), along: Sequence[int] = ()) -> Blocks:
        """The block of a leader in a new place, with ``units`` in that hex and other leaders ``along``."""
        if not self.is_block(leader_key(self.state, number), cell):
            return ()
        x, y = middle(self.state.board, cell)
        leaders = self.state.leaders
        here = sorted({number, *along, *(other for other, each in enumerate(leaders) if each.cell == cell)})
        units_here = units or [other for other, each in enumerate(self.state.units) if each.cell == cell]
        if len(here) > 1 or units_here:
            dx, dy = BESIDE
            x, y = x - dx if here.index(number) % 2 else x + dx, y + dy
        block = self.blocks[leader_key(self.state, number)]
        area = say.label(self.state, cell)
        return (replace(block, area=area, at=(x, y), words=f"{block.name}, hex {area}"),)

    def bends(self, unit: Unit, facing: int, action: act.Activate) -> tuple[Point, ...]:
        """The middles of the hexes that a legal move passes, without those on a straight line."""
        key = action.unit, facing, action.cell, action.over
        if key not in self.paths:
            path = path_to(self.field, self.field.occupancy(self.state), unit, facing, action)
            points = [middle(self.state.board, cell) for cell in (unit.cell, *path)]
            self.paths[key] = tuple(
                here
                for before, here, after in zip(points, points[1:], points[2:], strict=False)
                if (here[0] - before[0]) * (after[1] - here[1]) != (here[1] - before[1]) * (after[0] - here[0])
            )
        return self.paths[key]

    def is_block(self, key: str, cell: Cell) -> bool:
        """True if ``key`` names a block and ``cell`` is on the board."""
        return key in self.blocks and 0 <= cell < self.state.board.columns * self.state.board.rows


_latest: list[_PreviewBlocks] = []
"""The maker of the latest view, by identity: a page asks it several times."""


def _activate(maker: _PreviewBlocks, action: act.Activate) -> Blocks:
    if not unit_key(maker.state, action.unit):
        return ()
    unit = maker.state.units[action.unit]
    cell = unit.cell if action.cell == NOWHERE else action.cell
    facing = unit.facing if action.facing is None else action.facing
    formation: Formation = "unlimbered" if action.unlimber else action.formation or unit.formation
    blocks = maker.unit(action.unit, cell, facing, formation, action.along)
    if action.cell == NOWHERE or not blocks:
        return blocks
    return (replace(blocks[0], bends=maker.bends(unit, facing, action)), *blocks[1:])


def _advance(maker: _PreviewBlocks, action: act.Advance) -> Blocks:
    """The winner of a melee in the loser's hex (EN-OPT-01)."""
    decision = maker.state.pending[-1] if maker.state.pending else None
    if (
        decision is None
        or decision.kind != "breakthrough"
        or action.how == "stay"
        or not unit_key(maker.state, decision.unit)
    ):
        return ()
    unit = maker.state.units[decision.unit]
    along = [number for number, leader in enumerate(maker.state.leaders) if leader.cell == unit.cell]
    facing = unit.facing if action.facing is None else action.facing
    return maker.unit(decision.unit, decision.cell, facing, unit.formation, along)


def _relocate(maker: _PreviewBlocks, action: act.Relocate) -> Blocks:
    decision = maker.state.pending[-1] if maker.state.pending else None
    return maker.leader(decision.leader, action.cell) if decision is not None and decision.kind == "relocate" else ()


_PREVIEWS: Final[dict[type, Callable[[_PreviewBlocks, Any], Blocks]]] = {
    act.Deploy: lambda maker, action: maker.unit(action.unit, action.cell, action.facing, action.formation),
    act.DeployLeader: lambda maker, action: maker.leader(action.leader, action.cell),
    act.MoveLeader: lambda maker, action: maker.leader(action.leader, action.cell),
    act.Activate: _activate,
    act.Advance: _advance,
    act.Relocate: _relocate,
}
"""Previews by kind of action. The other kinds move no block, or dice decide."""


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
HOME: Final[dict[SideId, int]] = {"a": 0, "b": 3}
"""Facing of a unit that is not on the board: towards the enemy's edge (EN-SETUP-08)."""
BESIDE: Final[Point] = (20, -11)
"""Offset of a leader with a unit from the middle of the hex; a second leader is on the other side."""
SHARED: Final[tuple[Point, Point]] = ((-7, -8), (7, 8))
"""Offsets of two batteries that share a hex (EN-OPT-08)."""
BEFORE: Final = frozenset({"cards", "deployment"})


def ground(view: View) -> Ground:
    """The board of ``view``."""
    return picture.ground(view.board)


def scene(view: View) -> Scene:
    """All blocks, zones and links of ``view``, on the board and off it."""
    drawing = _Drawing(view)
    blocks = (*drawing.units(), *drawing.leaders())
    return Scene(
        sides=tuple((side, each.name) for side, each in zip("ab", view.sides, strict=True)),
        blocks=tuple(block for block in blocks if block.area),
        off=tuple(block for block in blocks if not block.area),
        zones=(
            *_deployment(view, drawing.cells),
            *_arrivals(view, drawing.cells),
            *(_objective(view, drawing.cells, goal) for goal in view.objectives),
        ),
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
        self.labels = short_names_of_sides(*_sides_and_names(view.units))
        self.commanders = commander_names(*_sides_and_names(view.leaders))

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
                note=self._note(unit.arrival),
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
                label=self.commanders[number],
                words=self._leader_words(leader),
                note=self._note(leader.arrival),
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
            return ", ".join([*parts, self._absent(unit.arrival)])
        parts += [in_formation(unit.formation), f"facing {say.facing(unit.facing)}"]
        parts.append("morale unknown" if number in self.unknown else f"morale {LEVEL_WORDS[unit.level].lower()}")
        leaders = [each.name for each in self.view.leaders if each.cell == unit.cell and each.side == unit.side]
        parts += [f"with {joined(leaders)}"] if leaders else []
        return ", ".join([*parts, *marks(unit), f"hex {self._place(unit.cell)}"])

    def _leader_words(self, leader: Leader) -> str:
        parts = [leader.name, "leader", self._side(leader.side)]
        if not leader.alive:
            return ", ".join([*parts, "killed"])
        if leader.cell == NOWHERE:
            return ", ".join([*parts, self._absent(leader.arrival)])
        here = [unit.name for unit in self.view.units if unit.cell == leader.cell]
        company = f"with {joined(here)}" if here else "alone"
        return ", ".join([*parts, company, f"hex {self._place(leader.cell)}"])

    def _note(self, arrival: Arrival | None) -> str:
        """``turn 3, Brussels road, 0901``; empty if it is not to arrive."""
        return "" if arrival is None else f"turn {arrival.turn}, {entry(self.view.board, arrival.cells)}"

    def _absent(self, arrival: Arrival | None) -> str:
        return "not yet on the board" if arrival is None else f"arrives in {self._note(arrival)}"

    def _place(self, cell: Cell) -> str:
        name = self.names.get(cell, "")
        return f"{self._label(cell)} ({name})" if name else self._label(cell)


def _sides_and_names(bodies: Sequence[Unit] | Sequence[Leader]) -> tuple[tuple[SideId, ...], tuple[str, ...]]:
    return tuple(each.side for each in bodies), tuple(each.name for each in bodies)


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


def _arrivals(view: View, cells: Grid) -> Iterator[Zone]:
    """Where troops that have still to come arrive, a zone for each turn and place of a side (EN-RULING-120)."""
    groups: dict[tuple[SideId, Arrival], list[str]] = {}
    pieces: tuple[Unit | Leader, ...] = (*view.units, *view.leaders)
    for piece in pieces:
        if piece.arrival is not None:
            groups.setdefault((piece.side, piece.arrival), []).append(piece.name)
    for (side, arrival), names in groups.items():
        who = f"{joined(names)} ({view.sides[side == 'b'].name})"
        words = f"Arriving in turn {arrival.turn}: {who}, {entry(view.board, arrival.cells)}."
        yield Zone(f"Turn {arrival.turn}", "arrival", tuple(map(cells.label, arrival.cells)), words, side)


def _objective(view: View, cells: Grid, goal: Objective) -> Zone:
    """An objective by its place, with the side that last stood on each of its hexes (EN-SETUP-12).

    Its own name is its task, and stands for the place only where the map has no name for a hex of it.
    """
    names = {"a": view.sides[0].name, "b": view.sides[1].name}
    start = goal.side if goal.held_from_start else None
    last_on = dict(view.held)
    holders = {cell: last_on.get(cell) or start for cell in goal.cells}
    winner = names[goal.side] if goal.side else "a side"
    now = ", ".join(f"{cells.label(cell)} {names.get(holders[cell] or '', 'nobody')}" for cell in goal.cells)
    total = len(goal.cells)
    hexes = f"{goal.hold} of {total} {'hex' if total == 1 else 'hexes'}"
    words = f"{goal.name}: {winner} must hold {hexes} from turn {goal.from_turn} on to win; held now: {now}."
    named = dict(view.board.names)
    return Zone(
        next((named[cell] for cell in goal.cells if cell in named), goal.name),
        "objective",
        tuple(map(cells.label, goal.cells)),
        words,
        goal.side,
        tuple((cells.label(cell), side) for cell, side in holders.items() if side),
    )
