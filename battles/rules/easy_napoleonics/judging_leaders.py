"""Where a leader does most good: with shaken units in the rally phase, and then with those that fire and fight."""

from collections.abc import Sequence

from battles.engine.core import Option
from battles.engine.judge import Advice
from battles.rules.easy_napoleonics import weights
from battles.rules.easy_napoleonics.actions import Rally
from battles.rules.easy_napoleonics.book import ARTILLERY
from battles.rules.easy_napoleonics.judging_ground import Ground
from battles.rules.easy_napoleonics.judging_odds import led, value_of
from battles.rules.easy_napoleonics.leading import LeaderMoves
from battles.rules.easy_napoleonics.tables import LEVELS


def best_rally(ground: Ground, options: Sequence[Option]) -> Advice | None:
    """Rally first where a leader stands, then walk him to the next, then try the others; None when all have tried."""
    tired = [option.actions[0].unit for option in options if option.kind == "rally"]
    if not tired:
        return None
    here = [number for number in tired if led(ground.lay, number)]
    if here:
        return _rally(ground, max(here, key=lambda number: (_gained(ground, number), -number)))
    step = _walk(ground, options, tired)
    if step is not None:
        return step
    return _rally(ground, max(tired, key=lambda number: (_gained(ground, number), -number)))


def _gained(ground: Ground, number: int) -> int:
    """What a level more is worth."""
    unit = ground.lay.units[number]
    step = LEVELS.index(unit.level)
    return value_of(unit) * (weights.LOST[LEVELS[step]] - weights.LOST[LEVELS[step - 1]])


def _rally(ground: Ground, number: int) -> Advice:
    passes = ground.ledger.passes(ground.traits(number))
    with_leader = " with the leader's help" if led(ground.lay, number) else ""
    text = f"{ground.name(number)} rallies{with_leader}, which succeeds {passes // 10} times in 100 and costs nothing."
    return Advice(Rally(number), _gained(ground, number), text)


def _walk(ground: Ground, options: Sequence[Option], tired: list[int]) -> Advice | None:
    """A leader's way to the shaken unit that is worth most and that he can reach."""
    cells = {ground.lay.units[number].cell: number for number in tired}
    best, most = None, 0
    for moves in _moves(options):
        for cell in moves.cells:
            if cell in cells and (best is None or _gained(ground, cells[cell]) > most):
                best, most = moves.to(cell), _gained(ground, cells[cell])
    if best is None:
        return None
    return Advice(best, most, f"The leader goes to {ground.name(cells[best.cell])} to rally it.")


def _moves(options: Sequence[Option]) -> list[LeaderMoves]:
    """Where leaders may go."""
    return [option.actions for option in options if type(option.actions) is LeaderMoves]


def best_stand(ground: Ground, options: Sequence[Option]) -> Advice | None:
    """A leader's way to the unit that he helps most in this turn's fire; None where he stands well."""
    own, at = ground.own, ground.lay.at
    for moves in _moves(options):
        man = ground.lay.leaders[moves.leader]
        now = _help(ground, at[man.cell]) if own >> man.cell & 1 else -1
        best, most = None, now + weights.WORTH_A_WALK
        for cell in moves.cells:
            if own >> cell & 1 and _company(ground, at[cell]) > most:
                worth = _help(ground, at[cell])
                if worth > most:
                    best, most = cell, worth
        if best is not None:
            name = ground.name(at[best])
            return Advice(moves.to(best), most - now, f"The leader goes to {name}, where his help tells most.")
    return None


def _company(ground: Ground, number: int) -> int:
    """What a leader is worth with a unit, the fire that he comes under left out: more with guns that fire."""
    unit = ground.lay.units[number]
    worth = 0
    if unit.kind in ARTILLERY:
        worth = weights.WITH_GUNS if unit.formation == "unlimbered" else 0
    if ground.lay.near[ground.enemy] >> unit.cell & 1:
        return worth + weights.IN_MELEE
    return worth + weights.WITH_SHAKEN if unit.level != "good" else worth


def _help(ground: Ground, number: int) -> int:
    """What a leader is worth with a unit, less where he may fall."""
    cell, worth = ground.lay.units[number].cell, _company(ground, number)
    if ground.lay.near[ground.enemy] >> cell & 1:
        return worth
    return worth - len(ground.foes.shells(cell)) * weights.UNDER_FIRE


def best_refuge(ground: Ground, options: Sequence[Option]) -> Advice:
    """The unit of his side, farthest from the enemy, that a leader can flee to; else any hex far from the enemy."""
    actions = options[0].actions
    far = ground.foes.far
    best = max(actions, key=lambda action: (ground.own >> action.cell & 1, min(far[action.cell], 4)))
    return Advice(best, 0, f"The leader flees to {ground.grid.label(best.cell)}, out of the enemy's way.")
