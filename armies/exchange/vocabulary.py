"""Words of orders of battle in several languages: types, qualities, ranks, nations; unit types by unit names."""

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, TypeVar

from msgspec import Struct

from armies.exchange.clean_text import plain
from battles.engine.armies.facts import CAVALRY, BrigadeKind, CommanderRating, GunWeight, Quality, UnitType
from battles.engine.armies.nations import find

HORSE_GUNS: Final = (
    r"horse (?:artil|art\b|arty|batter|troop|compan|half|guns)|\brha\b|cavalry batter|rijdende|konnaja"
    r"|(?:artil\w*|batt?eri[ea]) (?:a cheval|a caballo|a cavallo)|reit\w* (?:artil|batt)|\bkav\w*[. -]*batt"
    r"|\bbatt?er(?:y|ie)\b.*\bhorse\b(?! guards)"
)
HORSED: Final = r"\ba (?:cheval|caballo|cavallo|cavalo)\b|\breit|te paard|\bkonn"
"""Words by which troops with guns are horse artillery."""
FOOT_GUNS: Final = (
    r"foot (?:artil|art\b|arty|batter|compan\w* r\.?a)|batt?er(?:y|ie|ies|ien|ia)\b|\bbtt?y\b|artil|\barty\b"
    r"|fuss ?(?:art|batt)|\bguns?\b|\d ?-? ?(?:pdr|pounder|pfund)|howitzer|haubitz|obusier|kanone|geschutz|\br\.?a\b"
)
HEAVY: Final = (
    r"cuirass|k(?:ue|u)rass|kiras|corace|coraz|carabinier|dragoon guards|horse guards|gardes? du corps"
    r"|chevalier guard|life guard horse|\d\w* life guards\b|horse grenad|mounted grenad|grenad\w* (?:a cheval|zu pferd)"
    r"|heavy (?:cav|drag|horse|bde)|schwere\w* (?:kav|reit|drag)|cavalerie lourde|scots greys|royal horse guards"
    r"|\bd\.?g\b"
)
LIGHT_HORSE: Final = (
    r"light (?:dragoon|cav|horse)|\bl\.?d\b|leichte\w* (?:drag|kav|reit)|dragons? legers|cavalerie legere|hussar|husar"
    r"|huzar|\busari|gusar|uhlan|\bulan|\blan[cz]|lansier|chass\w* ?a ?ch|chevau|cheveau|cossac|cosaque|[ck]osak|kozak"
    r"|j(?:a|ae)ger zu pferd|(?:horse|mounted) j(?:a|ae)ger|mamel|mamluk|guides|gardes? d'honneur|bashkir|kalmu|tatar"
    r"|s[ip]+ahi|yeomanry|krakus|caza\w* a caballo|cacciatori a cavallo|escadron"
)
DRAGOONS: Final = r"drago(?:on|n|ni)|dragon(?:er|es)?\b|dragonder|medium cav|mittlere kav"
LIGHT_FOOT: Final = (
    r"\blegere?s?\b|\blight\b|j(?:a|ae)ger|\begers?\b|\brifle|cacador|cazador|voltig|tirail|tirador|fuesil|sch(?:u"
    r"|ue)tz"
    r"|grenz|flanq|avantgarde|ligero|\bleichte|strelk|bersagl|frei[kc]orps|chass\w* (?:a pied|britann)"
    r"|\b95th\b(?! (?!rifle|reg|foot)[a-z])|5/60th"
)
CHASSEURS: Final = r"\bchass(?:eu|\b)"
LINE: Final = (
    r"\bligne|\bline\b|\blinie|\bfoot\b|infant|\binf\b|muske|fusil|f(?:u|ue)sil|grenad|granad|landwehr|militi|milic"
    r"|highland|foot guards|coldstream|pionee?r|sapper|sapeur|opolch|marines?\b|fencible|volunteer|freiwillig|velit"
    r"|demi-?brigade|\brangers\b|black watch|\bbuffs\b|borderers"
)
VAGUE_FOOT: Final = r"\bregiment|\bregt\b|\brgt\b|\bir\b|\bbns?\b|batt?all?ion|bataillon|\bguards?\b|\bgarde|\bleib"
IRREGULAR: Final = r"cossac|cosaque|[ck]osak|kozak|bashkir|kalmu|\barab|bedouin"
LANCERS: Final = r"uhlan|\bulan|\blan[cz]|lansier|krakus"
CUIRASS: Final = r"cuirass|k(?:ue|u)rass|kiras|corace|coraz"
CARABINIERS: Final = r"carabiniers? (?:a cheval|de la ligne)|\d\w* carabiniers?\b|\bcarabiniers?\b"

