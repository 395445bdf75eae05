"""What is noted of a unit or a commander by a tap: a box struck, a marker laid, a formation, who left the table."""

from collections.abc import Callable
from typing import Final

from battles.engine.core import Refusal
from battles.engine.tabling import Facts
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import losing
from battles.rules.mini_nap import tabling_events as noted
from battles.rules.mini_nap.kinds import formations_open, in_square, unit_class
from battles.rules.mini_nap.losses import is_held_in_formation, is_removed, points_after
from battles.rules.mini_nap.state import NONE, State, Unit
from battles.rules.mini_nap.tables import FORMATIONS
from battles.rules.mini_nap.tabling_events import Marker, Rally
from battles.rules.mini_nap.tabling_facts import YES, Kind, gone, named, unit_in
from battles.rules.mini_nap.tabling_play import Keeping

MARKERS: Final[tuple[Marker, ...]] = ("blue", "disorder", "yellow", "white")
RALLIES: Final[tuple[Rally, ...]] = ("rally_back", "stop", "rally_forward", "charge")


def _on_table(rule: str) -> Callable[[State, Facts], Refusal | None]:
    def refuse(state: State, stated: Facts) -> Refusal | None:
        return gone(state, unit_in(state, stated), rule)

    return refuse


# Boxes


def _strike(play: Keeping, stated: Facts) -> None:
    losing.hit(play, unit_in(play.state, stated), 1, "MN-LOSS-01")
    losing.settle(play)


def _refuse_right(state: State, stated: Facts) -> Refusal | None:
    number = unit_in(state, stated)
    if number == NONE:
        return Refusal("no_such", "MN-RULING-130", "There is no such unit in the books.")
    unit = state.units[number]
    if unit.where == "waiting":
        return Refusal("gone", "MN-RULING-130", f"{unit.name} has not come on yet.")
    if unit.where == "table" and unit.points >= unit.start:
        return Refusal("no_change", "MN-RULING-130", f"{unit.name} has lost nothing.")
    return None


def righted(state: State, number: int) -> noted.Righted:
    """A point given back; a unit that had left the table comes back with the fewest that keep it there."""
    unit = state.units[number]
    brigade = state.brigades[unit.brigade]
    lost = brigade.lost, state.divisions[brigade.division].lost
    if unit.where == "table":
        return noted.Righted(unit=number, points=unit.points + 1, where="table", lost=lost)
    points = unit.points
    while is_removed(points, unit.rating, unit.formation):
        points += 1
    counted = int(losing.counts_as_lost(state, unit))
    return noted.Righted(unit=number, points=points, where="table", lost=(lost[0] - counted, lost[1] - counted))


def _right(play: Keeping, stated: Facts) -> None:
    play.tell(righted(play.state, unit_in(play.state, stated)))


# Markers and formations


def has(unit: Unit, marker: Marker) -> bool:
    """Whether a marker lies beside a unit."""
    if marker in ("blue", "disorder"):
        return unit.blue == ("reaction" if marker == "blue" else "disorder")
    return unit.yellow if marker == "yellow" else unit.white


def may_have(unit: Unit, marker: Marker) -> bool:
    """Whether such a marker can lie there: squares and guns never break through (MN-BREAK-01)."""
    if marker == "white":
        return not in_square(unit) and unit_class(unit) != "artillery"
    return marker != "disorder" or unit_class(unit) != "artillery"


def _refuse_mark(state: State, stated: Facts) -> Refusal | None:
    number = unit_in(state, stated)
    found = gone(state, number, "MN-MARKER-08")
    if found is not None:
        return found
    unit = state.units[number]
    marker = next((each for each in MARKERS if each == stated.get("marker")), None)
    if marker is None or stated.get("on") not in ("", YES):
        return Refusal("no_such", "MN-MARKER-01", "There is no such marker.")
    on = stated.get("on") == YES
    if on and not may_have(unit, marker):
        return _never(unit, marker)
    if on and unit.blue and marker in ("blue", "disorder"):
        return Refusal("no_change", "MN-MARKER-08", f"{unit.name} has a blue marker already.")
    if has(unit, marker) == on:
        lies = "has that marker already" if on else "has no such marker"
        return Refusal("no_change", "MN-MARKER-08", f"{unit.name} {lies}.")
    return None


def _never(unit: Unit, marker: Marker) -> Refusal:
    if marker == "white":
        return Refusal("not_for_kind", "MN-BREAK-01", f"{unit.name} never breaks through.")
    return Refusal("not_for_kind", "MN-EXTEND-05", f"{unit.name} never charges, and is never disordered.")


def _mark(play: Keeping, stated: Facts) -> None:
    marker = next(each for each in MARKERS if each == stated["marker"])
    play.tell(noted.MarkerNoted(unit=unit_in(play.state, stated), marker=marker, on=stated["on"] == YES))


