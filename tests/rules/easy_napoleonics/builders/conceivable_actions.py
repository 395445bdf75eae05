"""Small battles, and every conceivable action in them."""

from collections.abc import Iterator
from itertools import chain, combinations, product
from random import Random
from typing import Any

from msgspec.structs import replace

from battles.kits.hex.grid import grid
from battles.rules.easy_napoleonics import SYSTEM, meta
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.rules import Options, Rules
from battles.rules.easy_napoleonics.setup import MIX
from battles.rules.easy_napoleonics.state import (
    NO_HANDS,
    Board,
    Force,
    Leader,
    Pending,
    Phase,
    Recruit,
    Setup,
    State,
    Unit,
)
from battles.rules.easy_napoleonics.tables import FORMATIONS, KINDS, MOVES, TERRAINS

COLUMNS, ROWS = 7, 6
SIZE = COLUMNS * ROWS
GRID = grid(COLUMNS, ROWS)
NORTH, SOUTH = tuple(range(COLUMNS * 2)), tuple(range(SIZE - COLUMNS * 2, SIZE))
WEIGHTS = {"activate": 8, "fire": 6, "move_leader": 1, "rally": 1}
"""How often each kind of action is chosen; the others twice."""

LEVELS = ("good", "fair", "bad", "bad")


OPEN = {kind: {move.formation for move in moves} | {"masse"} for kind, moves in MOVES.items()}
"""Formations that are worth trying with every hex."""


def seeded(seed: int | str) -> Random:
    """Chance that is the same in every run."""
    return Random(seed)  # noqa: S311 - it makes positions, not secrets


def options(**values: Any) -> Options:
    """Options from their values as JSON has them; the battle lasts two turns."""
    return meta.read({"deployment_order": "preset", "max_turns": 2, **values})


def setup(chance: Random, made: Options, units: tuple[Unit, ...] = ()) -> Setup:
    """A board of a few hexes with all sorts of ground."""
    terrain = [(cell, chance.choice(TERRAINS[1:])) for cell in range(SIZE) if chance.random() < 0.2]
    recruits = {
        side: tuple(
            Recruit(name=unit.name, kind=unit.kind, grade=unit.grade, worth=1, nation=unit.nation)
            for unit in units
            if unit.side == side
        )
        for side in "ab"
    }
    return Setup(
        title="Small",
        board=Board(COLUMNS, ROWS, tuple(terrain)),
        forces=(
            Force(name="A", units=recruits["a"], leaders=(), zone=SOUTH),
            Force(name="B", units=recruits["b"], leaders=(), zone=NORTH),
        ),
        rules=Rules(made),
    )


def some_unit(chance: Random, side: str, number: int, made: Options, cell: int) -> Unit:
    """A unit of any kind, in any formation of its own, facing any way."""
    kind = chance.choice((*KINDS, "infantry", "infantry", "light_cavalry"))
    nation = "austria" if made.national_rules and chance.random() < 0.6 else "none"
    shapes = [move.formation for move in MOVES[kind]]
    if kind == "infantry":
        shapes += ["hasty_square", *["masse"] * (nation == "austria")]
    return Unit(
        side=side,
        name=f"{side}{number} {kind}",
        kind=kind,
        grade="veteran",
        worth=1,
        nation=nation,
        cell=cell,
        facing=chance.randrange(6),
        formation=chance.choice(shapes),
        level=chance.choice(LEVELS),
    )


