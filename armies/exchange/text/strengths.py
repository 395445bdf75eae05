"""Find men, guns with their calibres, and sub-units in a line of text: ``6x9pdr``, ``4 bns 2406``."""

import re
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from armies.exchange.clean_text import plain
from battles.engine.armies.facts import GunWeight, weight_of

POUND: Final = r"(?:pdrs?|pounders?|pfd|pf(?:ü|ue|u)nder|livres|pounds?|lbs?|pf)\b\.?"
POUNDS_BY_WORD: Final = MappingProxyType({"three": 3, "four": 4, "six": 6, "eight": 8, "nine": 9, "twelve": 12})
CALIBRES: Final = rf"(\d{{1,3}}|{'|'.join(POUNDS_BY_WORD)})\s?-?\s?{POUND}"
JOINED: Final = r"(?:\+\s?|\b(?:and|et|und)\s)?"
PIECES: Final = r"(?:guns?|pi[eè]ces?|gesch(?:ü|ue|u)tze?n?|cannons?|canons?|kanonen)\b"
SPEC: Final = re.compile(rf"{JOINED}(?<![\w.,/-])(\d{{1,3}})\s?[x×*]\s?{CALIBRES}(?:\s{PIECES})?", re.IGNORECASE)
SPACED: Final = re.compile(
    rf"{JOINED}(?<![\w.,/-])(?<!no )(?<!no\. )(?<!nr )(?<!nr\. )(?<!n° )(\d{{1,2}})\s{CALIBRES}(?:\s{PIECES})?(?!\s?-)",
    re.IGNORECASE,
)
"""``5 9-pdrs``: a number before the calibre. Not used for ``No. 2 12pdr`` or if the line states its guns elsewhere."""

HOWITZERS: Final = re.compile(
    rf"{JOINED}(?<![\w.,/-])(\d{{1,3}})\s?(?:[x×]\s?)?"
    rf"(?:\d{{1,2}}(?:[.,]\d|\s?½)?\s?-?\s?(?:\"|''|”|″|in\b\.?|inch(?:es)?\b|zoll\b|pouces\b|{POUND})?\s?-?\s?)?"
    r"(?:howitzers?|how|hows|haubitzen?|obusiers?|licornes?|unicorns?)\b\.?",
    re.IGNORECASE,
)
"""Howitzers with or without their size: ``2 howitzers``, ``1x5.5" how``, ``2 7pfd. Haubitzen``."""

GUNS: Final = re.compile(
    rf"(?<![\w.,/-])(\d{{1,9}})\s?(?:[x×]\s?)?{PIECES}"
    rf"(?:\s(?:de|of|von|a|à)\s(\d{{1,2}})(?!\d|[.,]\d)(?:\s?{POUND})?)?",
    re.IGNORECASE,
)
CALIBRE: Final = re.compile(rf"(?:(?:de|of|von|a|à) )?(?<![\w.,/-]){CALIBRES}", re.IGNORECASE)


class Guns(Struct, frozen=True):
    """``count`` pieces including howitzers; ``weight`` is that of most guns, None if no calibre is stated.

    ``doubt`` states the assumption about the howitzers.
    """

    count: int | None = None
    weight: GunWeight | None = None
    doubt: str = ""


class GunCount:
    """Sum of the guns that the patterns find; each method takes a match and returns the text to put in its place."""

    def __init__(self, gap: str) -> None:
        self.gap = gap
        self.totals: list[int] = []
        self.pieces: dict[GunWeight, int] = {}
        self.howitzers = 0

    def spec(self, match: re.Match[str]) -> str:
        weight = weight_of(_pounds(match[2]))
        self.pieces[weight] = self.pieces.get(weight, 0) + int(match[1])
        return self.gap

    def howitzer(self, match: re.Match[str]) -> str:
        self.howitzers += int(match[1])
        return self.gap

    def guns(self, match: re.Match[str]) -> str:
        if match[2]:
            return self.spec(match)
        self.totals.append(int(match[1]))
        return self.gap

    def calibre(self, match: re.Match[str]) -> str:
        self.pieces.setdefault(weight_of(_pounds(match[1])), 0)
        before, after = match.string[: match.start()].strip(), match.string[match.end() :].lstrip(" -")
        return match[0] if not before or before.endswith("(") or after[:1].isalpha() else self.gap

    def _most(self) -> GunWeight:
        return max(self.pieces, key=lambda weight: self.pieces[weight])

    @property
    def total(self) -> Guns:
        weight = self._most() if self.pieces else None
        added = sum(self.pieces.values()) + self.howitzers
        if not self.totals:
            return Guns(added or None, weight)
        stated = self.totals[0]
        doubt = f"the howitzers are counted among the {stated} guns" if self.howitzers and added != stated else ""
        return Guns(stated, weight, doubt)


