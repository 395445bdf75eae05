"""Sheets to read and to write on: cheat sheets, worked examples and forms."""

from collections.abc import Sequence
from typing import Final

from armies.paper.section import Section
from battles.engine import registry
from battles.engine.sheets.cheat_pages import joined_wants, limited
from battles.sheets.battle_forms import MOST, dispatches, orders_form, result_form
from battles.sheets.cheat_sheet import cheat_sheet, game_words, teaching_sheet
from battles.sheets.form_page import form_section
from battles.sheets.hidden_markers import roll_nation
from campaign.printing.sheets.kinds import Choice, Kind, Order
from campaign.printing.sheets.table_sheets import ROWS, kit_of


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
        choices=(Choice("count", "How many", {}, 1, MOST, "4"),),
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
