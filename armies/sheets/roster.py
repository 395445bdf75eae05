"""Rosters: an army in, a section of a file out."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

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
from armies.sheets.service_easy_napoleonics import easy_roster
from armies.sheets.service_mini_nap import mini_roster


def roster(army: Army, *, system: str, address: str = "") -> Section:
    """The roster of ``army`` under ``system``.

    An army with faults is printed with them. Characters that the fonts lack are shown as ``□`` and
    named on the last page; text of any length and content is set as it is.

    Args:
        system: one that an army is shown under; its options are taken from ``army.options``, its house
            rules from ``army.house``.
        address: where the army is found; printed as a QR code on the first page. None if empty.

    Raises:
        ValueError: an unknown system.
    """
    if system not in _SYSTEMS:
        raise ValueError(f"There is no roster for {system!r}: it is one of {', '.join(_SYSTEMS)}.")
    printable = Printable()
    clean = number(printable_texts(army, printable))

    def plan(sheet: Sheet) -> Planned:
        masthead, pages, parts = _SYSTEMS[system](sheet, clean, address)
        return Planned(pages + closing_pages(sheet, parts + _extra_notes(clean, printable), masthead))

    return Section("Roster", clean.name or "An army", digest_of(clean, system), plan)


def _extra_notes(army: Army, printable: Printable) -> tuple[Part, ...]:
    """Names too long for any line, in full, and the characters that could not be set."""
    formations = [place.element for place in walk(army)]
    names = [army.name, army.commander, army.battle]
    names += [name for element in formations for name in (element.name, element.commander)]
    long = tuple(Entry("", name) for name in dict.fromkeys(names) if len(name) > LONG)
    lacking = (Entry("Not in the fonts.", printable.note),) if printable.lacking else ()
    parts = (Part("Long names in full", long), Part("Characters", lacking))
    return tuple(part for part in parts if part.entries)


def _mini_nap(sheet: Sheet, army: Army, address: str) -> tuple[Masthead, list[Page], tuple[Part, ...]]:
    options, refused = _options(army, "mini_nap")
    words = mini_roster(army, options)
    return words.masthead, mini_nap_pages(sheet, words, address), (*words.closing, *refused)


def _easy_napoleonics(sheet: Sheet, army: Army, address: str) -> tuple[Masthead, list[Page], tuple[Part, ...]]:
    options, refused = _options(army, "easy_napoleonics")
    words = easy_roster(army, options)
    return words.masthead, easy_napoleonics_pages(sheet, words, address), (*words.closing, *refused)


def _options(army: Army, system: str) -> tuple[Any, tuple[Part, ...]]:
    """The army's options and house rules; options not understood give the defaults, and a part that says so."""
    options, sentence = options_in_force(army, system)
    return options, (Part("Options", (Entry("Not understood.", sentence),)),) if sentence else ()


def _listed(system: str, sheet: Sheet, army: Army, address: str) -> tuple[Masthead, list[Page], tuple[Part, ...]]:
    rules = OF_HISTORY[system]
    options, refused = _options(army, system)
    listed = rules.army_list(army, options)
    head = service_listed.masthead(listed, wording.occasion(army))
    parts = (*service_listed.closing(listed), departures.house_part(army, system), wording.sources(army))
    pages = listed_pages(sheet, listed, head, address)
    return head, pages, (*(part for part in parts if part.entries), *refused)


_SYSTEMS: Final[dict[str, Callable[[Sheet, Army, str], tuple[Masthead, list[Page], tuple[Part, ...]]]]] = {
    "mini_nap": _mini_nap,
    "easy_napoleonics": _easy_napoleonics,
    **{system: partial(_listed, system) for system in OF_HISTORY},
}