NAME_QUALITY: Final[tuple[tuple[str, Quality], ...]] = (
    (r"national guard|nationalgarde|garde nationale|militia|milice|militi|opolch|cossac|cosaque|[ck]osak", "untrained"),
    (r"old guard|vieille garde|foot guards|coldstream|life guards?|preobrazh|chevalier guard", "guard"),
    (r"landwehr|conscri|provisional|provisoire", "trained"),
    (r"(?<!dragoon )\bguards?\b|\bgardes?\b|\bleibgarde", "elite"),
)
"""Quality by name, if nothing else states it: most so-called guards are elite.

Source: MN-RATE-01, MN-RATE-02, MN-RATE-03, MN-RATE-04, MN-RATE-05.
"""


class TypeGuess(Struct, frozen=True):
    """A type read from words; ``doubt`` states the assumption if the words are ambiguous."""

    type: UnitType
    doubt: str = ""


def _has(pattern: str, text: str) -> bool:
    return re.search(pattern, text) is not None


def is_guns(name: str) -> bool:
    return _has(HORSE_GUNS, plain(name)) or _has(FOOT_GUNS, plain(name))


@lru_cache(2048)
def type_in(name: str, nation: str = "", *, guns: bool = False, mounted: bool = False) -> TypeGuess | None:
    """The type of unit that ``name`` indicates, or None.

    ``guns``: the line states guns. ``mounted``: the line states squadrons or cavalry. The dragoons of Great
    Britain and the King's German Legion are heavy cavalry, all others medium (MN-TYPE-03, MN-TYPE-04).
    """
    words = plain(name)
    if _has(HORSE_GUNS, words) or (guns and _has(HORSED, words)):
        return TypeGuess("horse_artillery")
    if guns or _has(FOOT_GUNS, words):
        sure = _has(r"\bfoot\b|a pied|fuss|position|siege|12 ?-? ?(?:pdr|pounder|pfund)", words)
        return TypeGuess("foot_artillery", "" if sure else "read as foot artillery")
    if _has(HEAVY, words) or (nation == "GB" and "life guards" in words):
        return TypeGuess("heavy_cavalry")
    if _has(LIGHT_HORSE, words):
        return TypeGuess("light_cavalry")
    if _has(DRAGOONS, words):
        return TypeGuess("heavy_cavalry" if nation in ("GB", "KGL") else "medium_cavalry")
    if _has(LIGHT_FOOT, words) and not mounted:
        return TypeGuess("light_infantry")
    if _has(CHASSEURS, words):
        return TypeGuess("light_cavalry", "" if mounted else "read as light cavalry (chasseurs à cheval)")
    if mounted:
        return None
    if _has(LINE, words):
        return TypeGuess("line_infantry")
    return TypeGuess("line_infantry", "read as line infantry") if _has(VAGUE_FOOT, words) else None


def quality_in(name: str) -> Quality | None:
    """The quality that a unit's name indicates, or None."""
    words = plain(name)
    return next((quality for pattern, quality in NAME_QUALITY if _has(pattern, words)), None)


def flags_in(name: str, unit_type: UnitType, nation: str, year: int | None) -> dict[str, bool]:
    """The flags that a unit's name indicates: irregular, lancer, armoured, kgl.

    Cossacks are irregular and never lancers (MN-TYPE-10).
    """
    words = plain(name)
    irregular = unit_type == "light_cavalry" and _has(IRREGULAR, words)
    return {
        "irregular": irregular,
        "lancer": unit_type in CAVALRY and not irregular and _has(LANCERS, words),
        "armoured": is_armoured(name, unit_type, nation, year),
        "kgl": nation == "KGL",
    }


def is_armoured(name: str, unit_type: UnitType, nation: str, year: int | None) -> bool:
    """True if heavy cavalry of this name wore cuirasses in ``year`` (None: 1815).

    Cuirassiers did, except the Russians before 1812 and the Prussians before 1814. The French carabiniers
    got theirs in 1810; other carabiniers are assumed to have none. This is general knowledge, not a rule;
    EN-UNIT-05 names the trait.
    """
    words = plain(name)
    effective_year = year or LATE
    if unit_type != "heavy_cavalry":
        return False
    if _has(CUIRASS, words):
        return effective_year >= CUIRASSES_SINCE.get(nation, 0)
    return nation == "FR" and effective_year >= CARABINIERS_SINCE and _has(CARABINIERS, words)


LATE: Final = 1815
CUIRASSES_SINCE: Final = {"RU": 1812, "PR": 1814}
CARABINIERS_SINCE: Final = 1810

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
"""The name of each type in our own texts."""

