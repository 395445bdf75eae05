"""Sheets of an army: rosters, order of battle, cards and labels."""

from collections.abc import Sequence
from typing import Final

from armies.paper.section import Section
from armies.sheets.army_roster import MOST_PAGES, blank_roster, list_roster, roll_roster, roster
from armies.sheets.cards import commander_cards, unit_cards
from armies.sheets.cards.base_labels import LEAST, MOST, USUAL, Style, base_labels
from armies.sheets.casualty_report import casualty_report
from armies.sheets.charts.chart_content import PAPER_WORDS, ChartWords, chart_words, roll_chart
from armies.sheets.charts.organisation_chart import chart_of_words
from armies.sheets.comparison import Recorded, compared_titles
from battles.engine import registry
from battles.engine.armies.roster_words import NONE_LOST, RosterStyle
from campaign.printing.sheets.kinds import BadChoice, Choice, Kind, Order, Sided, Subject

SIZES: Final = {
    key: f"{words}, {wide:g} × {high:g} mm"
    for (key, (wide, high)), words in zip(unit_cards.SIZES.items(), ("poker", "bridge", "tarot", "large"), strict=True)
}
BLEED: Final = Choice("bleed", "Stripe", {"no": "inside the card", "yes": "over the cut"})
MOST_BRIGADES: Final = 5_000


def _no_cards(subject: Subject) -> str:
    return "" if subject.sides else "Cards are made for a side, and you may not see the units of any side here."


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


CARDS: Final = (
    Kind(
        key="unit_cards",
        title="Unit cards",
        text="A card for every unit with boxes for strength or morale, its moves and its dice.",
        make=_units,
        lacks=_no_cards,
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
                "Counted in the order of the roster; 0 for all brigades.",
            ),
        ),
        usual=False,
        secret=True,
    ),
    Kind(
        key="commander_cards",
        title="Commanders’ cards",
        text="A card for every commander: rating, radius, units under command, and room for orders.",
        make=_commanders,
        lacks=_no_cards,
        choices=(
            Choice("size", "Size", {"tarot": SIZES["tarot"], **SIZES}),
            BLEED,
            Choice("brigades", "Commanders of brigades", {"yes": "with them", "no": "without"}),
        ),
        usual=False,
        secret=True,
    ),
)

PAPERS: Final = {"same": "that of the other sheets", **{key: PAPER_WORDS[key] for key in ("a3", "tabloid")}}


def _no_chart(subject: Subject) -> str:
    return "" if subject.sides else "You may not see the units of any side here."


def _charts(order: Order) -> Sequence[Section]:
    paper = order.paper if order.choices["paper"] == "same" else order.choices["paper"]
    return [
        chart_of_words(_words(order, side), order.imprint, paper=paper, address=order.subject.address).section
        for side in order.sides
    ]


def _words(order: Order, side: Sided) -> ChartWords:
    """The words of a chart: for an army by the numbers of the system or as recorded, for a force by its roll."""
    subject, units = order.subject, order.choices["units"] == "yes"
    if side.army is None:
        occasion = subject.title if subject.title != side.roll.title else ""
        return roll_chart(side.roll, registry.meta(subject.system).title, occasion, units=units)
    system = subject.system if subject.system in compared_titles() else Recorded.key
    return chart_words(side.army, system=system, units=units)


CHARTS: Final = (
    Kind(
        key="chart",
        title="Organisation chart",
        text="The chain of command, on one page if it fits.",
        make=_charts,
        lacks=_no_chart,
        choices=(
            Choice("units", "Units", {"yes": "with their units", "no": "down to brigades"}),
            Choice("paper", "Paper", PAPERS),
        ),
        usual=False,
        secret=True,
    ),
)

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


def _no_labels(subject: Subject) -> str:
    return "" if subject.sides else "Labels are made for a side, and you may not see the units of any side here."


def _labels(order: Order) -> Sequence[Section]:
    chosen = order.choices
    wide = {"rules": "0", "own": chosen["own"]}.get(chosen["width"], chosen["width"])
    stand = None if chosen["commanders"] == "none" else float(chosen["commanders"].replace("rules", "0"))
    style = Style(float(wide), chosen["blocks"] == "brigades", chosen["stands"] == "yes", stand)
    return [base_labels(side.roll, style) for side in order.sides]


LABELS: Final = (
    Kind(
        key="base_labels",
        title="Base labels",
        text="Labels to cut to the width of bases: symbol, name, quality, brigade; round ones for commanders.",
        make=_labels,
        lacks=_no_labels,
        choices=(
            Choice("width", "Width", WIDTHS),
            Choice("own", "Width of your own, in mm", {}, int(LEAST), int(MOST), f"{USUAL:g}"),
            Choice("stands", "Labels", {"yes": "one for each stand", "no": "one for each unit"}),
            Choice("commanders", "Commanders’ stands", ROUND, help="None if the rules give them no size."),
            Choice("blocks", "Order", {"brigades": "a block for each brigade", "widths": "one after the other"}),
        ),
        usual=False,
        secret=True,
    ),
)

