"""Parse a unit on a line of text, fill in defaults, and split regiments into battalions."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, cast

from msgspec import structs

from armies.exchange.clean_text import plain
from armies.exchange.draft_army import Parsed
from armies.exchange.limits import MAX_BATTALIONS, MAX_NAME, element_faults, range_faults
from armies.exchange.text.strengths import GAP, LOOSE, Figures
from armies.exchange.vocabulary import (
    ADJECTIVES,
    KIND_WORDS,
    QUALITY_WORDS,
    RANK_AND_NAME,
    TRAILING_QUALITY,
    TYPE_NAMES,
    TYPE_WORDS,
    WEIGHT_WORDS,
    TypeGuess,
    flags_in,
    is_guns,
    nation_code,
    quality_in,
    quality_of,
    type_in,
    type_of,
)
from battles.engine.armies.facts import ARTILLERY, INFANTRY, Unit, UnitType
from battles.engine.armies.nations import nations

ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")


def shares(total: int, parts: int) -> list[int]:
    """``total`` as ``parts`` whole numbers that differ by at most one, the larger ones first."""
    each, odd = divmod(total, parts)
    return [each + (1 if index < odd else 0) for index in range(parts)]


def split_regiment(regiment: Unit, battalions: int) -> tuple[Unit, ...]:
    """The battalions of ``regiment``, named ``I/NAME``, ``II/NAME``; their men add up to the regiment's.

    The basis of their figures is ``derived``; the note keeps the regiment's figure and basis.

    Raises:
        ValueError: with a sentence; too many battalions, too few men, or a name that is too long.
    """
    if battalions < 2:
        return (structs.replace(regiment, sub_units=battalions, sub_unit="battalions"),)
    if battalions > MAX_BATTALIONS:
        raise ValueError(f"A regiment may have at most {MAX_BATTALIONS} battalions, not {battalions}.")
    if regiment.men is not None and regiment.men < battalions:
        raise ValueError(f"{regiment.men} men cannot be divided into {battalions} battalions.")
    if len(regiment.name) + len("VIII/") > MAX_NAME:
        raise ValueError(f"The regiment's name is too long to put a number before it: at most {MAX_NAME - 5} letters.")
    men = shares(regiment.men, battalions) if regiment.men is not None else [None] * battalions
    note = _note(regiment, battalions)
    return tuple(
        structs.replace(
            regiment,
            name=f"{ROMAN[index]}/{regiment.name}",
            men=men[index],
            sub_units=1,
            sub_unit="battalions",
            basis="derived",
            note=note,
        )
        for index in range(battalions)
    )


def _note(regiment: Unit, battalions: int) -> str:
    figure = "no figure" if regiment.men is None else f"{regiment.men:,} men"
    basis = "" if regiment.basis == "unknown" else f" ({regiment.basis})"
    text = f"the regiment has {figure}{basis} in {battalions} battalions, shared evenly"
    return f"{text}; {regiment.note}" if regiment.note else text


SIZED: Final[Mapping[tuple[str, str], UnitType]] = MappingProxyType(
    {
        ("infantry", "light"): "light_infantry",
        ("cavalry", "light"): "light_cavalry",
        ("cavalry", "medium"): "medium_cavalry",
        ("cavalry", "heavy"): "heavy_cavalry",
    }
)

ARMS: Final = re.compile(r"\bcavalr|kavaller|\bcavaler")


class Missing(ValueError):
    """A line that lacks a fact or has a wrong one; the message is a sentence."""


def complete(parsed: Parsed, nation: str, year: int | None) -> tuple[Unit, ...]:
    """The unit of a parsed line, or the battalions of its regiment; adds to ``parsed.assumed``.

    Args:
        nation: code of the nation of the formation above.
        year: year of the battle, for cuirasses; None if unknown.

    Raises:
        Missing: the line needs a decision by its owner.
    """
    if parsed.errors:
        raise Missing(" ".join(parsed.errors))
    if not parsed.exact:
        _infer(parsed, nation, year)
    unit = Unit(**parsed.facts)  # type: ignore[arg-type]
    faults = list(element_faults(unit))
    if unit.type in ARTILLERY and unit.men and unit.guns and unit.men < unit.guns and not parsed.exact:
        faults.append(f"{unit.men} men are too few for {unit.guns} guns. Write what each number counts.")
    faults += range_faults("The battalions of a regiment", parsed.battalions or None, MAX_BATTALIONS)
    if faults:
        raise Missing(" ".join(faults))
    if not parsed.battalions:
        return (unit,)
    if unit.type not in INFANTRY:
        raise Missing("The line states battalions for a unit that is not infantry.")
    try:
        battalions = split_regiment(unit, parsed.battalions)
    except ValueError as error:
        raise Missing(str(error)) from None
    if len(battalions) > 1:
        parsed.assumed.append(f"split into {len(battalions)} battalions, with the men divided evenly")
    return battalions


def _infer(parsed: Parsed, nation: str, year: int | None) -> None:
    """Fill in facts from the name, then defaults."""
    facts = parsed.facts
    name = parsed.name
    if not name:
        raise Missing("The unit has no name.")
    own = str(facts.get("nation", "")) or _nation_in(name, nation)
    if own and own != nation:
        if "nation" not in facts:
            parsed.assumed.append(f"nation {nations()[own].name} by its name")
        facts["nation"] = own
    if "type" not in facts:
        facts["type"] = _type(parsed, own or nation)
    unit_type = cast(UnitType, facts["type"])
    for flag, value in flags_in(name, unit_type, own or nation, year).items():
        if value:
            facts.setdefault(flag, True)
    if facts.get("irregular"):
        facts.pop("lancer", None)
    _quality(parsed)
    if unit_type in ARTILLERY:
        _battery(parsed)
    elif facts.get("men") is None:
        parsed.assumed.append("the number of men is not stated")


def _nation_in(name: str, nation: str) -> str:
    """The nation that an adjective in the name indicates; the King's German Legion is a nation of its own."""
    for word in re.findall(r"[\w']+", plain(name)):
        if word in ADJECTIVES and ADJECTIVES[word] != nation:
            return ADJECTIVES[word]
    return "KGL" if "german legion" in plain(name) else ""


