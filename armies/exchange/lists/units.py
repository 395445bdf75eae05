"""Make units of what was read of a line: their type, nation, battalions, and what needs an answer."""

import re
from dataclasses import dataclass
from typing import Final, cast

from msgspec import structs

from armies.exchange.clean_text import fold
from armies.exchange.draft_army import Parsed
from armies.exchange.limits import MAX_BATTALIONS, MAX_NAME
from armies.exchange.lists import terms
from armies.exchange.lists.amounts import Amounts
from armies.exchange.lists.figures import MOST_GUNS_UNSAID
from armies.exchange.lists.style import Style
from armies.exchange.lists.unit_text import INNER, ReadUnit
from armies.exchange.text.unit_line import BATTALIONS, ROMAN, Missing, complete, shares
from armies.exchange.vocabulary import TypeGuess
from battles.engine.armies.facts import ARTILLERY, CAVALRY, INFANTRY, Unit, UnitType


@dataclass(frozen=True)
class Place:
    """What the formations above tell of a unit: nation, arm, year, and their names, the nearest first."""

    nation: str = ""
    arm: str = ""
    year: int | None = None
    headings: tuple[str, ...] = ()


def make_units(read: ReadUnit, place: Place, style: Style) -> tuple[list[Unit], list[str]]:
    """The units of ``read``, and assumptions to check.

    Raises:
        Missing: the line needs an answer; the message is a sentence.
    """
    _refuse_doubtful(read)
    amounts, parsed = read.amounts, read.parsed
    parsed = Parsed("unit", facts=dict(parsed.facts), arm=parsed.arm, size=parsed.size, assumed=list(amounts.assumed))
    parsed.facts["name"] = read.name
    _small(read, parsed, place, style)
    _nation(read, parsed, place)
    unit_type = type_of(read, parsed, place)
    _refuse_parts(amounts, unit_type)
    _refuse_size(read, amounts, unit_type)
    parsed.facts["type"] = unit_type
    if amounts.men is not None:
        parsed.facts["men"] = amounts.men
    if amounts.guns is not None:
        parsed.facts["guns"] = amounts.guns
    if amounts.weight:
        parsed.facts["gun_weight"] = amounts.weight
    notes = [*amounts.notes, *read.notes]
    if amounts.officers is not None:
        style.uses("officers")
        notes.insert(0, f"{amounts.officers:,} officers")
        if style["officers"] == "added" and amounts.men is not None:
            parsed.facts["men"] = amounts.men + amounts.officers
    labels = _labels(amounts, unit_type, parsed, notes, style)
    if notes:
        parsed.facts["note"] = "; ".join(dict.fromkeys(note for note in notes if note))
    (unit,) = complete(parsed, place.nation, place.year)
    if unit.nation == place.nation:
        unit = structs.replace(unit, nation="")
    return _shared(unit, labels, parsed), parsed.assumed


def _refuse_doubtful(read: ReadUnit) -> None:
    """Raise Missing if the line needs an answer before it can be a unit."""
    amounts = read.amounts
    if not read.name:
        raise Missing("The line has figures but no name of a unit.")
    if terms.NOT_COUNTED.search(fold(read.name)) and "type" not in read.parsed.facts:
        raise Missing("Muster has no type for these troops. Write a type to keep them, or leave the line out.")
    loose = terms.LOOSE_TROOPS.search(fold(read.whole)) is not None
    if loose and not terms.type_by_words(read.name, "", guns=amounts.guns is not None, mounted=amounts.mounted, arm=""):
        raise Missing("It is not clear which unit this is. Write its name and type, or leave the line out.")
    if amounts.unknown and "regiments" in amounts.counts:
        count = amounts.counts["regiments"]
        raise Missing(f"The line has {count} regiments without a strength. Write each, or leave it out.")
    if SEVERAL.search(fold(read.whole)):
        raise Missing("The line names more than one unit; write each unit on its own line.")
    if not amounts.numbers and len(BATTALIONS.findall(INNER.sub(" ", read.whole))) > 1:
        raise Missing("The line names more than one unit; write each unit on its own line.")
    if amounts.questions:
        raise Missing(" ".join(amounts.questions))