TYPE_WORDS: Final = _table(
    {
        "line_infantry": "line infantry|line_infantry|line|line inf|linieninfanterie|infanterie de ligne",
        "light_infantry": "light infantry|light_infantry|light inf|lt inf|li|leichte infanterie|infanterie legere",
        "heavy_cavalry": "heavy cavalry|heavy_cavalry|heavy cav|hvy cav|hc|schwere kavallerie|cavalerie lourde",
        "medium_cavalry": "medium cavalry|medium_cavalry|medium cav|med cav|mc",
        "light_cavalry": "light cavalry|light_cavalry|light cav|lt cav|lc|leichte kavallerie|cavalerie legere",
        "foot_artillery": "foot artillery|foot_artillery|foot art|fa|foot arty|fussartillerie|artillerie a pied"
        "|foot battery",
        "horse_artillery": "horse artillery|horse_artillery|horse art|ha|horse arty|reitende artillerie"
        "|artillerie a cheval|horse battery",
    }
)
"""Words that state a type as one item between commas or one cell."""

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
"""Conscripts and Landwehr are trained, militia is untrained.

Source: MN-RATE-01, MN-RATE-02, MN-RATE-03, MN-RATE-04, MN-RATE-05.
"""

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
"""Levels of formations from the highest to the lowest; units are below them."""

RANK_AND_NAME: Final = re.compile(
    r"(?:lt|lieut|lieutenant|maj|major|col|colonel|brig|brigadier|feldmarschal\w*|general\w*|gen|marshal|marechal"
    r"|marschall|feldmarschall\w*|feldzeugmeister|oberst\w*|kapitan|captain|capt|prince|prinz|furst|duke|duc|herzog"
    r"|herzogin|count|comte|graf|baron|freiherr|earl|lord|sir|emperor|king|archduke|erzherzog|grand duke|the|von|van"
    r"|de|gb|gd|gm|glt|fml|fzm|cdr|commander|cmdr|mariscal|conde|marques|marquis)\b[-.\s]+\w"
)
"""A rank or title at the beginning of a commander's name."""

NOT_RANKS: Final = ("the", "de", "von", "van")


def begins_with_rank(text: str) -> bool:
    """True if a line begins with a rank or a title: ``Marshal Ney``."""
    words = plain(text).strip()
    return RANK_AND_NAME.match(words) is not None and words.split()[0] not in NOT_RANKS


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
            "US": "americans|usa|u.s.a.|u.s.|amerikanisch|americain|americaine|americano|americana|etats-unis",
            "TS": "sicily|sicilians|sizilien|sizilianisch|sicilien|sicilienne|siciliano|siciliana|due sicilie",
            "BG": "berg|bergisch|bergische|cleve-berg|grossherzogtum berg",
            "CS": "confederates|confederacy|csa|c.s.a.|c.s.|rebels|konfoderierte|confederes|confederados|confederati",
            "SA": "piedmont|piedmontese|piemont|piemontais|piemontese|piemontesi|sardinien|sardisch|sarde|sardo",
        }.items()
        for word in words.split("|")
    }
)
"""More words for nations than the codes, names and adjectives in ``nations.json``."""

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
        "american": "US",
        "confederate": "CS",
        "sardinian": "SA",
        "piedmontese": "SA",
    }
)
"""Words that indicate the nation inside a name. Without the countries after whose rulers regiments of other nations
were named (Nassau Cuirassiers, Württemberg Infantry, both Austrian)."""

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
            "US": "amerikanisch|americain",
            "BG": "bergisch",
            "SA": "piemont|sardisch",
        }.items()
        for stem in stems.split("|")
    }
)
"""Beginnings of such words in the name of an army, in three languages and with any ending: ``Anglo-Allied``."""


@lru_cache(2048)
def nation_code(text: str) -> str:
    """The code of the nation that ``text`` names, empty if it names none."""
    nation = find(text)
    return nation.code if nation else NATION_WORDS.get(plain(text).strip(), "")


def nation_in(text: str) -> str:
    """The code of the nation that an adjective in ``text`` indicates, empty if none does."""
    for word in re.findall(r"\w+", plain(text)):
        if word in ADJECTIVES:
            return ADJECTIVES[word]
        if code := next((code for stem, code in STEMS.items() if word.startswith(stem)), ""):
            return code
    return ""


def type_of(text: str) -> UnitType | None:
    """The type if ``text`` as a whole states one."""
    return TYPE_WORDS.get(" ".join(plain(text).split()))  # type: ignore[return-value]


def quality_of(text: str) -> Quality | None:
    """The quality if ``text`` as a whole states one."""
    return QUALITY_WORDS.get(" ".join(plain(text).split()))  # type: ignore[return-value]
