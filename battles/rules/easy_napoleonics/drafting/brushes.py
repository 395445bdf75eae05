"""Brushes of the scenario editor: ground, names, zones, objectives, places of units."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import SIDES, SetupError, SideId
from battles.engine.drafting import ARRIVALS, Brush, Stroke, arrival_brush
from battles.engine.scenario_file import echoed
from battles.kits.hex.grid import Cell, grid
from battles.kits.hex.picture import TURN
from battles.kits.hex.scenario import HexPart as Part
from battles.rules.easy_napoleonics.state import Captain, Course, Objective, Place, Recruit, Setup
from battles.rules.easy_napoleonics.tables import MOVES, TERRAINS, Formation, Terrain
from battles.rules.easy_napoleonics.ui.picture import KINDS, WORDS
from battles.rules.easy_napoleonics.ui.targets import FACINGS

GROUND: Final = "Ground"
NAMES: Final = "Names"
ZONES: Final = "Deployment zones"
GOALS: Final = "Objectives"
PLACES: Final = "Set places"
TOWARD_ENEMY: Final[dict[SideId, int]] = {"a": 0, "b": 3}
"""EN-FACE-03: by default side a faces north and side b south."""
TURNS: Final = tuple(facing * TURN for facing in range(FACINGS))
"""EN-FACE-03: the angles of the six facings."""
MOST_STROKES: Final = 2_000


def palette(setup: Setup) -> tuple[Brush, ...]:
    """The brushes that the editor offers for ``setup``."""
    return tuple(_brushes(setup))


def paint_strokes(setup: Setup, strokes: Sequence[Stroke]) -> Setup:
    """``setup`` after all strokes, in order.

    Raises:
        SetupError: an unknown brush or area; the path has the index of the stroke.
    """
    if len(strokes) > MOST_STROKES:
        raise SetupError(f"Send at most {MOST_STROKES:,} strokes at once, not {len(strokes):,}.", "strokes")
    hexes = grid(setup.board.columns, setup.board.rows)
    keys = {brush.key for brush in palette(setup)}
    canvas = _Canvas(setup)
    for index, stroke in enumerate(strokes):
        path = f"strokes[{index}]"
        if stroke.brush not in keys:
            raise SetupError(f"There is no brush {echoed(stroke.brush)}.", f"{path}.brush")
        areas = Part({"areas": list(stroke.areas)}, path, ("areas",)).ground("areas", hexes)
        if not areas:
            raise SetupError("Choose at least one hex to paint.", f"{path}.areas")
        canvas.paint(stroke, areas, path)
    return canvas.setup()


def courses_on_terrain(courses: Sequence[Course], terrain: Mapping[Cell, Terrain]) -> tuple[Course, ...]:
    """The courses without streams whose hexes are no longer streams or ponds."""
    return tuple(
        course
        for course in courses
        if course.kind != "stream" or all(terrain.get(cell) in ("stream", "pond") for cell in course.cells)
    )


def _brushes(setup: Setup) -> Iterator[Brush]:
    for terrain in TERRAINS:
        yield Brush(f"ground.{terrain}", WORDS[terrain].capitalize(), GROUND, ground=KINDS[terrain])
    yield Brush("name", "Name (empty to remove)", NAMES, asks="Name")
    preset = setup.rules.options.deployment_order == "preset"
    if preset:
        yield from _places(setup)
    else:
        for side, force in zip(SIDES, setup.forces, strict=True):
            yield Brush(f"zone.{side}", f"{force.name} deploys here", ZONES, side=side)
        yield Brush("zone.none", "No deployment here", ZONES)
    yield from _entries(setup)
    for index, goal in enumerate(setup.objectives):
        yield Brush(f"objective.{index}", goal.name, GOALS, side=goal.side)
    yield Brush("objective.new", "New objective", GOALS, asks="Name")
    yield Brush("objective.none", "No objective here", GOALS)


def _places(setup: Setup) -> Iterator[Brush]:
    """A brush for the set place of each unit and leader that does not arrive later."""
    units, leaders = count(), count()
    for side, force in zip(SIDES, setup.forces, strict=True):
        for index, unit in enumerate(force.units):
            block = f"unit {next(units)}"
            if unit.arrival is None:
                yield Brush(f"unit.{side}.{index}", unit.name, PLACES, side=side, block=block, turns=TURNS)
        for index, leader in enumerate(force.leaders):
            block = f"leader {next(leaders)}"
            if leader.arrival is None:
                yield Brush(f"leader.{side}.{index}", leader.name, PLACES, side=side, block=block)


def _entries(setup: Setup) -> Iterator[Brush]:
    """A brush for the edge hexes of each unit and leader that arrives (EN-RULING-120), and one to remove hexes."""
    brushes = []
    for side, force in zip(SIDES, setup.forces, strict=True):
        pieces: dict[str, tuple[Recruit | Captain, ...]] = {"unit": force.units, "leader": force.leaders}
        for what, here in pieces.items():
            for index, piece in enumerate(here):
                if piece.arrival is not None:
                    words = f"{piece.name} arrives here in turn {piece.arrival.turn}"
                    brushes.append(arrival_brush(f"{what}.{side}.{index}", words, side))
    yield from brushes
    if brushes:
        yield Brush("entry.none", "No arrival here", ARRIVALS)


class _Canvas:
    """A set-up while strokes are painted on it."""

    def __init__(self, setup: Setup) -> None:
        self.before = setup
        self.terrain: dict[Cell, Terrain] = dict(setup.board.terrain)
        self.names = dict(setup.board.names)
        self.zones = {side: set(force.zone) for side, force in zip(SIDES, setup.forces, strict=True)}
        self.goals = list(setup.objectives)
        self.units = {side: list(force.units) for side, force in zip(SIDES, setup.forces, strict=True)}
        self.leaders = {side: list(force.leaders) for side, force in zip(SIDES, setup.forces, strict=True)}

    def paint(self, stroke: Stroke, cells: tuple[Cell, ...], path: str) -> None:
        what, _, which = stroke.brush.partition(".")
        if what == "ground":
            self._ground(cells, which)
        elif what == "name":
            self._name(cells, stroke.text.strip())
        elif what == "zone":
            self._zone(cells, which)
        elif what == "entry":
            self._entry(cells, which)
        elif what == "objective":
            self._objective(cells, which, stroke.text.strip(), path)
        else:
            if len(cells) > 1:
                raise SetupError(f"Choose one hex for a unit or leader, not {len(cells)}.", f"{path}.areas")
            side, _, index = which.partition(".")
            self._put(what, side, int(index), cells[0])
            if stroke.turn is not None:
                self._turn(what, side, int(index), stroke.turn, path)

    def setup(self) -> Setup:
        board = replace(
            self.before.board,
            terrain=tuple(sorted(self.terrain.items())),
            names=tuple(sorted(self.names.items())),
            courses=courses_on_terrain(self.before.board.courses, self.terrain),
        )
        a, b = (
            replace(
                force,
                zone=tuple(sorted(self.zones[side])),
                units=tuple(self.units[side]),
                leaders=tuple(self.leaders[side]),
            )
            for side, force in zip(SIDES, self.before.forces, strict=True)
        )
        goals = tuple(goal for goal in self.goals if goal.cells)
        return replace(self.before, board=board, forces=(a, b), objectives=goals)

    def _ground(self, cells: tuple[Cell, ...], which: str) -> None:
        terrain = next(each for each in TERRAINS if each == which)
        for cell in cells:
            self.terrain.pop(cell, None)
            if terrain != "open":
                self.terrain[cell] = terrain

    def _name(self, cells: tuple[Cell, ...], text: str) -> None:
        for cell in cells:
            self.names.pop(cell, None)
            if text:
                self.names[cell] = text

    def _zone(self, cells: tuple[Cell, ...], which: str) -> None:
        for side in SIDES:
            self.zones[side].difference_update(cells)
        if which in self.zones:
            self.zones[which].update(cells)

    def _objective(self, cells: tuple[Cell, ...], which: str, name: str, path: str) -> None:
        """Add hexes to an objective, or remove them from all. A new objective with a known name adds to that one."""
        if which == "none":
            self.goals = [_with_cells(goal, set(goal.cells) - set(cells)) for goal in self.goals]
            return
        if which == "new" and not name:
            raise SetupError("An objective needs a name.", f"{path}.text")
        names = [goal.name for goal in self.goals]
        if which == "new" and name not in names:
            self.goals.append(Objective(name=name, cells=cells, hold=len(cells)))
            return
        at = names.index(name) if which == "new" else int(which)
        self.goals[at] = _with_cells(self.goals[at], set(self.goals[at].cells) | set(cells))

    def _entry(self, cells: tuple[Cell, ...], which: str) -> None:
        """Add hexes to those of an arrival, after the others, or remove hexes from all arrivals (EN-RULING-120)."""
        for key, pieces, index in self._coming():
            arrival = pieces[index].arrival
            if which == "none":
                left = tuple(cell for cell in arrival.cells if cell not in cells)
                pieces[index] = replace(pieces[index], arrival=replace(arrival, cells=left))
            elif which == key:
                hexes = tuple(dict.fromkeys((*arrival.cells, *cells)))
                pieces[index] = replace(pieces[index], arrival=replace(arrival, cells=hexes))

    def _coming(self) -> Iterator[tuple[str, list[Any], int]]:
        """The units and leaders that arrive, each with its key, the list that it is in, and its index there."""
        kinds: dict[str, dict[SideId, Any]] = {"unit": {**self.units}, "leader": {**self.leaders}}
        for what, sides in kinds.items():
            for side in SIDES:
                pieces = sides[side]
                for index, piece in enumerate(pieces):
                    if piece.arrival is not None:
                        yield f"{what}.{side}.{index}", pieces, index

    def _put(self, what: str, side: SideId, index: int, cell: Cell) -> None:
        """Put a unit or leader in a hex. A unit keeps its formation and facing; a new one faces the enemy."""
        if what == "leader":
            self.leaders[side][index] = replace(self.leaders[side][index], place=Place(cell))
            return
        unit: Recruit = self.units[side][index]
        usual: Formation = "unlimbered" if unit.kind.endswith("artillery") else MOVES[unit.kind][0].formation
        place = unit.place or Place(cell, TOWARD_ENEMY[side], usual)
        self.units[side][index] = replace(unit, place=replace(place, cell=cell))

    def _turn(self, what: str, side: SideId, index: int, turn: int, path: str) -> None:
        """Turn a unit to one of the six facings (EN-FACE-03)."""
        unit = self.units[side][index] if what == "unit" else None
        if unit is None or unit.place is None or turn not in TURNS:
            raise SetupError(f"A unit cannot face {turn / 10:g} degrees there.", f"{path}.turn")
        self.units[side][index] = replace(unit, place=replace(unit.place, facing=TURNS.index(turn)))


def _with_cells(goal: Objective, cells: set[Cell]) -> Objective:
    """The objective with other hexes. If a side had to hold all hexes, it still has to; else the number stays."""
    hold = len(cells) if goal.hold == len(goal.cells) else min(goal.hold, len(cells))
    return replace(goal, cells=tuple(sorted(cells)), hold=hold)
