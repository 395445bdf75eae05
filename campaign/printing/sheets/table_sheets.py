"""Sheets for the table: maps, rulers, markers, cheat sheets, worked examples and forms."""

from collections.abc import Mapping, Sequence
from typing import Final

from armies.paper.section import Section
from battles.engine import registry
from battles.engine.picture import Ground
from battles.engine.sheets.cheat_pages import joined_wants, limited
from battles.engine.sheets.kit_list import Kit, Tally, limited_rulers
from battles.engine.sheets.muster_roll import Roll
from battles.rules import SYSTEMS
from battles.sheets.board_map import LEAST_STEP, MOST_STEP, board_map
from battles.sheets.briefing import BriefingContent, Known, briefing
from battles.sheets.cheat_sheet import cheat_sheet, game_words, teaching_sheet
from battles.sheets.forms import MOST_DISPATCHES, dispatches, form_section, orders_form, result_form
from battles.sheets.hidden_markers import hidden_key, hidden_markers, numbered, roll_nation, type_markers
from battles.sheets.markers import (
    MOST,
    SIZES,
    faces_of_losses,
    loss_dials,
    loss_markers,
    loss_strips,
    order_chits,
    status_markers,
    units_of,
)
from battles.sheets.rulers import rulers
from campaign.printing.sheets.kinds import UMPIRE, Choice, Kind, Order, Sided, Subject

TENTHS: Final = 10
MAP_SIZES: Final = {
    "page": "one page",
    "1": "a poster, 1 : 1, as large as the table",
    "2": "a poster, 1 : 2, half as large",
    "5": "a poster, 1 : 5, a fifth as large",
    "poster": "a poster by millimetres, as below",
}
STEP: Final = "For a poster by millimetres: the distance between the middles of two areas, or 5 cm of an open table."
PAPERS: Final = {"same": "that of the other sheets", "a3": "A3"}


def _no_map(subject: Subject) -> str:
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
    """Millimetres of a step on a poster: as chosen, or a fraction of its size on the table; None for one page."""
    if chosen["size"] == "page":
        return None
    return float(chosen["step"]) if chosen["size"] == "poster" else ground.tenths / TENTHS / int(chosen["size"])


def _no_orders(subject: Subject) -> str:
    return "" if subject.orders and subject.ground and subject.scene else "There is no battle to brief for."


def _briefings(order: Order) -> Sequence[Section]:
    subject = order.subject
    if subject.orders is None or subject.ground is None or subject.scene is None:
        return []
    known = tuple(Known(side.key, side.title, side.roll) for side in order.sides)
    title = "The umpire" if order.reader == UMPIRE else known[0].name if len(known) == 1 else ""
    system = SYSTEMS[subject.system].title
    return [
        briefing(
            BriefingContent(
                subject.title, system, title, subject.orders, known, subject.ground, subject.scene, subject.address
            )
        )
    ]


BRIEFINGS: Final = (
    Kind(
        key="briefing",
        title="Briefing",
        text="The battle on one page: situation, task, victory, zone, arrivals, special rules, forces and a map.",
        make=_briefings,
        lacks=_no_orders,
    ),
)

MAPS: Final = (
    Kind(
        key="map",
        title="Map",
        text="The board or table with its terrain, on one page or as a poster over many.",
        make=_maps,
        lacks=_no_map,
        choices=(
            Choice("size", "Size", MAP_SIZES),
            Choice("step", "Millimetres of a step", {}, int(LEAST_STEP), int(MOST_STEP), "40", STEP),
            Choice("units", "Units", {"no": "without units", "yes": "with the units on the board"}),
            Choice("paper", "Paper", PAPERS),
        ),
    ),
)

NO_SIDE: Final = "This is made for a side, and no side here is yours."
NO_UNITS: Final = "There are no units yet."
NOT_KEPT: Final = "The numbers are your secret. Sign in to print them."
_WORDS: Final = {str(size): f"{size} mm" for size in SIZES}
AUTO: Final = "auto"
SIZE: Final = Choice("size", "Size", {AUTO: "30 mm, or smaller if that saves a page", **_WORDS})
HIDDEN_SIZE: Final = Choice("size", "Size", _WORDS)
EACH: Final = Choice("each", "Of each", {}, 0, MOST, "0", "0 for as many as the units need")
BY: Final = Choice("by", "A marker for", {"unit": "each unit", "group": "each brigade or group"})


