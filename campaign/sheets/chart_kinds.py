"""The order of battle on one page."""

from collections.abc import Sequence
from typing import Final

from armies.paper.section import Section
from armies.sheets.chart import chart
from armies.sheets.chart_model import PAPER_WORDS
from armies.sheets.compare_recorded import Recorded
from armies.sheets.compare_systems import SYSTEMS
from campaign.sheets.kinds import Choice, Kind, Order, Subject

PAPERS: Final = {"same": "that of the other sheets", **{key: PAPER_WORDS[key] for key in ("a3", "tabloid")}}


def _lacks(subject: Subject) -> str:
    return "" if any(side.army for side in subject.sides) else "A chart is made from an army of the army manager."


def _charts(order: Order) -> Sequence[Section]:
    """With the figures of the system of the subject, else with those that are recorded."""
    system = order.subject.system if order.subject.system in SYSTEMS else Recorded.key
    paper = order.paper if order.choices["paper"] == "same" else order.choices["paper"]
    return [
        chart(
            side.army,
            system=system,
            paper=paper,
            units=order.choices["units"] == "yes",
            version=order.imprint.version,
            date=order.imprint.date,
            address=order.subject.address,
        ).section
        for side in order.sides
        if side.army is not None
    ]


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
