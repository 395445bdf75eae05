"""Cards to cut out: of units, and of commanders."""

from collections.abc import Sequence
from typing import Final

from armies.paper.section import Section
from armies.sheets import commander_cards, unit_cards
from campaign.sheets.kinds import BadChoice, Choice, Kind, Order, Subject

SIZES: Final = {
    key: f"{words}, {wide:g} × {high:g} mm"
    for (key, (wide, high)), words in zip(unit_cards.SIZES.items(), ("poker", "bridge", "tarot", "large"), strict=True)
}
BLEED: Final = Choice("bleed", "Stripe", {"no": "inside the card", "yes": "over the cut"})
MOST_BRIGADES: Final = 5_000


def _lacks(subject: Subject) -> str:
    return "" if subject.sides else "Cards are made for a side, and there is none whose units you may know."


def _units(order: Order) -> Sequence[Section]:
    chosen = order.choices
    number = int(chosen["brigade"])
    sides = [side for side in order.sides if number <= len(side.roll.groups)]
    if order.sides and not sides:
        most = max(len(side.roll.groups) for side in order.sides)
        raise BadChoice("brigade", f"There is no brigade {number}: {order.sides[0].title} has {most}.")
    style = unit_cards.Style(chosen["size"], chosen["bleed"] == "yes", chosen["backs"] == "yes", number)
    return [unit_cards.unit_cards(side.roll, order.imprint, style) for side in sides]


def _commanders(order: Order) -> Sequence[Section]:
    chosen = order.choices
    style = commander_cards.Style(chosen["size"], chosen["bleed"] == "yes", chosen["brigades"] == "yes")
    return [
        commander_cards.commander_cards(side.roll, order.imprint, style)
        for side in order.sides
        if side.roll.commanders or any(group.commander for group in side.roll.groups)
    ]


KINDS: Final = (
    Kind(
        key="unit_cards",
        title="Unit cards",
        text="A card for every unit with its strength or morale to strike, its moves and its dice.",
        make=_units,
        lacks=_lacks,
        choices=(
            Choice("size", "Size", SIZES),
            BLEED,
            Choice("backs", "Backs", {"no": "without", "yes": "with name and side, for printing on both sides"}),
            Choice(
                "brigade",
                "Only the brigade of this number",
                {},
                0,
                MOST_BRIGADES,
                "0",
                "Counted in the order of the roster; 0 for all of them.",
            ),
        ),
        usual=False,
        secret=True,
    ),
    Kind(
        key="commander_cards",
        title="Commanders’ cards",
        text="A card for every commander with rating and radius, what he commands, and room for orders.",
        make=_commanders,
        lacks=_lacks,
        choices=(
            Choice("size", "Size", {"tarot": SIZES["tarot"], **SIZES}),
            BLEED,
            Choice("brigades", "Commanders of brigades", {"yes": "with them", "no": "without"}),
        ),
        usual=False,
        secret=True,
    ),
)