YES_NO: Final = {"yes": "with it", "no": "without"}
NO_YES: Final = {"no": "without", "yes": "with it"}
COLUMNS: Final = {"points": "Points", "notes": "Notes", "nation": "Nations"}
FIELD_COLUMNS: Final = {"points": "Points", "notes": "Notes"}
BASIS: Final = Choice("basis", "Marks of the sources of numbers", NO_YES)
BEHIND: Final = Choice(
    "closing", "Behind the numbers", NO_YES, help="Check results, arithmetic and sources, on pages of their own."
)

PAGES: Final = Choice("page_each", "Pages", {"no": "as few as possible", "yes": "a page for each division"})


def _no_roster(subject: Subject) -> str:
    if not subject.sides:
        return "You may not see the units of any side here."
    return "" if any(side.army for side in subject.sides) else "It does not come from an army in the list of armies."


def _field_lacks(subject: Subject) -> str:
    if not subject.sides:
        return "You may not see the units of any side here."
    return "Its armies have their own rosters." if all(side.army for side in subject.sides) else ""


def _rosters(order: Order) -> Sequence[Section]:
    chosen, after = order.choices, order.choices["state"] == "after"
    shown = {column: chosen[column] == "yes" for column in (*COLUMNS, BASIS.key)}
    style = RosterStyle(page_each=chosen["page_each"] == "yes", closing=chosen["closing"] == "yes", **shown)
    return [
        roster(
            side.army,
            system=order.subject.system,
            address=order.subject.address,
            style=style,
            losses=side.losses if after and side.losses else NONE_LOST,
        )
        for side in order.sides
        if side.army is not None
    ]


def _field_rosters(order: Order) -> Sequence[Section]:
    """Rosters of sides that do not come from an army, in their present state."""
    subject, chosen = order.subject, order.choices
    shown = {column: chosen[column] == "yes" for column in FIELD_COLUMNS}
    style = RosterStyle(page_each=chosen["page_each"] == "yes", moves=chosen["facts"] == "yes", **shown)
    return [
        list_roster(side.listed, subject.address, style)
        if side.listed
        else roll_roster(side.roll, subject.title, subject.address, style)
        for side in order.sides
        if side.army is None
    ]


def _blank_lacks(subject: Subject) -> str:
    return "" if subject.system in registry.army_systems() else "These rules have no roster."


def _blanks(order: Order) -> Sequence[Section]:
    return [blank_roster(order.subject.system, int(order.choices["pages"]))]


def _report_lacks(subject: Subject) -> str:
    return "" if subject.sides else "A report is made for a side, and you may not see the units of any side here."


def _reports(order: Order) -> Sequence[Section]:
    filled = order.choices["fill"] == "known"
    return [casualty_report(side.roll, filled=filled, address=order.subject.address) for side in order.sides]


ROSTERS: Final = (
    Kind(
        key="roster",
        title="Roster",
        text="Every unit with boxes to cross off, ratings and losses, brigade by brigade.",
        make=_rosters,
        lacks=_no_roster,
        choices=(
            Choice("state", "Strength", {"fresh": "fresh", "after": "as after the last battle"}),
            PAGES,
            *(Choice(key, label, YES_NO) for key, label in COLUMNS.items()),
            BASIS,
            BEHIND,
        ),
        secret=True,
    ),
    Kind(
        key="field_roster",
        title="Roster of a force",
        text="Every unit of a scenario, or left in a battle, with boxes to cross off.",
        make=_field_rosters,
        lacks=_field_lacks,
        choices=(
            PAGES,
            *(Choice(key, label, YES_NO) for key, label in FIELD_COLUMNS.items()),
            Choice("facts", "What units do", {"yes": "with moves and dice", "no": "left out"}),
        ),
        secret=True,
    ),
    Kind(
        key="blank_roster",
        title="Blank roster",
        text="The columns of a roster with empty lines and boxes, to fill in by hand.",
        make=_blanks,
        lacks=_blank_lacks,
        choices=(Choice("pages", "Pages", {}, 1, MOST_PAGES, "1"),),
        usual=False,
    ),
    Kind(
        key="casualties",
        title="Casualty report",
        text="Every unit with its strength at the start, and room for its losses, with totals.",
        make=_reports,
        lacks=_report_lacks,
        choices=(
            Choice("fill", "Losses", {"write": "to fill in after the battle", "known": "as far as they are known"}),
        ),
        usual=False,
        secret=True,
    ),
)