SEVERAL: Final = re.compile(
    r"\(\d{1,2}\s?[a-z]{1,12}\.?\)\s?(?:and|&|et|und|y|e|en|\+|,)\s[^()]{3,40}\(\d{1,2}\s?[a-z]{1,12}\.?\)"
)
"""Two units that share a strength: ``9th Line (2 bns) and 21st Line (2 bns): 1,666``."""


def _refuse_parts(amounts: Amounts, unit_type: UnitType) -> None:
    """Raise Missing if the unit cannot have the battalions that the line gives it."""
    count = amounts.counts.get("battalions")
    if count is None:
        return
    if unit_type not in INFANTRY:
        raise Missing("The line states battalions for a unit that is not infantry.")
    if not 1 <= count <= MAX_BATTALIONS:
        raise Missing(f"The battalions of a regiment must be between 1 and {MAX_BATTALIONS}, not {count}.")
    if amounts.men is not None and amounts.men < count:
        raise Missing(f"{amounts.men} men cannot be divided into {count} battalions.")


LEAST_STRENGTH: Final = 20
"""A smaller number without a word is rather a name, a count of figures or of companies."""
MOST_STRENGTH: Final = 8_000
"""A larger number is rather the strength of a formation."""


def _refuse_size(read: ReadUnit, amounts: Amounts, unit_type: UnitType) -> None:
    """Raise Missing if the strength is hardly that of one unit."""
    if amounts.men is None and amounts.guns is None and (number := _number_in_notes(read)):
        raise Missing(f"What does {number} count? Write “{number} men” if it is the unit's strength.")
    if amounts.men is None or (unit_type in ARTILLERY and not (amounts.bare and amounts.guns is not None)):
        return
    if amounts.bare and amounts.men < LEAST_STRENGTH:
        raise Missing(f"What does {amounts.men} count? Write “{amounts.men} men” if it is the unit's strength.")
    if amounts.men > MOST_STRENGTH:
        raise Missing(f"{amounts.men:,} men are too many for one unit. Write its units, or leave the line out.")


def _number_in_notes(read: ReadUnit) -> str:
    """A number in the notes of a unit that may be its strength; empty if there is none."""
    numbers = [match[0] for note in read.notes for match in LARGE.finditer(note) if not YEAR.fullmatch(match[0])]
    return numbers[0] if numbers else ""


LARGE: Final = re.compile(r"(?<![\w.,/'])(?:\d{1,3}[.,' ])?\d{3}(?![\w/]|[.,]\d)")
YEAR: Final = re.compile(r"1[678]\d\d")


def _small(read: ReadUnit, parsed: Parsed, place: Place, style: Style) -> None:
    """Decide what a small number in brackets counts, and a small bare number behind a battery."""
    amounts = read.amounts
    if amounts.bare and amounts.guns is not None and amounts.men == amounts.guns:
        amounts.men, amounts.bare = None, False
    battery = parsed.facts.get("type") in ARTILLERY or (
        terms.GUN_WORDS.search(fold(read.name)) is not None or place.arm == "artillery"
    )
    if battery and amounts.guns is None:
        if amounts.small is not None:
            amounts.guns, amounts.small = amounts.small, None
            parsed.assumed.append(f"({amounts.guns}) is read as the number of guns")
        elif amounts.men is not None and amounts.men <= MOST_GUNS_UNSAID and amounts.officers is None:
            amounts.guns, amounts.men = amounts.men, None
            parsed.assumed.append(f"{amounts.guns} is read as the number of guns")
    if amounts.small is not None:
        style.uses("bracket", f"({amounts.small})")
        if amounts.men is None and style["bracket"] == "men":
            amounts.men = amounts.small
        else:
            amounts.counts.setdefault("times", amounts.small)
        amounts.small = None


PROVINCIAL: Final = re.compile(r"landwehr|reserve inf|grenz|provinc|lancers of|field batt|militia")
"""Troops named after provinces of their own army, also where that is another nation's name."""


def _nation(read: ReadUnit, parsed: Parsed, place: Place) -> None:
    if "nation" not in parsed.facts and place.nation and PROVINCIAL.search(fold(read.name)):
        parsed.facts["nation"] = place.nation


