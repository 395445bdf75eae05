"""The words in which orders of battle are written, in several languages, and what they mean here.

Every table is looked up with ``cleaning.plain`` text: small letters, no accents.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeVar

from armies.exchange.cleaning import plain
from armies.rules.facts import BrigadeKind, CommanderRating, GunWeight, Quality, UnitType
from armies.rules.nations import find

T = TypeVar("T", bound=str)


def _table(rows: Mapping[T, str]) -> Mapping[str, T]:
    return MappingProxyType({word: meaning for meaning, words in rows.items() for word in words.split("|")})


TYPE_NAMES: Final[Mapping[UnitType, str]] = MappingProxyType(
    {
        "line_infantry": "line infantry",
        "light_infantry": "light infantry",
        "heavy_cavalry": "heavy cavalry",
        "medium_cavalry": "medium cavalry",
        "light_cavalry": "light cavalry",
        "foot_artillery": "foot artillery",
        "horse_artillery": "horse artillery",
    }
)
"""How our own texts write a type."""

TYPE_WORDS: Final = _table(
    {
        "line_infantry": "line infantry|line_infantry|line|line inf|linieninfanterie|infanterie de ligne",
        "light_infantry": "light infantry|light_infantry|light inf|leichte infanterie|infanterie legere",
        "heavy_cavalry": "heavy cavalry|heavy_cavalry|heavy cav|schwere kavallerie|cavalerie lourde",
        "medium_cavalry": "medium cavalry|medium_cavalry|medium cav",
        "light_cavalry": "light cavalry|light_cavalry|light cav|leichte kavallerie|cavalerie legere",
        "foot_artillery": "foot artillery|foot_artillery|foot art|foot arty|fussartillerie|artillerie a pied"
        "|foot battery",
        "horse_artillery": "horse artillery|horse_artillery|horse art|horse arty|reitende artillerie"
        "|artillerie a cheval|horse battery",
    }
)
"""A type said by itself: one item between commas, one cell."""

QUALITY_WORDS: Final = _table(
    {
        "guard": "guard|guards|gd|gde|gds|garde|old guard|old_guard|vieille garde|alte garde|g",
        "elite": "elite|el|elites|crack|e",
        "veteran": "veteran|vet|vets|veterans|veteranen|seasoned|experienced|erfahren|altgedient|aguerri|v",
        "trained": "trained|tr|trn|regular|regulars|reg|conscript|conscripts|conscrit|conscrits|consc|landwehr"
        "|ausgebildet|geubt|entraine|instruit|average|drilled|t",
        "untrained": "untrained|untr|unt|raw|green|militia|milice|miliz|recruit|recruits|recrue|recrues|rekruten"
        "|rekrut|levy|levies|ungeubt|unausgebildet|u",
    }
)
"""MN-RATE-01 to 05: conscripts and Landwehr are trained, militia is untrained."""

TRAILING_QUALITY: Final[frozenset[str]] = frozenset(
    word for word in QUALITY_WORDS if len(word) > 1 and not word.startswith(("g", "old", "alt", "vieil", "landwehr"))
)
"""Quality words that may end a line without a comma; guards and Landwehr are more often part of a name."""

COMMANDER_WORDS: Final = _table(
    {
        "excellent": "excellent|exc|superb|hervorragend",
        "good": "good|gut|bon|bonne",
        "average": "average|avg|durchschnittlich|moyen",
        "poor": "poor|schlecht|mediocre",
        "dreadful": "dreadful|miserabel|mauvais",
    }
)
assert set(COMMANDER_WORDS.values()) == set(CommanderRating.__args__)  # type: ignore[attr-defined] # noqa: S101

WEIGHT_WORDS: Final[Mapping[str, GunWeight]] = _table(
    {
        "light": "light|leicht|leger|lt",
        "medium": "medium|mittel|moyen|field|med",
        "heavy": "heavy|schwer|lourd|position|hvy",
    }
)
KIND_WORDS: Final[Mapping[str, BrigadeKind]] = _table(
    {
        "infantry": "infantry|inf|foot|infanterie",
        "cavalry": "cavalry|cav|horse|kavallerie|cavalerie",
        "mixed": "mixed|gemischt|mixte|combined",
        "artillery": "artillery|art|arty|division artillery|divisional artillery|artillerie|guns",
    }
)

LEVELS: Final = ("corps", "division", "brigade")
"""From the highest to the lowest; a unit stands below."""

A_NAME: Final = re.compile(
    r"(?:lt|lieut|lieutenant|maj|major|col|colonel|brig|brigadier|feldmarschal\w*|general\w*|gen|marshal|marechal"
    r"|marschall|feldmarschall\w*|feldzeugmeister|oberst\w*|kapitan|captain|capt|prince|prinz|furst|duke|duc|herzog"
    r"|herzogin|count|comte|graf|baron|freiherr|earl|lord|sir|emperor|king|archduke|erzherzog|grand duke|the|von|van"
    r"|de|gb|gd|gm|glt|fml|fzm|cdr|commander|cmdr|mariscal|conde|marques|marquis)\b[-.\s]+\w"
)
"""How a commander's name begins."""

