"""State after an event: one function for each kind of event, without dice or legality."""

from collections.abc import Callable, Collection
from typing import Any, Final

from msgspec.structs import replace

from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.decisions import Combat
from battles.rules.mini_nap.state import NONE, Defence, State, Unit

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
"""Fields of a unit that ``Marked`` may change."""


def unit_with(state: State, number: int, **changes: Any) -> State:
    """``state`` with one unit changed."""
    units = state.units
    return replace(state, units=(*units[:number], replace(units[number], **changes), *units[number + 1 :]))


def stand_with(state: State, number: int, **changes: Any) -> State:
    """``state`` with one stand changed."""
    stands = state.stands
    return replace(state, stands=(*stands[:number], replace(stands[number], **changes), *stands[number + 1 :]))


def _carried(state: State, number: int) -> State:
    """Move a Brigade stand with its unit (MN-CMD-31)."""
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
    command_states = dict(event.checked)
    units = (
        replace(unit, command=command_states[number]) if number in command_states else unit
        for number, unit in enumerate(state.units)
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
    """Markers go with a unit, and its defence of a feature ends (MN-LOSS-07)."""
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
        holding=_remaining_defences(state, event.units),
    )


def _remaining_defences(state: State, removed: Collection[int]) -> tuple[Defence, ...]:
    """Defences that remain once units have left."""
    return tuple(
        replace(each, against=NONE) if each.against in removed else each
        for each in state.holding
        if each.unit not in removed
    )


def turned(state: State, event: happened.Turned) -> State:
    return unit_with(state, event.unit, facing=event.facing, turned=event.turned)


def reformed(state: State, event: happened.Reformed) -> State:
    changed = unit_with(state, event.unit, formation=event.formation, x=event.x, y=event.y, facing=event.facing)
    return _carried(changed, event.unit)


def moved(state: State, event: happened.Moved) -> State:
    """A unit that moves no longer defends a bridge and is no longer in contact across one (MNT-BRIDGE-05)."""
    if state.holding:
        state = replace(state, holding=_remaining_defences(state, (event.unit,)))
    return _carried(unit_with(state, event.unit, x=event.x, y=event.y, facing=event.facing), event.unit)


def defended(state: State, event: happened.Defended) -> State:
    others = tuple(each for each in state.holding if each.unit != event.unit and each.feature != event.feature)
    return replace(
        state, holding=(*others, Defence(event.feature, event.unit, event.against)) if event.holds else others
    )


def fired(state: State, event: happened.Fired) -> State:
    """An active unit has fired; a unit that returned fire gets a yellow marker (MN-FIRE-44, MN-FIRE-54)."""
    state = unit_with(state, event.target, points=event.points)
    return unit_with(state, event.unit, **({"yellow": True} if event.answers else {"fired": True}))


def damaged(state: State, event: happened.StructureHit) -> State:
    """Damage to a structure (MNT-STRUCT-05).

    A destroyed structure has no defender, but a charge across a bridge is fought out (MNT-RULING-22).
    """
    key, firer = event.damage.feature, state.units[event.unit]
    other_damage = tuple(each for each in state.damage if each.feature != key)
    defences = state.holding
    if event.damage.destroyed:
        defences = tuple(each for each in defences if each.feature != key or each.against != NONE)
    return unit_with(
        replace(state, damage=(*other_damage, event.damage), holding=defences),
        event.unit,
        fired=firer.fired or not firer.yellow,
    )


def suppressed(state: State, event: happened.Suppressed) -> State:
    """Yellow markers for both (MN-FIRE-61, MN-FIRE-62)."""
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
    """The losses of both sides apply together (MN-HTH-14)."""
    for number, points in event.points:
        state = unit_with(state, number, points=points)
    return state


def evolve(state: State, event: Any) -> State:
    """The state after ``event``."""
    return _FOLDS[type(event)](state, event)


def _same(state: State, event: Any) -> State:
    """The event changes nothing in the state."""
    return state


def _ratings(state: State, event: happened.RatingsThrown) -> State:
    rated = dict(event.ratings)
    stands = (
        replace(stand, rating=rated[number]) if number in rated else stand for number, stand in enumerate(state.stands)
    )
    return replace(state, stands=tuple(stands))


def _terrain_laid(state: State, event: happened.TerrainLaid) -> State:
    table = replace(state.setup.table, features=(*state.setup.table.features, *event.features))
    return replace(state, setup=replace(state.setup, table=table))


def _deployment_thrown(state: State, event: happened.DeploymentThrown) -> State:
    return replace(state, step="edges", active=event.winner)


def _deployment(state: State, event: happened.DeploymentBegan) -> State:
    return replace(state, step="deployment", edges=event.edges, first_to_deploy=event.first, active=event.first)


def _side_deploys(state: State, event: happened.SideDeploys) -> State:
    return replace(state, active=event.side)


