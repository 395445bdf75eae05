"""What titles and units tell of an army: its date, in several languages, and its nation."""

import re
from collections import Counter
from collections.abc import Iterable
from datetime import date
from types import MappingProxyType
from typing import Final

from armies.exchange.clean_text import fold

MONTHS: Final = (
    ("jan", "enero", "gennaio", "anvar"),
    ("feb", "fev", "fevr"),
    ("mar", "maerz", "maart"),
    ("apr", "avr", "abr"),
    ("may", "mai", "mag", "mei", "maa"),
    ("jun", "juin", "giu", "iun"),
    ("jul", "juil", "lug", "iul"),
    ("aug", "aou", "ago", "avg"),
    ("sep", "set", "sentabr"),
    ("oct", "okt", "ott", "out"),
    ("nov", "noabr"),
    ("dec", "dez", "dic", "dekabr"),
)
"""Beginnings of the names of the months, folded."""
ROMAN: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
YEAR: Final = re.compile(r"\b(1[678]\d\d)\b")
NUMERIC: Final = re.compile(r"\b(\d{1,2})\.?[\s/.]{1,2}([ivx]+|\d{1,2})[./]\s?(1[678]\d\d)\b")
ISO: Final = re.compile(r"\b(1[678]\d\d)-(\d\d)-(\d\d)\b")
FORMS: Final = MappingProxyType(
    {
        code: re.compile(pattern)
        for code, pattern in {
            "FR": r"\b\d{1,3}(?:e|eme|er|re) (?:de )?(?:regiment )?(?:d'|de )?(?:ligne|leg|infanterie|dragons"
            r"|huss|chass|cuirass"
            r"|lanciers|cheva|carabin)|\blegere\b|\b\d{1,3}(?:st|nd|rd|th|e) (?:light|line) \(?demi|demi-?brigade"
            r"|jeune garde"
            r"|vieille garde|tirailleurs\b|voltigeurs|chasseurs? a cheval|fusiliers-(?:gren|chass)|garde imperiale",
            "GB": r"^(?:coys? )?\d/\d{1,3}(?:st|nd|rd|th)$|\b\d{1,3}(?:st|nd|rd"
            r"|th) (?:\([^)]*\) )?(?:regiment of )?foot\b|coldstream|foot guards"
            r"|\br\.?h\.?a\b|royal artillery"
            r"|royal horse art|light dragoons|dragoon guards|\b95th rifles|highlanders|life guards|fencibles",
            "AT": r"\bk\.?k\.? |erzherzog|\bgrenz(?:er)?\b|hoch- ?und ?deutschmeister|warasdin|szluin|ottochan"
            r"|liccan|gradiscan"
            r"|\bir (?:nr\.? )?\d{1,2} [a-z]{4}|deutsch-banat|wallach",
            "PR": r"kurmark|neumark|pommer|ostpreus|westpreus|schlesi|brandenburg|\belb-?landwehr"
            r"|leib-?infanterie|colberg"
            r"|east prussian|west prussian|silesian|pomeranian",
            "RU": r"\bpolk\b|egersk|\bkazac|\bkazak|musketersk|batareina|legkaa rota|pekhotn|pehotn|grenadersk"
            r"|opolcen|gusarsk|dragunsk",
            "ES": r"\bregimiento\b|voluntarios de|cazadores de|provincial de|guardias? (?:walonas|valonas"
            r"|espanolas)|\btercio\b",
            "PT": r"cacadores|\bregimento\b|de linha\b",
            "KI": r"\breggimento\b|di linea|veliti|\bdragoni\b|cacciatori",
            "NL": r"\bbataljon\b|nationale militie|\bhuzaren\b|\bkarabiniers\b",
        }.items()
    }
)
"""Words in the names of regiments that only one nation uses, on folded text."""
LEAST_UNITS: Final = 3


def date_in(text: str) -> str:
    """The date in ``text`` as YYYY-MM-DD; empty if a part of it is missing or there are several days."""
    words = fold(text)
    if match := ISO.search(words):
        return _iso(int(match[1]), int(match[2]), int(match[3]))
    if match := NUMERIC.search(words):
        month = ROMAN.index(match[2]) + 1 if match[2] in ROMAN else int(match[2]) if match[2].isdecimal() else 0
        return _iso(int(match[3]), month, int(match[1]))
    year = YEAR.search(words)
    month = next((number for word in re.findall(r"[a-z]{3,}", words) if (number := _month(word))), 0)
    days = re.findall(r"\b(\d{1,2})(?!\d)", YEAR.sub(" ", words))
    return _iso(int(year[1]), month, int(days[0])) if year and month and len(days) == 1 else ""


def _month(word: str) -> int:
    return next((n for n, starts in enumerate(MONTHS, start=1) if word.startswith(starts)), 0)


def _iso(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def nation_of_units(names: Iterable[str]) -> str:
    """The nation that enough units tell by their names; empty if none.

    Enough is a third of the units and thrice as many as of any other nation, or a sixth if no unit tells another.
    """
    votes: Counter[str] = Counter()
    count = 0
    for name in names:
        count += 1
        folded = fold(name)
        votes.update(code for code, pattern in FORMS.items() if pattern.search(folded))
    ((code, most), *others) = votes.most_common(2) or [("", 0)]
    share = 3 if others else 6
    clear = most >= LEAST_UNITS and most * share >= count and all(most >= 3 * number for _, number in others)
    return code if clear else ""
