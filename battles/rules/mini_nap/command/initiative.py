"""Initiative: gaining it, choosing a Brigade or Division, its end, and the end of the Turn (MN-SEQ, MN-DIVMAN)."""

from collections.abc import Iterator
from typing import Any, Final

from battles.engine.core import Option, Refusal, SideId
from battles.engine.dice import Dice
from battles.engine.words import refused
from battles.kits.open_table.footprints import CM
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import victory
from battles.rules.mini_nap.movement.paths import cm
from battles.rules.mini_nap.positions import (
    footprint,
    least_distance,
    on_table,
    overlapping_units,
    position_of,
    unit_distance,
)
from battles.rules.mini_nap.resolution import Handler, Resolution
from battles.rules.mini_nap.state import NONE, State, in_square, other
from battles.rules.mini_nap.tables import DIE_SIDES, Tables

FIRST_RULE: Final = "MN-SEQ-01"
"""The rule of the first initiative of a Turn."""

NAMED_RULE: Final = "MN-RULING-105"
"""The rule of a first initiative of Turn 1 that the scenario gives to a side."""

NEXT_RULE: Final = "MN-SEQ-06"
"""The rule of every other initiative."""


def roll_until_decided(dice: Dice, numbers: tuple[int, int], rule: str) -> tuple[SideId, tuple[tuple[int, int], ...]]:
    """Both sides roll; ties are rolled again. The winner, and both totals of each roll."""
    totals: list[tuple[int, int]] = []
    while True:
        a, b = roll_once(dice, numbers, rule)
        totals.append((a, b))
        if a != b:
            return ("a" if a > b else "b"), tuple(totals)


def roll_once(dice: Dice, numbers: tuple[int, int], rule: str) -> tuple[int, int]:
    """The totals of one roll of both sides' dice."""
    a, b = (dice.total(number, DIE_SIDES, rule) for number in numbers)
    return a, b


def initiative_dice(tables: Tables, rule: str, holder: SideId) -> tuple[int, int]:
    """Both sides' dice for an initiative: the first of a Turn (MN-SEQ-01), or after the initiative of ``held``."""
    if rule == FIRST_RULE:
        return tables.first_initiative_dice, tables.first_initiative_dice
    dice = (tables.holder_dice, tables.other_side_dice)
    return dice if holder == "a" else (dice[1], dice[0])


def can_be_chosen(state: State, brigade: int) -> bool:
    """True if a Brigade can still be given the initiative this Turn (MN-SEQ-07, MN-SEQ-10)."""
    if state.brigades[brigade].chosen:
        return False
    return any(unit.brigade == brigade and unit.where == "table" for unit in state.units)


def has_choice(state: State, side: SideId) -> bool:
    """True if a side has a Brigade left to choose."""
    return any(each.side == side and can_be_chosen(state, number) for number, each in enumerate(state.brigades))


def begin_turn(play: Resolution) -> None:
    """Begin a Turn: troops arrive, then both sides roll for the first initiative (ST-02)."""
    play.tell(happened.TurnBegan(turn=play.state.turn + 1))


def roll_first_initiative(play: Resolution) -> None:
    """Roll for the first initiative of a Turn (MN-SEQ-01); a scenario may name its side (MN-RULING-105)."""
    named = named_side(play.state)
    if named is None:
        _gain(play, FIRST_RULE)
    else:
        play.tell(happened.InitiativeGained(side=named, rule=NAMED_RULE))


def named_side(state: State) -> SideId | None:
    """The side that has the coming first initiative without a roll; None if dice decide (MN-RULING-105)."""
    named = state.setup.rules.options.first_initiative
    is_named = named != "rolled" and state.turn == 1 and has_choice(state, named)
    return named if is_named else None


def roll_next_initiative(play: Resolution) -> None:
    """ST-03: the side that held the initiative rolls three dice, the other side two (MN-SEQ-06)."""
    _gain(play, NEXT_RULE)


def sides_with_choice(state: State) -> list[SideId]:
    """The sides that have a Brigade left to choose."""
    return [side for side in ("a", "b") if has_choice(state, side)]


def _gain(play: Resolution, rule: str) -> None:
    """Roll for the initiative. No roll if only one side has a Brigade left; the Turn ends if neither has.

    Source: MN-SEQ-08, MN-SEQ-09.
    """
    sides = sides_with_choice(play.state)
    if not sides:
        end_turn(play)
    elif len(sides) == 2 or play.options.exhausted_side_still_dices:
        _roll(play, sides, rule)
    else:
        play.tell(happened.InitiativeGained(side=sides[0], rule="MN-SEQ-08"))


