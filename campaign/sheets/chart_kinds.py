"""The order of battle on one page."""

from collections.abc import Sequence
from typing import Final

from armies.paper.section import Section
from armies.sheets.chart import drawn
from armies.sheets.chart_model import PAPER_WORDS, ChartWords
from armies.sheets.chart_roll import roll_chart
from armies.sheets.chart_service import chart_words
from armies.sheets.compare_recorded import Recorded
from armies.sheets.compare_systems import SYSTEMS
from battles.engine import registry
from campaign.sheets.kinds import Choice, Kind, Order, Sided, Subject

PAPERS: Final = {"same": "that of the other sheets", **{key: PAPER_WORDS[key] for key in ("a3", "tabloid")}}


def _lacks(subject: Subject) -> str:
    return "" if subject.sides else "There is no command that you may know whole."


def _charts(order: Order) -> Sequence[Section]:
    paper = order.paper if order.choices["paper"] == "same" else order.choices["paper"]
    return [
        drawn(_words(order, side), order.imprint, paper=paper, address=order.subject.address).section
        for side in order.sides
    ]


def _words(order: Order, side: Sided) -> ChartWords:
    """Of an army with the figures of the system, else with those that are recorded; of a force by its roll."""
    subject, units = order.subject, order.choices["units"] == "yes"
    if side.army is None:
        return roll_chart(side.roll, registry.meta(subject.system).title, subject.title, units=units)
    system = subject.system if subject.system in SYSTEMS else Recorded.key
    return chart_words(side.army, system=system, units=units)


KINDS: Final = (
    Kind(
        key="chart",
        title="Order of battle",
        text="Who stands under whom, on one page where it fits.",
        make=_charts,
        lacks=_lacks,
        choices=(
            Choice("units", "Units", {"yes": "with their units", "no": "down to brigades"}),
            Choice("paper", "Paper", PAPERS),
        ),
        usual=False,
        secret=True,
    ),
)
