"""The nation of an army that no title names, by the names of its units."""

import re
from collections import Counter
from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from armies.exchange.lists.folded_text import fold

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
