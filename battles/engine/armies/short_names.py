"""Short and unique names of units and commanders, as players of the hobby write them."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

ABBREVIATIONS: Final = {
    "Artillery": "Art.",
    "Baden": "Bad.",
    "Battalion": "Bn",
    "Battery": "Bty",
    "Bavarian": "Bav.",
    "Brandenburg": "Brand.",
    "Brigade": "Bde",
    "Brunswick": "Bruns.",
    "Carabiniers": "Carab.",
    "Cavalry": "Cav.",
    "Chasseurs": "Chass.",
    "Chevaulegers": "Chev.",
    "Combined": "Comb.",
    "Company": "Co.",
    "Composite": "Comp.",
    "Cossacks": "Coss.",
    "Cuirassiers": "Cuir.",
    "Dragons": "Drag.",
    "Dragoon": "Drag.",
    "Dragoons": "Drag.",
    "Ekaterinoslav": "Ekat.",
    "Fusilier": "Fus.",
    "Fusiliers": "Fus.",
    "Garde-du-Corps": "G.-du-Corps",
    "Grenadier": "Gren.",
    "Grenadiers": "Gren.",
    "Guard": "Gd",
    "Guards": "Gds",
    "Hanoverian": "Han.",
    "Hessian": "Hess.",
    "Horse": "Horse",
    "Hussards": "Huss.",
    "Hussars": "Huss.",
    "Infantry": "Inf.",
    "Italian": "Ital.",
    "Lancers": "Lanc.",
    "Lanciers": "Lanc.",
    "Kurmark": "Kurm.",
    "Ldw.Cav": "LC",
    "Landwehr": "Ldw.",
    "Legion": "Leg.",
    "Léger": "Lég.",
    "Light": "Lt",
    "Lithuanian": "Lith.",
    "Militia": "Mil.",
    "Musketeers": "Musk.",
    "Neumark": "Neum.",
    "Orange-Nassau": "Orange",
    "Pomeranian": "Pom.",
    "Portuguese": "Port.",
    "Position": "Pos.",
    "Prince": "Pr.",
    "Provisional": "Prov.",
    "Prussian": "Pruss.",
    "Regiment": "Regt",
    "Reserve": "Res.",
    "Royal": "R.",
    "Russia": "Russ.",
    "Russian": "Russ.",
    "Saint": "St",
    "Schützen": "Sch.",
    "Silesian": "Sil.",
    "Tirailleurs": "Tir.",
    "Uhlans": "Uhl.",
    "Veteran": "Vet.",
    "Voltigeurs": "Volt.",
    "Volunteer": "Vol.",
    "West": "W.",
    "Westphalian": "Westph.",
    "Württemberg": "Württ.",
    "East": "E.",
    "battalion": "bn",
    "battalions": "bns",
    "battery": "bty",
    "brigade": "bde",
    "cavalry": "cav.",
    "cuirassiers": "cuir.",
    "dragoons": "drag.",
    "grenadiers": "gren.",
    "hussars": "huss.",
    "infantry": "inf.",
    "lanciers": "lanc.",
    "regiment": "regt",
}
"""Usual short forms of words that do not fit."""

PHRASES: Final = (
    (r"\b[Cc]hasseurs à [Cc]heval\b", "Chasseurs"),
    (r"\bChasseurs à Pied\b", "Ch.-Pied"),
    (r"\bGrenadiers à (?:Pied|Cheval)\b", "Grenadiers"),
    (r"\bLandwehr Cavalry\b", "Ldw.Cav"),
    (r"\bYoung Guard\b", "YG"),
    (r"\bOld Guard\b", "OG"),
    (r"\bSaint Petersburg\b", "Petersburg"),
    (r"\bGarde du Corps\b", "Garde-du-Corps"),
    (r"\bLight Dragoons\b", "LD"),
    (r"\bDragoon Guards\b", "DG"),
    (r"\bNational Militia\b", "Militia"),
    (r"\bWest Prussian\b", "W.Pr."),
    (r"\bEast Prussian\b", "E.Pr."),
    (r"(\d)-pounder\b", r"\1-pdr"),
    (r"\bNo\. ?(\d)", r"\1"),
    (r"\bHalf-battery\b", "Half Battery"),
)
"""Phrases (regular expressions) with what a short name has for them."""

NUMBER_WORDS: Final = {
    "First": "1st",
    "Second": "2nd",
    "Third": "3rd",
    "Fourth": "4th",
    "Fifth": "5th",
    "Sixth": "6th",
    "Seventh": "7th",
    "Eighth": "8th",
}

ARMS: Final = frozenset(
    (
        *("artillery", "avantgarde", "caçadores", "carabiniers", "cavalry", "ch.-pied", "chasseurs"),
        *("chevaulegers", "cossacks", "cuirassiers", "dg", "dragons", "dragoon", "dragoons", "foot"),
        *("fusilier", "fusiliers", "füsiliere", "grenadier", "grenadiers", "guards", "horse", "howitzer"),
        *("hussards", "hussars", "jager", "jäger", "lancers", "lanciers", "landwehr", "ld", "ldw.cav"),
        *("light", "ligne", "line", "léger", "militia", "musketeers", "position", "rifles", "schützen"),
        *("tirailleurs", "uhlans", "voltigeurs"),
    )
)
"""Words for an arm or class."""

GENERIC: Final = frozenset(
    (
        *("battalion", "battalions", "brigade", "corps", "detachment", "division", "infantry", "regiment"),
        *("squadron", "squadrons", "volunteer"),
    )
)
"""Words that tell no unit from another."""

GUNS: Final = frozenset(["battery", "company", "troop", "co."])
"""Words for a body of artillery."""

TROOPS: Final = frozenset(["jäger", "jager", "schützen", "infantry", "grenadiers", "fusiliers", "pioneers"])
"""Words that make a company one of foot soldiers."""

MARKS: Final = frozenset(["KGL", "RA", "RHA"])
"""What stands after the name of a unit for the corps it belongs to."""

PARTICLES: Final = frozenset(["van", "von", "de", "der", "den", "du", "la", "le", "Van", "Von", "De", "Du", "La", "Le"])
RANKS: Final = frozenset(["Sir", "Saint"])
"""Words before a family name that may stay with it."""


MOST: Final = 12
"""Most letters of a short name."""

LEAST: Final = 3
"""Fewest letters that a cut word keeps."""

VOWELS: Final = "aeiouyäöüéèêàAEIOUYÄÖÜÉ"
"""Letters with which a cut word does not end."""

ORDINAL: Final = re.compile(r"\d+(?:st|nd|rd|th|er|re|e|\.)")
BATTALION: Final = re.compile(r"(?:\d+|[IVX]+|F)/\S+")
"""A battalion of a regiment: ``2/95th``, ``III/1er``, ``F/1st``."""
BATTALION_OF: Final = re.compile(r"^(?:\d+|[IVX]+|f|F)/")
NUMBER: Final = re.compile(r"\d+|[IVX]+")
CALIBRE: Final = re.compile(r"\d+-pdr")
REPEATED: Final = re.compile(r" \((\d+)\)$")
"""The number after a name that occurs more than once (AB-08)."""
COMPANY: Final = re.compile(r"(\d+)\w+ (?:Co\.|Company),? (\d+)\w+ (Foot|Horse) Artillery\b.*")
"""A French artillery company: number, regiment and arm."""
LAST_ORDINAL: Final = re.compile(r"(.+), (\d+(?:st|nd|rd|th)|\d+)(?: \w+)?")
FUSILIERS: Final = re.compile(r"Fusiliers(?:,| of the) (\d.*|[A-Z].*)")
OF_THE_GUARD: Final = re.compile(r"(.+?) of the Guard")
OF_A_DIVISION: Final = re.compile(r"(.+?) of the (\d+\w+|[IVX]+) (?:Cavalry )?(?:Division|Corps)")
OWNER: Final = re.compile(r"(.+?)['’]s (?=.)")


class Word(NamedTuple):
    """A word of a name; ``rank`` is 0 in every short form and higher in fuller ones. ``number`` is a designation."""

    text: str
    rank: int
    number: bool = False


def short_name(name: str) -> str:
    """The shortest usual form of one name, such as ``2/95th`` or ``Jamin``."""
    return _forms(name)[0]


def short_names(names: Sequence[str]) -> list[str]:
    """A short name for each unit of an army, all different: the shortest form that no other unit has.

    Units whose names differ in nothing that fits are numbered.
    """
    forms = [_forms(name) for name in names]
    bodies = [BATTALION_OF.sub("", " ".join(word.text for word in _words(name))) for name in names]
    levels = [0] * len(names)
    while True:
        now = [each[level] for each, level in zip(forms, levels, strict=True)]
        fuller = [place for place in _alike(now, bodies) if levels[place] + 1 < len(forms[place])]
        if not fuller:
            return _numbered(now)
        for place in fuller:
            levels[place] += 1


def _alike(now: Sequence[str], bodies: Sequence[str]) -> Iterator[int]:
    """The places of names that are the same, or that battalions of another regiment of that number have."""
    count = Counter(each.casefold() for each in now)
    regiments: dict[str, set[str]] = {}
    for short, body in zip(now, bodies, strict=True):
        if BATTALION.fullmatch(short):
            regiments.setdefault(BATTALION_OF.sub("", short), set()).add(body)
    for place, short in enumerate(now):
        if count[short.casefold()] > 1 or len(regiments.get(BATTALION_OF.sub("", short), ())) > 1:
            yield place


@lru_cache(maxsize=64)
def short_names_of_sides(sides: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    """Short names unique within each side; two sides with names of their own stay apart where fuller forms do it."""
    result = _by_side(sides, names, short_names)
    for place, short in enumerate(result):
        rivals = [other for other, each in enumerate(result) if each == short and sides[other] != sides[place]]
        if any(names[other] != names[place] for other in rivals):
            result[place] = next((form for form in _forms(names[place]) if form not in result), short)
    return tuple(result)


@lru_cache(maxsize=64)
def commander_names(sides: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    """A short name for each commander, unique within the side: the family name, with more where two share it."""
    return tuple(_by_side(sides, names, _commanders))


def _by_side(sides: Sequence[str], names: Sequence[str], make: Callable[[Sequence[str]], list[str]]) -> list[str]:
    result = [""] * len(names)
    for side in dict.fromkeys(sides):
        own = [place for place, each in enumerate(sides) if each == side]
        for place, short in zip(own, make([names[place] for place in own]), strict=True):
            result[place] = short
    return result


def _commanders(names: Sequence[str]) -> list[str]:
    plain = [name.partition(" (")[0].removeprefix("The ").split() for name in names]
    families = [_family(words) for words in plain]
    count = Counter(families)
    return _numbered(
        [
            family if count[family] == 1 else _fitted([Word(words[0], 1), Word(words[-1], 0)]) if words else family
            for family, words in zip(families, plain, strict=True)
        ]
    )


def _family(words: Sequence[str]) -> str:
    """The last word with its particles; a "General of cavalry" goes by the first word."""
    if not words:
        return "Commander"
    if words[-1][0].islower():
        return _cut(f"{words[0][0].upper()}{words[0][1:]}", MOST)
    start = len(words) - 1
    while start > 1 and (words[start - 1] in PARTICLES or words[start - 1] in RANKS):
        start -= 1
    while words[start] in PARTICLES and words[start][0].islower():
        start += 1
    text = " ".join(words[start:])
    return text if len(text) <= MOST else _cut(words[-1], MOST)


@lru_cache(maxsize=4096)
def _forms(name: str) -> tuple[str, ...]:
    """The forms of a name, the shortest first, without repetition."""
    repeated = REPEATED.search(name)
    words = list(_words(name[: repeated.start()] if repeated else name)) or [Word(name.strip()[:MOST] or "Unit", 0)]
    if repeated:
        words.append(Word(repeated[1], 0, number=True))
    ranks = sorted({word.rank for word in words})
    forms = (_fitted([word for word in words if word.rank <= rank]) for rank in ranks)
    return tuple(dict.fromkeys(forms))


def _words(name: str) -> Iterable[Word]:
    """The words that a short form may keep, in its order."""
    text = " ".join(re.sub(r" ?\([^)]*\)?", "", name.rpartition(": ")[2]).split()).removeprefix("The ")
    company = COMPANY.fullmatch(text)
    if company:
        return (Word(f"{company[1]}/{company[2]}", 0, number=True), Word(company[3], 0))
    fusiliers = FUSILIERS.fullmatch(text)
    if fusiliers:
        text = f"F/{fusiliers[1]}"
    for long, usual in PHRASES:
        text = re.sub(long, usual, text)
    text = OF_THE_GUARD.sub(r"Guard \1", text)
    text = OF_A_DIVISION.sub(r"\2 \1", text)
    owner = OWNER.match(text)
    if owner:
        return (Word(owner[1], 0), *_ranked(text[owner.end() :].split(), 1, 2))
    last = LAST_ORDINAL.fullmatch(text)
    text = f"{last[2]} {last[1]}" if last else text.partition(", ")[0]
    return _designated([NUMBER_WORDS.get(word, word) for word in text.split()])


def _designated(words: Sequence[str]) -> Iterable[Word]:
    """The words of a name that has a number, the name of a place or person after its kind, or neither."""
    if not words:
        return ()
    kind = max((place for place, word in enumerate(words) if word.lower() in GENERIC | GUNS), default=-1)
    tail = words[kind + 1 :] if kind >= 0 else []
    if tail and tail[0][0].isupper() and tail[0] not in MARKS and not NUMBER.fullmatch(tail[0]):
        named = tail if len(" ".join(tail)) <= MOST else tail[:1]
        return (*_ranked(words[: kind + 1], 1, 1), *(Word(word, 0) for word in named))
    head, rest = words[0], words[1:]
    if BATTALION.fullmatch(head):
        return (Word(head, 0, number=True), *_ranked(rest, 1, 1))
    if ORDINAL.fullmatch(head) and rest:
        return (Word(head, 0, number=True), *_ranked(rest, 0, 1))
    return _ranked(words, 0, 0)


def _ranked(words: Sequence[str], arm: int, own: int) -> tuple[Word, ...]:
    """Words with the ranks of arms and of other telling words; what tells nothing is ranked behind them."""
    words = [word for word in words if word.lower() not in ("of", "the", "and", "à", "in", "or")]
    guns = any(word.lower() in GUNS for word in words) and not any(word.lower() in TROOPS for word in words)
    arms = [
        word
        for word in words
        if (word.lower() in ARMS or CALIBRE.fullmatch(word)) and (guns or word.lower() != "foot" or len(words) == 1)
    ]
    has_arm = bool(arms) or guns
    calibre = any(CALIBRE.fullmatch(word) for word in words)
    telling = [
        word
        for word in words
        if word.lower() not in GENERIC | ARMS | GUNS | MARKS
        and not NUMBER.fullmatch(word)
        and not CALIBRE.fullmatch(word)
    ]
    ranked = []
    for word in words:
        low = word.lower()
        if NUMBER.fullmatch(word):
            ranked.append(Word(word, arm if not (telling and low not in GUNS) or guns else arm + 1, number=True))
        elif (calibre and (low in GUNS or low == "foot")) or (low == "artillery" and len(arms) > 1):
            ranked.append(Word(word, arm + 2))
        elif word in arms or (guns and low in GUNS):
            ranked.append(Word(word, arm))
        elif low in GENERIC | GUNS or word in MARKS or low in ARMS:
            bare = not has_arm and not telling
            ranked.append(Word(word, arm if bare else max(arm, own) + (1 if word in MARKS or low == "foot" else 2)))
        else:
            ranked.append(Word(word, max(own, arm + guns) if has_arm else arm))
    return tuple(ranked)


def _fitted(words: Sequence[Word], most: int = MOST) -> str:
    """The words in at most ``most`` letters: whole, else by usual short forms, else cut, the rest left out."""
    texts = [word.text for word in words]
    roomy = most - sum(max(0, _room(word.text) - len(word.text)) for word in words if word.number)
    by_need = sorted(range(len(texts)), key=lambda place: (-words[place].rank, -len(texts[place])))
    for place in by_need:
        if len(" ".join(texts)) <= roomy:
            break
        texts[place] = ABBREVIATIONS.get(texts[place], texts[place])
    if len(" ".join(texts)) > most:
        texts = [_bare(text) if word.number else text for text, word in zip(texts, words, strict=True)]
    while len(" ".join(texts)) > most and len(texts) - words[0].number > 2:
        spare = max(range(1, len(texts)), key=lambda place: (words[place].rank, -place))
        texts, words = [*texts[:spare], *texts[spare + 1 :]], [*words[:spare], *words[spare + 1 :]]
    for place in sorted(range(len(texts)), key=lambda place: -len(texts[place])):
        over = len(" ".join(texts)) - most
        if over > 0 and not words[place].number:
            texts[place] = _cut(texts[place], max(LEAST + 1, len(texts[place]) - over))
    while len(" ".join(texts)) > most and len(texts) > 1:
        texts = texts[:-1]
    text = " ".join(texts)
    return f"{text[0].upper()}{text[1:]}"


def _room(number: str) -> int:
    """Letters that the numbers of a unit's like may need, so that all of them are shortened alike."""
    return 4 if ORDINAL.fullmatch(number) else 2 if number.isdigit() else 3


