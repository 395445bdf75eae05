"""What a line is by the lines around it: units, strengths and commanders that only their neighbours tell apart."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from armies.exchange.clean_text import fold
from armies.exchange.lists import terms
from armies.exchange.lists.bare_names import read_bare_names
from armies.exchange.lists.heading_nation import is_nation
from armies.exchange.lists.headings import BARE_ARM, BRACKETED, Item, arm_of, is_person, level_of
from armies.exchange.lists.ranks import LOWER, RANK, is_officer
from armies.exchange.lists.style import Style
from armies.exchange.lists.unit_text import JOINTS, read_unit
from armies.exchange.lists.units import MOST_STRENGTH
from battles.engine.armies.facts import ARTILLERY


def read_in_context(items: list[Item], style: Style) -> None:
    """Change what is read of each line where the lines around it say more."""
    _formations_under_titles(items)
    _notes_of_units(items)
    _strengths(items, style)
    _empty_headings(items, style)
    read_bare_names(_read(items))
    _over_battalions(items)
    _kinds_in_brigades(items)
    _leaders_of_armies(items)
    _leaders_of_units(items)


def _formations_under_titles(items: Sequence[Item]) -> None:
    """A name with a commander below the army's commander is a formation: ``First Lieutenancy: Grenier``."""
    led = False
    for item in items:
        if item.kind not in ("title", "commander", "note"):
            return
        if led and item.kind == "title" and item.commander and not item.extra and item.level != "army":
            item.kind, item.arm = "heading", arm_of(item.name)
        led = led or bool(item.commander)


def _notes_of_units(items: Sequence[Item]) -> None:
    """A line in brackets below a unit is a note of it: ``(3/4th & 6/12th Line)``."""
    for above, item in pairwise(items):
        if item.kind == "note" and BRACKETED.fullmatch(item.text.strip()) and above.unit is not None:
            above.unit.notes.append(item.text.strip()[1:-1].strip())
            item.kind = "nothing"


def is_side(item: Item) -> bool:
    """True for a heading that only names a nation: ``French``, ``The Allied army``."""
    return bool(item.nation) and not item.level and not item.arm and is_nation(item.name)


def is_high(item: Item) -> bool:
    """True for a title, an army, a corps or a side, whose nation is that of the army."""
    return item.kind == "title" or item.level in ("army", "corps") or is_side(item)


def _read(items: Sequence[Item]) -> list[Item]:
    """The items that say something of the army: all but notes and what was read with another line."""
    return [item for item in items if item.kind not in ("note", "nothing")]


def _type_told(words: str) -> bool:
    guess = terms.type_by_words(words, "", guns=False, mounted=False, arm="")
    return guess is not None and (not guess.doubt or guess.type in ARTILLERY)


def _as_unit(item: Item, style: Style) -> None:
    """Read a line that was a heading as a unit."""
    (piece,) = item.pieces
    piece.claims, piece.folded = [], fold(piece.text)
    notes = [note for note in item.note.split("; ") if note and note not in piece.text]
    item.kind, item.unit = "unit", read_unit(piece, style)
    item.unit.notes += notes
    item.name, item.commander, item.note, item.tail, item.amounts = item.unit.name, "", "", "", None


def _empty_headings(items: Sequence[Item], style: Style) -> None:
    """Headings without the word of a level that name troops and have nothing below are units.

    Such as ``19th Light Dragoons (Major Lisle)``. ``Cavalry: Stengel`` names no troops of its own.
    """
    heads = [item for item in items if item.kind not in ("note", "nothing", "total")]
    deep = _is_deep(heads)
    for index, item in enumerate(heads):
        below = heads[index + 1] if index + 1 < len(heads) else None
        if item.kind != "heading" or item.inline or len(item.pieces) != 1 or item.markup:
            continue
        if item.level:
            if index and _is_unit_beside(item, heads[index - 1], below):
                _as_unit(item, style)
            continue
        if below is not None and below.kind != "title":
            beside = deep and below.indent <= item.indent and is_officer(item.commander)
            if below.indent > item.indent or (below.kind != "heading" and not beside):
                continue
        above = heads[index - 1] if index else item
        among = deep and above.kind == "unit" and above.indent == item.indent and not item.commander
        own = among or any(char.isdigit() for char in item.name) or is_officer(item.commander)
        if own and _type_told(item.name) and not BARE_ARM.fullmatch(fold(item.name)):
            _as_unit(item, style)


def _is_unit_beside(item: Item, above: Item, below: Item | None) -> bool:
    """True for a line such as ``Camel Corps 210`` among units, with a strength and nothing below."""
    stated = item.amounts is not None and item.amounts.men is not None and item.amounts.men <= MOST_STRENGTH
    beside = above.kind == "unit" and above.indent == item.indent and not above.inline
    return stated and beside and not item.tail and (below is None or below.indent < item.indent or below.kind == "unit")


