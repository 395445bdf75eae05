"""The nation that the words of a heading name."""

import re
from functools import lru_cache
from typing import Final

from armies.exchange.clean_text import fold
from armies.exchange.vocabulary import nation_code, nation_in


def is_nation(name: str) -> bool:
    """True if a heading is the name of a nation, with or without a word such as army."""
    words = [word for word in re.findall(r"[^\W_]+", LIST.sub(" ", fold(name))) if word not in SMALL_WORDS]
    return bool(words) and all(map(_names_nation, words))


def _names_nation(word: str) -> bool:
    return word in JOINED or nation_of(word) != ""


SMALL_WORDS: Final = (
    "the", "les", "die", "los", "gli", "de",
    "army", "forces", "force", "troops", "side", "oob", "contingent",
)  # fmt: skip
JOINED: Final = (
    "franco", "anglo", "austro", "russo", "prusso", "luso",
    "hispano", "and", "et", "und", "allied", "allies",
)  # fmt: skip
"""Parts of the name of an army of several nations."""
LIST: Final = re.compile(r"\b(?:orders? of battle|ordre de bataille|orden de batalla|ordine di battaglia)\b")
"""What a list is called, behind whose it is: ``American order of battle``."""


@lru_cache(2048)
def nation_of(name: str) -> str:
    """The nation that a word of a heading names: ``4th Hanoverian Brigade``, ``38th Division (Württemberg)``."""
    words = fold(name)
    if code := next((code for pattern, code in PHRASES if pattern.search(words)), ""):
        return code
    before = ""
    for word in re.findall(r"[^\W\d_][\w'-]*", name):
        folded, last, before = fold(word), before, fold(word)
        if folded in PERSONS_LANDS or len(word) < 3 or last in ("von", "de", "van", "di", "d", "zu"):
            continue
        if code := next((code for stem, code in STEMS.items() if folded.startswith(stem)), ""):
            return code
        if code := nation_code(word) or nation_in(word) or nation_code(re.sub(r"[sS]$", "", word)):
            return code
    return ""


STEMS: Final = {
    "nederland": "NL", "holland": "NL", "russk": "RU", "prussk": "PR", "francuz": "FR", "frances": "FR", "fransk": "FR",
    "avstri": "AT", "austriac": "AT", "oesterr": "AT", "osterr": "AT", "inglese": "GB", "ingles": "GB", "britan": "GB",
    "spagnol": "ES", "spaans": "ES", "ispan": "ES", "prusian": "PR", "prussian": "PR", "pruisis": "PR", "ruso": "RU",
    "sasson": "SX", "saksis": "SX", "bavares": "BV", "beiers": "BV", "bavarsk": "BV", "saksonsk": "SX", "pol'sk": "DW",
    "polacc": "DW", "polaco": "DW", "portogh": "PT", "portugues": "PT", "napoletan": "NP", "napolitan": "NP",
    "warszaw": "DW", "polsk": "DW", "rosyjsk": "RU", "rysk": "RU", "francusk": "FR", "hiszpan": "ES", "portugal": "PT",
    "batav": "NL", "bataaf": "NL", "dansk": "DK", "norsk": "DK", "svensk": "SE", "finsk": "SE", "luso": "PT",
    "svedes": "SE", "zweeds": "SE", "sueco": "SE", "svedsk": "SE", "danes": "DK", "deens": "DK",
}  # fmt: skip
"""Beginnings of the names of nations in more languages."""
PHRASES: Final = (
    (re.compile(r"\b(?:union|federal)s? (?:army|armies|forces?|troops|side|order)\b|\bunited states\b"), "US"),
    (re.compile(r"\b(?:confederate|southern|rebel)s? (?:army|armies|forces?|troops|side|order|states)\b"), "CS"),
    (re.compile(r"\bk\. ?(?:u\. ?)?k\."), "AT"),
    (re.compile(r"\btwo sicilies\b|\bdeux[- ]siciles\b|\bbeider sizilien\b|\bdos sicilias\b"), "TS"),
    (re.compile(r"\bgrand duchy of berg\b|\bgrand[- ]duche de berg\b|\bgrossherzogtum berg\b"), "BG"),
)
"""Nations that several words name."""
PERSONS: Final = frozenset({"berg"})
"""Lands whose name alone is rather that of a general."""
PERSONS_LANDS: Final = frozenset(
    {"von", "saxe", "sachsen", "nassau", "aus", "por", "brunswick", "orange", "spa", "fra", "pru", "rus", "berg"}
)
"""Words that also belong to persons or are too short to be sure of."""