def type_of(read: ReadUnit, parsed: Parsed, place: Place) -> UnitType:
    """The type of a unit by its words, its figures and the headings above; a guess is added to what is assumed."""
    facts, amounts = parsed.facts, read.amounts
    if "type" in facts:
        return cast(UnitType, facts["type"])
    nation = str(facts.get("nation") or place.nation)
    arm = parsed.arm or place.arm
    mounted = amounts.mounted or "squadrons" in amounts.counts or parsed.arm == "cavalry"
    mounted = mounted or terms.ON_HORSE.search(fold(read.name)) is not None
    guns = amounts.guns is not None and (amounts.men is None or place.arm == "artillery")
    guess = terms.type_by_words(read.name, nation, guns=guns, mounted=mounted, arm=arm)
    if guess is None or guess.doubt:
        more = terms.type_by_words(" ".join([read.name, *read.notes]), nation, guns=guns, mounted=mounted, arm=arm)
        guess = more if more and not more.doubt else guess or more
    if (guess is None or guess.doubt) and arm == "cavalry" and "battalions" not in amounts.counts:
        mounted = True
        guess = guess if guess and guess.type in CAVALRY else None
    if guess is None or guess.doubt:
        guess = _by_headings(place, mounted=mounted, guns=amounts.guns is not None) or guess
    if guess is not None and guess.type in CAVALRY and "battalions" in amounts.counts and not amounts.mounted:
        guess = _with_battalions(read.name) or guess
    if guess is None and amounts.guns is not None:
        guess = TypeGuess("foot_artillery", "read as foot artillery")
    if guess is None and mounted:
        size = {"light": "light_cavalry", "heavy": "heavy_cavalry"}.get(parsed.size, "medium_cavalry")
        guess = TypeGuess(cast(UnitType, size), f"it is cavalry, read as {size.replace('_', ' ')}")
    if guess is None and arm == "artillery" and amounts.men is not None:
        guess = TypeGuess("foot_artillery", "it is listed with the artillery, so it is read as foot artillery")
    if guess is None:
        size = "light_infantry" if parsed.size == "light" else "line_infantry"
        guess = TypeGuess(cast(UnitType, size), f"no word tells its type, so it is read as {size.replace('_', ' ')}")
    if guess.doubt:
        parsed.assumed.append(guess.doubt)
    return guess.type


def _with_battalions(name: str) -> TypeGuess | None:
    """The type of troops that may be foot or horse, where battalions are stated: ``2nd Life Guards, 1 bn``."""
    if not ON_FOOT_TOO.search(fold(name)):
        return None
    light = re.search(r"chass|cacciat|jag", fold(name)) is not None
    return TypeGuess("light_infantry" if light else "line_infantry", "it has battalions, so it is read as infantry")


ON_FOOT_TOO: Final = re.compile(r"guard|garde|guides|carabin|chass|cacciat|jag|legion|grenad|volunt|freiw")


def _by_headings(place: Place, *, mounted: bool, guns: bool) -> TypeGuess | None:
    """The type that a heading above tells, of the same arm as the unit: ``Old Guard Horse Artillery``, ``Cossacks``."""
    arm = "artillery" if guns else "cavalry" if mounted else place.arm
    for heading in place.headings:
        guess = terms.type_by_words(heading, place.nation, guns=False, mounted=mounted, arm="")
        if guess is not None and not guess.doubt:
            fits = ARTILLERY if arm == "artillery" else CAVALRY if arm == "cavalry" else INFANTRY
            words = guess.type.replace("_", " ")
            return TypeGuess(guess.type, f"read as {words} by its heading") if guess.type in fits else None
    return None