def close_battle(chance: Random, made: Options, leaders: int = 2) -> State:
    """Four units a side face to face before any has moved, and leaders with them or alone.

    Where locks are those of the beginning of the turn, the second side is about to move and may be next to the enemy.
    """
    ground = setup(chance, made)
    ponds = {cell for cell, kind in ground.board.terrain if kind == "pond" and made.pond_impassable}
    south = [cell for cell in range(SIZE // 2, SIZE) if cell not in ponds]
    north = [cell for cell in range(SIZE // 2) if cell not in ponds]
    cells = {"a": chance.sample(south, 4), "b": chance.sample(north, 4)}
    units = [some_unit(chance, side, number, made, cells[side][number // 2]) for number, side in enumerate("abababab")]
    if made.grand_battery:
        for one in (0, 1):
            for number in (one, one + 2, one + 4):
                units[number] = some_battery(chance, units[number])
            if chance.random() < 0.5:
                units[one + 2] = replace(units[one + 2], cell=units[one].cell)
    late = made.lock_timing == "turn_start"
    return State(
        setup=ground,
        board=ground.board,
        units=tuple(units),
        leaders=some_leaders(chance, units, ponds, leaders),
        phase="movement" if late else "rally",
        turn=1,
        acting="b" if late else "a",
        holder="a",
        mover="a" if late else chance.choice("ab"),
        streak=1,
        hands=NO_HANDS,
        score=(0, 0),
    )


def some_battery(chance: Random, unit: Unit) -> Unit:
    """A battery in place of a unit."""
    kind = chance.choice(("field_artillery", "horse_artillery"))
    shape = chance.choice(("limbered", "unlimbered"))
    return replace(unit, name=f"{unit.name} guns", kind=kind, formation=shape, nation="none")


def some_leaders(chance: Random, units: list[Unit], ponds: set[int], count: int) -> tuple[Leader, ...]:
    """Leaders of both sides, half of them with a unit; never with an enemy."""
    found: list[Leader] = []
    for number in range(2 * count):
        side = "ab"[number % 2]
        closed = {unit.cell for unit in units if unit.side != side} | {man.cell for man in found if man.side != side}
        own = [unit.cell for unit in units if unit.side == side]
        wanted = own if chance.random() < 0.5 else range(SIZE)
        free = [cell for cell in wanted if cell not in closed | ponds]
        if free:
            place = chance.choice(free)
            found.append(Leader(side=side, name=f"L{number}", cell=place, left=chance.randrange(1, 6)))
    return tuple(found)


def listed_actions(state: State, side: str) -> set[Any]:
    """Everything that is listed for a side."""
    return set(chain.from_iterable(option.actions for option in SYSTEM.options(state, side)))


def small_actions(state: State) -> Iterator[Any]:
    """Every action of a few words, sensible or not; those of the melee phase in it."""
    units = range(-2, len(state.units) + 1)
    yield from (act.Done(), act.CallTime(), act.HastySquare(True), act.HastySquare(False))
    yield from (act.Accept(True), act.Accept(False), act.TakeCard("nonsense"))
    yield from map(act.TakeCard, MIX)
    yield from map(act.NameNation, ("none", "austria", "france"))
    for side in ("a", "b", "c"):
        yield from (act.ChooseMover(side), act.ChooseFireOrder(side))
    yield from map(act.Rally, units)
    if state.phase == "melee":
        yield from (act.Fight(one, two) for one in units for two in units)
        yield from (act.Answer(how) for how in ("hold", "fire", "square"))
        for how, facing, target in product(("stay", "in", "turn"), (None, *range(-1, 7)), units):
            yield act.Advance(how, facing, target)


def leader_actions(state: State, side: str) -> Iterator[Any]:
    """Every way to send leaders anywhere, and a few for unknown leaders or those of the enemy."""
    pairs = [unit.cell for unit in state.units]
    names = [-1, 99, *(number for number, unit in enumerate(state.units) if pairs.count(unit.cell) > 1)]
    for cell, unit in product(range(-2, SIZE + 1), names):
        yield act.Relocate(cell, unit)
        for leader, man in enumerate(state.leaders):
            if man.side == side or cell == 0:
                yield act.MoveLeader(leader, cell, unit)
        yield act.MoveLeader(-1, cell, unit)


def worth_trying(chance: Random, state: State, side: str) -> int:
    """A unit that may still be activated, or now and then any unit."""
    free = [n for n, unit in enumerate(state.units) if unit.side == side and not (unit.activated or unit.locked)]
    return chance.choice(free) if free and chance.random() < 0.9 else chance.randrange(len(state.units))


def activations(chance: Random, state: State, number: int) -> Iterator[act.Activate]:
    """Every change and turn with every hex about; with some of them guns, leaders along and leaders run over."""
    unit = state.units[number]
    if unit.cell < 0 or unit.activated or unit.locked:
        yield act.Activate(number, None, (unit.facing + 1) % 6)
        return
    near = [-1, SIZE, -7, *GRID.cells(GRID.within(unit.cell, 4))]
    shapes, turns = (None, *FORMATIONS), (None, *range(7))
    for shape in shapes:
        fits = shape is None or shape in OPEN[unit.kind]
        for turn, cell in product(turns, near if fits else near[:6]):
            yield act.Activate(number, shape, turn, cell)
    men = [man for man, leader in enumerate(state.leaders) if leader.side == unit.side]
    foes = [man for man, leader in enumerate(state.leaders) if leader.side != unit.side]
    changes = ((None, None), (chance.choice(shapes), chance.choice(turns)))
    goings = [(True, (), ()), (True, tuple(men), tuple(foes)), *product((False,), subsets(men), subsets(foes))]
    for (shape, turn), cell, going in product(changes, near, goings):
        yield act.Activate(number, shape, turn, cell, *going)


def subsets(numbers: list[int]) -> list[tuple[int, ...]]:
    """Every choice of them in order, and one out of order."""
    found = [some for size in range(len(numbers) + 1) for some in combinations(numbers, size)]
    return [*found, tuple(reversed(numbers))]


def missions(state: State, side: str) -> Iterator[act.Fire]:
    """Every target with every number of dice of every unit of a side; and some of others."""
    own = [number for number, unit in enumerate(state.units) if unit.side == side]
    units = range(-1, len(state.units) + 1)
    yield from (act.Fire(target, ((number, count),)) for target in units for number in units for count in range(-1, 4))
    for target, unit in enumerate(state.units):
        if unit.side != side or target == own[0]:
            for counts in product(range(4), repeat=len(own)):
                yield act.Fire(target, tuple((n, count) for n, count in zip(own, counts, strict=True) if count))
            yield from (act.Fire(target, ((two, 1), (one, 1))) for one, two in combinations(own, 2))
            yield from (act.Fire(target, ((one, 1), (one, 1))) for one in own)


def in_the_middle(chance: Random, state: State, phase: Phase) -> State:
    """The same battle in another phase, each unit having done something this turn."""
    fought = tuple(chance.sample([(one, two) for one in (0, 2, 4) for two in (1, 3, 5)], 2))
    state = replace(state, units=tuple(_busy(chance, state, number) for number in range(len(state.units))))
    state = replace(state, phase=phase, acting=chance.choice("ab"), fires_first="a", fought=fought)
    if phase == "melee":
        return replace(state, listed=True, pending=(_owed(chance, state),))
    return state


def _busy(chance: Random, state: State, number: int) -> Unit:
    unit = state.units[number]
    foes = [foe for foe, enemy in enumerate(state.units) if enemy.side != unit.side]
    fired = chance.random() < 0.3
    return replace(
        unit,
        used=chance.randrange(4),
        reformed=chance.random() < 0.3,
        moved=chance.choice(("", "", "move", "sidestep")),
        dice_left=chance.randrange(3) if fired else -1,
        at=(chance.choice(foes),) if fired else (),
        mute=unit.kind == "infantry" and chance.random() < 0.2,
        tried_square=chance.random() < 0.2,
        rallied=chance.random() < 0.5,
        locked=chance.random() < 0.2,
        activated=chance.random() < 0.2,
    )


def _owed(chance: Random, state: State) -> Pending:
    """A winner that may move into a hex next to it, or an enemy that it attacks from there."""
    winner = chance.choice([n for n, unit in enumerate(state.units) if unit.formation in ("line", "column", "masse")])
    unit = state.units[winner]
    taken = {other.cell for other in state.units}
    free = [cell for cell in GRID.around[unit.cell] if cell not in taken] or [unit.cell]
    beside = [n for n, foe in enumerate(state.units) if foe.side != unit.side and foe.cell in GRID.around[unit.cell]]
    if beside and chance.random() < 0.5:
        foe = chance.choice(beside)
        return Pending(kind="answer", side=state.units[foe].side, unit=foe, other=winner)
    return Pending(kind="breakthrough", side=unit.side, unit=winner, cell=chance.choice(free))


def a_choice(chance: Random, state: State, side: str) -> Any:
    """A legal action; rather one that brings a unit next to the enemy."""
    found = SYSTEM.options(state, side)
    if state.phase == "movement" and chance.random() < 0.7:
        foes = [unit.cell for unit in state.units if unit.side != side and unit.cell >= 0]
        near = {cell for foe in foes for cell in GRID.around[foe]}
        every = chain.from_iterable(option.actions for option in found if option.kind == "activate")
        closing = [action for action in every if action.cell in near]
        if closing:
            return chance.choice([action for action in closing if action.facing is None] or closing)
    weights = [WEIGHTS.get(option.kind, 2) for option in found]
    return chance.choice(chance.choices(found, weights)[0].actions)


def deployments(state: State) -> Iterator[Any]:
    """Every unit and leader anywhere, in every shape, facing every way."""
    for number, cell in product(range(-1, len(state.units) + 1), range(-1, SIZE + 1)):
        for facing, shape in product((-1, 0, 5, 6), FORMATIONS):
            yield act.Deploy(number, cell, facing, shape)
    batteries = [number for number, unit in enumerate(state.units) if unit.kind.endswith("artillery")]
    for leader, cell, unit in product(range(-1, len(state.leaders) + 1), range(-1, SIZE + 1), (-1, *batteries, 99)):
        yield act.DeployLeader(leader, cell, unit)
