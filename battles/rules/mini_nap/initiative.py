"""To whom the initiative is given, and how it ends (ST-05, ST-16; MN-SEQ-02, MN-DIVMAN-01, MN-REACT-33)."""

from collections.abc import Iterator
from typing import Any

from battles.engine.core import Option, Refusal, SideId
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import turning
from battles.rules.mini_nap.board import distance, footprint, nearest, on_table, overlapped, standing
from battles.rules.mini_nap.handling import Handler
from battles.rules.mini_nap.kinds import in_square
from battles.rules.mini_nap.paths import cm
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import NONE, State, other
from battles.rules.mini_nap.tables import CM, Tables

# The choice (ST-05).


def gate(tables: Tables, nearest: int | None) -> tuple[int, int] | None:
    """Allowance and stand-off of a Division whose nearest enemy is so far away; None where it may not (MN-DIVMAN-02).

    ``nearest`` is in tenths of a millimetre, None where no enemy is on the table.
    """
    if nearest is not None and nearest <= tables.division_barred * CM:
        return None
    if nearest is None or nearest > tables.division_far_over * CM:
        return tables.reaches["division_far"].most * CM, tables.division_stand_off_far * CM
    return tables.reaches["division_near"].most * CM, tables.division_stand_off_near * CM


def nearest_enemy(state: State, division: int) -> int | None:
    """The least distance from a unit of a Division to an enemy unit."""
    side = state.divisions[division].side
    notes, key = standing(state).notes, (nearest_enemy, division)
    if key not in notes:
        mine = [number for number in on_table(state, side) if _division_of(state, number) == division]
        notes[key] = nearest(state, mine, on_table(state, other(side)))
    found: int | None = notes[key]
    return found


def _division_of(state: State, number: int) -> int:
    return state.brigades[state.units[number].brigade].division


def refuse_brigade(state: State, side: SideId, number: int) -> Refusal | None:
    """Why a Brigade may not be given the initiative (MN-SEQ-07, 10)."""
    if number >= len(state.brigades):
        return Refusal("no_such", "MN-SEQ-02", f"There is no Brigade {number}.")
    brigade = state.brigades[number]
    if brigade.side != side:
        return Refusal("not_yours", "MN-SEQ-02", f"{brigade.name} belongs to the enemy.")
    if brigade.chosen:
        return Refusal("done_already", "MN-SEQ-07", f"{brigade.name} has had the initiative this Turn.")
    if not turning.may_choose(state, number):
        return Refusal("gone", "MN-SEQ-10", f"{brigade.name} has no unit on the table.")
    return None


def refuse_division(state: State, side: SideId, number: int) -> Refusal | None:
    """Why a Division may not make a Division manoeuvre (MN-DIVMAN-01, 02)."""
    if number >= len(state.divisions):
        return Refusal("no_such", "MN-DIVMAN-01", f"There is no Division {number}.")
    division = state.divisions[number]
    if division.side != side:
        return Refusal("not_yours", "MN-DIVMAN-01", f"{division.name} belongs to the enemy.")
    mine = [each for each in state.brigades if each.division == number]
    if done := [each.name for each in mine if each.chosen]:
        why = f"{division.name} can make no Division manoeuvre: {done[0]} has had the initiative this Turn."
        return Refusal("done_already", "MN-DIVMAN-01", why)
    if not any(turning.may_choose(state, place) for place, each in enumerate(state.brigades) if each in mine):
        return Refusal("gone", "MN-SEQ-10", f"{division.name} has no unit on the table.")
    tables = state.setup.rules.tables
    nearest = nearest_enemy(state, number)
    if gate(tables, nearest) is None and nearest is not None:
        far = f"{cm(nearest)} from a unit of {division.name}; none may be within {tables.division_barred} cm"
        return Refusal("locked", "MN-DIVMAN-02", f"An enemy is {far}.")
    return None


def _chooser(state: State) -> tuple[SideId, ...]:
    return (state.active,) if turning.has_choice(state, state.active) else ()


def _nothing_left(play: Play) -> None:
    """Every Brigade left was emptied before it was chosen (MN-RULING-73)."""
    play.tell(happened.StepBegan(step="end"))


def _choices(state: State, side: SideId) -> tuple[Option, ...]:
    return tuple(_offered(state, side))