def _type(parsed: Parsed, nation: str) -> UnitType:
    facts = parsed.facts
    mounted = (
        facts.get("sub_unit") == "squadrons" or parsed.arm == "cavalry" or ARMS.search(plain(parsed.name)) is not None
    )
    guns = bool(facts.get("guns")) or parsed.arm == "artillery"
    sized = SIZED.get((parsed.arm, parsed.size))
    guess = type_in(parsed.name, nation, guns=guns, mounted=mounted)
    if sized and (guess is None or parsed.size):
        return sized
    if guess is None and mounted:
        raise Missing("It is cavalry; add heavy cavalry, medium cavalry or light cavalry.")
    if guess is None and (parsed.arm == "infantry" or parsed.battalions):
        guess = TypeGuess("light_infantry" if parsed.size == "light" else "line_infantry", "read as line infantry")
    if guess is None:
        raise Missing(f"The type is missing: add one of {', '.join(TYPE_NAMES.values())}.")
    if guess.doubt:
        parsed.assumed.append(guess.doubt)
    return guess.type


def _quality(parsed: Parsed) -> None:
    if "quality" in parsed.facts:
        return
    quality = quality_in(parsed.name)
    parsed.facts["quality"] = quality or "trained"
    parsed.assumed.append(f"{quality} by its name" if quality else "no quality is stated, so it is read as trained")


def _battery(parsed: Parsed) -> None:
    facts = parsed.facts
    if parsed.size:
        facts.setdefault("gun_weight", parsed.size)
    if facts.get("guns") is None:
        parsed.assumed.append("the number of guns is not stated")
    if facts.get("gun_weight") is None:
        parsed.assumed.append("the weight of the guns is not stated")