def _labels(amounts: Amounts, unit_type: UnitType, parsed: Parsed, notes: list[str], style: Style) -> list[str]:
    """The names of the battalions or batteries that the unit is divided into; none if it stays whole.

    Sub-units that stay in the unit go to its facts, or its notes if it has two kinds.
    """
    counts = dict(amounts.counts)
    times = counts.pop("times", None)
    if times is not None:
        kind = "battalions" if unit_type in INFANTRY else "squadrons" if unit_type in CAVALRY else "batteries"
        counts.setdefault(kind, times)
    if unit_type not in ARTILLERY and "batteries" in counts and COMPANIES.search(fold(parsed.name + " ".join(notes))):
        counts.setdefault("companies", counts.pop("batteries"))
    labels: list[str] = list(amounts.numbers)
    if labels and unit_type in CAVALRY:
        counts.setdefault("squadrons", len(labels))
        notes.append(f"squadrons {', '.join(labels)}")
        labels = []
    for kind, dividing in (("battalions", INFANTRY), ("regiments", INFANTRY | CAVALRY), ("batteries", ARTILLERY)):
        count = counts.get(kind)
        if count is None or unit_type not in dividing:
            continue
        if labels or not 1 < count <= MAX_BATTALIONS or not _can_share(parsed, count):
            if count == 1 and kind == "battalions":
                parsed.facts["sub_units"], parsed.facts["sub_unit"] = 1, kind
            elif count != len(labels):
                notes.append(f"{count} {kind}")
        else:
            labels = list(ROMAN[:count])
        del counts[kind]
    if labels:
        style.uses("regiments")
    if labels and style["regiments"] == "whole":
        parsed.facts["sub_units"], parsed.facts["sub_unit"] = len(labels), "battalions"
        labels = []
    _keep_counts(counts, parsed, notes)
    return labels


def _keep_counts(counts: dict[str, int], parsed: Parsed, notes: list[str]) -> None:
    """Keep the sub-units that stay in the unit: one kind as its facts, others in its notes."""
    for kind, count in counts.items():
        if (
            kind in ("squadrons", "companies", "battalions")
            and "sub_units" not in parsed.facts
            and 0 < count <= MAX_SUB
        ):
            parsed.facts["sub_units"], parsed.facts["sub_unit"] = count, kind
        else:
            notes.append(f"{count} {kind}")


MAX_SUB: Final = 60
COMPANIES: Final = re.compile(r"compan|compagn|kompan|cia\b")


def _can_share(parsed: Parsed, count: int) -> bool:
    figures = [parsed.facts[key] for key in ("men", "guns") if parsed.facts.get(key) is not None]
    return all(cast(int, figure) >= count for figure in figures)


def batteries_name(read: ReadUnit) -> str:
    """The word for several batteries that have no other name."""
    word = BATTERIES.search(read.whole) or WORD.search(read.whole)
    return word[0].capitalize() if word else ""


BATTERIES: Final = re.compile(r"[^\W\d_]*(?:batt?er|[ck]omp|troop|rot)[^\W\d_]*", re.IGNORECASE)
WORD: Final = re.compile(r"[^\W\d_]{4,}")


def _shared(unit: Unit, labels: list[str], parsed: Parsed) -> list[Unit]:
    """``unit`` divided evenly into parts with these names before it; the note keeps the figures of the whole."""
    if len(labels) < 2:
        name = f"{labels[0]}/{unit.name}" if labels else unit.name
        return [structs.replace(unit, name=name)]
    count = len(labels)
    if len(unit.name) + len("VIII/") > MAX_NAME:
        raise Missing(f"The regiment's name is too long to put a number before it: at most {MAX_NAME - 5} letters.")
    men = shares(unit.men, count) if unit.men is not None else [None] * count
    guns = shares(unit.guns, count) if unit.guns is not None else [None] * count
    what = "battalions" if unit.type in INFANTRY else "batteries" if unit.type in ARTILLERY else "regiments"
    figure = ", ".join(
        f"{number:,} {word}" for number, word in ((unit.men, "men"), (unit.guns, "guns")) if number is not None
    )
    note = f"the whole has {figure or 'no figure'} in {count} {what}, shared evenly"
    parsed.assumed.append(f"split into {count} {what}, with the {'guns' if unit.guns else 'men'} divided evenly")
    return [
        structs.replace(
            unit,
            name=f"{label}/{unit.name}",
            men=men[index],
            guns=guns[index],
            sub_units=1 if unit.type in INFANTRY else unit.sub_units,
            sub_unit="battalions" if unit.type in INFANTRY else unit.sub_unit,
            basis="derived",
            note=f"{note}; {unit.note}" if unit.note else note,
        )
        for index, label in enumerate(labels)
    ]
