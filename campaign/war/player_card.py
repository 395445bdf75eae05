"""The player's card: the first chapter of the rulebook, as text for help on pages and as tables for paper."""

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Final

from battles.engine.sheets.cheat_pages import Page, Row, Table, tabled
from battles.rules import CAMPAIGN
from campaign.war.rules.settings import DEFAULTS, SPECS, Settings
from campaign.war.words import VERBS

CHAPTER: Final = re.compile(r"^## 1\. [^\n]*\n(.*?)^## 2\. ", re.MULTILINE | re.DOTALL)
LEAD: Final = re.compile(r"\*\*(?P<title>[^*]+?)\.?\*\*\s*(?P<text>.*)", re.DOTALL)
CODE: Final = re.compile(r"`(\w+)`")
SECOND: Final = "Sight"
"""The part of the card with which its second page begins."""
TITLE: Final = "The player's card"


@cache
def card_text() -> str:
    """The chapter as Markdown, without its heading."""
    text = resources.files(CAMPAIGN.path).joinpath(CAMPAIGN.volumes[0][0]).read_text(encoding="utf-8")
    chapter = CHAPTER.search(text)
    if chapter is None:
        raise ValueError("The rulebook of campaigns has no chapter 1.")
    return chapter[1].strip()


def card_pages(settings: Settings = DEFAULTS) -> tuple[Page, Page]:
    """The card on two pages, with a table of the campaign's own numbers where it has any."""
    tables = list(_tables(card_text()))
    own = own_numbers(settings)
    if own.rows:
        tables.append(own)
    cut = next(place for place, table in enumerate(tables) if table.title == SECOND)
    return Page(TITLE, tuple(tables[:cut])), Page(f"{TITLE}, page 2", tuple(tables[cut:]))


def own_numbers(settings: Settings) -> Table:
    """The settings of a campaign that are not those of the card, with their rules; the last word has the campaign."""
    rows = []
    for name, spec in SPECS.items():
        value = getattr(settings, name)
        if value != getattr(DEFAULTS, name):
            here = spec.words.get(value, str(value)) if not isinstance(value, bool) else "yes" if value else "no"
            rows.append(Row((spec.label, here, spec.rule)))
    if settings.tables != DEFAULTS.tables:
        rows.append(Row(("Tables", "the campaign has tables of its own", "")))
    return tabled("Numbers of this campaign", ("setting", "here", "rule"), rows, ())


def _tables(text: str) -> Iterator[Table]:
    """A table for each part that begins with a bold title; paragraphs after its rows are notes."""
    parts: list[list[str]] = []
    for block in text.split("\n\n"):
        if block.startswith("**"):
            parts.append([])
        parts[-1].append(block)
    for part in parts:
        opening = LEAD.match(part[0])
        if opening is None:
            raise ValueError(f"A part of the card has no title: {part[0][:40]!r}.")
        title = opening["title"]
        columns, rows = next((_rows(block) for block in part[1:] if block.startswith("|")), ((), ()))
        notes = [_plain(block) for block in part[1:] if not block.startswith("|")]
        lead = _plain(opening["text"])
        lead = f"{title} {lead}" if lead[:1].islower() else lead
        if rows:
            yield Table(title=title, columns=columns, rows=rows, rules=(), lead=lead, note=" ".join(notes))
        else:
            yield Table(
                title=title, columns=(), rows=tuple(("", line) for line in (lead, *notes)), rules=(), look="list"
            )


def _rows(block: str) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The head and the rows of a Markdown table; one without words in its head has no head."""
    lines = [tuple(_plain(CODE.sub(_verb, cell)) for cell in line[1:-1].split("|")) for line in block.splitlines()]
    return lines[0], tuple(lines[2:])


def _verb(order: re.Match[str]) -> str:
    """An order as the pages call it."""
    return VERBS.get(order[1], order[1])


def _plain(text: str) -> str:
    """Markdown as plain words, without a line break before a per cent sign."""
    return " ".join(text.replace("`", "").replace("**", "").split()).replace(" %", "\N{NO-BREAK SPACE}%")
