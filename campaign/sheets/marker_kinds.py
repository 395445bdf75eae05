"""Markers: statuses, order chits, losses, hidden units with their key."""

from collections.abc import Sequence
from typing import Final

from armies.paper.section import Section
from battles.engine import registry
from battles.engine.kit import Kit, Tally
from battles.engine.roll import Roll
from battles.sheets.hidden_key import hidden_key
from battles.sheets.hidden_markers import hidden_markers, roll_nation, type_markers
from battles.sheets.hidden_numbers import numbered
from battles.sheets.loss_dials import loss_dials, loss_strips
from battles.sheets.marker_pages import SIZES
from battles.sheets.status_markers import MOST, faces_of_losses, loss_markers, order_chits, status_markers, units_of
from campaign.sheets.kinds import Choice, Kind, Order, Sided, Subject

NO_SIDE: Final = "They are made for a side, and no side is yours here."
NO_UNITS: Final = "There are no units yet."
NOT_KEPT: Final = "Their numbers are your own secret: log in to print them."
_WORDS: Final = {str(size): f"{size} mm" for size in SIZES}
SIZE: Final = Choice("size", "Size", _WORDS)
EACH: Final = Choice("each", "Of each", {}, 0, MOST, "0", "0 for as many as the units need")
BY: Final = Choice("by", "A marker for", {"unit": "each unit", "group": "each brigade or group"})


def kit_of(subject: Subject) -> Kit:
    """What the system of a subject wants on the table, by the numbers in force."""
    return registry.kit(subject.system, subject.rules)


def _whose(order: Order) -> Sequence[tuple[str, Roll | None]]:
    """The sides that are known, or the whole subject where none is."""
    return [(side.title, side.roll) for side in order.sides] or [(order.subject.title, None)]


# statuses and orders -----------------------------------------------------------------------------


def _no_markers(subject: Subject) -> str:
    return "" if kit_of(subject).markers else "Its rules use no markers."


def _statuses(order: Order) -> Sequence[Section]:
    markers, size, each = kit_of(order.subject).markers, int(order.choices["size"]), int(order.choices["each"])
    return [status_markers(markers, title, roll, size, each) for title, roll in _whose(order)]


def _no_orders(subject: Subject) -> str:
    return "" if kit_of(subject).orders else "Its rules have no orders to lay down."


def _chits(order: Order) -> Sequence[Section]:
    orders, size = kit_of(order.subject).orders, int(order.choices["size"])
    backs = order.choices["backs"] == "yes"
    return [order_chits(orders, title, roll, size, backs=backs) for title, roll in _whose(order)]


# losses ------------------------------------------------------------------------------------------


def _no_tally(subject: Subject) -> str:
    if not kit_of(subject).tally:
        return "Its rules count no losses of a unit."
    return _no_units(subject)


def _no_units(subject: Subject) -> str:
    if not subject.sides:
        return NO_SIDE
    return "" if any(side.roll.units for side in subject.sides) else NO_UNITS


def _manned(order: Order) -> Sequence[Sided]:
    """The sides that have units."""
    return [side for side in order.sides if side.roll.units]


def _losses(order: Order) -> Sequence[Section]:
    tally = kit_of(order.subject).tally
    return [] if tally is None else [_loss(tally, side, order) for side in _manned(order)]


def _loss(tally: Tally, side: Sided, order: Order) -> Section:
    size, each = int(order.choices["size"]), int(order.choices["each"])
    if order.choices["as"] == "strips":
        return loss_strips(tally, side.title, side.roll)
    if order.choices["as"] == "dials":
        return loss_dials(tally, side.title, faces_of_losses(tally, side.roll), each or units_of(side.roll), size)
    return loss_markers(tally, side.title, side.roll, size, each)


# hidden units ------------------------------------------------------------------------------------


def _not_hidden(subject: Subject) -> str:
    if kit_of(subject).hidden is None:
        return "Its rules hide no units."
    return _no_units(subject) or ("" if subject.secret else NOT_KEPT)


def _hidden(order: Order) -> Sequence[Section]:
    """Markers, those of the second step and the key of each side, by one numbering."""
    hidden, by_group, size = kit_of(order.subject).hidden, order.choices["by"] == "group", int(order.choices["size"])
    found: list[Section] = []
    if hidden is None:
        return found
    for side in _manned(order):
        things = numbered(side.roll, hidden, order.subject.secret, by_group=by_group)
        nation = roll_nation(side.roll)
        found.append(hidden_markers(things, hidden, side.title, nation, size))
        if hidden.steps:
            found.append(type_markers(things, hidden.steps, side.title, nation, size))
        found.append(hidden_key(things, side.title, nation))
    return found


AS: Final = {"numbers": "numbered markers", "dials": "dials: two discs to pin together", "strips": "strips to strike"}
KINDS: Final = (
    Kind(
        key="markers",
        title="Status markers",
        text="A marker for every status, as many as the units need, and what each means.",
        make=_statuses,
        lacks=_no_markers,
        choices=(SIZE, EACH),
    ),
    Kind(
        key="chits",
        title="Order chits",
        text="A set of orders for each command, to be laid with the face down.",
        make=_chits,
        lacks=_no_orders,
        choices=(SIZE, Choice("backs", "Backs", {"no": "left empty", "yes": "printed alike"})),
    ),
    Kind(
        key="losses",
        title="Loss markers",
        text="What the units have lost: numbers to lay beside them, dials, or strips to strike.",
        make=_losses,
        lacks=_no_tally,
        choices=(Choice("as", "As", AS), SIZE, EACH),
        usual=False,
        secret=True,
    ),
    Kind(
        key="hidden",
        title="Hidden markers",
        text="A number in place of each unit, in an order that tells nothing, and the key on leaves of its own.",
        make=_hidden,
        lacks=_not_hidden,
        choices=(SIZE, BY),
        usual=False,
        secret=True,
    ),
)
