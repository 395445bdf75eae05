"""Crews that leave their guns, and commanders: noted at the table (MN-REACT-30 to 35, MN-CMD-30 to 47)."""

from typing import Final

from battles.engine.core import Refusal
from battles.engine.tabling import Fact, FactChoice, Facts
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import losing
from battles.rules.mini_nap import tabling_events as noted
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.tabling_facts import Kind, choices, gone, named, place_of, unit_in, units_of
from battles.rules.mini_nap.tabling_play import Keeping

# Abandoned batteries


def _abandon_facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    number = unit_in(state, stated)
    guns = [each for each in units_of(state) if unit_class(state.units[each]) == "artillery"]
    who = Fact(
        key="unit", label="Which battery", choices=choices(state, guns), value=stated.get("unit", ""), opens=True
    )
    if number == NONE:
        return (who,)
    side = state.units[number].side
    own = [each for each in units_of(state, side) if state.units[each].formation == "solid_square"]
    value = stated.get("square", f"unit {own[0]}" if len(own) == 1 else "")
    return (who, Fact(key="square", label="Into which square", choices=choices(state, own), value=value))


def _refuse_abandon(state: State, stated: Facts) -> Refusal | None:
    unit = state.units[unit_in(state, stated)]
    if unit.side == state.active:
        return Refusal("not_yours", "MN-REACT-01", f"{unit.name} has the initiative: only the other side reacts.")
    if unit.crew_in != NONE or unit.blue:
        return Refusal("done_already", "MN-REACT-30", f"{unit.name} has reacted or is abandoned already.")
    return None


def _abandon(play: Keeping, stated: Facts) -> None:
    """MN-REACT-32."""
    number, square = unit_in(play.state, stated), unit_in(play.state, stated, "square")
    play.mark(number, "MN-REACT-32", blue="reaction", reacted=True, crew_in=square)


def _refuse_man(state: State, stated: Facts) -> Refusal | None:
    number = unit_in(state, stated)
    found = gone(state, number, "MN-REACT-33")
    if found is not None:
        return found
    unit = state.units[number]
    if unit.crew_in == NONE:
        return Refusal("not_needed", "MN-REACT-33", f"{unit.name} is not abandoned.")
    return None


def _man(play: Keeping, stated: Facts) -> None:
    play.mark(unit_in(play.state, stated), "MN-REACT-33", crew_in=NONE)


def _leave(play: Keeping, stated: Facts) -> None:
    """MN-REACT-34."""
    losing.take_off(play, (unit_in(play.state, stated),), "lost", "MN-REACT-34")


# Commanders


def stand_in(state: State, stated: Facts) -> int:
    """The stand that a fact names; `NONE` for none."""
    return place_of(stated.get("stand", ""), "stand", len(state.stands))


def _refuse_stand(state: State, stated: Facts) -> Refusal | None:
    number = stand_in(state, stated)
    if number == NONE:
        return Refusal("no_such", "MN-CMD-01", "There is no such commander in the books.")
    stand, what = state.stands[number], stated.get("what")
    if what not in ("lost", "back", "evaded", "steady", "leaves"):
        return Refusal("no_such", "MN-CMD-01", "A commander is lost, evades, or leaves his unit.")
    if (stand.where == "table") == (what == "back"):
        where = "is on the table" if what == "back" else "is not on the table"
        return Refusal("gone", "MN-CMD-01", f"{stand.name} {where}.")
    if what in ("evaded", "steady") and stand.evaded == (what == "evaded"):
        return Refusal("no_change", "MN-CMD-43", f"{stand.name} has his white markers as noted.")
    if what == "leaves" and stand.unit == NONE:
        return Refusal("no_change", "MN-CMD-32", f"{stand.name} is with no unit.")
    return None


def _stand(play: Keeping, stated: Facts) -> None:
    number, what = stand_in(play.state, stated), stated["what"]
    stand = play.state.stands[number]
    if what == "lost":
        play.tell(happened.StandRemoved(stand=number, rule="MN-CMD-40"))
        return
    evaded = {"evaded": True, "steady": False}.get(what, stand.evaded)
    unit = NONE if what in ("leaves", "back") else stand.unit
    play.tell(noted.StandNoted(stand=number, here=True, evaded=evaded, unit=unit))
    losing.settle(play)


def _attach_facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    number = stand_in(state, stated)
    led = [
        FactChoice(f"stand {place}", stand.name, state.brigades[stand.of].name)
        for place, stand in enumerate(state.stands)
        if stand.level == "brigade" and stand.where == "table"
    ]
    who = Fact(key="stand", label="Which commander", choices=tuple(led), value=stated.get("stand", ""), opens=True)
    if number == NONE:
        return (who,)
    own = [each for each in units_of(state) if state.units[each].brigade == state.stands[number].of]
    value = stated.get("unit", "")
    return (who, Fact(key="unit", label="Joins", choices=choices(state, own), value=value, rule="MN-CMD-31"))


def _refuse_attach(state: State, stated: Facts) -> Refusal | None:
    stand, unit = state.stands[stand_in(state, stated)], unit_in(state, stated)
    if stand.unit == unit:
        return Refusal("no_change", "MN-CMD-31", f"{stand.name} is with {state.units[unit].name} already.")
    return None


def _attach(play: Keeping, stated: Facts) -> None:
    number, unit = stand_in(play.state, stated), unit_in(play.state, stated)
    stand = play.state.stands[number]
    play.tell(noted.StandNoted(stand=number, here=True, evaded=stand.evaded, unit=unit))


KINDS: Final[dict[str, Kind]] = {
    "abandon": Kind(
        title="Crew flees to a square",
        facts=_abandon_facts,
        refuse=_refuse_abandon,
        perform=_abandon,
        question=True,
    ),
    "man": Kind(title="Battery manned again", facts=named("unit"), refuse=_refuse_man, perform=_man),
    "leave": Kind(title="Battery lost", facts=named("unit"), refuse=_refuse_man, perform=_leave),
    "stand": Kind(title="Commander", facts=named("stand", "what"), refuse=_refuse_stand, perform=_stand),
    "attach": Kind(
        title="Commander joins a unit", facts=_attach_facts, refuse=_refuse_attach, perform=_attach, question=True
    ),
}
"""The notes of abandoned batteries and commanders."""
