"""Commanders: ratings, command checks, and attaching and detaching stands (MN-CMD)."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from msgspec import Struct

from battles.engine.actions import LazyActions
from battles.engine.core import Option, Refusal, SideId
from battles.engine.dice import Dice
from battles.engine.words import refused, with_verb
from battles.kits.open_table import distances
from battles.kits.open_table.footprints import CM, DIRECTIONS, FULL, SIDES, Footprint, edge_point, side_length, to_place
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat import losses
from battles.rules.mini_nap.command import evasion
from battles.rules.mini_nap.movement.paths import cm
from battles.rules.mini_nap.positions import footprint, on_table, stand_disc, stand_distance
from battles.rules.mini_nap.resolution import Handler, Resolution
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.state import NONE, Stand, State
from battles.rules.mini_nap.tables import (
    COMMAND_STAND_DIAMETER,
    COMMANDER_DICE,
    COMMANDER_WHEN_FIXED,
    DIE_SIDES,
    CommanderRating,
    Level,
    NationWord,
    RatingRow,
)

CommandCheck = Literal["in", "cautious", "out"]


class Commander(Struct, frozen=True):
    """A Corps or Division stand in a unit's command check; one that ``evaded`` has two white markers."""

    rating: CommanderRating
    distance: int
    evaded: bool = False


def best_check(rules: Rules, commanders: Iterable[Commander], *, attached: bool = False) -> CommandCheck:
    """The best result of all commanders; ``attached`` if the unit's Brigade stand is attached to it (MN-CMD-15)."""
    checks = {"in"} if attached else {_check_by(rules, each) for each in commanders}
    if "in" in checks:
        return "in"
    return "cautious" if "cautious" in checks else "out"


def _check_by(rules: Rules, commander: Commander) -> CommandCheck:
    """The result of one commander (MN-CMD-12, MN-CMD-13, MN-CMD-14).

    With white markers the radius is 0 (MN-CMD-16, MN-RULING-53).
    """
    if commander.evaded and not rules.options.white_marked_stand_gives_cautious:
        return "out"
    tables = rules.tables
    if commander.distance <= (0 if commander.evaded else tables.commanders[commander.rating].radius * CM):
        return "in"
    return "cautious" if commander.distance <= tables.cautious_radius * CM else "out"


def command_state(state: State, number: int) -> CommandCheck:
    """A unit's command state for an action now.

    For the chosen Brigade the check at the start of its initiative applies (MN-CMD-17), unless ``command_check_timing``
    says otherwise; any other unit is checked when it acts (MN-RULING-27, MN-RULING-78).
    """
    checked_at_start = state.setup.rules.options.command_check_timing == "initiative_start"
    if checked_at_start and (checked := state.units[number].command):
        return checked
    return check_command(state, number)


def check_command(state: State, number: int) -> CommandCheck:
    """A command check of a unit now (MN-CMD-11)."""
    rules = state.setup.rules
    attached = any(stand.unit == number for stand in state.stands)
    return best_check(rules, () if attached else _commanders(state, number), attached=attached)


def commanders_of(state: State, number: int) -> Iterator[tuple[int, Stand]]:
    """The stands on the table that command a unit, by number: its Corps' and its Division's."""
    division = state.brigades[state.units[number].brigade].division
    mine = {("division", division), ("corps", state.divisions[division].corps)}
    for place, stand in enumerate(state.stands):
        if stand.where == "table" and (stand.level, stand.of) in mine:
            yield place, stand


def _commanders(state: State, number: int) -> Iterator[Commander]:
    for _, stand in commanders_of(state, number):
        rating = stand.rating or COMMANDER_WHEN_FIXED
        yield Commander(rating, stand_distance(state, stand, number), stand.evaded)


def check_chosen_units(play: Resolution) -> None:
    """Check the chosen units; the result applies until the initiative ends (MN-CMD-17)."""
    state = play.state
    checked = tuple(
        (number, check_command(state, number)) for number in on_table(state, state.active) if is_chosen(state, number)
    )
    play.tell(happened.CommandChecked(checked=checked))


def is_chosen(state: State, number: int) -> bool:
    """True if a unit belongs to the chosen Brigade or Division."""
    brigade = state.units[number].brigade
    if state.division != NONE:
        return state.brigades[brigade].division == state.division
    return brigade == state.brigade


PLACES_A_SIDE = 5
"""Listed places along each side of a unit for a stand that detaches."""