def take_guns(text: str, gap: str) -> tuple[Guns, str]:
    """The guns stated in ``text``, and ``text`` with each statement replaced by ``gap``.

    A number of guns is the total including howitzers. Without such a number, or if it has a calibre
    (``4 canons de 6``), calibres and howitzers are added up. A calibre that begins the line, fills brackets or has
    words after it is part of the name and stays.
    """
    count = GunCount(gap)
    text = SPEC.sub(count.spec, text)
    text = HOWITZERS.sub(count.howitzer, text)
    text = GUNS.sub(count.guns, text)
    if not count.totals:
        text = SPACED.sub(count.spec, text)
    text = CALIBRE.sub(count.calibre, text)
    return count.total, text


def _pounds(text: str) -> int:
    return POUNDS_BY_WORD.get(text.lower()) or int(text)


GAP: Final = "\x00"
"""Replaces a figure in the text; cleaned text never contains it."""

LOOSE: Final = "\x01"
"""Replaces a bare number in the text; the next word may be what it counts."""

NUMBER: Final = r"(?:\d{1,3}(?:[,.'’\u00a0\u202f\u2009]\d{3})+(?!\d)|\d+)"
SUB_WORDS: Final = {
    "battalions": (
        r"bns?|bne|btns?|btls?|batts?|bats?|battalions?|bataill?on(?:e|s|en)?|baon(?:e|en)?|batallon(?:es)?"
        r"|battaglioni?"
    ),
    "squadrons": r"sqn?s?|sqdns?|squadrons?|escadrons?|esc|schwadron(?:en)?|esk(?:adron(?:en|s)?)?|escuadron(?:es)?",
    "companies": r"coys?|cos|comps?|compan(?:y|ies)|kompani?e?n?|compagnies?|cies?|kp|compan[ií]as?",
}
SUB_UNITS: Final = {
    kind: re.compile(rf"(?<![\w.,/-])(\d{{1,3}})\s?(?:[x×]\s?)?(?:{words})(?![\w])\.?(?!\s?/)", re.IGNORECASE)
    for kind, words in SUB_WORDS.items()
}
ABOUT: Final = r"(?:(?:\bca?|\bcirca|\bapprox|\babout|\benviron|\betwa)\.?\s?|~\s?)?"
MEN_WORDS: Final = (
    r"(?:men|man|mann|hommes|h\.|hombres|sabres|s[aä]bel|bayonets|ba[iï]onnettes|bajonette|muskets|rank and file|strong"
    r"|present|under arms|all ranks|other ranks|effectives|soldiers|soldats|soldaten|gunners|kanoniere|troopers|horses"
    r"|pferde|chevaux|reiter|cavaliers)(?![\w-])"
)
MEN: Final = re.compile(
    rf"{ABOUT}(?<![\w.,/-])({NUMBER})\s?{MEN_WORDS}(?:\s(?:present|strong|all ranks)\b)?", re.IGNORECASE
)
STRENGTH: Final = re.compile(
    rf"\b(?:strength|str|st[äa]rke|effectif|men|mann)\s?[:=]?\s?({NUMBER})(?![\w/-])", re.IGNORECASE
)
BARE: Final = re.compile(
    rf"{ABOUT}(?<![\w/.'’+*-])(?<!\d,)({NUMBER})(?![\w/'’]|-\w|[.,]\d|\.\s*\w)",
    re.IGNORECASE,
)
NUMBERED: Final = re.compile(r"(?:\bno|\bnr|\bnum|n°|№|#)\.?\s*$", re.IGNORECASE)
NUMBERED_WITHIN: Final = 12
RANGE: Final = re.compile(
    r"(?<![\w/.-])\d{2,}\s?[-–]\s?\d{2,}(?![\w/-])"
    r"|(?<![\w/.-])\d{1,2}\s?[-–]\s?\d{1,2}\s(?:guns?|pieces|pi[eè]ces|canons?|gesch[üu]tze?n?|kanonen)\b",
    re.IGNORECASE,
)
NEGATIVE: Final = re.compile(r"(?:^|(?<=[\s,;(\x00]))[-−–](?=\d)")
SUM: Final = re.compile(r"(?<![\w/.-])\d+\s?[x×*+]\s?\d+(?![\w/])")
EACH: Final = re.compile(
    rf"(?:\b(?:à|je|zu)\s|@\s?){NUMBER}(?![\w/-])|{NUMBER}\s?(?:{MEN_WORDS})?\s?(?:each|apiece|chacune?|jeweils)\b",
    re.IGNORECASE,
)
APART: Final = re.compile(r"(?<![\w.,/-])(?<!no )(?<!no\. )(?<!nr )(?<!nr\. )1?\d \d{3}(?![\w/.,-])", re.IGNORECASE)
TWO_FIGURES_FROM: Final = 200
"""Two bare numbers from this value on are the strengths of two units; a smaller one may be a regiment's number."""

