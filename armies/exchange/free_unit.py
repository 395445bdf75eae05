"""A unit as people write it: ``1/24e Ligne 550 veteran``, ``Battery Cleeves 6x9pdr``, ``2e Léger 4 bns 2406``."""

import re
from typing import Final

from armies.exchange.cleaning import plain
from armies.exchange.figures import GAP, LOOSE, Figures
from armies.exchange.parsed import Parsed
from armies.exchange.troops import is_guns, type_in
from armies.exchange.words import (
    A_NAME,
    KIND_WORDS,
    QUALITY_WORDS,
    TRAILING_QUALITY,
    TYPE_WORDS,
    WEIGHT_WORDS,
    nation_code,
    quality_of,
    type_of,
)
from armies.rules.facts import ARTILLERY, INFANTRY

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
"""The words behind a bare number, which may say what it counts."""
UNSURE: Final = ("est", "estimated", "approx", "approximately", "circa", "total")
BATTALIONS: Final = re.compile(r"(?:^|[,;&+]|\band\b|\bund\b|\bet\b)\s*(?:\d{1,2}|[ivx]+)\s?/\s?\d", re.IGNORECASE)
TIMES: Final = re.compile(r"(.*\w)\s*[x×]\s?([2-9])$", re.IGNORECASE)
MOST_GUNS_UNSAID: Final = 24
"""A bare number after a battery's name is its guns up to here, its gunners beyond."""


def free_unit(text: str) -> Parsed:
    """The unit that ``text`` describes; ``errors`` say what is missing or cannot be so."""
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
        parsed.errors.append("The line names more than one unit; write every unit on a line of its own.")
    return parsed


def _counted(figures: Figures, parsed: Parsed) -> None:
    """An error where a word of small letters behind the bare number says that something else is counted."""
    match = COUNTED.search(figures.rest)
    if figures.errors or not match or not match[1][0].islower() or plain(match[1].split()[0]).strip(".") in UNSURE:
        return
    if not absorb(match[1], Parsed("unit", facts=dict(parsed.facts))):
        parsed.errors.append(
            f"It is not clear what “{figures.loose[-1]:,} {match[1]}” counts; write for instance: 550 men, 24 officers."
        )


def _times(parsed: Parsed) -> None:
    """``72e Ligne x2``: as many battalions, where the name is that of infantry and nothing else says how many."""
    match = TIMES.match(parsed.name)
    if not match or parsed.battalions or "sub_units" in parsed.facts or "guns" in parsed.facts:
        return
    guess = type_in(match[1])
    if parsed.facts.get("type", guess and guess.type) in INFANTRY:
        parsed.facts["name"], parsed.battalions = match[1], int(match[2])


def _brackets(match: re.Match[str], parsed: Parsed) -> str:
    kept = [piece for piece in re.split(rf"[,;{GAP}{LOOSE}]", match[1]) if piece.strip() and not absorb(piece, parsed)]
    if len(kept) == len([p for p in re.split(r"[,;]", match[1]) if p.strip()]) and not {GAP, LOOSE} & set(match[1]):
        return match[0]
    return f"({', '.join(piece.strip(' :') for piece in kept)})" if kept else GAP


def _pieces(rest: str, parsed: Parsed) -> None:
    tokens = BREAKS.split(rest)
    name, left = "", []
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
            if gap.strip(f" {GAP}{LOOSE}") in (":", "-", "–", "—") and A_NAME.match(plain(piece)):
                parsed.facts["commander"] = piece
            elif behind:
                left.append(piece)
            else:
                name += f"{gap.rstrip()} {_without_quality(piece, parsed)}"
    parsed.facts["name"] = name.lstrip(" .,;:-").rstrip(" .,;:-=")
    if left:
        parsed.facts["note"] = "; ".join(left)
        parsed.assumed.append(f"“{'; '.join(left)}” is kept as a note")


def _only_quality(piece: str, following: list[str]) -> bool:
    """Whether ``piece`` is a quality before a name, as in ``elite; 7th Hussars``."""
    return quality_of(piece) is not None and any(token.strip(f" ,;{GAP}{LOOSE}") for token in following)


def _without_quality(piece: str, parsed: Parsed) -> str:
    words = piece.split(" ")
    while len(words) > 1 and "quality" not in parsed.facts and plain(words[-1].strip(".")) in TRAILING_QUALITY:
        parsed.facts["quality"] = QUALITY_WORDS[plain(words.pop().strip("."))]
    return " ".join(words).strip()


def absorb(piece: str, parsed: Parsed) -> bool:
    """Take ``piece`` into the facts where it is a type, quality, nation or flag; False where it is not."""
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
            parsed.assumed.append(f"{loose} is taken as guns")
        else:
            men = loose
            if others := figures.loose[:-1]:
                kept = ", ".join(f"{number:,}" for number in others)
                parsed.assumed.append(f"{loose:,} is taken as the men, {kept} as part of the name")
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
