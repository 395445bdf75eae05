"""The figures of a free line: men, guns, sub-units, each taken out of the text where it stands."""

import re
from typing import Final

from armies.exchange.cleaning import plain
from armies.exchange.ordnance import Guns, take_guns

GAP: Final = "\x00"
"""Stands in the text where a figure was taken out; no cleaned text holds it."""

NUMBER: Final = r"(?:\d{1,3}(?:[,.'’\u00a0\u202f\u2009]\d{3})+(?!\d)|\d+)"
SUB_WORDS: Final = {
    "battalions": r"bns?|btns?|btls?|batts?|bats?|battalions?|bataill?on(?:e|s|en)?|batallon(?:es)?|battaglioni?",
    "squadrons": r"sqn?s?|sqdns?|squadrons?|escadrons?|esc|schwadron(?:en)?|esk(?:adron(?:en|s)?)?|escuadron(?:es)?",
    "companies": r"coys?|cos|comps?|compan(?:y|ies)|kompani?e?n?|compagnies?|cies?|kp|compan[ií]as?",
}
SUB_UNITS: Final = {
    kind: re.compile(rf"(?<![\w.,/-])(\d{{1,3}})\s?(?:{words})(?![\w])\.?(?!\s?/)", re.IGNORECASE)
    for kind, words in SUB_WORDS.items()
}
MEN: Final = re.compile(
    rf"(?:(?:ca?|approx|about|environ|etwa)\.?\s?|~\s?)?(?<![\w.,/-])({NUMBER})\s?"
    r"(?:men|man|mann|hommes|hombres|sabres|s[aä]bel|bayonets|bajonette|rank and file|strong|all ranks|effectives"
    r"|gunners|kanoniere)(?![\w-])",
    re.IGNORECASE,
)
STRENGTH: Final = re.compile(
    rf"\b(?:strength|str|st[äa]rke|effectif|men|mann)\s?[:=]?\s?({NUMBER})(?![\w/-])", re.IGNORECASE
)
BARE: Final = re.compile(
    rf"(?:(?:\bca?|\bapprox|\babout|\benviron|\betwa)\.?\s?|~\s?)?(?<![\w/.'’+*-])(?<!\d,)({NUMBER})(?![\w/'’]|-\w|[.,]\d|\.\s*\w)",
    re.IGNORECASE,
)
NUMBERED: Final = re.compile(r"(?:\bno|\bnr|\bnum|n°|№|#)\.?\s*$", re.IGNORECASE)
RANGE: Final = re.compile(r"(?<![\w/.-])\d{2,}\s?[-–]\s?\d{2,}(?![\w/-])")
NEGATIVE: Final = re.compile(r"(?:^|(?<=[\s,;(\x00]))[-−–](?=\d)")
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
        """The last bare number; earlier ones stay where they are, in the name."""
        found = [
            match
            for match in BARE.finditer(text)
            if text[: match.start()].strip(" \x00,;(") and not NUMBERED.search(text[: match.start()])
        ]
        self.loose = [whole(match[1]) for match in found]
        if not found:
            return text
        last = found[-1]
        return text[: last.start()] + GAP + text[last.end() :]


def _begins(text: str, match: re.Match[str]) -> bool:
    return not text[: match.start()].strip(" \x00")
