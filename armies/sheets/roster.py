"""Rosters: an army in, a section of a file out."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from armies.paper.cleaning import printable_texts
from armies.paper.closing import closing_pages
from armies.paper.faces import Printable
from armies.paper.fitting import LONG
from armies.paper.pages import Page
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import Sheet
from armies.paper.words import Entry, Masthead, Part
from armies.rules.facts import Army
from armies.rules.lists import OF_HISTORY
from armies.rules.opting import options_in_force
from armies.rules.tree import number, walk
from armies.sheets import departures, service_listed, wording
from armies.sheets.roster_easy_napoleonics import easy_napoleonics_pages
from armies.sheets.roster_listed import listed_pages
from armies.sheets.roster_mini_nap import mini_nap_pages
from armies.sheets.roster_style import NONE_LOST, USUAL_STYLE, Losses, RosterStyle
from armies.sheets.service_easy_napoleonics import easy_roster
from armies.sheets.service_mini_nap import mini_roster

_Made = tuple[Masthead, list[Page], tuple[Part, ...]]


def roster(
    army: Army, *, system: str, address: str = "", style: RosterStyle = USUAL_STYLE, losses: Losses = NONE_LOST
) -> Section:
    """The roster of ``army`` under ``system``.

    An army with faults is printed with them. Characters that the fonts lack are shown as ``□`` and
    named on the last page; text of any length and content is set as it is.

    Args:
        system: one that an army is shown under; its options are taken from ``army.options``, its house
            rules from ``army.house``.
        address: where the army is found; printed as a QR code on the first page. None if empty.
        style: which columns and pages it has.
        losses: what the army has lost; struck on the roster, for a system in which it was fought.

    Raises:
        ValueError: an unknown system.
    """
    if system not in _SYSTEMS:
        raise ValueError(f"There is no roster for {system!r}: it is one of {', '.join(_SYSTEMS)}.")
    printable = Printable()
    clean = number(printable_texts(army, printable))

    def plan(sheet: Sheet) -> Planned:
        masthead, pages, parts = _SYSTEMS[system](sheet, _Asked(clean, address, style, losses))
        closing = (*(parts if style.closing else ()), *_extra_notes(clean, printable))
        return Planned(pages + closing_pages(sheet, closing, masthead))

    return Section("Roster", clean.name or "An army", digest_of(clean, system, style, losses), plan)


class _Asked(NamedTuple):
    """A roster that is asked for."""

    army: Army
    address: str
    style: RosterStyle
    losses: Losses


def _extra_notes(army: Army, printable: Printable) -> tuple[Part, ...]:
    """Names too long for any line, in full, and the characters that could not be set."""
    formations = [place.element for place in walk(army)]
    names = [army.name, army.commander, army.battle]
    names += [name for element in formations for name in (element.name, element.commander)]
    long = tuple(Entry("", name) for name in dict.fromkeys(names) if len(name) > LONG)
    lacking = (Entry("Not in the fonts.", printable.note),) if printable.lacking else ()
    parts = (Part("Long names in full", long), Part("Characters", lacking))
    return tuple(part for part in parts if part.entries)


def _mini_nap(sheet: Sheet, asked: _Asked) -> _Made:
    options, refused = _options(asked.army, "mini_nap")
    words = mini_roster(asked.army, options, asked.losses, asked.style)
    return words.masthead, mini_nap_pages(sheet, words, asked.address, asked.style), (*words.closing, *refused)


def _easy_napoleonics(sheet: Sheet, asked: _Asked) -> _Made:
    options, refused = _options(asked.army, "easy_napoleonics")
    words = easy_roster(asked.army, options, asked.losses, asked.style)
    pages = easy_napoleonics_pages(sheet, words, asked.address, asked.style)
    return words.masthead, pages, (*words.closing, *refused)


def _options(army: Army, system: str) -> tuple[Any, tuple[Part, ...]]:
    """The army's options and house rules; options not understood give the defaults, and a part that says so."""
    options, sentence = options_in_force(army, system)
    return options, (Part("Options", (Entry("Not understood.", sentence),)),) if sentence else ()


def _listed(system: str, sheet: Sheet, asked: _Asked) -> _Made:
    rules, army = OF_HISTORY[system], asked.army
    options, refused = _options(army, system)
    listed = rules.army_list(army, options)
    head = service_listed.masthead(listed, wording.occasion(army))
    parts = (*service_listed.closing(listed), departures.house_part(army, system), wording.sources(army))
    pages = listed_pages(sheet, listed, head, asked.address, asked.style)
    return head, pages, (*(part for part in parts if part.entries), *refused)


_SYSTEMS: Final[dict[str, Callable[[Sheet, _Asked], _Made]]] = {
    "mini_nap": _mini_nap,
    "easy_napoleonics": _easy_napoleonics,
    **{system: partial(_listed, system) for system in OF_HISTORY},
}
