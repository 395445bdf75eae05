"""Forms to write on."""

from collections.abc import Sequence
from typing import Final

from armies.paper.section import Section
from battles.sheets.dispatch import MOST, dispatches
from battles.sheets.form_page import form_section
from battles.sheets.forms import orders_form, result_form
from battles.sheets.hidden_markers import roll_nation
from campaign.sheets.kinds import Choice, Kind, Order
from campaign.sheets.marker_kinds import kit_of

NAMES: Final = Choice("names", "Formations", {"no": "left blank", "yes": "those of the sides you know"})


def _result(order: Order) -> Sequence[Section]:
    rolls = [side.roll for side in order.sides] if order.choices["names"] == "yes" else []
    return [form_section(result_form(kit_of(order.subject), rolls), order.subject.title)]


def _plans(order: Order) -> Sequence[Section]:
    kit = kit_of(order.subject)
    if order.choices["names"] == "yes" and order.sides:
        return [form_section(orders_form(kit, side.roll), side.title) for side in order.sides]
    return [form_section(orders_form(kit), order.subject.title)]


def _dispatches(order: Order) -> Sequence[Section]:
    words = [each.word for each in kit_of(order.subject).orders]
    count = int(order.choices["count"])
    whose = [(side.title, roll_nation(side.roll)) for side in order.sides] or [(order.subject.title, "")]
    return [dispatches(words, title, nation, count) for title, nation in whose]


def _own(order: Order) -> Sequence[Section]:
    return [form_section(form, order.subject.title) for form in kit_of(order.subject).forms]


KINDS: Final = (
    Kind(
        key="plan",
        title="Plan of battle",
        text="What each command is to do, written before the first turn.",
        make=_plans,
        choices=(NAMES,),
        usual=False,
    ),
    Kind(
        key="dispatches",
        title="Dispatches",
        text="Numbered orders for couriers, two on a page, each with a receipt to tear off.",
        make=_dispatches,
        choices=(Choice("count", "How many", {}, 1, MOST, "4"),),
        usual=False,
    ),
    Kind(
        key="forms",
        title="Forms of the rules",
        text="What the rules have written down: ratings thrown, orders under way, units drawn.",
        make=_own,
        lacks=lambda subject: "" if kit_of(subject).forms else "Its rules have no forms.",
        usual=False,
    ),
    Kind(
        key="result",
        title="Result",
        text="To write in afterwards: turns, losses by formation, and how victory is reckoned.",
        make=_result,
        choices=(NAMES,),
    ),
)