PUZZLES: Final = (
    (SUM, "is not a single figure; write the total"),
    (EACH, "is a figure for each part; write the total"),
    (APART, "may be one figure or two; write it without the space, or with a comma and a space"),
)
MOST_DIGITS: Final = 12


def whole_number(text: str) -> int:
    """The number in ``text`` without thousands separators, cut after twelve digits."""
    return int(re.sub(r"\D", "", text)[:MOST_DIGITS] or 0)


class Figures:
    """Figures of a line: men, guns, sub-units. ``rest`` is the line with gaps in their place."""

    def __init__(self, text: str) -> None:
        self.men: int | None = None
        self.sub_units: int | None = None
        self.sub_unit = ""
        self.loose: list[int] = []
        self.errors: list[str] = []
        self.guns: Guns
        if match := RANGE.search(text):
            self.errors.append(f"“{match[0]}” is a range; one figure is needed.")
        if NEGATIVE.search(text):
            self.errors.append("A figure is negative; men and guns are counted from 1.")
        self.guns, text = take_guns(text, GAP)
        for pattern, what in PUZZLES:
            if match := pattern.search(text):
                self.errors.append(f"“{match[0]}” {what}.")
        if len(MEN.findall(text)) > 1:
            self.errors.append("The line states two numbers of men; write one, and each unit on its own line.")
        text = self._take_sub_units(text)
        text = self._take_men(text)
        self.rest = self._take_loose(text)

    @property
    def any(self) -> bool:
        """True if the line has a figure that only a unit has."""
        return bool(self.men or self.loose or self.guns.count or self.sub_unit)

    def _take_sub_units(self, text: str) -> str:
        for kind, pattern in SUB_UNITS.items():
            match = pattern.search(text)
            if match and not (_begins(text, match) and not plain(match[0]).endswith(("s", "e", "en"))):
                self.sub_units, self.sub_unit = int(match[1]), kind
                text = text[: match.start()] + GAP + text[match.end() :]
        return text

    def _take_men(self, text: str) -> str:
        for pattern in (MEN, STRENGTH):
            match = pattern.search(text)
            if match and self.men is None:
                self.men = whole_number(match[1])
                text = text[: match.start()] + GAP + text[match.end() :]
        return text

    def _take_loose(self, text: str) -> str:
        """Take the last bare number; earlier ones stay in the name, and all do if the men are known."""
        begin = len(text) - len(text.lstrip(f" {GAP},;("))
        numbers = [
            match
            for match in BARE.finditer(text)
            if match.start() > begin
            and not NUMBERED.search(text, max(0, match.start() - NUMBERED_WITHIN), match.start())
        ]
        if not numbers or self.men is not None:
            return text
        self.loose = [whole_number(match[1]) for match in numbers]
        if len(large := [number for number in self.loose if number >= TWO_FIGURES_FROM]) > 1:
            self.errors.append(
                f"The line states two figures, {large[0]:,} and {large[1]:,}; write one, and each unit on its own line."
            )
        last = numbers[-1]
        return text[: last.start()] + LOOSE + text[last.end() :]


def _begins(text: str, match: re.Match[str]) -> bool:
    return not text[: match.start()].strip(" \x00")
