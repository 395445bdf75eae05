"""Maps of the board or table."""

from collections.abc import Sequence
from typing import Final

from armies.paper.section import Section
from battles.sheets.board_map import LEAST_STEP, MOST_STEP, board_map
from campaign.sheets.kinds import Choice, Kind, Order, Subject

PAPERS: Final = {"same": "that of the other sheets", "a3": "A3"}


def _lacks(subject: Subject) -> str:
    return "" if subject.ground and subject.scene else "There is no board to draw."


def _maps(order: Order) -> Sequence[Section]:
    subject, chosen = order.subject, order.choices
    if subject.ground is None or subject.scene is None:
        return []
    paper = order.paper if chosen["paper"] == "same" else chosen["paper"]
    step = float(chosen["step"]) if chosen["size"] == "poster" else None
    return [
        board_map(
            subject.ground,
            subject.scene,
            subject.title,
            order.imprint,
            paper=paper,
            step=step,
            units=chosen["units"] == "yes",
        )
    ]


KINDS: Final = (
    Kind(
        key="map",
        title="Map",
        text="The board or table with its terrain, on one page or as a poster over many.",
        make=_maps,
        lacks=_lacks,
        choices=(
            Choice("size", "Size", {"page": "one page", "poster": "a poster over many sheets"}),
            Choice("step", "Millimetres from middle to middle of a poster", {}, int(LEAST_STEP), int(MOST_STEP), "40"),
            Choice("units", "Units", {"no": "without units", "yes": "with the units on the board"}),
            Choice("paper", "Paper", PAPERS),
        ),
    ),
)
