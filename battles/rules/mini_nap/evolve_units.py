"""What events change of units, stands and features."""

from collections.abc import Collection
from typing import Any, Final

from msgspec.structs import replace

from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.frames import Combat
from battles.rules.mini_nap.state import NONE, Holding, State

_NOTES: Final = (
    "blue",
    "yellow",
    "white",
    "crew_in",
    "manoeuvred",
    "fired",
    "reacted",
    "idle",
    "mute",
    "charged",
    "impact",
    "charged_from",
    "stood",
    "still",
    "tried_square",
    "broke_through",
)
"""What ``Marked`` may change."""


def unit_with(state: State, number: int, **changes: Any) -> State:
    """``state`` with one unit changed."""
    units = state.units
    return replace(state, units=(*units[:number], replace(units[number], **changes), *units[number + 1 :]))


def stand_with(state: State, number: int, **changes: Any) -> State:
    """``state`` with one stand changed."""
    stands = state.stands
    return replace(state, stands=(*stands[:number], replace(stands[number], **changes), *stands[number + 1 :]))


def _carried(state: State, number: int) -> State:
    """A Brigade stand goes where its unit goes (MN-CMD-31)."""
    unit = state.units[number]
    for place, stand in enumerate(state.stands):
        if stand.unit == number and stand.where == "table":
            state = stand_with(state, place, x=unit.x, y=unit.y)
    return state


def placed(state: State, event: happened.Placed) -> State:
    return unit_with(
        state, event.unit, where="table", x=event.x, y=event.y, facing=event.facing, formation=event.formation
    )


def checked(state: State, event: happened.CommandChecked) -> State:
    found = dict(event.checked)
    units = (
        replace(unit, command=found[number]) if number in found else unit for number, unit in enumerate(state.units)
    )
    return replace(state, units=tuple(units))


def stand_placed(state: State, event: happened.StandPlaced) -> State:
    changes: dict[str, Any] = {"where": "table", "x": event.x, "y": event.y}
    if event.how == "moved":
        changes["moved"] = True
    elif event.how == "evaded":
        changes["evaded"] = True
    elif event.how == "detached":
        changes |= {"unit": NONE, "shifted": True}
    return stand_with(state, event.stand, **changes)


def attached(state: State, event: happened.StandAttached) -> State:
    unit = state.units[event.unit]
    return stand_with(state, event.stand, unit=event.unit, x=unit.x, y=unit.y, shifted=True)


def stand_removed(state: State, event: happened.StandRemoved) -> State:
    return stand_with(state, event.stand, where="removed", unit=NONE)


def marked(state: State, event: happened.Marked) -> State:
    changes = {name: value for name in _NOTES if (value := getattr(event, name)) is not None}
    return unit_with(state, event.unit, **changes)


def hit(state: State, event: happened.Hit) -> State:
    return unit_with(state, event.unit, points=event.points)


def gone(state: State, event: happened.Gone) -> State:
    """Markers go with a unit, and what it defended is defended no more (MN-LOSS-07)."""
    for number in event.units:
        state = unit_with(state, number, where=event.where, blue="", yellow=False, white=False, crew_in=NONE)
    brigades, divisions = dict(event.brigades), dict(event.divisions)
    return replace(
        state,
        brigades=tuple(
            replace(each, lost=brigades[number]) if number in brigades else each
            for number, each in enumerate(state.brigades)
        ),
        divisions=tuple(
            replace(each, lost=divisions[number]) if number in divisions else each
            for number, each in enumerate(state.divisions)
        ),
        holding=_held(state, event.units),
    )


def _held(state: State, gone: Collection[int]) -> tuple[Holding, ...]:
    """What is still defended, and against whom, once units are elsewhere."""
    return tuple(
        replace(each, against=NONE) if each.against in gone else each for each in state.holding if each.unit not in gone
    )


def turned(state: State, event: happened.Turned) -> State:
    return unit_with(state, event.unit, facing=event.facing, turned=event.turned)


def reformed(state: State, event: happened.Reformed) -> State:
    changed = unit_with(state, event.unit, formation=event.formation, x=event.x, y=event.y, facing=event.facing)
    return _carried(changed, event.unit)


def moved(state: State, event: happened.Moved) -> State:
    """Whoever moves defends no bridge, and is in contact over none (MNT-BRIDGE-05)."""
    if state.holding:
        state = replace(state, holding=_held(state, (event.unit,)))
    return _carried(unit_with(state, event.unit, x=event.x, y=event.y, facing=event.facing), event.unit)


def defended(state: State, event: happened.Defended) -> State:
    kept = tuple(each for each in state.holding if each.unit != event.unit and each.feature != event.feature)
    return replace(state, holding=(*kept, Holding(event.feature, event.unit, event.against)) if event.holds else kept)


def fired(state: State, event: happened.Fired) -> State:
    """MN-FIRE-44, 54: an active unit has fired, one that answers gets a yellow marker."""
    state = unit_with(state, event.target, points=event.points)
    return unit_with(state, event.unit, **({"yellow": True} if event.answers else {"fired": True}))


def damaged(state: State, event: happened.StructureHit) -> State:
    """MNT-STRUCT-05; a defender of what is destroyed defends no more, but a charge over a bridge is fought out."""
    key, firer = event.damage.feature, state.units[event.unit]
    kept = tuple(each for each in state.damage if each.feature != key)
    held = state.holding
    if event.damage.destroyed:
        held = tuple(each for each in held if each.feature != key or each.against != NONE)
    return unit_with(
        replace(state, damage=(*kept, event.damage), holding=held), event.unit, fired=firer.fired or not firer.yellow
    )


def suppressed(state: State, event: happened.Suppressed) -> State:
    """MN-FIRE-61, 62."""
    state = unit_with(state, event.unit, yellow=True)
    for battery in event.batteries:
        state = unit_with(state, battery, yellow=True)
    return state


def allotted(state: State, event: happened.Allotted) -> State:
    frame = state.stack[-1]
    assert isinstance(frame, Combat)  # noqa: S101
    changed = replace(frame, allotted=(*frame.allotted, event.side), shares=(*frame.shares, *event.shares))
    return replace(state, stack=(*state.stack[:-1], changed))


def fought(state: State, event: happened.Fought) -> State:
    """MN-HTH-14: the losses of both sides apply together."""
    for number, points in event.points:
        state = unit_with(state, number, points=points)
    return state