def _is_deep(heads: Sequence[Item]) -> bool:
    """True if most formations have their units deeper than themselves."""
    pairs = [(one, below) for one, below in pairwise(heads) if one.level and below.kind == "unit"]
    return sum(below.indent > one.indent for one, below in pairs) * 2 > len(pairs)


def _strengths(items: Sequence[Item], style: Style) -> None:
    """A line with nothing but figures is the strength of the unit above it, or a total of the formation above it.

    Guns alone are rather a battery without a name, unless other totals stand beside them.
    """
    rows = _read(items)
    for item in rows:
        if item.kind == "heading" and not (item.name or item.level or item.inline) and len(item.pieces) == 1:
            _as_unit(item, style)
    index = 0
    while index < len(rows):
        run = index
        while run < len(rows) and _is_strength(rows[run]):
            run += 1
        above = rows[index - 1] if index else None
        if run > index and above is not None:
            _take_strengths(above, rows[index:run], _men_before(rows, index) if run == index + 1 else 0, style)
        index = max(run, index + 1)


def _is_strength(item: Item) -> bool:
    unit = item.unit
    if item.kind not in ("unit", "regiment") or unit is None or item.inline:
        return False
    if unit.amounts.questions or not unit.amounts.any:
        return False
    return set(re.findall(r"[^\W\d_]+", fold(unit.name))) <= STRENGTH_WORDS and not unit.parsed.facts


def _men_before(rows: Sequence[Item], index: int) -> int:
    """The men of the units right before ``index``; 0 for fewer than two."""
    men = []
    for item in (rows[at] for at in range(index - 1, -1, -1)):
        if item.kind != "unit" or item.unit is None:
            break
        men.append(item.unit.amounts.men or 0)
    return sum(men) if len(men) > 1 else 0


def _take_strengths(above: Item, run: Sequence[Item], added: int, style: Style) -> None:
    """Take lines of figures; ``added`` are the men of the units above, which a line of totals may repeat."""
    first = run[0].unit
    assert first is not None  # noqa: S101
    if len(run) == 1 and first.amounts.men is not None and first.amounts.men == added:
        run[0].kind, run[0].amounts = "total", first.amounts
        for piece in run[0].pieces:
            piece.claims = [(start, end, "total") for start, end, _ in piece.claims]
        return
    if len(run) == 1 and _names_unit(above):
        if above.unit is None:
            _as_unit(above, style)
        assert above.unit is not None  # noqa: S101
        above.kind = "unit"
        above.unit.amounts, above.unit.notes = first.amounts, [*above.unit.notes, *first.notes]
        above.pieces += run[0].pieces
        run[0].kind = "nothing"
        return
    if (
        above.kind not in ("heading", "title", "commander")
        or above.arm == "artillery"
        or (len(run) == 1 and first.amounts.men is None)
    ):
        return
    for item in run:
        assert item.unit is not None  # noqa: S101
        item.kind, item.amounts, item.note = "strength", item.unit.amounts, item.text.strip()
        for piece in item.pieces:
            piece.claims = [(start, end, "total" if what == "figure" else "note") for start, end, what in piece.claims]


def _names_unit(above: Item) -> bool:
    """True for a unit without figures, or for a heading that is named like one."""
    if above.kind in ("unit", "regiment") and above.unit is not None:
        return not above.inline and not above.unit.amounts.any
    if above.kind != "heading" or above.level or above.inline or above.amounts or len(above.pieces) != 1:
        return False
    return any(char.isdigit() for char in above.name) and _type_told(above.name)


STRENGTH_WORDS: Final = frozenset(
    {
        *JOINTS, *("dont", "davon", "waarvan", "total", "totals", "men", "guns", "troops", "train", "equipages"),
        *("caissons", "wagons", "waggons", "voitures", "vehicles", "fuhrwerke", "munitionswagen", "carros", "carri"),
        *("artilleurs", "sapeurs", "genie", "bataillons", "battalions", "bataillone", "batallones", "battaglioni"),
        *("escadrons", "squadrons", "schwadronen", "eskadronen", "batteries", "batterien", "strength", "effectif"),
        *("starke", "fuerza", "cavalry", "infantry", "foot", "horse"),
    }
)  # fmt: skip
"""Words beside the figures of a line that name no unit."""


def _over_battalions(items: Sequence[Item]) -> None:
    """A regiment put together from battalions of others stands over them: ``37th Provisional Demi-Brigade``.

    So does what is called after its commander and has no strength of its own: ``Barnard's Flank Battalion``.
    """
    for item, below in pairwise(_read(items)):
        bare = item.unit is not None and not item.unit.amounts.any
        pattern = NAMESAKE if item.kind in ("question", "title") else DEMI
        named = pattern.match(item.name) if bare or pattern is NAMESAKE else None
        if named and is_person(named[1]) and below.unit is not None and below.unit.amounts.any:
            leader = str(item.unit.parsed.facts.get("commander", "")) if item.unit else ""
            item.kind, item.unit, item.commander, item.sentence = "heading", None, leader or named[1], ""
            item.extra = f"the commander “{named[1]}” is taken from the name"
        if item.kind != "unit" or item.unit is None or below.unit is None or item.unit.amounts.any or item.inline:
            continue
        if not PROVISIONAL.search(fold(item.name)) or not BATTALION.match(fold(below.text.strip())):
            continue
        item.kind, item.unit = "heading", None
        if match := OFFICER_BEHIND.search(item.name):
            item.name, item.commander = item.name[: match.start()].strip(), match[1]


