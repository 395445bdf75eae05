"""The figures of a free line: men, guns, sub-units, each taken out of the text where it stands."""

import re
from typing import Final

from armies.exchange.cleaning import plain
from armies.exchange.ordnance import Guns, take_guns

GAP: Final = "\x00"
"""Stands in the text where a figure was taken out; no cleaned text holds it."""
LOOSE: Final = "\x01"
"""Stands where a bare number was taken out, which the next word may have counted."""

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
RANGE: Final = re.compile(r"(?<![\w/.-])\d{2,}\s?[-–]\s?\d{2,}(?![\w/-])")
NEGATIVE: Final = re.compile(r"(?:^|(?<=[\s,;(\x00]))[-−–](?=\d)")
SUM: Final = re.compile(r"(?<![\w/.-])\d+\s?[x×*+]\s?\d+(?![\w/])")
EACH: Final = re.compile(
    rf"(?:\b(?:à|je|zu)\s|@\s?){NUMBER}(?![\w/-])|{NUMBER}\s?(?:{MEN_WORDS})?\s?(?:each|apiece|chacune?|jeweils)\b",
    re.IGNORECASE,
)
APART: Final = re.compile(r"(?<![\w.,/-])(?<!no )(?<!no\. )(?<!nr )(?<!nr\. )1?\d \d{3}(?![\w/.,-])", re.IGNORECASE)
TWO_FIGURES_FROM: Final = 200
"""Two bare numbers from here on are the strengths of two units; a smaller one may be a regiment's number."""
PUZZLES: Final = (
    (SUM, "is not one figure; write the total"),
    (EACH, "is a figure for each part; write the total"),
    (APART, "may be one figure or two; write it without the space, or with a comma and a space"),
)
MOST_DIGITS: Final = 12


def whole(text: str) -> int:
    """The number that ``text`` writes, separators of thousands passed over; past twelve digits it is cut."""
    return int(re.sub(r"\D", "", text)[:MOST_DIGITS] or 0)


class Figures:
    """What a line says in numbers. ``rest`` is the line with gaps where they stood."""

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
            self.errors.append("Two numbers of men are given; write one, and every unit on a line of its own.")
        text = self._take_sub_units(text)
        text = self._take_men(text)
        self.rest = self._take_loose(text)

    @property
    def any(self) -> bool:
        """Whether the line has a figure that only a unit has."""
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
                self.men = whole(match[1])
                text = text[: match.start()] + GAP + text[match.end() :]
        return text

    def _take_loose(self, text: str) -> str:
        """The last bare number; earlier ones stay where they are, in the name, and all where the men are told."""
        begin = len(text) - len(text.lstrip(f" {GAP},;("))
        found = [
            match
            for match in BARE.finditer(text)
            if match.start() > begin
            and not NUMBERED.search(text, max(0, match.start() - NUMBERED_WITHIN), match.start())
        ]
        if not found or self.men is not None:
            return text
        self.loose = [whole(match[1]) for match in found]
        if len(large := [number for number in self.loose if number >= TWO_FIGURES_FROM]) > 1:
            self.errors.append(
                f"Two figures are given, {large[0]:,} and {large[1]:,}; write one, and every unit on a line of its own."
            )
        last = found[-1]
        return text[: last.start()] + LOOSE + text[last.end() :]


def _begins(text: str, match: re.Match[str]) -> bool:
    return not text[: match.start()].strip(" \x00")
