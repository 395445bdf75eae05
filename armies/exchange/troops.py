"""The type of a unit from the words of its name: ``Ligne``, ``Jäger``, ``Horse Battery``.

The first pattern that is found decides, so that ``light dragoon`` stands before ``dragoon``. All are
searched in ``cleaning.plain`` text.
"""

import re
from typing import Final

from msgspec import Struct

from armies.exchange.cleaning import plain
from armies.rules.facts import CAVALRY, Quality, UnitType

HORSE_GUNS: Final = (
    r"horse (?:artil|art\b|arty|batter|troop|compan|half|guns)|\brha\b|cavalry batter|rijdende|konnaja"
    r"|(?:artil\w*|batt?eri[ea]) (?:a cheval|a caballo|a cavallo)|reit\w* (?:artil|batt)|\bkav\w*[. -]*batt"
    r"|\bbatt?er(?:y|ie)\b.*\bhorse\b(?! guards)"
)
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
    r"\bleger|\blight\b|j(?:a|ae)ger|\begers?\b|\brifle|cacador|cazador|voltig|tirail|tirador|fuesil|sch(?:u|ue)tz"
    r"|grenz|flanq|avantgarde|ligero|\bleichte|strelk|bersagl|frei[kc]orps|chass\w* (?:a pied|britann)|95th|5/60th"
)
CHASSEURS: Final = r"\bchass"
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
"""MN-RATE-01 to 05, read from a name where nothing else says the quality: most so-called guards are elite."""


class Guess(Struct, frozen=True):
    """A type read from words; ``doubt`` says what was assumed where the words leave a choice."""

    type: UnitType
    doubt: str = ""


def _has(pattern: str, text: str) -> bool:
    return re.search(pattern, text) is not None


def is_guns(name: str) -> bool:
    return _has(HORSE_GUNS, plain(name)) or _has(FOOT_GUNS, plain(name))


def type_in(name: str, nation: str = "", *, guns: bool = False, mounted: bool = False) -> Guess | None:
    """The type that a unit's ``name`` tells, or None.

    ``guns`` says that guns are given with it, ``mounted`` that squadrons are. The dragoons of Great
    Britain and the King's German Legion are heavy cavalry, all others medium (MN-TYPE-03, 04).
    """
    words = plain(name)
    if _has(HORSE_GUNS, words):
        return Guess("horse_artillery")
    if guns or _has(FOOT_GUNS, words):
        sure = _has(r"\bfoot\b|a pied|fuss|position|siege|12 ?-? ?(?:pdr|pounder|pfund)", words)
        return Guess("foot_artillery", "" if sure else "taken as foot artillery")
    if _has(HEAVY, words) or (nation == "GB" and "life guards" in words):
        return Guess("heavy_cavalry")
    if _has(LIGHT_HORSE, words):
        return Guess("light_cavalry")
    if _has(DRAGOONS, words):
        return Guess("heavy_cavalry" if nation in ("GB", "KGL") else "medium_cavalry")
    if _has(LIGHT_FOOT, words) and not mounted:
        return Guess("light_infantry")
    if _has(CHASSEURS, words):
        return Guess("light_cavalry", "" if mounted else "taken as light cavalry (chasseurs à cheval)")
    if mounted:
        return None
    if _has(LINE, words):
        return Guess("line_infantry")
    return Guess("line_infantry", "taken as line infantry") if _has(VAGUE_FOOT, words) else None


def quality_in(name: str) -> Quality | None:
    """The quality that a unit's name speaks of."""
    words = plain(name)
    return next((quality for pattern, quality in NAME_QUALITY if _has(pattern, words)), None)


def flags_in(name: str, unit_type: UnitType, nation: str, year: int | None) -> dict[str, bool]:
    """The flags that a unit's name tells: irregular, lancer, armoured, kgl.

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
    """Whether heavy cavalry of this name wore cuirasses in ``year`` (None: in the later years).

    Cuirassiers did, but for the Russians before 1812 and the Prussians before 1814, who had laid them
    off. The French carabiniers were given theirs in 1810; no other carabiniers are taken to have had
    them. This is general knowledge, not a rule; EN-UNIT-05 names the trait.
    """
    words = plain(name)
    when = year or LATE
    if unit_type != "heavy_cavalry":
        return False
    if _has(CUIRASS, words):
        return when >= CUIRASSES_SINCE.get(nation, 0)
    return nation == "FR" and when >= CARABINIERS_SINCE and _has(CARABINIERS, words)


LATE: Final = 1815
CUIRASSES_SINCE: Final = {"RU": 1812, "PR": 1814}
CARABINIERS_SINCE: Final = 1810
