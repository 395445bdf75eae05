"""Sheets of a campaign: the player's card, the map of a side, reports, states, order forms, and the Gazette."""

from collections.abc import Callable, Sequence
from typing import Final

from armies.paper.section import Section
from campaign.printing.sheets.kinds import Kind, Order, Subject
from campaign.war.sheets import reports
from campaign.war.sheets.reports import WarPapers

NO_SIDE: Final = "This is made for a side, and no side here is yours."
NO_FORCES: Final = "You command no force that takes orders now."


def _made(make: Callable[[WarPapers], Section]) -> Callable[[Order], Sequence[Section]]:
    """The maker of a kind with one section of a campaign."""
    return lambda order: [make(order.subject.war)] if order.subject.war else []


def _no_side(subject: Subject) -> str:
    return "" if subject.war and subject.war.side else NO_SIDE


def _no_forces(subject: Subject) -> str:
    return _no_side(subject) or ("" if subject.war and subject.war.mine else NO_FORCES)


def _kind(
    key: str,
    title: str,
    text: str,
    make: Callable[[WarPapers], Section],
    lacks: Callable[[Subject], str] = _no_side,
) -> Kind:
    return Kind(key=key, title=title, text=text, make=_made(make), lacks=lacks, war=True)


CAMPAIGNS: Final = (
    _kind("war_map", "Campaign map", "Roads, rivers, your forces and what is reported of the enemy.", reports.side_map),
    _kind(
        "situation",
        "Situation report",
        "Where your forces stand and what they do, reports, points to win, reinforcements.",
        reports.situation_report,
    ),
    _kind("states", "States of forces", "Every formation, with what became of its men.", reports.states),
    _kind(
        "order_form",
        "Order form",
        "Orders of a turn to write by hand; the desk types them in.",
        reports.order_form,
        _no_forces,
    ),
    _kind(
        "card",
        "Player's card",
        "The rules that a player needs, on two pages, with the campaign's own numbers.",
        reports.card,
        lambda subject: "",
    ),
    _kind("gazette", "Gazette", "What everybody knows of each turn.", reports.gazette, lambda subject: ""),
)
"""The sheets of campaigns, which armies and battles do not have."""
