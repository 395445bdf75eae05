"""Ranks and titles of commanders in the languages of lists, as patterns on folded text: one list for all uses."""

import re
from typing import Final

from armies.exchange.clean_text import fold
from armies.exchange.lists import terms

CHAINED_LOWER: Final = (
    "lt|ltc|ltcol|lieut|luit|lieutenant|leut|maj|major|col|colonel|capt|cpt|captain|capitaine|teniente|tte|mayor"
    "|luogotenente"
)
"""Ranks below general that others may follow: ``Lt. Col.``, ``Major General``."""
CHAINED: Final = rf"{CHAINED_LOWER}|brig|brigadier|gen|general|generale"
LOWER_RANKS: Final = (
    r"oberst\w*|ob\.?st|obst|obstlt|hauptmann|hptm|rittmeister|rtm|leutnant|stabsoffizier|kapitan\w*|kapitein|ritmeester"
    r"|luitenant\w*"
    r"|majoor|kolonel|overste\w*|polkovnik|podpolkovnik|polk\.|ppolk\.|maior|rotm\.|rotmistr|ataman|commandant"
    r"|chef de bataillon|chef de brigade|chef d'escadron\w*|adjudant\w*|coronel|capitan|tenente\S*"
    r"|colonnello|colonello|maggiore|capitano|cap\.|overstelojtnant|kapten|lojtnant\w*|plk|pplk|mjr|kpt|kaptajn"
    r"|teniente\S*|capitan\w*|luogoten\w*|sargento mayor"
)
"""Ranks of those who command a unit."""
HIGH_RANKS: Final = (
    r"feldmarschal\w*|genera+l\w*|marshal|marechal|marschall|maresciallo|mariscal|feldzeugmeister|prince|prinz|princ|prins"
    r"|principe|furst|duke|duc|duque|duca|herzog|count|comte|conde|conte|graf|graaf|knaz'?|baron|freiherr|frhr"
    r"|earl|lord|sir|hon|emperor|empereur|king|koning|archduke|erzherzog|ten\. gen\.?|magg\. gen\.?"
    r"|gral\.?|mcal\.?|tte\.? gral\.?"
    r"|mg|lg|bg|ltgen|majgen|briggen|viceroy|vicere|vice-roi|vizekonig|commodore|citoyen|grand duke"
    r"|gb|gd|gdb|gdd|gm|gl|glt"
    r"|ltg|fml|fmlt|fzm|gdk|gdi|fm|fm\.?lt|marquis|marques|marchese|brigadeer|brigadiere|brigadeiro|barao|visconde"
    r"|contre-amiral|admiral|kronprinz|crown prince|kronprins|friherre|greve|ksiaze|ksieciu|hrabia|viscount|vicomte"
    r"|grand vizier|grossvezir|vizier|vizir|seraskier|serasker|sultan|hetman|hospodar|vojvod\w*|voivode|ban"
    r"|re|rey|rei|roi"
    r"|konig|kung|kaiser|emperador|imperatore|elector|kurfurst|landgra\w+|infante|regent|feldmarschall-?leutnant"
)
"""Ranks of generals, and titles of nobles and sovereigns."""

RANK: Final = re.compile(rf"(?:(?:{CHAINED})\b[-.\s]*)+|(?:{LOWER_RANKS}|{HIGH_RANKS})\b")
"""A rank or a title, at the beginning of a commander's name."""
LOWER: Final = re.compile(rf"(?:{CHAINED_LOWER}|{LOWER_RANKS})\b(?![-. ]*(?:gen|gral))")
"""A rank below general, which those have who command a unit."""
OFFICER: Final = re.compile(rf"(?:(?:{CHAINED})\b[-.\s]*)+|(?:{LOWER_RANKS})\b[-.\s]*")
ARTICLE: Final = re.compile(r"^(?:l'|d'|(?:le|la|el|il|lo|der|die|den|the|de)\s)")
MOST_OFFICER: Final = 7


def has_rank(words: str) -> bool:
    """True if ``words`` begin with a rank or a title: ``Gen. Foy``, ``l'Empereur Napoléon``."""
    return RANK.match(ARTICLE.sub("", fold(words).strip())) is not None


def is_officer(words: str) -> bool:
    """True for a rank and a name behind a unit: its commander."""
    folded = fold(words)
    match = OFFICER.match(folded)
    if match is None or match.end() == len(folded) or any(char.isdigit() for char in folded):
        return False
    troops = terms.type_by_words(words, "", guns=False, mounted=False, arm="")
    return len(words.split()) <= MOST_OFFICER and troops is None and not terms.GUN_WORDS.search(folded)
