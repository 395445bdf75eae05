"""Maps of the board or table."""

from collections.abc import Mapping, Sequence
from typing import Final

from armies.paper.section import Section
from battles.engine.picture import Ground
from battles.sheets.board_map import LEAST_STEP, MOST_STEP, board_map
from campaign.sheets.kinds import Choice, Kind, Order, Subject

TENTHS: Final = 10
SIZES: Final = {
    "page": "one page",
    "1": "a poster, 1 : 1, as large as the table",
    "2": "a poster, 1 : 2, half as large",
    "5": "a poster, 1 : 5, a fifth as large",
    "poster": "a poster by millimetres, as below",
}
STEP: Final = "For a poster by millimetres: from middle to middle of two areas, or 5 cm of an open table."
PAPERS: Final = {"same": "that of the other sheets", "a3": "A3"}


def _lacks(subject: Subject) -> str:
    return "" if subject.ground and subject.scene else "There is no board to draw."


def _maps(order: Order) -> Sequence[Section]:
    subject, chosen = order.subject, order.choices
    if subject.ground is None or subject.scene is None:
        return []
    paper = order.paper if chosen["paper"] == "same" else chosen["paper"]
    step = _step(subject.ground, chosen)
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


def _step(ground: Ground, chosen: Mapping[str, str]) -> float | None:
    """Millimetres of a step on a poster: those given, or a share of what it is on the table; None for one page."""
    if chosen["size"] == "page":
        return None
    return float(chosen["step"]) if chosen["size"] == "poster" else ground.tenths / TENTHS / int(chosen["size"])


KINDS: Final = (
    Kind(
        key="map",
        title="Map",
        text="The board or table with its terrain, on one page or as a poster over many.",
        make=_maps,
        lacks=_lacks,
        choices=(
            Choice("size", "Size", SIZES),
            Choice("step", "Millimetres of a step", {}, int(LEAST_STEP), int(MOST_STEP), "40", STEP),
            Choice("units", "Units", {"no": "without units", "yes": "with the units on the board"}),
            Choice("paper", "Paper", PAPERS),
        ),
    ),
)