def _roll(play: Resolution, sides: list[SideId], rule: str) -> None:
    """Roll until a side with a Brigade left wins; a winner without one clears its markers (MN-RULING-20)."""
    dice = initiative_dice(play.tables, rule, play.state.active)
    while True:
        winner, totals = roll_until_decided(play.dice, dice, rule)
        if winner in sides:
            play.tell(happened.InitiativeGained(side=winner, rule=rule, throws=totals, rolls=play.new_rolls()))
            return
        play.tell(happened.MarkersCleared(side=winner, throws=totals, rolls=play.new_rolls()))


def end_initiative(play: Resolution) -> None:
    """ST-16: the battle ends if a side has no unit left."""
    outcome = victory.at_initiative_end(play.state)
    if outcome is None:
        roll_next_initiative(play)
    else:
        play.tell(happened.Ended(outcome=outcome))


def end_turn(play: Resolution) -> None:
    """ST-17: markers are removed, and a side may have won (MN-SEQ-09, MN-RULING-60)."""
    play.tell(happened.TurnEnded())
    outcome = victory.at_turn_end(play.state)
    if outcome is None:
        begin_turn(play)
    else:
        play.tell(happened.Ended(outcome=outcome))


# The choice (ST-05).


def division_limits(tables: Tables, nearest: int | None) -> tuple[int, int] | None:
    """Allowance and stand-off of a Division manoeuvre, by the distance of the nearest enemy; None if not allowed.

    ``nearest`` is in tenths of a millimetre, None if no enemy is on the table.

    Source: MN-DIVMAN-02, MN-DIVMAN-03.
    """
    if nearest is not None and nearest <= tables.division_barred * CM:
        return None
    if nearest is None or nearest > tables.division_far_over * CM:
        return tables.reaches["division_far"].most * CM, tables.division_stand_off_far * CM
    return tables.reaches["division_near"].most * CM, tables.division_stand_off_near * CM


def nearest_enemy_distance(state: State, division: int) -> int | None:
    """The least distance from a unit of a Division to an enemy unit (MN-RULING-55)."""
    side = state.divisions[division].side
    notes, key = position_of(state).notes, (nearest_enemy_distance, division)
    if key not in notes:
        mine = [number for number in on_table(state, side) if _division_of(state, number) == division]
        notes[key] = least_distance(state, mine, on_table(state, other(side)))
    least: int | None = notes[key]
    return least


def _division_of(state: State, number: int) -> int:
    return state.brigades[state.units[number].brigade].division


def refuse_brigade(state: State, side: SideId, number: int) -> Refusal | None:
    """Why a Brigade may not be given the initiative (MN-SEQ-07, MN-SEQ-10); None if it may."""
    if number >= len(state.brigades):
        return Refusal("no_such", "MN-SEQ-02", f"There is no Brigade {number}.")
    brigade = state.brigades[number]
    if brigade.side != side:
        return Refusal("not_yours", "MN-SEQ-02", f"{brigade.name} belongs to the enemy.")
    if brigade.chosen:
        return Refusal("done_already", "MN-SEQ-07", f"{brigade.name} has already had the initiative this Turn.")
    if not can_be_chosen(state, number):
        return Refusal("gone", "MN-SEQ-10", f"{brigade.name} has no unit on the table.")
    return None


def refuse_division(state: State, side: SideId, number: int) -> Refusal | None:
    """Why a Division may make no Division manoeuvre (MN-DIVMAN-01, MN-DIVMAN-02); None if it may."""
    if number >= len(state.divisions):
        return Refusal("no_such", "MN-DIVMAN-01", f"There is no Division {number}.")
    division = state.divisions[number]
    if division.side != side:
        return Refusal("not_yours", "MN-DIVMAN-01", f"{division.name} belongs to the enemy.")
    mine = [each for each in state.brigades if each.division == number]
    if done := [each.name for each in mine if each.chosen]:
        why = f"{division.name} can make no Division manoeuvre: {done[0]} has already had the initiative this Turn."
        return Refusal("done_already", "MN-DIVMAN-01", why)
    if not any(can_be_chosen(state, place) for place, each in enumerate(state.brigades) if each in mine):
        return Refusal("gone", "MN-SEQ-10", f"{division.name} has no unit on the table.")
    tables = state.setup.rules.tables
    nearest = nearest_enemy_distance(state, number)
    if division_limits(tables, nearest) is None and nearest is not None:
        why = (
            f"An enemy is {cm(nearest)} from a unit of {division.name}; none may be within {tables.division_barred} cm."
        )
        return Refusal("locked", "MN-DIVMAN-02", why)
    return None