def refuse_attach(state: State, side: SideId, action: act.Attach) -> Refusal | None:
    """Why a stand may not attach to a unit (MN-CMD-31, MN-CMD-33); None if it may."""
    refusal = _refuse_stand(state, side, action.stand, "MN-CMD-31")
    if refusal is not None:
        return refusal
    stand = state.stands[action.stand]
    if action.unit >= len(state.units):
        return Refusal("no_such", "MN-CMD-31", f"There is no unit {action.unit}.")
    unit = state.units[action.unit]
    if unit.side != side or unit.brigade != stand.of:
        brigade = state.brigades[stand.of].name
        return Refusal(
            "not_yours",
            "MN-CMD-31",
            f"{stand.name} leads {brigade}; {with_verb(unit.name, 'belongs')} to another Brigade.",
        )
    if unit.where != "table" or unit.crew_in != NONE:
        return refused("gone", "MN-CMD-31", unit.name, "is", "abandoned or not on the table.")
    if stand.unit == action.unit:
        return Refusal("no_change", "MN-CMD-31", f"{stand.name} is already attached to {unit.name}.")
    reach, distance = state.setup.rules.tables.attach_distance, stand_distance(state, stand, action.unit)
    if distance > reach * CM:
        rule, start = ("MN-CMD-31", stand.name) if stand.unit == NONE else ("MN-CMD-33", state.units[stand.unit].name)
        why = f"{with_verb(unit.name, 'is')} {cm(distance)} from {start}; a stand attaches to a unit within {reach} cm."
        return Refusal("out_of_reach", rule, why)
    return None


def refuse_detach(state: State, side: SideId, action: act.Detach) -> Refusal | None:
    """Why a stand may not detach to this place beside its unit (MN-CMD-32); None if it may."""
    refusal = _refuse_stand(state, side, action.stand, "MN-CMD-32")
    if refusal is not None:
        return refusal
    stand = state.stands[action.stand]
    if stand.unit == NONE:
        return Refusal("not_needed", "MN-CMD-32", f"{stand.name} is not attached to a unit.")
    return refuse_place_beside(state, action.stand, action.x, action.y, "MN-CMD-32")


def refuse_place_beside(state: State, number: int, x: int, y: int, rule: str) -> Refusal | None:
    """Why a stand may not be placed here, touching the unit it was attached to; None if it may."""
    stand = state.stands[number]
    shape, unit = stand_disc(x, y), state.units[stand.unit]
    if distances.distance(shape, footprint(state, stand.unit)) > state.setup.rules.options.contact_tol_cm:
        return Refusal("out_of_reach", rule, f"{stand.name} would not touch {unit.name} there.")
    if not evasion.is_free_for_stand(state, number, x, y):
        return Refusal("occupied", rule, f"There is no free ground for {stand.name} beside {unit.name}.")
    return None


def _refuse_stand(state: State, side: SideId, number: int, rule: str) -> Refusal | None:
    """Why a stand may not attach or detach now: only a Brigade's, once, as its initiative begins (MN-RULING-99)."""
    if number >= len(state.stands):
        return Refusal("no_such", rule, f"There is no command stand {number}.")
    stand = state.stands[number]
    if stand.side != side:
        return Refusal("not_yours", rule, f"{stand.name} belongs to the enemy.")
    if stand.level != "brigade":
        return Refusal(
            "not_for_kind", "MN-CMD-34", f"{stand.name} leads a {stand.level.capitalize()} and never attaches."
        )
    if stand.where != "table":
        return Refusal("gone", rule, f"{stand.name} is not on the table.")
    if not has_initiative(state, stand):
        return Refusal("wrong_phase", "MN-CMD-30", f"The Brigade of {stand.name} does not have the initiative.")
    if stand.shifted:
        return Refusal(
            "done_already", "MN-RULING-99", f"{stand.name} has already attached or detached in this initiative."
        )
    return None


def able_stands(state: State, side: SideId) -> Iterator[int]:
    """The stands of a side that may attach or detach now, wherever to."""
    for number, stand in enumerate(state.stands):
        led = stand.side == side and stand.level == "brigade" and has_initiative(state, stand)
        if led and _refuse_stand(state, side, number, "MN-CMD-30") is None:
            yield number


def has_initiative(state: State, stand: Stand) -> bool:
    """True if the Brigade of a Brigade stand has the initiative, alone or with its Division.

    Source: MN-DIVMAN-11, MN-RULING-79.
    """
    if state.division != NONE:
        return state.brigades[stand.of].division == state.division
    return stand.of == state.brigade


def attachments(state: State, number: int) -> Iterator[act.Attach]:
    """Every unit that a stand may attach to."""
    side = state.stands[number].side
    for unit in on_table(state, side):
        action = act.Attach(number, unit)
        if is_chosen(state, unit) and refuse_attach(state, side, action) is None:
            yield action


def detachments(state: State, number: int) -> Iterator[act.Detach]:
    """Listed places beside its unit for a stand that detaches."""
    stand = state.stands[number]
    if stand.unit == NONE:
        return
    for x, y in places_beside(footprint(state, stand.unit)):
        action = act.Detach(number, x, y)
        if refuse_detach(state, stand.side, action) is None:
            yield action


