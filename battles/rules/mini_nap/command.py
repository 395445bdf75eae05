"""Whether a unit is in command (MN-CMD-11 to 17)."""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.board import on_table, stand_distance
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.state import NONE, Stand, State
from battles.rules.mini_nap.tables import CM, COMMANDER_WHEN_FIXED, CommanderRating

Checked = Literal["in", "cautious", "out"]


class Commander(Struct, frozen=True):
    """A Corps or Division stand as a unit is checked against it: ``evaded`` has two white markers."""

    rating: CommanderRating
    distance: int
    evaded: bool = False


def command(rules: Rules, commanders: Iterable[Commander], *, attached: bool = False) -> Checked:
    """The better result of all commanders; ``attached`` is whether its Brigade stand is on the unit (MN-CMD-15)."""
    found = {"in"} if attached else {_by_one(rules, each) for each in commanders}
    if "in" in found:
        return "in"
    return "cautious" if "cautious" in found else "out"


def _by_one(rules: Rules, commander: Commander) -> Checked:
    """MN-CMD-12 to 14; with white markers the radius is 0 (MN-CMD-16, MN-RULING-53)."""
    if commander.evaded and not rules.options.white_marked_stand_gives_cautious:
        return "out"
    tables = rules.tables
    if commander.distance <= (0 if commander.evaded else tables.commanders[commander.rating].radius * CM):
        return "in"
    return "cautious" if commander.distance <= tables.cautious_radius * CM else "out"


def command_of(state: State, number: int) -> Checked:
    """What a unit's command is for something that it does now.

    For the chosen Brigade the check at the start of its initiative stands (MN-CMD-17), unless ``command_check_timing``
    says otherwise; any other unit is checked as it acts (MN-RULING-27, 78).
    """
    stands = state.setup.rules.options.command_check_timing == "initiative_start"
    if stands and (found := state.units[number].command):
        return found
    return check(state, number)


def check(state: State, number: int) -> Checked:
    """A command check of a unit at this moment (MN-CMD-11)."""
    rules = state.setup.rules
    attached = any(stand.unit == number for stand in state.stands)
    return command(rules, () if attached else _commanders(state, number), attached=attached)


def commanders_of(state: State, number: int) -> Iterator[tuple[int, Stand]]:
    """The stands that command a unit, by number: its Corps' and its Division's, as far as they are on the table."""
    division = state.brigades[state.units[number].brigade].division
    mine = {("division", division), ("corps", state.divisions[division].corps)}
    for place, stand in enumerate(state.stands):
        if stand.where == "table" and (stand.level, stand.of) in mine:
            yield place, stand


def _commanders(state: State, number: int) -> Iterator[Commander]:
    for _, stand in commanders_of(state, number):
        rating = stand.rating or COMMANDER_WHEN_FIXED
        yield Commander(rating, stand_distance(state, stand, number), stand.evaded)


def check_chosen(play: Play) -> None:
    """The check of the units that have been given the initiative; it stands until it ends (MN-CMD-17)."""
    state = play.state
    checked = tuple(
        (number, check(state, number)) for number in on_table(state, state.active) if is_chosen(state, number)
    )
    play.tell(happened.CommandChecked(checked=checked))


def is_chosen(state: State, number: int) -> bool:
    """Whether a unit belongs to the chosen Brigade, or to the chosen Division."""
    brigade = state.units[number].brigade
    if state.division != NONE:
        return state.brigades[brigade].division == state.division
    return brigade == state.brigade
