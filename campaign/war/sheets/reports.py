"""What a side is told on paper: situation report, states of forces, forms for orders, and the Gazette for everybody."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from armies.paper.section import Section
from battles.engine.sheets.cheat_pages import Page, Table
from battles.engine.sheets.kit_list import Form, Grid
from battles.sheets.cheat_sheet import reference_sheet
from battles.sheets.forms import form_section
from campaign.war.player_card import card_pages
from campaign.war.rules.settings import Settings
from campaign.war.sheets.map_sheet import Drawn, map_section

ORDER_COLUMNS: Final = ("force", "order", "march to, by way of", "pace", "posture", "support")
LETTERS: Final = 3
MOST_FORCES: Final = 60


class ForceLine(NamedTuple):
    """A force of the situation report: where it is, how strong and tired, and what it does."""

    name: str
    place: str
    strength: str
    fatigue: int
    order: str


class FormationLine(NamedTuple):
    """A formation of the states: men and guns by what became of them."""

    name: str
    present: int
    guns: int
    stragglers: int
    hospital: int
    dead: int
    captured: int


class News(NamedTuple):
    """The public news of a turn, or what was published: a title and sentences."""

    title: str
    lines: tuple[str, ...]


class WarPapers(NamedTuple):
    """All that the sheets of a campaign show a reader. Without a side there is only what everybody may know."""

    title: str
    time: str
    settings: Settings
    news: tuple[News, ...]
    book: str = ""
    """Address of the rulebook, for the QR code of the card."""
    side: str = ""
    turn: int = 0
    weather: str = ""
    forces: tuple[ForceLine, ...] = ()
    mine: tuple[str, ...] = ()
    reports: tuple[str, ...] = ()
    aims: tuple[str, ...] = ()
    coming: tuple[str, ...] = ()
    losses: tuple[str, ...] = ()
    states: Mapping[str, tuple[FormationLine, ...]] = {}
    drawn: Drawn | None = None


def card(papers: WarPapers) -> Section:
    """The player's card on two pages, with the campaign's own numbers."""
    return reference_sheet("Player's card", card_pages(papers.settings), papers.title, papers.book, "Campaigns")


def side_map(papers: WarPapers) -> Section:
    """The map of a side. Raises `ValueError` without one."""
    if papers.drawn is None:
        raise ValueError("There is no side whose map could be drawn.")
    return map_section(f"{papers.title}: {papers.side}", papers.time, papers.drawn)


def situation_report(papers: WarPapers) -> Section:
    """Where the side's forces stand, what they do, what is reported of the enemy, and what wins."""
    forces = tuple((row.name, row.place, row.strength, str(row.fatigue), row.order) for row in papers.forces)
    columns = ("force", "place", "strength", "fatigue", "order")
    tables = [
        _table("Your forces", columns, forces, ("CM-FORCE-04", "CM-TIRE-01")),
        _lines("Reports of the enemy", papers.reports or ("No enemy is reported.",), ("CM-SIGHT-03",)),
        _lines("Points to win", papers.aims, ("CM-WIN-01",)),
        _lines("Reinforcements", papers.coming, ("CM-REINF-01",)),
        _lines("The last turn", papers.losses, ()),
    ]
    page = Page(f"Turn {papers.turn}, {papers.time}, {papers.weather}", tuple(row for row in tables if row.rows))
    title = f"{papers.side}: situation report"
    return reference_sheet("Situation report", (page,), title, "", papers.title)


def states(papers: WarPapers) -> Section:
    """The state of every formation, with what became of its men."""
    columns = ("formation", "present", "guns", "astray", "hospital", "dead", "captured")
    tables = [
        _table(
            force,
            columns,
            tuple((row.name, *(f"{number:,}" for number in row[1:])) for row in rows),
            ("CM-BOOK-01",),
        )
        for force, rows in papers.states.items()
    ]
    page = Page(f"Turn {papers.turn}, {papers.time}", tuple(tables))
    return reference_sheet("States of forces", (page,), f"{papers.side}: states of forces", "", papers.title)


def order_form(papers: WarPapers) -> Section:
    """A form on which a member writes the orders of a turn; the desk types them in."""
    forces = papers.mine[:MOST_FORCES]
    form = Form(
        key="campaign_orders",
        title="Orders",
        text="Orders of one turn, to be handed in before the deadline.",
        lines=(f"Turn {papers.turn} begins {papers.time}", "Written by", "Hand in before", "Received"),
        grids=(
            Grid(title="Forces", columns=ORDER_COLUMNS, rows=forces, blank=2, rule="CM-ORDER-01"),
            Grid(title="Standing orders", columns=ORDER_COLUMNS, blank=3, rule="CM-ORDER-05"),
            Grid(title="Order of march, depots", columns=("first", "then", "depot at", "moves to"), blank=2),
        ),
        writing=LETTERS,
        caption="Way back, limits, letters",
    )
    return form_section(form, f"{papers.title}: {papers.side}")


def gazette(papers: WarPapers) -> Section:
    """The public news of each turn, the newest first."""
    tables = [_lines(row.title, row.lines, ()) for row in papers.news]
    if not tables:
        tables = [_lines("No news", ("Nothing has happened that everybody knows of.",), ())]
    return reference_sheet("Gazette", (Page("The Gazette", tuple(tables)),), papers.title, "", papers.time)


def _table(title: str, columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...], rules: tuple[str, ...]) -> Table:
    return Table(title=title, columns=columns, rows=rows, rules=rules)


def _lines(title: str, lines: Sequence[str], rules: tuple[str, ...]) -> Table:
    return Table(title=title, columns=(), rows=tuple(("", line) for line in lines), rules=rules, look="list")
