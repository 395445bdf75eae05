"""A unit as people write it: ``1/24e Ligne 550 veteran``, ``Battery Cleeves 6x9pdr``, ``2e Léger 4 bns 2406``."""

import re
from typing import Final

from armies.exchange.cleaning import plain
from armies.exchange.figures import GAP, Figures
from armies.exchange.parsed import Parsed
from armies.exchange.troops import is_guns
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
from armies.rules.facts import ARTILLERY

BREAKS: Final = re.compile(rf"(\s*[,;|\t{GAP}]\s*|\s+[-–—]\s+|\s*:\s+|\s*:$)")
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
MOST_GUNS_UNSAID: Final = 24
"""A bare number after a battery's name is its guns up to here, its gunners beyond."""


def free_unit(text: str) -> Parsed:
    """The unit that ``text`` describes; ``errors`` say what is missing or cannot be so."""
    figures = Figures(text)
    parsed = Parsed("unit", errors=list(figures.errors), figure=figures.any)
    rest = BRACKETS.sub(lambda match: _brackets(match, parsed), figures.rest)
    _pieces(rest, parsed)
    _set_figures(figures, parsed)
    return parsed


def _brackets(match: re.Match[str], parsed: Parsed) -> str:
    kept = [piece for piece in re.split(rf"[,;{GAP}]", match[1]) if piece.strip() and not absorb(piece, parsed)]
    if len(kept) == len([p for p in re.split(r"[,;]", match[1]) if p.strip()]) and GAP not in match[1]:
        return match[0]
    return f"({', '.join(piece.strip() for piece in kept)})" if kept else GAP


def _pieces(rest: str, parsed: Parsed) -> None:
    tokens = BREAKS.split(rest)
    name, left = "", []
    for index in range(0, len(tokens), 2):
        piece = tokens[index].strip()
        if not piece:
            continue
        gap = tokens[index - 1] if index else ""
        if not name and not _only_quality(piece, tokens[index + 1 :]):
            name = _without_quality(piece, parsed)
        elif not absorb(piece, parsed):
            if gap.strip(f" {GAP}") in (":", "-", "–", "—") and A_NAME.match(plain(piece)):
                parsed.facts["commander"] = piece
            elif GAP in gap or "\t" in gap:
                left.append(piece)
            else:
                name += f"{gap.rstrip()} {_without_quality(piece, parsed)}"
    parsed.facts["name"] = name.strip(" .,;:-")
    if left:
        parsed.facts["note"] = "; ".join(left)
        parsed.assumed.append(f"“{'; '.join(left)}” is kept as a note")


def _only_quality(piece: str, following: list[str]) -> bool:
    """Whether ``piece`` is a quality before a name, as in ``elite; 7th Hussars``."""
    return quality_of(piece) is not None and any(token.strip(f" ,;{GAP}") for token in following)


def _without_quality(piece: str, parsed: Parsed) -> str:
    words = piece.split(" ")
    while len(words) > 1 and "quality" not in parsed.facts and plain(words[-1].strip(".")) in TRAILING_QUALITY:
        parsed.facts["quality"] = QUALITY_WORDS[plain(words.pop().strip("."))]
    return " ".join(words).strip()


def absorb(piece: str, parsed: Parsed) -> bool:
    """Take ``piece`` into the facts where it is a type, quality, nation or flag; False where it is not."""
    piece = piece.strip(" .:-")
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
            if len(figures.loose) > 1:
                parsed.assumed.append(f"{loose:,} is taken as the men")
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
