"""An army as indented text that people can read and change, and that reads back without loss.

A name that would be understood in another way stands in quotation marks: every line is read back as it
is written, and where the answer is not the same the name is quoted.
"""

from typing import Final

from msgspec import structs

from armies.exchange import text_header
from armies.exchange.complete import Missing, complete
from armies.exchange.drafts import Draft
from armies.exchange.facts_text import SPECIAL, write_facts
from armies.exchange.limits import level_of
from armies.exchange.line import parse
from armies.exchange.muster_json import without_ids
from armies.exchange.parsed import Parsed
from armies.exchange.quoting import quote, quote_if
from armies.exchange.text_lines import GOES_ON
from armies.exchange.throws import throw_text
from armies.exchange.words import TYPE_NAMES
from armies.rules.facts import Army, Brigade, Element, Formation, Unit

INDENT: Final = "  "
LONGEST: Final = 1_500
"""Longer lines go on in the next."""


def to_text(army: Army) -> str:
    """``army`` as indented text with every fact but ids."""
    army = without_ids(army)
    lines: list[str] = []
    for said in text_header.write(army):
        first, *more = said.split("\n")
        lines += [first, *(f"> {line}" for line in more)]
    year = int(army.date[:4]) if army.date else None
    for element in army.children:
        lines.append("")
        _write(element, 0, army.nation, year, lines)
    return "\n".join(part for line in lines for part in _pieces(line)) + "\n"


def _write(element: Element, depth: int, nation: str, year: int | None, lines: list[str]) -> None:
    indent = INDENT * depth
    if isinstance(element, Unit):
        lines.append(indent + _unit(element, nation, year))
    else:
        lines.append(indent + _heading(element))
        if not isinstance(element, Brigade):
            lines += [f"{indent}{INDENT}* rated: {throw_text(throw)}" for throw in element.throws]
    if element.note:
        lines += [f"{indent}{INDENT}> {line}".rstrip() for line in element.note.split("\n")]
    if not isinstance(element, Unit):
        for child in element.children:
            _write(child, depth + 1, element.nation or nation, year, lines)


def _unit(unit: Unit, nation: str, year: int | None) -> str:
    facts = [TYPE_NAMES[unit.type]]
    if unit.men is not None:
        facts.append(f"{unit.men} men")
    if unit.guns is not None:
        facts.append(f"{unit.guns} guns")
    if unit.gun_weight:
        facts.append(unit.gun_weight)
    facts.append(unit.quality)
    rest = f", {', '.join(facts)}{write_facts(unit)}"
    line = unit.name + rest
    return line if _reads_as_unit(line, unit, nation, year) else quote(unit.name) + rest


def _reads_as_unit(line: str, unit: Unit, nation: str, year: int | None) -> bool:
    if not _plain_start(line):
        return False
    parsed = parse(line)
    try:
        return parsed.kind == "unit" and complete(parsed, nation, year) == (structs.replace(unit, note=""),)
    except Missing:
        return False


def _plain_start(line: str) -> bool:
    """Whether a line does not begin like a comment, a note, a rating or a header."""
    return not line.startswith(("#", ">", "*", '"')) and text_header.header(line) is None


def _heading(formation: Formation) -> str:
    commander = f": {quote_if(formation.commander, SPECIAL)}" if formation.commander else ""
    rest = commander + write_facts(formation)
    line = formation.name + rest
    return (
        line
        if _reads_as_heading(line, formation)
        else f"{level_of(formation).capitalize()} {quote(formation.name)}{rest}"
    )


def _reads_as_heading(line: str, formation: Formation) -> bool:
    """Whether a heading means the same with lines under it and without."""
    if not _plain_start(line):
        return False
    bare = structs.replace(formation, note="", children=())
    if not isinstance(bare, Brigade):
        bare = structs.replace(bare, throws=())
    return all(_heading_is(parse(line, over_others=over), bare) for over in (True, False))


def _heading_is(parsed: Parsed, formation: Formation) -> bool:
    if (
        parsed.kind != "formation"
        or parsed.level != level_of(formation)
        or parsed.assumed
        or parsed.errors
        or parsed.named_nation
    ):
        return False
    fields = set(formation.__struct_fields__)
    return set(parsed.facts) <= fields and Draft(parsed.level, parsed.facts).frozen() == formation


def _pieces(line: str) -> list[str]:
    """A line cut where it is too long, between two letters that are not spaces where there are such."""
    pieces: list[str] = []
    while len(line) > LONGEST:
        at = next((i for i in range(LONGEST, LONGEST // 2, -1) if _tight(line, i)), LONGEST)
        pieces.append(line[:at])
        line = f"{GOES_ON} {line[at:]}"
    return [*pieces, line]


def _tight(line: str, at: int) -> bool:
    return not line[at - 1].isspace() and not line[at].isspace()