def _offered(state: State, side: SideId) -> Iterator[Option]:
    """The Brigades, then the Divisions if that is asked for."""
    brigades = [number for number in range(len(state.brigades)) if refuse_brigade(state, side, number) is None]
    yield Option("choose_brigade", "", tuple(act.ChooseBrigade(number) for number in brigades))
    divisions = [number for number in range(len(state.divisions)) if refuse_division(state, side, number) is None]
    if divisions:
        yield Option("division_manoeuvre", "", tuple(act.DivisionManoeuvre(number) for number in divisions))


def _refuse_choice(state: State, side: SideId, action: Any) -> Refusal | None:
    if isinstance(action, act.ChooseBrigade):
        return refuse_brigade(state, side, action.brigade)
    return refuse_division(state, side, action.division)


def _choose(play: Play, side: SideId, action: Any) -> None:
    if isinstance(action, act.ChooseBrigade):
        play.tell(happened.BrigadeChosen(brigade=action.brigade))
    else:
        found = gate(play.tables, nearest_enemy(play.state, action.division))
        assert found is not None  # noqa: S101
        allowance, standoff = found
        play.tell(happened.DivisionChosen(division=action.division, allowance=allowance, standoff=standoff))
    play.tell(happened.StepBegan(step="command"))


CHOICE = Handler(
    (act.ChooseBrigade, act.DivisionManoeuvre), _chooser, _nothing_left, _choices, _refuse_choice, _choose, _offered
)
"""The step ``choose``."""


# The end (ST-16).


def refuse_reman(state: State, side: SideId, number: int) -> Refusal | None:
    """Why an abandoned battery may not be manned again (MN-REACT-33, MN-RULING-52)."""
    if number >= len(state.units):
        return Refusal("no_such", "MN-REACT-33", f"There is no unit {number}.")
    battery = state.units[number]
    if battery.side != side:
        return Refusal("not_yours", "MN-REACT-33", f"{battery.name} belongs to the enemy.")
    if battery.where != "table":
        return Refusal("gone", "MN-REACT-33", f"{battery.name} is not on the table.")
    if battery.crew_in == NONE:
        return Refusal("not_needed", "MN-REACT-33", f"{battery.name} is not abandoned.")
    square = state.units[battery.crew_in]
    if not in_square(square) or distance(state, number, battery.crew_in) > state.setup.rules.options.contact_tol_cm:
        return Refusal("out_of_reach", "MN-REACT-33", f"{square.name} with the crew does not touch {battery.name}.")
    clear = state.setup.rules.tables.reman_clear
    for enemy in on_table(state, other(side)):
        near = min(distance(state, enemy, number), distance(state, enemy, battery.crew_in))
        if near <= clear * CM:
            name = state.units[enemy].name
            return Refusal("locked", "MN-REACT-33", f"{name} is within {clear} cm of {battery.name} or its crew.")
    if met := overlapped(state, number, footprint(state, number)):
        return Refusal("occupied", "MN-REACT-35", f"{state.units[met[0]].name} stands on {battery.name}.")
    return None


def _batteries(state: State, side: SideId) -> tuple[int, ...]:
    return tuple(
        number
        for number, unit in enumerate(state.units)
        if unit.crew_in != NONE and refuse_reman(state, side, number) is None
    )


def _ender(state: State) -> tuple[SideId, ...]:
    return (state.active,) if _batteries(state, state.active) else ()


def _end_options(state: State, side: SideId) -> tuple[Option, ...]:
    batteries = [Option("reman", f"unit {number}", (act.Reman(number),)) for number in _batteries(state, side)]
    return (*batteries, Option("done", "", (act.Done(),)))


def _refuse_end(state: State, side: SideId, action: Any) -> Refusal | None:
    return refuse_reman(state, side, action.battery) if isinstance(action, act.Reman) else None


def _end(play: Play, side: SideId, action: Any) -> None:
    if isinstance(action, act.Reman):
        play.mark(action.battery, "MN-REACT-33", crew_in=NONE)
    else:
        turning.end_initiative(play)


END = Handler((act.Reman, act.Done), _ender, turning.end_initiative, _end_options, _refuse_end, _end)
"""The step ``end``."""