NAMESAKE: Final = re.compile(
    r"(.{2,40}?)['’]s? (?:[\w-]+ ){0,3}(?:[Bb]attalion|[Rr]egiment|[Ll]egion|[Ff]lankers|[Bb]n)\.?$"
)
DEMI: Final = re.compile(r"(.{2,40}?)['’]s? (?:[\w-]+ ){0,2}[Dd]emi-?[Bb]rigade\.?$")
PROVISIONAL: Final = re.compile(
    r"\b(?:provis\w+|march\w*|combined|combine\w*|komb\w*|vereinigt\w*|composite|converged|zusammengesetzt\w*)\W"
    r".*(?:brig|reg|rgt)|\b(?:demi-brigade|halbbrigade|regiment) (?:provis|de marche)"
)
BATTALION: Final = re.compile(
    rf"(?:\d{{1,2}}|[ivx]{{1,4}})(?:\.|st|nd|rd|th|er|e)?\s?(?:/|(?:{terms.SUB_UNITS['battalions']})\b)"
)
OFFICER_BEHIND: Final = re.compile(
    r"\s((?:[Cc]olonel|[Mm]ajor|Oberst\w*|Col\.|Maj\.|Lt\.?-?\s?Col\.|Lieutenant[- ][Cc]olonel"
    r"|[Cc]hef de bataillon)\s.+)$"
)


def _kinds_in_brigades(items: Sequence[Item]) -> None:
    """A line inside a brigade that begins with a kind of troops has units of the brigade, and no brigade of its own.

    Such as ``Grenadier Battalions: Hohenlohe (540), Lippa (512)``; the words before the colon become their notes.
    """
    brigade: Item | None = None
    kind: Item | None = None
    for item in items:
        if item.kind == "heading" and not item.inline:
            brigade, kind = item if item.level == "brigade" else None, None
        elif item.kind == "heading":
            inside = brigade is not None and item.indent > brigade.indent and not (item.level or item.commander)
            kind = item if inside and item.arm in ("", "infantry") and item.amounts is None else None
            item.kind = "nothing" if kind else item.kind
        elif kind is not None and item.inline and item.unit is not None:
            item.inline, item.indent = False, kind.indent
            item.unit.notes.append(kind.name)
        else:
            kind = None


def _leaders_of_armies(items: Sequence[Item]) -> None:
    """A rank and a name over the formations of a whole army is its commander, unless others stand beside it."""
    heads = _read(items)
    for index, item in enumerate(heads[:-1]):
        above, below = heads[index - 1] if index else None, heads[index + 1]
        if (
            not _is_leader(item)
            or below.kind != "heading"
            or not (below.level or below.arm or below.indent > item.indent)
        ):
            continue
        if above is not None and above.kind != "title" and not is_side(above):
            continue
        if any(_is_leader(other) and other.indent <= item.indent for other in _of_same_army(heads[index + 1 :])):
            continue
        item.kind, item.commander = "commander", item.name
        item.text = item.name
        for piece in item.pieces:
            piece.claims = [(a, b, "commander" if what == "name" else what) for a, b, what in piece.claims]


def _of_same_army(items: Sequence[Item]) -> Iterator[Item]:
    for item in items:
        if item.kind == "title" or (item.kind == "heading" and (item.level == "army" or is_side(item))):
            return
        yield item


def _is_leader(item: Item) -> bool:
    if item.kind != "heading" or item.level or item.arm or item.commander or item.amounts or item.inline:
        return False
    return RANK.match(fold(item.name)) is not None and is_person(item.name) and not level_of(item.name)


def _leaders_of_units(items: Sequence[Item]) -> None:
    """An officer on the line below a unit commands it; those after the first are notes of it."""
    unit: Item | None = None
    for item in items:
        if item.kind == "unit" and not item.inline:
            unit = item
        elif item.kind == "commander" and unit is not None and LOWER.match(fold(item.commander)):
            _lead(unit, item)
        elif item.kind != "note":
            unit = None


def _lead(of: Item, item: Item) -> None:
    unit = of.unit
    assert unit is not None  # noqa: S101
    if unit.parsed.facts.get("commander"):
        unit.notes.append("; ".join(words for words in (item.commander, item.note) if words))
    else:
        unit.parsed.facts["commander"] = item.commander
        unit.notes += [item.note] if item.note else []
    item.kind = "nothing"
