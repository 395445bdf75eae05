"""Entries for commanders, crews and markers: command (MN-CMD), guns left or manned (MN-REACT-32), boxes, formations."""

from collections.abc import Callable
from typing import Final

from battles.engine.core import Refusal
from battles.engine.tracker import YES, EntryKind, Fact, FactChoice, Facts, number_in, tap_facts
from battles.engine.words import refused
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat import losses
from battles.rules.mini_nap.combat.losses import is_removed, must_keep_formation, points_after
from battles.rules.mini_nap.state import NONE, State, Unit, in_square, possible_formations, unit_class
from battles.rules.mini_nap.tables import FORMATIONS
from battles.rules.mini_nap.tracker import events as tracker_events
from battles.rules.mini_nap.tracker.events import (
    Marker,
    Rally,
    TrackerPlay,
    choices,
    not_on_table,
    unit_fact,
    unit_in,
    units_of,
)

MARKERS: Final[tuple[Marker, ...]] = ("blue", "disorder", "yellow", "white")
RALLIES: Final[tuple[Rally, ...]] = ("rally_back", "stop", "rally_forward", "charge")


def _on_table(rule: str) -> Callable[[State, Facts], Refusal | None]:
    def refuse(state: State, stated: Facts) -> Refusal | None:
        return not_on_table(state, unit_in(state, stated), rule)

    return refuse


# Boxes


def _strike(play: TrackerPlay, stated: Facts) -> None:
    losses.add_hits(play, unit_in(play.state, stated), 1, "MN-LOSS-01")
    losses.settle_losses(play)


def _refuse_right(state: State, stated: Facts) -> Refusal | None:
    number = unit_in(state, stated)
    if number == NONE:
        return Refusal("no_such", "MN-RULING-130", "There is no such unit in the tracker.")
    unit = state.units[number]
    if unit.where == "waiting":
        return refused("gone", "MN-RULING-130", unit.name, "has", "not arrived yet.")
    if unit.where == "table" and unit.points >= unit.start:
        return refused("no_change", "MN-RULING-130", unit.name, "has", "lost no strength points.")
    return None


def points_restored(state: State, number: int) -> tracker_events.Righted:
    """The event that restores a point; a unit off the table returns with the fewest points that keep it there."""
    unit = state.units[number]
    brigade = state.brigades[unit.brigade]
    lost = brigade.lost, state.divisions[brigade.division].lost
    if unit.where == "table":
        return tracker_events.Righted(unit=number, points=unit.points + 1, where="table", lost=lost)
    points = unit.points
    while is_removed(points, unit.rating, unit.formation):
        points += 1
    counted = int(losses.counts_as_lost(state, unit))
    return tracker_events.Righted(
        unit=number, points=points, where="table", lost=(lost[0] - counted, lost[1] - counted)
    )


def _right(play: TrackerPlay, stated: Facts) -> None:
    play.tell(points_restored(play.state, unit_in(play.state, stated)))


# Markers and formations


def has_marker(unit: Unit, marker: Marker) -> bool:
    """True if a unit has a marker."""
    if marker in ("blue", "disorder"):
        return unit.blue == ("reaction" if marker == "blue" else "disorder")
    return unit.yellow if marker == "yellow" else unit.white


def may_have(unit: Unit, marker: Marker) -> bool:
    """True if a unit can have such a marker: squares and guns never break through (MN-BREAK-01)."""
    if marker == "white":
        return not in_square(unit) and unit_class(unit) != "artillery"
    return marker != "disorder" or unit_class(unit) != "artillery"


def _refuse_mark(state: State, stated: Facts) -> Refusal | None:
    number = unit_in(state, stated)
    refusal = not_on_table(state, number, "MN-MARKER-08")
    if refusal is not None:
        return refusal
    unit = state.units[number]
    marker = next((each for each in MARKERS if each == stated.get("marker")), None)
    if marker is None or stated.get("on") not in ("", YES):
        return Refusal("no_such", "MN-MARKER-01", "There is no such marker.")
    on = stated.get("on") == YES
    if on and not may_have(unit, marker):
        return _never(unit, marker)
    if on and unit.blue and marker in ("blue", "disorder"):
        return Refusal("no_change", "MN-MARKER-08", f"{unit.name} already has a blue marker.")
    if has_marker(unit, marker) == on:
        state_words = "already has that marker" if on else "has no such marker"
        return Refusal("no_change", "MN-MARKER-08", f"{unit.name} {state_words}.")
    return None


def _never(unit: Unit, marker: Marker) -> Refusal:
    if marker == "white":
        return Refusal("not_for_kind", "MN-BREAK-01", f"{unit.name} cannot break through.")
    return Refusal("not_for_kind", "MN-EXTEND-05", f"{unit.name} cannot charge or be disordered.")


def _mark(play: TrackerPlay, stated: Facts) -> None:
    marker = next(each for each in MARKERS if each == stated["marker"])
    play.tell(tracker_events.MarkerNoted(unit=unit_in(play.state, stated), marker=marker, on=stated["on"] == YES))


def _refuse_form(state: State, stated: Facts) -> Refusal | None:
    number = unit_in(state, stated)
    refusal = not_on_table(state, number, "MN-FORM-07")
    if refusal is not None:
        return refusal
    unit = state.units[number]
    to = next((each for each in possible_formations(unit) if each == stated.get("formation")), None)
    if to is None:
        return Refusal("not_for_kind", "MN-FORM-07", f"{unit.name} cannot take that formation.")
    if to == unit.formation:
        return refused("no_change", "MN-FORM-07", unit.name, "is", f"already in {FORMATIONS[to].word}.")
    if must_keep_formation(unit.points, unit.rating, unit.formation, to):
        return refused("not_for_kind", "MN-LOSS-06", unit.name, "has", "1 strength point and cannot change formation.")
    return None


