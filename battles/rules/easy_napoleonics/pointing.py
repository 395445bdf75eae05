"""What each action points at on the board: who acts, where it leads, whom it is directed against (``Aim``)."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.hex import Cell
from battles.engine.pointing import Aim
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics import words_names as say
from battles.rules.easy_napoleonics.cards import MIX
from battles.rules.easy_napoleonics.contacts import charges
from battles.rules.easy_napoleonics.field import field_of
from battles.rules.easy_napoleonics.known import known
from battles.rules.easy_napoleonics.state import NOWHERE, Pending, State, other
from battles.rules.easy_napoleonics.view import View
from battles.rules.easy_napoleonics.words_turn import card_words

FACINGS: Final = 6
TENTHS: Final = 600
"""Tenths of a degree from one facing to the next (EN-FACE-03)."""


def aim(seen: View, action: Any) -> Aim:
    """What ``action`` points at in ``seen``.

    A Move that ends in a charge is directed against the units that it charges (EN-MELEE-04). Fire is done by the
    first unit of the mission, with the others of it; an answer is directed against the enemy who is answered.
    """
    return aim_of(known(seen), action)


def aim_of(state: State, action: Any) -> Aim:
    """What ``action`` points at in the position of ``state``."""
    made = _AIMS.get(type(action))
    return made(state, action) if made else Aim("")


def unit_key(state: State, number: int) -> str:
    """A unit as the actor of options names it; ``""`` where there is none of this number."""
    return f"unit {number}" if 0 <= number < len(state.units) else ""


def leader_key(state: State, number: int) -> str:
    """A leader as the actor of options names him; ``""`` where there is none of this number."""
    return f"leader {number}" if 0 <= number < len(state.leaders) else ""


def _areas(state: State, cell: Cell) -> tuple[str, ...]:
    size = state.board.columns * state.board.rows
    return (say.label(state, cell),) if 0 <= cell < size else ()


def _targets(state: State, *numbers: int) -> tuple[str, ...]:
    return tuple(key for number in numbers if (key := unit_key(state, number)))


def _where(state: State, number: int) -> tuple[str, ...]:
    """The hex that a unit stands in."""
    return _areas(state, state.units[number].cell) if unit_key(state, number) else ()


def _angle(facing: int | None) -> int | None:
    return None if facing is None else facing % FACINGS * TENTHS


def _owed(state: State, kind: str) -> Pending:
    """The decision of this kind that is pending; one about nobody where there is none."""
    last = state.pending[-1] if state.pending else None
    return last if last is not None and last.kind == kind else Pending(kind="fire_order", side="")


def _whole(words: Callable[[State, Any], str]) -> Callable[[State, Any], Aim]:
    """What a side does as a whole."""
    return lambda state, action: Aim("", how=words(state, action))


def _deploy(state: State, action: act.Deploy) -> Aim:
    how = say.in_formation(action.formation)
    return Aim(unit_key(state, action.unit), (), _areas(state, action.cell), turn=_angle(action.facing), how=how)


def _with(state: State, unit: int) -> str:
    return f"with {say.unit(state, unit)}" if unit_key(state, unit) else ""


def _place_leader(state: State, action: act.DeployLeader | act.MoveLeader) -> Aim:
    actor = leader_key(state, action.leader)
    return Aim(actor, (), _areas(state, action.cell), how=_with(state, action.unit))


def _relocate(state: State, action: act.Relocate) -> Aim:
    actor = leader_key(state, _owed(state, "relocate").leader)
    return Aim(actor, (), _areas(state, action.cell), how=_with(state, action.unit))


def _rally(state: State, action: act.Rally) -> Aim:
    return Aim(unit_key(state, action.unit), (), _where(state, action.unit), how="rally")


def _activate(state: State, action: act.Activate) -> Aim:
    actor = unit_key(state, action.unit)
    stays = action.cell == NOWHERE
    areas = _where(state, action.unit) if stays else _areas(state, action.cell)
    plain = action.formation is None and action.facing is None and not action.unlimber
    charged = _charged(state, action) if actor and areas and plain and not stays else ()
    return Aim(actor, (), areas, charged, _angle(action.facing), ", ".join(_ways(state, action)))


def _charged(state: State, action: act.Activate) -> tuple[str, ...]:
    """The units that a plain Move or Sidestep charges."""
    field = field_of(state)
    lay = field.lay(state)
    unit = lay.units[action.unit]
    if not lay.near[other(unit.side)] >> action.cell & 1:
        return ()
    return _targets(state, *charges(field, lay, replace(unit, cell=action.cell, reformed=False)))


def _ways(state: State, action: act.Activate) -> Iterator[str]:
    """What else there is to a programme but where it leads and which way it faces then."""
    if action.formation is not None:
        yield say.in_formation(action.formation)
    over = [man for man in action.over if leader_key(state, man)]
    if over:
        yield f"over {say.leaders(state, over)}"
    if action.unlimber:
        yield "then unlimber"
    along = [man for man in action.along if leader_key(state, man)]
    if along:
        yield f"with {say.leaders(state, along)}"


def _fire(state: State, action: act.Fire) -> Aim:
    shots = [(number, count) for number, count in action.dice if unit_key(state, number)]
    keys = [unit_key(state, number) for number, _ in shots]
    dice = [say.count(count, "die", "dice") for _, count in shots]
    if len(shots) > 1:
        dice = [f"{say.unit(state, number)} {words}" for (number, _), words in zip(shots, dice, strict=True)]
    return Aim(keys[0] if keys else "", tuple(keys[1:]), targets=_targets(state, action.target), how=say.listed(dice))


def _fight(state: State, action: act.Fight) -> Aim:
    return Aim(unit_key(state, action.attacker), targets=_targets(state, action.defender), how="fight")


def _answer_to(kind: str, words: Callable[[State, Any], str]) -> Callable[[State, Any], Aim]:
    """An answer of the unit that a decision is about, directed against the enemy who is the cause of it."""

    def made(state: State, action: Any) -> Aim:
        owed = _owed(state, kind)
        return Aim(unit_key(state, owed.unit), targets=_targets(state, owed.other), how=words(state, action))

    return made


def _advance(state: State, action: act.Advance) -> Aim:
    owed = _owed(state, "breakthrough")
    actor = unit_key(state, owed.unit)
    if action.how == "stay":
        return Aim(actor, (), _where(state, owed.unit), how="stay")
    turn = _angle(action.facing)
    return Aim(
        actor, (), _areas(state, owed.cell), _targets(state, action.target), turn, f"break through, {action.how}"
    )


_ANSWERS: Final = {"hold": "hold fire", "fire": "fire", "square": "try square"}

_AIMS: Final[dict[type, Callable[[State, Any], Aim]]] = {
    act.TakeCard: _whole(lambda _, action: card_words(action.card) if action.card in MIX else action.card),
    act.NameNation: _whole(lambda _, action: action.nation),
    act.Deploy: _deploy,
    act.DeployLeader: _place_leader,
    act.ChooseMover: _whole(lambda state, action: f"{say.side(state, action.side)} first"),
    act.Rally: _rally,
    act.MoveLeader: _place_leader,
    act.Activate: _activate,
    act.Done: _whole(lambda *_: "finish"),
    act.HastySquare: _answer_to("hasty_square", lambda _, action: "try square" if action.attempt else "stand"),
    act.Relocate: _relocate,
    act.ChooseFireOrder: _whole(lambda state, action: f"{say.side(state, action.side)} first"),
    act.Fire: _fire,
    act.Accept: _answer_to("accept", lambda _, action: "attack" if action.fight else "do not attack"),
    act.Fight: _fight,
    act.Advance: _advance,
    act.Answer: _answer_to("answer", lambda _, action: _ANSWERS[action.how]),
    act.CallTime: _whole(lambda *_: "call time"),
}
"""How each kind of action is pointed."""