def kit_of(subject: Subject) -> Kit:
    """The kit list of the subject's system, with the numbers in force."""
    return registry.sheets(subject.system).kit(subject.rules)


def _whose(order: Order) -> Sequence[tuple[str, Roll | None]]:
    """The known sides, or the subject itself if there is none."""
    return [(side.title, side.roll) for side in order.sides] or [(order.subject.title, None)]


# statuses and orders -----------------------------------------------------------------------------


def _no_markers(subject: Subject) -> str:
    return "" if kit_of(subject).markers else "Its rules use no markers."


def _size(order: Order) -> int:
    """Millimetres of a marker's side; 0 for the size that needs fewest pages."""
    return 0 if order.choices["size"] == AUTO else int(order.choices["size"])


def _statuses(order: Order) -> Sequence[Section]:
    markers, size, each = kit_of(order.subject).markers, _size(order), int(order.choices["each"])
    return [status_markers(markers, title, roll, size, each) for title, roll in _whose(order)]


def _no_chits(subject: Subject) -> str:
    return "" if kit_of(subject).orders else "Its rules have no order chits."


def _chits(order: Order) -> Sequence[Section]:
    orders, size = kit_of(order.subject).orders, _size(order)
    backs = order.choices["backs"] == "yes"
    return [order_chits(orders, title, roll, size, backs=backs) for title, roll in _whose(order)]


# losses ------------------------------------------------------------------------------------------


def _no_tally(subject: Subject) -> str:
    if not kit_of(subject).tally:
        return "Its rules do not count losses of a unit."
    return _no_units(subject)


def _no_units(subject: Subject) -> str:
    if not subject.sides:
        return NO_SIDE
    return "" if any(side.roll.units for side in subject.sides) else NO_UNITS


def _sides_with_units(order: Order) -> Sequence[Sided]:
    """The sides that have units."""
    return [side for side in order.sides if side.roll.units]


def _losses(order: Order) -> Sequence[Section]:
    tally = kit_of(order.subject).tally
    return [] if tally is None else [_loss(tally, side, order) for side in _sides_with_units(order)]


def _loss(tally: Tally, side: Sided, order: Order) -> Section:
    size, each = _size(order), int(order.choices["each"])
    if order.choices["as"] == "strips":
        return loss_strips(tally, side.title, side.roll)
    if order.choices["as"] == "dials":
        return loss_dials(
            tally, side.title, faces_of_losses(tally, side.roll), each or units_of(side.roll), size or SIZES[0]
        )
    return loss_markers(tally, side.title, side.roll, size, each)


# hidden units ------------------------------------------------------------------------------------


def _not_hidden(subject: Subject) -> str:
    if kit_of(subject).hidden is None:
        return "Its rules have no hidden units."
    return _no_units(subject) or ("" if subject.secret else NOT_KEPT)


def _hidden(order: Order) -> Sequence[Section]:
    """The hidden markers, type markers and key of each side, with the same numbers."""
    hidden, by_group, size = kit_of(order.subject).hidden, order.choices["by"] == "group", int(order.choices["size"])
    sections: list[Section] = []
    if hidden is None:
        return sections
    for side in _sides_with_units(order):
        things = numbered(side.roll, hidden, order.subject.secret, by_group=by_group)
        nation = roll_nation(side.roll)
        sections.append(hidden_markers(things, hidden, side.title, nation, size))
        if hidden.steps:
            sections.append(type_markers(things, hidden.steps, side.title, nation, size))
        sections.append(hidden_key(things, side.title, nation))
    return sections