NO_RANKS: Final = ("the", "de", "von", "van")


def begins_as_commander(text: str) -> bool:
    """Whether a line begins with a rank or a title: ``Marshal Ney``."""
    words = plain(text).strip()
    return A_NAME.match(words) is not None and words.split()[0] not in NO_RANKS


NATION_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        word: code
        for code, words in {
            "FR": "french|francais|francaise|frankreich|franzosen|franzosisch|fra",
            "GB": "english|england|anglais|uk|united kingdom|grossbritannien|britisch|britannique|brit|anglo-allied",
            "KGL": "king's german legion|kings german legion|k.g.l.",
            "HAN": "hannover|hannoversch|hanovrien",
            "AT": "osterreich|osterreichisch|autriche|autrichien|imperial austrian|aus|kaiserlich",
            "PR": "preussen|preussisch|prusse|prussien|pru",
            "RU": "russland|russisch|russie|russe|rus",
            "ES": "espagne|espagnol|spanien|spanisch|espana|spa",
            "PT": "portugais|portugiesisch|por",
            "SX": "sachsen|sachsisch|saxe|saxon",
            "BV": "bayern|bayerisch|baviere|bavarois",
            "WU": "wurttemberg|wurttembergisch|wurtemberg",
            "WF": "westfalen|westfalisch|westphalie",
            "DW": "poland|polen|polnisch|pologne|polonais|warsaw",
            "KI": "italy|italien|italienisch|italie",
            "NP": "naples|napoli|napolitain",
            "NL": "dutch|belgian|dutch-belgian|netherlander|holland|niederlande|niederlandisch|hollandais",
            "BW": "braunschweig|brunswick-oels",
            "DK": "danemark|danois|danisch",
            "SE": "schweden|schwedisch|suede|suedois",
            "OT": "turkish|turkey|turks|ottomans|osmanisch",
            "HE": "hesse|hessen|hesse-darmstadt",
        }.items()
        for word in words.split("|")
    }
)
"""Words beside the codes, names and adjectives of ``nations.json``."""

ADJECTIVES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "french": "FR",
        "british": "GB",
        "kgl": "KGL",
        "hanoverian": "HAN",
        "austrian": "AT",
        "prussian": "PR",
        "russian": "RU",
        "spanish": "ES",
        "portuguese": "PT",
        "saxon": "SX",
        "bavarian": "BV",
        "westphalian": "WF",
        "polish": "DW",
        "neapolitan": "NP",
        "netherlands": "NL",
        "dutch": "NL",
        "belgian": "NL",
        "danish": "DK",
        "swedish": "SE",
        "ottoman": "OT",
    }
)
"""Words that give the nation inside a name. Countries that were also the titles of regiments' owners
(Nassau Cuirassiers, Württemberg Infantry, both Austrian) are not among them."""

STEMS: Final[Mapping[str, str]] = MappingProxyType(
    {
        stem: code
        for code, stems in {
            "FR": "francais|franco|franzosisch",
            "GB": "anglo|anglais|englisch|english|britannique|britisch",
            "AT": "austro|autrichien|osterreichisch",
            "PR": "prusso|prussien|preussisch",
            "RU": "russo|russe|russisch",
            "ES": "hispano|espagnol|espanol|spanisch",
            "PT": "luso|portugais|portugiesisch",
            "SX": "sachsisch",
            "BV": "bavarois|bayerisch",
            "WF": "westfalisch",
            "DW": "polonais|polnisch",
            "KI": "italian|italienisch",
            "NL": "hollandais|niederlandisch",
            "DK": "danois|danisch",
            "SE": "suedois|schwedisch",
            "OT": "osmanisch",
        }.items()
        for stem in stems.split("|")
    }
)
"""How such words begin in the name of an army, in three languages and with any ending: ``Anglo-Allied``."""


def nation_code(text: str) -> str:
    """The code of the nation that ``text`` names, empty where it names none."""
    nation = find(text)
    return nation.code if nation else NATION_WORDS.get(plain(text).strip(), "")


def nation_in(text: str) -> str:
    """The code of the nation that an adjective in ``text`` tells, empty where none does."""
    for word in re.findall(r"\w+", plain(text)):
        if word in ADJECTIVES:
            return ADJECTIVES[word]
        if code := next((code for stem, code in STEMS.items() if word.startswith(stem)), ""):
            return code
    return ""


def type_of(text: str) -> UnitType | None:
    """The type that ``text`` says by itself."""
    return TYPE_WORDS.get(" ".join(plain(text).split()))  # type: ignore[return-value]


def quality_of(text: str) -> Quality | None:
    """The quality that ``text`` says by itself."""
    return QUALITY_WORDS.get(" ".join(plain(text).split()))  # type: ignore[return-value]
