"""The state after an event of fire, melee or breakthrough."""

from msgspec.structs import replace

from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics.changes import answered, taken_along, with_unit
from battles.rules.easy_napoleonics.state import NOWHERE, State


def fire_order_chosen(state: State, event: happened.FireOrderChosen) -> State:
    return replace(state, fires_first=event.side, pending=answered(state, "fire_order"))


def fired(state: State, event: happened.Fired) -> State:
    units = list(state.units)
    units[event.target] = replace(units[event.target], level=event.level)
    if not event.answer:
        for shot in event.shots:
            unit = units[shot.unit]
            units[shot.unit] = replace(
                unit,
                used=unit.used + 1 if unit.dice_left < 0 else unit.used,
                dice_left=shot.left,
                at=(*unit.at, event.target),
            )
    nominated = state.nominated if event.answer else (*state.nominated, event.target)
    return replace(state, units=tuple(units), nominated=nominated)


def removed(state: State, event: happened.Removed) -> State:
    number = event.unit
    unit = replace(state.units[number], cell=NOWHERE, level="broken", locked=False)
    return replace(
        state,
        units=with_unit(state, number, unit),
        score=event.score,
        standing=tuple(pair for pair in state.standing if number not in pair),
        contacts=tuple(pair for pair in state.contacts if number not in pair),
    )


def accepted(state: State, event: happened.Accepted) -> State:
    pair = (event.attacker, event.defender)
    return replace(
        state,
        accepted=(*state.accepted, pair) if event.fight else state.accepted,
        declined=state.declined if event.fight else (*state.declined, pair),
        pending=answered(state, "accept", unit=event.attacker),
    )


def melees_listed(state: State, event: happened.MeleesListed) -> State:
    return replace(state, pairs=event.pairs, listed=True)


def melee_lapsed(state: State, event: happened.MeleeLapsed) -> State:
    return replace(state, pairs=tuple(pair for pair in state.pairs if pair != (event.attacker, event.defender)))


def fought(state: State, event: happened.Fought) -> State:
    attacker, defender = event.attacker, event.defender
    units = list(state.units)
    units[attacker] = replace(units[attacker], level=event.attack.level)
    units[defender] = replace(units[defender], level=event.defence.level)
    met = {(attacker, defender), (defender, attacker)}
    known = any(pair in met for pair in state.first)
    return replace(
        state,
        units=tuple(units),
        pairs=tuple(pair for pair in state.pairs if pair not in met),
        fought=(*state.fought, (attacker, defender)),
        first=state.first if known else (*state.first, (attacker, defender)),
        standing=tuple(pair for pair in state.standing if pair not in met),
    )


def raised(state: State, event: happened.Raised) -> State:
    return replace(state, units=with_unit(state, event.unit, replace(state.units[event.unit], level=event.level)))


def advanced(state: State, event: happened.Advanced) -> State:
    unit = state.units[event.unit]
    charged = unit.charged if event.target == NOWHERE else (*unit.charged, event.target)
    unit = replace(unit, cell=event.cell, facing=event.facing, advances=unit.advances + 1, charged=charged)
    return replace(
        state,
        units=with_unit(state, event.unit, unit),
        leaders=taken_along(state, event.along, event.cell, 0) if event.along else state.leaders,
        pending=answered(state, "breakthrough", unit=event.unit),
    )


def stayed(state: State, event: happened.Stayed) -> State:
    return replace(state, pending=answered(state, "breakthrough", unit=event.unit))


def has_answered(state: State, event: happened.Answered) -> State:
    return replace(state, pending=answered(state, "answer", unit=event.unit))