BREAKS: Final = re.compile(rf"(\s*[,;|\t{GAP}{LOOSE}]\s*|\s+[-–—]\s+|\s*:\s+|\s*:$)")
BRACKETS: Final = re.compile(r"\(([^()]*)\)")
FLAG_WORDS: Final = {
    "lancer": "lancer",
    "lancers": "lancer",
    "lances": "lancer",
    "irregular": "irregular",
    "irregulars": "irregular",
    "armoured": "armoured",
    "armored": "armoured",
    "cuirass": "armoured",
    "kgl": "kgl",
}
COUNTED: Final = re.compile(rf"{LOOSE}\s*([^\W\d_][^,;|():\t{GAP}{LOOSE}]*?)\s*(?=\s[-–—]\s|[,;|():\t{GAP}{LOOSE}]|$)")
"""The words after a bare number, which may say what it counts."""

UNSURE: Final = ("est", "estimated", "approx", "approximately", "circa", "total")
BATTALIONS: Final = re.compile(r"(?:^|[,;&+]|\band\b|\bund\b|\bet\b)\s*(?:\d{1,2}|[ivx]+)\s?/\s?\d", re.IGNORECASE)
TIMES: Final = re.compile(r"(.*\w)\s*[x×]\s?([2-9])$", re.IGNORECASE)
MOST_GUNS_UNSAID: Final = 24
"""A bare number after a battery's name is its guns up to this value, else its gunners."""


def free_unit(text: str) -> Parsed:
    """The unit that ``text`` describes; its ``errors`` name what is missing or wrong."""
    figures = Figures(text)
    parsed = Parsed("unit", errors=list(figures.errors), figure=figures.any)
    if figures.guns.doubt:
        parsed.assumed.append(figures.guns.doubt)
    _counted(figures, parsed)
    rest = BRACKETS.sub(lambda match: _brackets(match, parsed), figures.rest)
    _pieces(rest, parsed)
    _set_figures(figures, parsed)
    _times(parsed)
    if len(BATTALIONS.findall(parsed.name)) > 1:
        parsed.errors.append("The line names more than one unit; write each unit on its own line.")
    return parsed


def _counted(figures: Figures, parsed: Parsed) -> None:
    """Add an error if a lower-case word after the bare number shows that it counts something else."""
    match = COUNTED.search(figures.rest)
    if figures.errors or not match or not match[1][0].islower() or plain(match[1].split()[0]).strip(".") in UNSURE:
        return
    if not absorb(match[1], Parsed("unit", facts=dict(parsed.facts))):
        parsed.errors.append(
            f"It is not clear what “{figures.loose[-1]:,} {match[1]}” counts; write for example: 550 men, 24 officers."
        )


def _times(parsed: Parsed) -> None:
    """Read ``72e Ligne x2`` as two battalions, if it is infantry and its number of battalions is not stated."""
    match = TIMES.match(parsed.name)
    if not match or parsed.battalions or "sub_units" in parsed.facts or "guns" in parsed.facts:
        return
    guess = type_in(match[1])
    if parsed.facts.get("type", guess and guess.type) in INFANTRY:
        parsed.facts["name"], parsed.battalions = match[1], int(match[2])


def _brackets(match: re.Match[str], parsed: Parsed) -> str:
    unread = [
        piece for piece in re.split(rf"[,;{GAP}{LOOSE}]", match[1]) if piece.strip() and not absorb(piece, parsed)
    ]
    if len(unread) == len([p for p in re.split(r"[,;]", match[1]) if p.strip()]) and not {GAP, LOOSE} & set(match[1]):
        return match[0]
    return f"({', '.join(piece.strip(' :') for piece in unread)})" if unread else GAP


