"""Labels for bases."""

from collections.abc import Sequence
from typing import Final

from armies.paper.section import Section
from armies.sheets.base_labels import LEAST, MOST, USUAL, Style, base_labels
from campaign.sheets.kinds import Choice, Kind, Order, Subject

WIDTHS: Final = {
    "rules": f"as the rules say, else {USUAL:g} mm",
    **{str(wide): f"{wide} mm" for wide in (25, 30, 40, 60)},
    "own": "a width of your own",
}
ROUND: Final = {
    "rules": "round, as broad as the rules say",
    **{str(wide): f"round, {wide} mm" for wide in (25, 30, 40, 60)},
    "none": "without",
}


def _lacks(subject: Subject) -> str:
    return "" if subject.sides else "Labels are made for a side, and there is none whose units you may know."


def _labels(order: Order) -> Sequence[Section]:
    chosen = order.choices
    wide = {"rules": "0", "own": chosen["own"]}.get(chosen["width"], chosen["width"])
    stand = None if chosen["commanders"] == "none" else float(chosen["commanders"].replace("rules", "0"))
    style = Style(float(wide), chosen["blocks"] == "brigades", chosen["stands"] == "yes", stand)
    return [base_labels(side.roll, style) for side in order.sides]


KINDS: Final = (
    Kind(
        key="base_labels",
        title="Base labels",
        text="Labels to cut to the width of bases: symbol, name, quality, brigade; round ones for commanders.",
        make=_labels,
        lacks=_lacks,
        choices=(
            Choice("width", "Width", WIDTHS),
            Choice("own", "Width of your own, in mm", {}, int(LEAST), int(MOST), f"{USUAL:g}"),
            Choice("stands", "Labels", {"yes": "one for each stand", "no": "one for each unit"}),
            Choice("commanders", "Commanders’ stands", ROUND, help="None where the rules give them no size."),
            Choice("blocks", "Order", {"brigades": "a block for each brigade", "widths": "one after the other"}),
        ),
        usual=False,
        secret=True,
    ),
)