AS: Final = {
    "numbers": "numbered markers",
    "dials": "dials: two discs to pin together",
    "strips": "strips to cross off",
}
MARKERS: Final = (
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
        text="A set of orders for each command, to be placed face down.",
        make=_chits,
        lacks=_no_chits,
        choices=(SIZE, Choice("backs", "Backs", {"no": "left empty", "yes": "printed alike"})),
    ),
    Kind(
        key="losses",
        title="Loss markers",
        text="Losses of units: numbers to place beside them, dials, or strips to cross off.",
        make=_losses,
        lacks=_no_tally,
        choices=(Choice("as", "As", AS), SIZE, EACH),
        usual=False,
        secret=True,
    ),
    Kind(
        key="hidden",
        title="Hidden markers",
        text="A number in place of each unit, in random order, and the key on separate pieces of paper.",
        make=_hidden,
        lacks=_not_hidden,
        choices=(HIDDEN_SIZE, BY),
        usual=False,
        secret=True,
    ),
)


def _no_rulers(subject: Subject) -> str:
    return "" if kit_of(subject).rulers else "Its rules count areas, so they need no rulers."


def _rulers(order: Order) -> Sequence[Section]:
    arcs, whole = order.choices["arcs"] == "yes", kit_of(order.subject).rulers
    wants = [side.wanted() for side in order.sides] if order.choices["rows"] == "own" else []
    needed = limited_rulers(whole, joined_wants(wants)) if wants and all(wants) else whole
    return [rulers(needed or whole, SYSTEMS[order.subject.system].title, arcs=arcs)]


ROWS: Final = Choice("rows", "Rows", {"own": "only those that your side can need", "all": "every row"})
"""What a cheat sheet or a ruler holds."""
ARCS: Final = {"yes": "strips, and arcs around a command stand if they fit on the paper", "no": "only strips"}
RULERS: Final = (
    Kind(
        key="rulers",
        title="Rulers",
        text="Ranges of orders, fire and moves at true scale, in strips to cut out and join.",
        make=_rulers,
        lacks=_no_rulers,
        choices=(ROWS, Choice("arcs", "Shapes", ARCS)),
    ),
)


def _cheat_sheets(order: Order) -> Sequence[Section]:
    """One cheat sheet: full, or what the known sides need; full too if their needs are not known."""
    subject, large = order.subject, order.choices["type"] == "large"
    pages, meta = registry.sheets(subject.system).cheat_sheet(subject.rules), registry.meta(subject.system)
    game = game_words(meta.title, meta.version, pages)
    wants = [side.wanted() for side in order.sides] if order.choices["rows"] == "own" else []
    title = order.sides[0].title if len(wants) == 1 else subject.title
    if wants and all(wants):
        pages = limited(pages, joined_wants(wants))
    return [cheat_sheet(pages, title, subject.book, game, large=large)]


def _lessons(order: Order) -> Sequence[Section]:
    subject = order.subject
    return [teaching_sheet(registry.sheets(subject.system).lesson(subject.rules), subject.title, subject.book)]


CHEAT_SHEETS: Final = (
    Kind(
        key="cheat_sheet",
        title="Cheat sheet",
        text="The tables of the rules in the order of play, with the options and house rules in force.",
        make=_cheat_sheets,
        choices=(
            ROWS,
            Choice("type", "Type", {"usual": "as large as fits on the fewest pages", "large": "large, on more pages"}),
        ),
    ),
    Kind(
        key="teaching",
        title="Teaching sheet",
        text="A worked example of the rules, step by step, with the numbers in force.",
        make=_lessons,
        usual=False,
    ),
)

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


FORMS: Final = (
    Kind(
        key="plan",
        title="Plan of battle",
        text="The task of each command, written before the first turn.",
        make=_plans,
        choices=(NAMES,),
        usual=False,
    ),
    Kind(
        key="dispatches",
        title="Dispatches",
        text="Numbered orders for couriers, two on a page, each with a receipt to tear off.",
        make=_dispatches,
        choices=(Choice("count", "How many", {}, 1, MOST_DISPATCHES, "4"),),
        usual=False,
    ),
    Kind(
        key="forms",
        title="Forms of the rules",
        text="Records that the rules ask for: ratings rolled, orders on their way, units drawn.",
        make=_own,
        lacks=lambda subject: "" if kit_of(subject).forms else "Its rules have no forms.",
        usual=False,
    ),
    Kind(
        key="result",
        title="Result",
        text="To fill in afterwards: turns, losses by formation, and the victory count.",
        make=_result,
        choices=(NAMES,),
    ),
)
