"""Small random battles: forces of everything, close together on a few hexes, fought by an eager player."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from battles.engine.dice import SeededDice
from battles.engine.rng import Chances
from battles.kits.hex.grid import Grid, grid
from battles.rules.easy_napoleonics import SYSTEM, meta
from battles.rules.easy_napoleonics.actions import AnyAction
from battles.rules.easy_napoleonics.rules import ARTILLERY, Rules
from battles.rules.easy_napoleonics.scenario.files import edge_zone
from battles.rules.easy_napoleonics.state import Arrival, Board, Captain, Force, Objective, Place, Recruit, Setup, State
from battles.rules.easy_napoleonics.tables import GRADES, KINDS, MOVES, NATION_TAGS, TERRAINS, Kind, NationTag
from battles.rules.easy_napoleonics.victory import victory_points

COLUMNS, ROWS = 7, 8
MIXED: tuple[Kind, ...] = (*KINDS, "infantry", "infantry", "infantry")
LEVELS = ("good", "good", "fair", "bad")


def _edge(side: str, columns: int, rows: int) -> range:
    """The cells along a side's own edge."""
    return range((rows - 1) * columns, rows * columns) if side == "a" else range(columns)


def small_setup(
    chances: Chances,
    units: int = 5,
    *,
    draws: bool = False,
    ground: bool = True,
    kinds: tuple[Kind, ...] = MIXED,
    nations: tuple[NationTag, ...] = NATION_TAGS,
    objectives: tuple[Objective, ...] = (),
    points_win: bool = True,
    late: int = 0,
    **options: Any,
) -> Setup:
    """A battle of ``units`` a side on a small board, of sorts and on ground that ``chances`` choose.

    The last ``late`` units of a side arrive at its edge in turn 2, by a hex too few for all (EN-RULING-120).
    Units are of ``kinds`` and ``nations``, the more often the more often they are named. Options are as JSON has
    them; those left out are the defaults, on a board of a few hexes and for four turns.
    """
    options = {"board_columns": COLUMNS, "board_rows": ROWS, "max_turns": 4, "victory_points_to_win": 15, **options}
    made = meta.read(options)
    rules = Rules(made)
    columns, rows = made.board_columns, made.board_rows
    cells = range(columns * rows)
    terrain = tuple((cell, chances.choice(TERRAINS[1:])) for cell in cells if ground and not chances.below(6))
    ponds = {cell for cell, kind in terrain if kind == "pond"}
    zones = {side: edge_zone(side, made) for side in ("a", "b")}
    sorts = (kinds, nations)
    forces = []
    for side, name in (("a", "Blue"), ("b", "Red")):
        half = [cell for cell in cells if (cell < len(cells) // 2) == (side == "b") and cell not in ponds]
        free = chances.shuffled(half) if made.deployment_order == "preset" else []
        recruits = [_recruit(chances, f"{name} {n}", rules, side, sorts, free) for n in range(1, units + 1)]
        if made.grand_battery:
            _together(recruits)
        if late:
            edge = [cell for cell in _edge(side, columns, rows) if cell not in ponds]
            arrival = Arrival(2, tuple(chances.shuffled(edge)[: late - 1]))
            recruits[-late:] = [replace(recruit, place=None, arrival=arrival) for recruit in recruits[-late:]]
        forces.append(
            Force(
                name=name,
                units=tuple(recruits),
                leaders=tuple(_captain(chances, f"General {name} {n}", free) for n in range(made.leaders_per_side)),
                zone=zones[side],
                draws=draws,
            )
        )
    return Setup(
        title="Small",
        board=Board(columns, rows, terrain),
        forces=(forces[0], forces[1]),
        rules=rules,
        objectives=objectives,
        points_win=points_win,
    )


def _recruit(chances: Chances, name: str, rules: Rules, side: str, sorts: Any, free: list[int]) -> Recruit:
    """A unit of any sort; where ``free`` has hexes it stands in the last of them, which is taken."""
    kind, grade = chances.choice(sorts[0]), chances.choice(GRADES)
    nation = chances.choice(sorts[1])
    shapes = [move.formation for move in MOVES[kind]]
    if kind == "infantry" and nation == "austria" and nation in rules.options.national_rules:
        shapes.append("masse")
    facing = (chances.choice((0, 0, 1, 5)) + 3 * (side == "b")) % 6
    return Recruit(
        name=f"{name} {kind}",
        kind=kind,
        grade=grade,
        worth=victory_points(kind, grade, rules.options.vp_model),
        nation=nation,
        armored=kind == "heavy_cavalry" and not chances.below(2),
        level=chances.choice(LEVELS),
        place=Place(free.pop(), facing, chances.choice(shapes)) if free else None,
    )


def _together(recruits: list[Recruit]) -> None:
    """The first two batteries of a side in one hex, where they stand anywhere (EN-OPT-08)."""
    first, second, *_ = [*(n for n, one in enumerate(recruits) if one.place and one.kind in ARTILLERY), -1, -1]
    if second >= 0:
        one, two = recruits[first].place, recruits[second].place
        recruits[second] = replace(recruits[second], place=replace(two, cell=one.cell))


def _captain(chances: Chances, name: str, free: list[int]) -> Captain:
    return Captain(name, Place(free[-1 - chances.below(2)]) if free else None)


def grid_of(state: State) -> Grid:
    """The hexes of a battle."""
    return grid(state.board.columns, state.board.rows)


def listed(state: State, side: str) -> dict[str, list[Any]]:
    """What a side may do, by kind."""
    found: dict[str, list[Any]] = {}
    for option in SYSTEM.options(state, side):
        found.setdefault(option.kind, []).extend(option.actions)
    return found


def eager(chances: Chances, state: State, by_kind: dict[str, list[Any]]) -> Any:
    """Any action, but each kind as likely as another, seldom the end of a phase, and rather moves at the enemy."""
    kinds = [kind for kind in by_kind if kind != "done"]
    if not kinds or not chances.below(12):
        kinds = list(by_kind)
    if "activate" in kinds and chances.below(4):
        kinds = ["activate"]
    actions = by_kind[chances.choice(kinds)]
    if kinds == ["activate"] and chances.below(4):
        around = grid_of(state).around
        foes = [unit.cell for unit in state.units if unit.side != state.acting and unit.cell >= 0]
        near = {cell for foe in foes for cell in around[foe]}
        actions = [action for action in actions if action.cell in near] or actions
    return chances.choice(actions)


def steps(setup: Setup, seed: int | str, most: int = 2_000) -> Iterator[tuple[State, str, Any, Any]]:
    """An eager battle from its set-up to its end: state before, side, action and step; the first has no side.

    Raises:
        AssertionError: it has no end in ``most`` decisions.
    """
    key = f"dice {seed}".encode()
    chances = Chances(f"choices {seed}".encode())
    state = SYSTEM.start(setup)
    step = SYSTEM.begin(state, SeededDice(key, 0))
    yield state, "", None, step
    for entry in range(1, most):
        state = step.state
        sides = sorted(SYSTEM.deciding(state))
        if not sides:
            return
        side = chances.choice(sides)
        action = eager(chances, state, listed(state, side))
        step = SYSTEM.decide(state, side, action, SeededDice(key, entry))
        yield state, side, action, step
    raise AssertionError(f"The battle of seed {seed} has no end in {most} decisions.")


NUMBERS = (-1_000_000, -1, 0, 1, 3, 6, 40, 1_000_000)


def mutated(action: Any, bank: list[Any], chances: Chances) -> Any | None:
    """``action`` with one part changed, to one seen in ``bank`` or an odd one; None where that is no action."""
    whole = msgspec.to_builtins(action)
    if action is None or len(whole) < 2:
        return None
    name = chances.choice([name for name in whole if name != "kind"])
    value = whole[name]
    seen = [plain[name] for plain in map(msgspec.to_builtins, bank) if name in plain]
    whole[name] = chances.choice([*_odd(value), *seen[:20]])
    try:
        return msgspec.convert(whole, AnyAction)
    except (msgspec.ValidationError, OverflowError):
        return None


def _odd(value: Any) -> list[Any]:
    """Values of the same form that are hardly legal."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [*NUMBERS, value + 1, value - 1]
    if isinstance(value, str):
        return ["", "nobody", "a", "b", "masse", "square", "column", "limbered"]
    if isinstance(value, list):
        return [[], [*value, *value], value[::-1], value[:1], [[99, 1]], [0]]
    return [None, 0, "line", "column", "square"]