def _form(play: TrackerPlay, stated: Facts) -> None:
    number = unit_in(play.state, stated)
    unit = play.unit(number)
    to = next(each for each in possible_formations(unit) if each == stated["formation"])
    play.tell(happened.Reformed(unit=number, formation=to, x=unit.x, y=unit.y, facing=unit.facing))
    losses.settle_losses(play)


# Units that leave the table


def _refuse_retreat(state: State, stated: Facts) -> Refusal | None:
    number = unit_in(state, stated)
    refusal = not_on_table(state, number, "MN-RETREAT-01")
    if refusal is not None:
        return refusal
    unit = state.units[number]
    if unit.side != state.active:
        return Refusal("not_yours", "MN-RETREAT-01", f"{unit.name} can retreat only while its side has the initiative.")
    if unit.charged:
        return refused("done_already", "MN-RETREAT-02", unit.name, "has", "charged in this initiative.")
    if unit.fired and unit.brigade == state.brigade:
        return refused("done_already", "MN-RETREAT-02", unit.name, "has", "fired in this initiative.")
    return None


def _retreat(play: TrackerPlay, stated: Facts) -> None:
    losses.remove_units(play, (unit_in(play.state, stated),), "retreated", "MN-RETREAT-01")


def _destroy(play: TrackerPlay, stated: Facts) -> None:
    losses.remove_units(play, (unit_in(play.state, stated),), "destroyed", "MN-LOSS-02")


def _refuse_rally(state: State, stated: Facts) -> Refusal | None:
    number = unit_in(state, stated)
    refusal = not_on_table(state, number, "MN-BREAK-04")
    if refusal is not None:
        return refusal
    unit = state.units[number]
    if stated.get("how") not in RALLIES:
        return Refusal("no_such", "MN-BREAK-04", "Choose: rally back, stop, rally forward or charge again.")
    if not unit.white:
        return refused("not_needed", "MN-BREAK-01", unit.name, "has", "no white marker.")
    if stated.get("how") == "charge":
        return _refuse_charge(state, unit)
    return None


def _refuse_charge(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot charge again after a break-through (MN-BREAK-12, MN-RULING-28); None if it can."""
    options, tables = state.setup.rules.options, state.setup.rules.tables
    if unit.blue == "disorder" or (unit.blue and options.blue_bars_breakthrough_charge == "any"):
        return refused("not_for_kind", "MN-BREAK-12", unit.name, "has", "a blue marker and can only rally.")
    if is_removed(points_after(unit.points, tables.break_charge_hits), unit.rating, unit.formation):
        return Refusal("no_dice_left", "MN-BREAK-12", f"The hit for charging again would remove {unit.name}.")
    return None


def _rally(play: TrackerPlay, stated: Facts) -> None:
    number = unit_in(play.state, stated)
    how = next(each for each in RALLIES if each == stated["how"])
    play.tell(tracker_events.Rallied(unit=number, how=how))
    if how == "charge":
        losses.add_hits(play, number, play.tables.break_charge_hits, "MN-BREAK-08")
        losses.settle_losses(play)


MARKER_KINDS: Final[dict[str, EntryKind]] = {
    "strike": EntryKind(title="Hit", facts=tap_facts("unit"), refuse=_on_table("MN-LOSS-01"), perform=_strike),
    "right": EntryKind(title="Correction", facts=tap_facts("unit"), refuse=_refuse_right, perform=_right),
    "mark": EntryKind(title="Marker", facts=tap_facts("unit", "marker", "on"), refuse=_refuse_mark, perform=_mark),
    "form": EntryKind(title="Formation", facts=tap_facts("unit", "formation"), refuse=_refuse_form, perform=_form),
    "retreat": EntryKind(title="Retreat", facts=tap_facts("unit"), refuse=_refuse_retreat, perform=_retreat),
    "destroy": EntryKind(title="Destroyed", facts=tap_facts("unit"), refuse=_on_table("MN-LOSS-02"), perform=_destroy),
    "rally": EntryKind(title="Break-through", facts=tap_facts("unit", "how"), refuse=_refuse_rally, perform=_rally),
}
"""Entries about units, by key."""


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
        return refused("not_yours", "MN-REACT-01", unit.name, "has", "the initiative: only the other side reacts.")
    if unit.crew_in != NONE or unit.blue:
        return refused("done_already", "MN-REACT-30", unit.name, "has", "already reacted or is abandoned.")
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
        return refused("not_needed", "MN-REACT-33", unit.name, "is", "not abandoned.")
    return None


def _man(play: TrackerPlay, stated: Facts) -> None:
    play.mark(unit_in(play.state, stated), "MN-REACT-33", crew_in=NONE)


def _leave(play: TrackerPlay, stated: Facts) -> None:
    """Remove an abandoned battery for good (MN-REACT-34)."""
    losses.remove_units(play, (unit_in(play.state, stated),), "lost", "MN-REACT-34")


# Commanders


def stand_in(state: State, stated: Facts) -> int:
    """The stand that a fact names; `NONE` for none."""
    return number_in(stated, "stand", "stand", len(state.stands))


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
    "man": EntryKind(title="Crew mans the battery again", facts=tap_facts("unit"), refuse=_refuse_man, perform=_man),
    "leave": EntryKind(title="Battery lost", facts=tap_facts("unit"), refuse=_refuse_man, perform=_leave),
    "stand": EntryKind(title="Commander", facts=tap_facts("stand", "what"), refuse=_refuse_stand, perform=_stand),
    "attach": EntryKind(
        title="Commander joins a unit", facts=_attach_facts, refuse=_refuse_attach, perform=_attach, question=True
    ),
}
"""Entries about abandoned batteries and commanders, by key."""