def _bare(number: str) -> str:
    """An ordinal as a number, anything else as it is."""
    return re.sub(r"\D", "", number) if ORDINAL.fullmatch(number) else number


def _cut(word: str, room: int) -> str:
    """A word in ``room`` letters: its usual short form, its part before a hyphen, or its beginning with a full stop."""
    if len(word) <= room:
        return word
    usual = ABBREVIATIONS.get(word, word.partition("-")[0])
    if LEAST <= len(usual) <= room:
        return usual
    start = word.rstrip(".")[: room - 1]
    end = len(start)
    while end > LEAST and start[end - 1] in VOWELS:
        end -= 1
    return f"{start[:end].rstrip('-')}."


def _numbered(names: Sequence[str]) -> list[str]:
    """The names, those that are the same numbered in their order."""
    count = Counter(name.casefold() for name in names)
    used = {name.casefold() for name in names}
    result = []
    following: Counter[str] = Counter()
    for name in names:
        short = name
        while count[name.casefold()] > 1:
            following[name.casefold()] += 1
            number = str(following[name.casefold()])
            short = f"{_cut(name, MOST - len(number) - 1)} {number}"
            if short.casefold() not in used:
                used.add(short.casefold())
                break
        result.append(short)
    return result


class Names:
    """Makes unique names: the second use of a name gets a 2 after it (AB-08). ``cut`` shortens a name for storage."""

    def __init__(self, cut: Callable[[str], str], most: int) -> None:
        self._cut, self._most = cut, most
        self._used: set[str] = set()
        self._numbers: dict[str, int] = {}

    def own(self, name: str) -> str:
        """A new unique name made from ``name``."""
        plain = unique = self._cut(" ".join(name.split()) or "Unit")
        number = self._numbers.get(plain, 1)
        while unique.casefold() in self._used:
            number += 1
            unique = f"{plain[: self._most - 6].rstrip()} ({number})"
        self._numbers[plain] = number
        self._used.add(unique.casefold())
        return unique