def _refuse_form(state: State, stated: Facts) -> Refusal | None:
    number = unit_in(state, stated)
    found = gone(state, number, "MN-FORM-07")
    if found is not None:
        return found
    unit = state.units[number]
    to = next((each for each in formations_open(unit) if each == stated.get("formation")), None)
    if to is None:
        return Refusal("not_for_kind", "MN-FORM-07", f"{unit.name} cannot form that.")
    if to == unit.formation:
        return Refusal("no_change", "MN-FORM-07", f"{unit.name} is in {FORMATIONS[to].word} already.")
    if is_held_in_formation(unit.points, unit.rating, unit.formation, to):
        return Refusal("not_for_kind", "MN-LOSS-06", f"{unit.name} has 1 strength point and stays as it is formed.")
    return None


def _form(play: Keeping, stated: Facts) -> None:
    number = unit_in(play.state, stated)
    unit = play.unit(number)
    to = next(each for each in formations_open(unit) if each == stated["formation"])
    play.tell(happened.Reformed(unit=number, formation=to, x=unit.x, y=unit.y, facing=unit.facing))
    losing.settle(play)


# Who leaves the table


def _refuse_retreat(state: State, stated: Facts) -> Refusal | None:
    number = unit_in(state, stated)
    found = gone(state, number, "MN-RETREAT-01")
    if found is not None:
        return found
    unit = state.units[number]
    if unit.side != state.active:
        return Refusal("not_yours", "MN-RETREAT-01", f"{unit.name} retreats while its side has the initiative.")
    if unit.charged:
        return Refusal("done_already", "MN-RETREAT-02", f"{unit.name} has charged in this initiative.")
    if unit.fired and unit.brigade == state.brigade:
        return Refusal("done_already", "MN-RETREAT-02", f"{unit.name} has fired in this initiative.")
    return None


def _retreat(play: Keeping, stated: Facts) -> None:
    losing.take_off(play, (unit_in(play.state, stated),), "retreated", "MN-RETREAT-01")


def _destroy(play: Keeping, stated: Facts) -> None:
    losing.take_off(play, (unit_in(play.state, stated),), "destroyed", "MN-LOSS-02")


def _refuse_rally(state: State, stated: Facts) -> Refusal | None:
    number = unit_in(state, stated)
    found = gone(state, number, "MN-BREAK-04")
    if found is not None:
        return found
    unit = state.units[number]
    if stated.get("how") not in RALLIES:
        return Refusal("no_such", "MN-BREAK-04", "It rallies back, stops, rallies forward or charges again.")
    if not unit.white:
        return Refusal("not_needed", "MN-BREAK-01", f"{unit.name} has no white marker.")
    if stated.get("how") == "charge":
        return _refuse_charge(state, unit)
    return None


def _refuse_charge(state: State, unit: Unit) -> Refusal | None:
    """MN-BREAK-12, MN-RULING-28."""
    options, tables = state.setup.rules.options, state.setup.rules.tables
    if unit.blue == "disorder" or (unit.blue and options.blue_bars_breakthrough_charge == "any"):
        return Refusal("not_for_kind", "MN-BREAK-12", f"{unit.name} has a blue marker and may only rally.")
    if is_removed(points_after(unit.points, tables.break_charge_hits), unit.rating, unit.formation):
        return Refusal("no_dice_left", "MN-BREAK-12", f"The hit for charging again would remove {unit.name}.")
    return None


def _rally(play: Keeping, stated: Facts) -> None:
    number = unit_in(play.state, stated)
    how = next(each for each in RALLIES if each == stated["how"])
    play.tell(noted.Rallied(unit=number, how=how))
    if how == "charge":
        losing.hit(play, number, play.tables.break_charge_hits, "MN-BREAK-08")
        losing.settle(play)


KINDS: Final[dict[str, Kind]] = {
    "strike": Kind(title="A hit", facts=named("unit"), refuse=_on_table("MN-LOSS-01"), perform=_strike),
    "right": Kind(title="Put right", facts=named("unit"), refuse=_refuse_right, perform=_right),
    "mark": Kind(title="Marker", facts=named("unit", "marker", "on"), refuse=_refuse_mark, perform=_mark),
    "form": Kind(title="Formation", facts=named("unit", "formation"), refuse=_refuse_form, perform=_form),
    "retreat": Kind(title="Retreat", facts=named("unit"), refuse=_refuse_retreat, perform=_retreat),
    "destroy": Kind(title="Destroyed", facts=named("unit"), refuse=_on_table("MN-LOSS-02"), perform=_destroy),
    "rally": Kind(title="Break-through", facts=named("unit", "how"), refuse=_refuse_rally, perform=_rally),
}
"""The notes of units."""
