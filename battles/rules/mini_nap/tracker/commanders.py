"""Entries for commanders, and for crews that leave or man guns (MN-CMD, MN-REACT-32, MN-REACT-33, MN-REACT-34)."""

from typing import Final

from battles.engine.core import Refusal
from battles.engine.tracker import Fact, FactChoice, Facts
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat import losses
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.tracker import events as tracker_events
from battles.rules.mini_nap.tracker.events import TrackerPlay
from battles.rules.mini_nap.tracker.facts import (
    EntryKind,
    choices,
    named,
    not_on_table,
    place_of,
    unit_fact,
    unit_in,
    units_of,
)
from battles.rules.mini_nap.unit_types import unit_class

# Abandoned batteries


def _abandon_facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    number = unit_in(state, stated)
    guns = [each for each in units_of(state) if unit_class(state.units[each]) == "artillery"]
    who = unit_fact(state, "unit", "Battery", guns, stated)
    if number == NONE:
        return (who,)
    side = state.units[number].side
    own = [each for each in units_of(state, side) if state.units[each].formation == "solid_square"]
    value = stated.get("square", f"unit {own[0]}" if len(own) == 1 else "")
    return (who, Fact(key="square", label="Square", choices=choices(state, own), value=value))


def _refuse_abandon(state: State, stated: Facts) -> Refusal | None:
    unit = state.units[unit_in(state, stated)]
    if unit.side == state.active:
        return Refusal("not_yours", "MN-REACT-01", f"{unit.name} has the initiative: only the other side reacts.")
    if unit.crew_in != NONE or unit.blue:
        return Refusal("done_already", "MN-REACT-30", f"{unit.name} has already reacted or is abandoned.")
    return None


def _abandon(play: TrackerPlay, stated: Facts) -> None:
    """Record that a crew takes shelter in a square (MN-REACT-32)."""
    number, square = unit_in(play.state, stated), unit_in(play.state, stated, "square")
    play.mark(number, "MN-REACT-32", blue="reaction", reacted=True, crew_in=square)


def _refuse_man(state: State, stated: Facts) -> Refusal | None:
    number = unit_in(state, stated)
    refusal = not_on_table(state, number, "MN-REACT-33")
    if refusal is not None:
        return refusal
    unit = state.units[number]
    if unit.crew_in == NONE:
        return Refusal("not_needed", "MN-REACT-33", f"{unit.name} is not abandoned.")
    return None


def _man(play: TrackerPlay, stated: Facts) -> None:
    play.mark(unit_in(play.state, stated), "MN-REACT-33", crew_in=NONE)


def _leave(play: TrackerPlay, stated: Facts) -> None:
    """Remove an abandoned battery for good (MN-REACT-34)."""
    losses.remove_units(play, (unit_in(play.state, stated),), "lost", "MN-REACT-34")


# Commanders


def stand_in(state: State, stated: Facts) -> int:
    """The stand that a fact names; `NONE` for none."""
    return place_of(stated.get("stand", ""), "stand", len(state.stands))


def _refuse_stand(state: State, stated: Facts) -> Refusal | None:
    number = stand_in(state, stated)
    if number == NONE:
        return Refusal("no_such", "MN-CMD-01", "There is no such commander in the tracker.")
    stand, what = state.stands[number], stated.get("what")
    if what not in ("lost", "back", "evaded", "steady", "leaves"):
        return Refusal("no_such", "MN-CMD-01", "A commander can be lost, evade, or leave a unit.")
    if (stand.where == "table") == (what == "back"):
        where = "is on the table" if what == "back" else "is not on the table"
        return Refusal("gone", "MN-CMD-01", f"{stand.name} {where}.")
    if what in ("evaded", "steady") and stand.evaded == (what == "evaded"):
        return Refusal(
            "no_change",
            "MN-CMD-43",
            f"{stand.name} already has white markers." if stand.evaded else f"{stand.name} has no white markers.",
        )
    if what == "leaves" and stand.unit == NONE:
        return Refusal("no_change", "MN-CMD-32", f"{stand.name} is not with a unit.")
    return None


def _stand(play: TrackerPlay, stated: Facts) -> None:
    number, what = stand_in(play.state, stated), stated["what"]
    stand = play.state.stands[number]
    if what == "lost":
        play.tell(happened.StandRemoved(stand=number, rule="MN-CMD-40"))
        return
    evaded = {"evaded": True, "steady": False}.get(what, stand.evaded)
    unit = NONE if what in ("leaves", "back") else stand.unit
    play.tell(tracker_events.StandNoted(stand=number, here=True, evaded=evaded, unit=unit))
    losses.settle_losses(play)


def _attach_facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    number = stand_in(state, stated)
    led = [
        FactChoice(f"stand {place}", stand.name, state.brigades[stand.of].name)
        for place, stand in enumerate(state.stands)
        if stand.level == "brigade" and stand.where == "table"
    ]
    who = Fact(key="stand", label="Commander", choices=tuple(led), value=stated.get("stand", ""), opens=True)
    if number == NONE:
        return (who,)
    own = [each for each in units_of(state) if state.units[each].brigade == state.stands[number].of]
    value = stated.get("unit", "")
    return (who, Fact(key="unit", label="Unit", choices=choices(state, own), value=value, rule="MN-CMD-31"))


def _refuse_attach(state: State, stated: Facts) -> Refusal | None:
    stand, unit = state.stands[stand_in(state, stated)], unit_in(state, stated)
    if stand.unit == unit:
        return Refusal("no_change", "MN-CMD-31", f"{stand.name} is already with {state.units[unit].name}.")
    return None


def _attach(play: TrackerPlay, stated: Facts) -> None:
    number, unit = stand_in(play.state, stated), unit_in(play.state, stated)
    stand = play.state.stands[number]
    play.tell(tracker_events.StandNoted(stand=number, here=True, evaded=stand.evaded, unit=unit))


KINDS: Final[dict[str, EntryKind]] = {
    "abandon": EntryKind(
        title="Crew flees to a square",
        facts=_abandon_facts,
        refuse=_refuse_abandon,
        perform=_abandon,
        question=True,
    ),
    "man": EntryKind(title="Crew mans the battery again", facts=named("unit"), refuse=_refuse_man, perform=_man),
    "leave": EntryKind(title="Battery lost", facts=named("unit"), refuse=_refuse_man, perform=_leave),
    "stand": EntryKind(title="Commander", facts=named("stand", "what"), refuse=_refuse_stand, perform=_stand),
    "attach": EntryKind(
        title="Commander joins a unit", facts=_attach_facts, refuse=_refuse_attach, perform=_attach, question=True
    ),
}
"""Entries about abandoned batteries and commanders, by key."""