def places_beside(shape: Footprint) -> Iterator[tuple[int, int]]:
    """Centres of stands that just touch a unit, along each of its sides."""
    away = COMMAND_STAND_DIAMETER // 2 + 1
    for number, side in enumerate(SIDES):
        sine, cosine = DIRECTIONS[(shape.bearing + number * FULL // len(SIDES)) % FULL]
        for place in range(PLACES_A_SIDE):
            x, y = edge_point(shape, side, side_length(shape, side) * place // (PLACES_A_SIDE - 1))
            yield to_place((x + 2 * away * sine, y + 2 * away * cosine))


def attach_stand(play: Resolution, action: act.Attach) -> None:
    """Attach a stand (MN-CMD-31, MN-CMD-33)."""
    play.tell(happened.StandAttached(stand=action.stand, unit=action.unit))


def detach_stand(play: Resolution, action: act.Detach) -> None:
    """Detach a stand; one that stayed in play only with its unit is removed (MN-CMD-46)."""
    play.tell(happened.StandPlaced(stand=action.stand, x=action.x, y=action.y, how="detached"))
    losses.settle_losses(play)


def _deciders(state: State) -> tuple[SideId, ...]:
    return (state.active,)


def _proceed(play: Resolution) -> None:
    """Check command for the whole initiative, then start the manoeuvres (MN-RULING-27)."""
    check_chosen_units(play)
    play.tell(happened.StepBegan(step="manoeuvre"))


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    return tuple(_offered(state, side))


def _offered(state: State, side: SideId) -> Iterator[Option]:
    """Legal actions of the Brigade stands, stand by stand, and to end the step."""
    for number in able_stands(state, side):
        if attach := tuple(attachments(state, number)):
            yield Option("attach", f"stand {number}", attach)
        if state.stands[number].unit != NONE and next(detachments(state, number), None) is not None:
            places = LazyActions(detachments, state, number)
            yield Option("detach", f"stand {number}", places, complete=False)
    yield Option("done", "", (act.Done(),))


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    if isinstance(action, act.Attach):
        return refuse_attach(state, side, action)
    if isinstance(action, act.Detach):
        return refuse_detach(state, side, action)
    return None


def _perform(play: Resolution, side: SideId, action: Any) -> None:
    if isinstance(action, act.Attach):
        attach_stand(play, action)
    elif isinstance(action, act.Detach):
        detach_stand(play, action)
    else:
        _proceed(play)


COMMAND_STEP = Handler((act.Attach, act.Detach, act.Done), _deciders, _proceed, _options, _refuse, _perform, _offered)
"""The step ``command``."""


def rating_table(rules: Rules, level: Level, nation: NationWord) -> RatingRow:
    """The table of a commander whose Corps that nation commands (MN-RULING-01, MN-RULING-62)."""
    if level == "division":
        return rules.tables.division_table
    if nation == "russian" and rules.options.russian_corps_overlap == "poor_wins":
        return rules.tables.corps_russian_poor_wins
    return rules.tables.corps_table[nation]


def rating_modifier(rules: Rules, level: Level, nation: NationWord) -> int:
    """The modifier to the commander's 2D6: for a Division commander, by nation (MN-CMD-60)."""
    return rules.tables.division_modifiers.get(nation, 0) if level == "division" else 0


def rating_of(table: RatingRow, total: int) -> CommanderRating:
    """The rating for a total: the first whose least total it reaches."""
    return next(rating for rating, least in table.bands if least is None or total >= least)


def rate_commanders(play: Resolution) -> None:
    """Rate all commanders without a rating (MN-CMD-61): by dice, or Average if the option is ``fixed``."""
    roll = play.options.commander_ratings == "roll"
    ratings = [
        (number, _rolled_rating(play, stand) if roll else COMMANDER_WHEN_FIXED)
        for number, stand in unrated_commanders(play.state)
    ]
    if ratings:
        play.tell(happened.RatingsThrown(ratings=tuple(ratings), rolls=play.new_rolls()))


def unrated_commanders(state: State) -> Iterator[tuple[int, Stand]]:
    """Commanders without a rating: Corps first, then Divisions (MN-RULING-67)."""
    for level in ("corps", "division"):
        for number, stand in enumerate(state.stands):
            if stand.level == level and stand.rating is None:
                yield number, stand


def _rolled_rating(play: Resolution, stand: Stand) -> CommanderRating:
    state, rules = play.state, play.state.setup.rules
    level: Level = "corps" if stand.level == "corps" else "division"
    corps = stand.of if level == "corps" else state.divisions[stand.of].corps
    nation = state.corps[corps].nation
    table = rating_table(rules, level, nation)
    return roll_rating(play.dice, table, rating_modifier(rules, level, nation))


def roll_rating(dice: Dice, table: RatingRow, modifier: int) -> CommanderRating:
    """Roll a commander's rating."""
    return rating_of(table, dice.total(COMMANDER_DICE, DIE_SIDES, table.rule) + modifier)
