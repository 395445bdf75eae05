"""Write an army as indented text without loss, or as plain text for a forum."""

import re
from collections.abc import Callable
from typing import Final

from msgspec import structs

from armies.exchange.clean_text import plain, quote, quote_if
from armies.exchange.draft_army import Draft, Parsed
from armies.exchange.files.oob_json import without_ids
from armies.exchange.limits import level_of
from armies.exchange.text import army_header
from armies.exchange.text.lines import GOES_ON, parse
from armies.exchange.text.notation import FACT_SIGNS, rating_text, write_facts
from armies.exchange.text.unit_line import Missing, complete
from armies.exchange.vocabulary import LEVELS, TYPE_NAMES
from battles.engine.armies.facts import ARTILLERY, Army, Brigade, Element, Formation, Unit
from battles.engine.armies.nations import nations
from battles.engine.armies.tree import Place, Totals, totals, walk

DOT: Final = "· "
COMMANDER: Final = "commander "
"""Before the commander of an army without a nation, so that the name ends where it does."""


def to_forum(army: Army, points: Callable[[Place], int] | None = None) -> str:
    """``army`` as plain lines that survive the loss of leading spaces.

    Args:
        points: cost of the unit at a place. If given, costs of units and sums of formations are included.
    """
    units = [place for place in walk(army) if isinstance(place.element, Unit)]
    costs = {id(place.element): points(place) for place in units} if points else {}
    nation = nations().get(army.nation)
    title = army.name + (f" ({nation.adjective})" if nation else "")
    joint = ", " if nation else f", {COMMANDER}"
    lines = [title + (f"{joint}{army.commander}" if army.commander else "")]
    if when := ", ".join(text for text in (army.battle, army.date, army.place) if text):
        lines.append(when)
    lines += [_sum(army, costs), ""]
    for place in walk(army):
        element = place.element
        line = _forum_unit(element, costs) if isinstance(element, Unit) else _formation(element, costs)
        lines.append(f"{DOT * place.depth}{line}")
    return "\n".join(lines).rstrip() + "\n"


def _formation(formation: Formation, costs: dict[int, int]) -> str:
    facts = [formation.commander] if formation.commander else []
    if not isinstance(formation, Brigade) and formation.throws:
        facts.append(formation.throws[-1].rating)
    who = f" ({', '.join(facts)})" if facts else ""
    level = level_of(formation)
    name = formation.name if level_by_name(formation.name) == level else f"{formation.name} [{level}]"
    return f"{name}{who}: {_sum(formation, costs)}"


def level_by_name(name: str) -> str:
    """The level whose word alone is in ``name``, empty if there is none or more than one."""
    words = re.findall(r"[a-z]+", plain(name))
    levels = [level for level in LEVELS if level in words]
    return levels[0] if len(levels) == 1 else ""


def _sum(of: Army | Element, costs: dict[int, int]) -> str:
    total = totals(of)
    counts = _strengths(total) or ["no figures"]
    counts.append(f"{total.units} unit" + ("" if total.units == 1 else "s"))
    if costs:
        counts.append(f"{_cost(of, costs):,} points")
    return ", ".join(counts)


def _cost(of: Army | Element, costs: dict[int, int]) -> int:
    if isinstance(of, Unit):
        return costs[id(of)]
    return sum(_cost(child, costs) for child in of.children)


def _strengths(total: Totals) -> list[str]:
    counts = ((total.foot, "foot"), (total.horse, "horse"), (total.guns, "guns"))
    return [f"{count:,} {what}" for count, what in counts if count]


def _forum_unit(unit: Unit, costs: dict[int, int]) -> str:
    facts = [TYPE_NAMES[unit.type]]
    if unit.guns is not None:
        facts.append(f"{unit.guns} {unit.gun_weight + ' ' if unit.gun_weight else ''}guns")
    if unit.men is not None:
        facts.append(f"{unit.men:,} {'gunners' if unit.type in ARTILLERY else 'men'}")
    facts.append(unit.quality)
    facts += [flag for flag in ("lancer", "irregular", "armoured") if getattr(unit, flag)]
    if costs:
        facts.append(f"{costs[id(unit)]:,} points")
    return f"{unit.name}: {', '.join(facts)}"


INDENT: Final = "  "
LONGEST: Final = 1_500
"""Longer lines are continued on the next."""


def to_text(army: Army) -> str:
    """``army`` as indented text with every fact but ids."""
    army = without_ids(army)
    lines: list[str] = []
    for entry in army_header.write(army):
        first, *more = entry.split("\n")
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
            lines += [f"{indent}{INDENT}* rated: {rating_text(throw)}" for throw in element.throws]
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
    """True if a line does not begin like a comment, a note, a rating or a header."""
    return not line.startswith(("#", ">", "*", '"')) and army_header.header(line) is None


def _heading(formation: Formation) -> str:
    commander = f": {quote_if(formation.commander, FACT_SIGNS)}" if formation.commander else ""
    rest = commander + write_facts(formation)
    line = formation.name + rest
    return (
        line
        if _reads_as_heading(line, formation)
        else f"{level_of(formation).capitalize()} {quote(formation.name)}{rest}"
    )


def _reads_as_heading(line: str, formation: Formation) -> bool:
    """True if a heading reads back as ``formation``, with lines under it and without."""
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
    """A line cut into pieces if it is too long, if possible between two characters that are not spaces."""
    pieces: list[str] = []
    while len(line) > LONGEST:
        at = next((i for i in range(LONGEST, LONGEST // 2, -1) if _tight(line, i)), LONGEST)
        pieces.append(line[:at])
        line = f"{GOES_ON} {line[at:]}"
    return [*pieces, line]


def _tight(line: str, at: int) -> bool:
    return not line[at - 1].isspace() and not line[at].isspace()