def _turn_began(state: State, event: happened.TurnBegan) -> State:
    return replace(state, turn=event.turn, step="arrival", active="", brigade=NONE, division=NONE)


_FRESH: Final = {
    "reacted": False,
    "idle": False,
    "mute": False,
    "turned": 0,
    "charged": False,
    "impact": False,
    "charged_from": NONE,
    "stood": False,
    "still": False,
    "tried_square": False,
    "broke_through": False,
    "command": "",
}
"""A unit's flags at the beginning of an initiative (ST-04)."""


def _solid(unit: Unit, side: str, fresh: dict[str, Any]) -> Unit:
    """One unit when ``side`` gains the initiative: emergency squares become solid, the side's markers are removed.

    Source: MN-SEQ-11, MN-MARKER-07, MN-REACT-46, MN-RULING-22.
    """
    if unit.where != "table":
        return unit
    changes = dict(fresh)
    if unit.formation == "emergency_square":
        changes["formation"] = "solid_square"
    if unit.side == side:
        changes |= {"blue": "", "yellow": False}
    return replace(unit, **changes)


def _initiative(state: State, event: happened.InitiativeGained) -> State:
    return replace(
        state,
        units=tuple(_solid(unit, event.side, _FRESH) for unit in state.units),
        stands=tuple(replace(stand, shifted=False) if stand.shifted else stand for stand in state.stands),
        active=event.side,
        brigade=NONE,
        division=NONE,
        step="choose",
        stack=(),
    )


def _cleared(state: State, event: happened.MarkersCleared) -> State:
    return replace(state, units=tuple(_solid(unit, event.side, {}) for unit in state.units))


def _brigade(state: State, event: happened.BrigadeChosen) -> State:
    brigades = (
        replace(brigade, chosen=True) if number == event.brigade else brigade
        for number, brigade in enumerate(state.brigades)
    )
    return replace(state, brigades=tuple(brigades), brigade=event.brigade)


def _division(state: State, event: happened.DivisionChosen) -> State:
    """Mark every Brigade of the Division as chosen this Turn (MN-DIVMAN-09)."""
    brigades = (
        replace(brigade, chosen=True) if brigade.division == event.division else brigade for brigade in state.brigades
    )
    return replace(
        state,
        brigades=tuple(brigades),
        division=event.division,
        allowance=event.allowance,
        standoff=event.standoff,
    )


def _step(state: State, event: happened.StepBegan) -> State:
    return replace(state, step=event.step)


def _opened(state: State, event: happened.Opened) -> State:
    return replace(state, stack=(*state.stack, event.frame))


def _went_on(state: State, event: happened.WentOn) -> State:
    return replace(state, stack=(*state.stack[:-1], event.frame))


def _closed(state: State, event: happened.Closed) -> State:
    return replace(state, stack=state.stack[:-1])


def _turn_ended(state: State, event: happened.TurnEnded) -> State:
    """Markers are removed, Brigades may be chosen again (MN-SEQ-09)."""
    units = (
        replace(unit, blue="", yellow=False, manoeuvred=False, fired=False) if unit.where == "table" else unit
        for unit in state.units
    )
    return replace(
        state,
        units=tuple(units),
        stands=tuple(replace(stand, moved=False, evaded=False) for stand in state.stands),
        brigades=tuple(replace(brigade, chosen=False) for brigade in state.brigades),
    )


def _ended(state: State, event: happened.Ended) -> State:
    return replace(state, outcome=event.outcome, step="over", stack=())


_FOLDS: Final[dict[type[Any], Callable[[State, Any], State]]] = {
    happened.RatingsThrown: _ratings,
    happened.TerrainLaid: _terrain_laid,
    happened.DeploymentThrown: _deployment_thrown,
    happened.DeploymentBegan: _deployment,
    happened.SideDeploys: _side_deploys,
    happened.Placed: placed,
    happened.TurnBegan: _turn_began,
    happened.InitiativeGained: _initiative,
    happened.MarkersCleared: _cleared,
    happened.BrigadeChosen: _brigade,
    happened.DivisionChosen: _division,
    happened.StepBegan: _step,
    happened.CommandChecked: checked,
    happened.StandPlaced: stand_placed,
    happened.StandAttached: attached,
    happened.StandRemoved: stand_removed,
    happened.Opened: _opened,
    happened.WentOn: _went_on,
    happened.Closed: _closed,
    happened.Marked: marked,
    happened.Hit: hit,
    happened.Gone: gone,
    happened.Turned: turned,
    happened.Reformed: reformed,
    happened.Moved: moved,
    happened.Defended: defended,
    happened.Tested: _same,
    happened.Fired: fired,
    happened.StructureHit: damaged,
    happened.Suppressed: suppressed,
    happened.Allotted: allotted,
    happened.Fought: fought,
    happened.TurnEnded: _turn_ended,
    happened.Ended: _ended,
}
