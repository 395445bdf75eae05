"""The roster of an army under a system, as a section of a file."""

from typing import Any

from armies.paper.final_pages import closing_pages
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import Sheet
from armies.paper.text_fit import LONG
from armies.paper.typefaces import Printable, printable_texts
from armies.sheets.ledger import ledger_pages
from battles.engine import registry
from battles.engine.armies.facts import Army
from battles.engine.armies.roster_style import NONE_LOST, USUAL_STYLE, Losses, RosterStyle
from battles.engine.armies.sheet_words import Entry, Part
from battles.engine.armies.systems import options_in_force, titles
from battles.engine.armies.tree import number, walk


def roster(
    army: Army, *, system: str, address: str = "", style: RosterStyle = USUAL_STYLE, losses: Losses = NONE_LOST
) -> Section:
    """The roster of ``army`` under ``system``.

    The roster lists the army's faults. Characters that the fonts lack are shown as ``□`` and named on
    the last page; texts of any length are printed.

    Args:
        system: the key of a rule system. Options come from ``army.options``, house rules from
            ``army.house``.
        address: the army's address, printed as a QR code on the first page; empty for none.
        style: its columns and pages.
        losses: the army's losses in a battle under ``system``, crossed off on the roster.

    Raises:
        ValueError: an unknown system.
    """
    if system not in titles():
        raise ValueError(f"There is no roster for {system!r}. Choose one of {', '.join(titles())}.")
    printable = Printable()
    clean = number(printable_texts(army, printable))

    def plan(sheet: Sheet) -> Planned:
        options, refused = _options(clean, system)
        ledger = registry.army(system).roster(clean, options, losses, style)
        closing = (*((*ledger.closing, *refused) if style.closing else ()), *_extra_notes(clean, printable))
        return Planned(ledger_pages(sheet, ledger, address) + closing_pages(sheet, closing, ledger.masthead))

    return Section("Roster", clean.name or "An army", digest_of(clean, system, style, losses), plan)


def _extra_notes(army: Army, printable: Printable) -> tuple[Part, ...]:
    """Full names that are too long for a line, and characters that cannot be printed."""
    formations = [place.element for place in walk(army)]
    names = [army.name, army.commander, army.battle]
    names += [name for element in formations for name in (element.name, element.commander)]
    long = tuple(Entry("", name) for name in dict.fromkeys(names) if len(name) > LONG)
    lacking = (Entry("Not in the fonts.", printable.note),) if printable.lacking else ()
    parts = (Part("Long names in full", long), Part("Characters", lacking))
    return tuple(part for part in parts if part.entries)


def _options(army: Army, system: str) -> tuple[Any, tuple[Part, ...]]:
    """The army's options and house rules. Unknown options give the defaults and a part that says so."""
    options, sentence = options_in_force(army, system)
    return options, (Part("Options", (Entry("Not understood.", sentence),)),) if sentence else ()