def _pieces(rest: str, parsed: Parsed) -> None:
    tokens = BREAKS.split(rest)
    name, unread = "", []
    behind = False
    for index in range(0, len(tokens), 2):
        piece = tokens[index].strip()
        gap = tokens[index - 1] if index else ""
        behind = bool(name) and (behind or bool({GAP, LOOSE, "\t"} & set(gap)))
        if not piece:
            continue
        if not name and not _only_quality(piece, tokens[index + 1 :]):
            name = _without_quality(piece, parsed)
        elif not absorb(piece, parsed):
            if gap.strip(f" {GAP}{LOOSE}") in (":", "-", "–", "—") and RANK_AND_NAME.match(plain(piece)):
                parsed.facts["commander"] = piece
            elif behind:
                unread.append(piece)
            else:
                name += f"{gap.rstrip()} {_without_quality(piece, parsed)}"
    parsed.facts["name"] = name.lstrip(" .,;:-").rstrip(" .,;:-=")
    if unread:
        parsed.facts["note"] = "; ".join(unread)
        parsed.assumed.append(f"“{'; '.join(unread)}” is imported as a note")


def _only_quality(piece: str, following: list[str]) -> bool:
    """True if ``piece`` is a quality before a name, as in ``elite; 7th Hussars``."""
    return quality_of(piece) is not None and any(token.strip(f" ,;{GAP}{LOOSE}") for token in following)


def _without_quality(piece: str, parsed: Parsed) -> str:
    words = piece.split(" ")
    while len(words) > 1 and "quality" not in parsed.facts and plain(words[-1].strip(".")) in TRAILING_QUALITY:
        parsed.facts["quality"] = QUALITY_WORDS[plain(words.pop().strip("."))]
    return " ".join(words).strip()


def absorb(piece: str, parsed: Parsed) -> bool:
    """Add ``piece`` to the facts if it is a type, quality, nation or flag; False if it is not."""
    piece = piece.strip(" .:-–—=")
    if not piece:
        return True
    if _fact(piece, parsed):
        return True
    words = piece.split()
    trial = Parsed("unit", facts=dict(parsed.facts), arm=parsed.arm, size=parsed.size)
    if len(words) > 1 and all(len(word) > 1 and _fact(word.strip(".,"), trial) for word in words):
        parsed.facts, parsed.arm, parsed.size = trial.facts, trial.arm, trial.size
        return True
    return False


def _fact(piece: str, parsed: Parsed) -> bool:
    word = " ".join(plain(piece).split())
    if word in WEIGHT_WORDS and not parsed.size:
        parsed.size = WEIGHT_WORDS[word]
    elif word in TYPE_WORDS:
        parsed.facts.setdefault("type", type_of(piece))
    elif word in QUALITY_WORDS:
        parsed.facts.setdefault("quality", quality_of(piece))
    elif word in FLAG_WORDS and word != "kgl":
        parsed.facts[FLAG_WORDS[word]] = True
    elif word in KIND_WORDS:
        parsed.arm = KIND_WORDS[word]
    elif code := nation_code(piece):
        parsed.facts["nation"] = code
    else:
        return False
    return True


def _set_figures(figures: Figures, parsed: Parsed) -> None:
    facts = parsed.facts
    guns, men = figures.guns.count, figures.men
    if figures.loose and men is None:
        loose = figures.loose[-1]
        battery = guns is None and (is_guns(parsed.name) or facts.get("type") in ARTILLERY)
        if battery and loose <= MOST_GUNS_UNSAID:
            guns = loose
            parsed.assumed.append(f"{loose} is read as the number of guns")
        else:
            men = loose
            if len(figures.loose) > 1:
                others = ", ".join(f"{number:,}" for number in figures.loose[:-1])
                parsed.assumed.append(f"{loose:,} is read as the number of men, {others} as part of the name")
    if men is not None:
        facts["men"] = men
    if guns is not None:
        facts["guns"] = guns
    if figures.guns.weight:
        facts["gun_weight"] = figures.guns.weight
    if figures.sub_unit == "battalions":
        parsed.battalions = figures.sub_units or 0
    elif figures.sub_unit:
        facts["sub_units"], facts["sub_unit"] = figures.sub_units, figures.sub_unit
