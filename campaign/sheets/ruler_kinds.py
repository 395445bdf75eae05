"""Rulers."""

from collections.abc import Sequence
from typing import Final

from armies.paper.section import Section
from battles.rules import SYSTEMS
from battles.sheets.rulers import rulers
from campaign.sheets.kinds import Choice, Kind, Order, Subject
from campaign.sheets.marker_kinds import kit_of


def _lacks(subject: Subject) -> str:
    return "" if kit_of(subject).rulers else "Its rules count areas and measure nothing."


def _rulers(order: Order) -> Sequence[Section]:
    arcs = order.choices["arcs"] == "yes"
    return [rulers(kit_of(order.subject).rulers, SYSTEMS[order.subject.system].title, arcs=arcs)]


ARCS: Final = {"yes": "strips, and arcs about a command stand where the paper holds them", "no": "strips alone"}
KINDS: Final = (
    Kind(
        key="rulers",
        title="Rulers",
        text="Reach of orders, fire and moves to true scale, in strips to cut out and join.",
        make=_rulers,
        lacks=_lacks,
        choices=(Choice("arcs", "Shapes", ARCS),),
    ),
)