def _chooser(state: State) -> tuple[SideId, ...]:
    return (state.active,) if has_choice(state, state.active) else ()


def _nothing_left(play: Resolution) -> None:
    """Every Brigade left has lost all its units before it was chosen (MN-RULING-73)."""
    play.tell(happened.StepBegan(step="end"))


def _choices(state: State, side: SideId) -> tuple[Option, ...]:
    return tuple(_offered(state, side))


def _offered(state: State, side: SideId) -> Iterator[Option]:
    """The Brigades, then the Divisions as they are asked for (MN-RULING-21)."""
    brigades = [number for number in range(len(state.brigades)) if refuse_brigade(state, side, number) is None]
    yield Option("choose_brigade", "", tuple(act.ChooseBrigade(number) for number in brigades))
    divisions = [number for number in range(len(state.divisions)) if refuse_division(state, side, number) is None]
    if divisions:
        yield Option("division_manoeuvre", "", tuple(act.DivisionManoeuvre(number) for number in divisions))


def _refuse_choice(state: State, side: SideId, action: Any) -> Refusal | None:
    if isinstance(action, act.ChooseBrigade):
        return refuse_brigade(state, side, action.brigade)
    return refuse_division(state, side, action.division)


def _choose(play: Resolution, side: SideId, action: Any) -> None:
    if isinstance(action, act.ChooseBrigade):
        play.tell(happened.BrigadeChosen(brigade=action.brigade))
    else:
        limits = division_limits(play.tables, nearest_enemy_distance(play.state, action.division))
        assert limits is not None  # noqa: S101
        allowance, standoff = limits
        play.tell(happened.DivisionChosen(division=action.division, allowance=allowance, standoff=standoff))
    play.tell(happened.StepBegan(step="command"))


CHOICE = Handler(
    (act.ChooseBrigade, act.DivisionManoeuvre), _chooser, _nothing_left, _choices, _refuse_choice, _choose, _offered
)
"""The step ``choose``."""


# The end (ST-16).


def refuse_reman(state: State, side: SideId, number: int) -> Refusal | None:
    """Why an abandoned battery may not be manned again (MN-REACT-33, MN-RULING-52); None if it may."""
    if number >= len(state.units):
        return Refusal("no_such", "MN-REACT-33", f"There is no unit {number}.")
    battery = state.units[number]
    if battery.side != side:
        return refused("not_yours", "MN-REACT-33", battery.name, "belongs", "to the enemy.")
    if battery.where != "table":
        return refused("gone", "MN-REACT-33", battery.name, "is", "not on the table.")
    if battery.crew_in == NONE:
        return refused("not_needed", "MN-REACT-33", battery.name, "is", "not abandoned.")
    square = state.units[battery.crew_in]
    if (
        not in_square(square)
        or unit_distance(state, number, battery.crew_in) > state.setup.rules.options.contact_tol_cm
    ):
        return Refusal(
            "out_of_reach", "MN-REACT-33", f"{square.name}, which holds the crew, does not touch {battery.name}."
        )
    clear = state.setup.rules.tables.reman_clear
    for enemy in on_table(state, other(side)):
        near = min(unit_distance(state, enemy, number), unit_distance(state, enemy, battery.crew_in))
        if near <= clear * CM:
            name = state.units[enemy].name
            return refused("locked", "MN-REACT-33", name, "is", f"within {clear} cm of {battery.name} or its crew.")
    if met := overlapping_units(state, number, footprint(state, number)):
        return refused("occupied", "MN-REACT-35", state.units[met[0]].name, "is", f"on top of {battery.name}.")
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


def _end(play: Resolution, side: SideId, action: Any) -> None:
    if isinstance(action, act.Reman):
        play.mark(action.battery, "MN-REACT-33", crew_in=NONE)
    else:
        end_initiative(play)


END = Handler((act.Reman, act.Done), _ender, end_initiative, _end_options, _refuse_end, _end)
"""The step ``end``."""
