"""Read the units of a line: divide it into its units, and make units of each part's name and figures."""

import re
from dataclasses import dataclass, field
from typing import Final

from armies.exchange.clean_text import fold, plain
from armies.exchange.draft_army import Parsed
from armies.exchange.lists import terms
from armies.exchange.lists.amounts import Amounts
from armies.exchange.lists.figures import read_amounts
from armies.exchange.lists.ledger import GAP, Text
from armies.exchange.lists.ranks import is_officer
from armies.exchange.lists.style import Style
from armies.exchange.text.unit_line import absorb
from armies.exchange.vocabulary import QUALITY_WORDS, TRAILING_QUALITY
from battles.engine.armies.facts import ARTILLERY

SEPARATOR: Final = re.compile(r";|,(?=\s)|\s[/+&]\s|\s(?:and|et|und|y|e|en|i|ed)\s")
"""Between two units of a line, and inside one: what stands between two of them decides."""
NOT_A_UNIT: Final = re.compile(
    r"^\W*(?:incl\w*|dont|davon|of which|of whom|with|plus|less|from|present|including|avec|mit|con|attached"
    r"|later|y compris|only|whole|all|in|the rest|total\w*)\b"
)
INNER: Final = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]|\{([^{}]*)\}")
PART_OF_NAME: Final = re.compile(
    r"(?:bis|ter)|(?:\d{1,2}(?:st|nd|rd|th|er|e|º|ª|°|\.)\s?)?[A-ZÀ-ÞА-ЯŁŚ«\"'][\w'’ .\"»-]{1,40}"
)
PIECES: Final = re.compile(rf"[,;:|\t{GAP}]|\s[-–—=]+(?:\s|$)|\.{{3,}}|…|\s+[-–—](?={GAP})|_{{2,}}")
LETTERS: Final = re.compile(r"[^\W\d_]{2}|\d+(?:st|nd|rd|th|er|e|re|\.)\b|\d/\d|\b[ivx]+/\d", re.IGNORECASE)
MOST_NAME_WORDS: Final = 9
ROMAN_PARTS: Final = re.compile(r"^(?:[ivx]+|\d{1,2}|f|gr|lw)\.?/", re.IGNORECASE)


@dataclass
class ReadUnit:
    """One unit of a line as it is written, before the tree gives it a nation and a type."""

    name: str
    amounts: Amounts
    parsed: Parsed
    whole: str
    notes: list[str] = field(default_factory=list)


def divide(text: str, style: Style) -> list[tuple[int, int]]:
    """The places of the units in ``text``; the whole text if it has only one."""
    if sum(char.isdigit() for char in text) < LEAST_DIGITS:
        return [(0, len(text))]
    masked = INNER.sub(lambda match: "\x01" * len(match[0]), fold(text))
    cuts = [match.span() for match in SEPARATOR.finditer(masked)]
    if not cuts or len(cuts) > MOST_CUTS:
        return [(0, len(text))]
    starts, ends = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(text)]
    groups: list[list[int]] = []
    whole = False
    for start, end in zip(starts, ends, strict=True):
        piece = text[start:end]
        if groups and not (whole and _is_named(piece, style)):
            groups[-1][1] = end
        else:
            groups.append([start, end])
        whole = _is_whole(text[groups[-1][0] : groups[-1][1]], style)
    if len(groups) > 1 and not whole:
        (_, end) = groups.pop()
        groups[-1][1] = end
    if len(groups) < 2 or not all(_is_whole(text[start:end], style) for start, end in groups):
        return [(0, len(text))]
    return [(start, end) for start, end in groups]


MOST_CUTS: Final = 40
"""Signs between units of one line, beyond which it is not divided."""
LEAST_DIGITS: Final = 2


NUMBERED_PART: Final = re.compile(r"(\d{1,3})(?:st|nd|rd|d|th|eme|ere|er|re|e|º|ª|°|\.)(?=\s|$)\s*([^\d()]*)")
BETWEEN: Final = re.compile(r"\s*[,;&]\s*(?:(?:and|et|und|y|e|en|i)\s)?|\s(?:and|et|und|y|e|en|i)\s")


def numbered_run(text: str) -> list[tuple[int, int, str]]:
    """The units of a line such as ``13e léger, 17e, 19e et 51e de ligne``: their places, and the kind that each takes.

    A number alone is of the kind of the next one that has words. Empty if the line is anything else.
    """
    starts, ends = [0], []
    for match in BETWEEN.finditer(text):
        ends.append(match.start())
        starts.append(match.end())
    places = list(zip(starts, [*ends, len(text.rstrip(" .;"))], strict=True))
    parts = [NUMBERED_PART.fullmatch(text[start:end]) for start, end in places]
    kind, kinds = "", []
    for part in reversed(parts):
        if part is None or not (part[2] or kind) or (part[2] and not _is_kind(part[2])):
            return []
        kinds.append("" if part[2] else kind)
        kind = part[2] or kind
    return (
        [(start, end, words) for (start, end), words in zip(places, reversed(kinds), strict=True)] if kinds[1:] else []
    )


def _is_whole(piece: str, style: Style) -> bool:
    """True if ``piece`` has a name and a strength."""
    text = Text(piece)
    return read_amounts(text, style).strength and is_name(text.open_text())


def is_name(open_text: str) -> bool:
    """True if what is open of a line holds more than small words: not only *and* between two figures."""
    words = open_text.replace(GAP, " ")
    return any(
        fold(match[0].strip(" .,;()")) not in JOINTS for match in WORD.finditer(words) if LETTERS.search(match[0])
    )


WORD: Final = re.compile(r"\S+")


def _is_named(piece: str, style: Style) -> bool:
    if NOT_A_UNIT.match(fold(piece)):
        return False
    text = Text(piece)
    amounts = read_amounts(text, style)
    words = text.open_text().replace(GAP, " ").strip(" ()[],;:.-–")
    kind = terms.type_by_words(words, "", guns=False, mounted=False, arm="") if amounts.guns is not None else None
    if kind is not None and kind.type in ARTILLERY and (not kind.doubt or len(words.split()) > 1):
        return True
    return LETTERS.search(words) is not None and not is_officer(words) and not absorb(words, Parsed("unit", facts={}))


def read_unit(text: Text, style: Style) -> ReadUnit:
    """The unit that ``text`` describes; every token of it is claimed."""
    amounts = read_amounts(text, style)
    unit = ReadUnit("", amounts, Parsed("unit", facts={}), text.text)
    _brackets(text, unit)
    _pieces(text, unit)
    unit.name = tidy(unit.name)
    if amounts.guns is not None:
        unit.name = JOINT_BEHIND.sub("", unit.name)
    if amounts.any and (joint := OF_PARTS.match(unit.name)) and joint.end() < len(unit.name):
        kind = BATTERIES.search(unit.whole) if CALIBRE.match(fold(unit.name), joint.end()) else None
        unit.name = f"{kind[0].capitalize()} {unit.name}" if kind else unit.name[joint.end() :]
    if amounts.any and ONLY_PARTS.fullmatch(fold(unit.name)):
        unit.name = ""
        text.claims = [(start, end, "count" if what == "name" else what) for start, end, what in text.claims]
    return unit


OF_PARTS: Final = re.compile(
    r"(?:(?:of|from)(?: the)?|du|des|de la|del|de los|della|dello|dei|des|vom|von der|van het|van de)\s"
    r"|(?:some|a few|several|one|eine?|une?|una|uno|un|een)\s(?=[a-z])"
)
"""What joins a count before it to the name: ``2 squadrons of the 3rd Hussars``; or is a count of one."""
BATTERIES: Final = re.compile(r"(?:\w+-)?batt?er\w+|brigades?|compan\w+", re.IGNORECASE)
CALIBRE: Final = re.compile(rf"\d{{1,2}}\s?-?\s?{terms.POUND}s?$")
"""Batteries that are named by their calibre alone: ``Two batteries of 12-pdrs``."""
JOINT_BEHIND: Final = re.compile(r"\s(?:of|de|a|à|da|di|von|zu|van|with|mit|avec|met|con|each|je|x)$", re.IGNORECASE)
"""What joins the guns to the name of their battery: ``Foot battery of 8 x 6-pdr``."""
ONLY_PARTS: Final = re.compile("|".join(terms.SUB_UNITS.values()) + "|batterie")
"""A word that only says what was counted: ``2 batterie, 14 pezzi``."""


def tidy(name: str) -> str:
    """``name`` without the signs around it, such as an open bracket whose content was read."""
    name = " ".join(re.sub(r"\([\s,;&+]*\)?$|^\s*\)|\[\s*\]?$", " ", name).split())
    for opening, closing in ("()", "[]"):
        if name.count(opening) != name.count(closing):
            name = name.replace(opening, "").replace(closing, "")
    return name.strip(" .,;:-–—=|*#•¿¡?!&+/").strip() or name.strip()


def _brackets(text: Text, unit: ReadUnit) -> None:
    """Claim what brackets hold: a fact, a note, or a part of the name, which stays open."""
    for match in list(INNER.finditer(text.text)):
        index = match.lastindex or 1
        start, end = match.span(index)
        inner = text.folded[start:end]
        words = text.text[start:end]
        if GAP in inner:
            rest = [
                (start + m.start(), start + m.end())
                for m in re.finditer(rf"[^{GAP},;]+", inner)
                if re.search(r"\w", m[0])
            ]
            for first, last in rest:
                _note_or_fact(text, first, last, unit)
        elif absorb(words, unit.parsed):
            text.claim(start, end, "fact")
        elif unit.name == "" and is_officer(words):
            _officer(text, start, end, unit)
        elif not PART_OF_NAME.fullmatch(words) or len(words.split()) > MOST_BRACKET:
            unit.notes.append(text.claim(start, end, "note").strip())


MOST_BRACKET: Final = 4


def _note_or_fact(text: Text, start: int, end: int, unit: ReadUnit) -> None:
    words = text.text[start:end].strip(" -–—:.")
    if not re.search(r"\w", words) or fold(words) in JOINTS:
        text.claim(start, end, "markup")
    elif absorb(words, unit.parsed):
        text.claim(start, end, "fact")
    else:
        unit.notes.append(_noted(text.claim(start, end, "note")))


JOINTS: Final = (
    "and",
    "et",
    "und",
    "y",
    "e",
    "en",
    "i",
    "&",
    "+",
    "in",
    "of",
    "each",
    "total",
    "strong",
    "present",
    "in all",
    "with",
    "dont",
    "davon",
    "which",
    "whom",
    "incl",
    "including",
    "con",
    "mit",
    "avec",
    "waarvan",
    "de",
    "met",
    "servi",
    "servie",
    "servis",
    "servies",
    "servies par",
    "servis par",
    "served by",
    "manned by",
    "bedient von",
    "par",
    "by",
    "von",
    "te voet",
    "te paard",
    "zu fuss",
    "zu pferd",
    "a pied",
    "a pie",
    "a piedi",
    "on foot",
    "di",
    "cui",
    "je",
    "zu",
)


def _pieces(text: Text, unit: ReadUnit) -> None:
    """The name, and what stands behind it: facts, notes, or more of the name."""
    at = 0
    figure = False
    for match in [*PIECES.finditer(_shown(text)), None]:
        start, end = at, match.start() if match else len(text.text)
        at = match.end() if match else end
        words = text.text[start:end].strip(" -–—*(")
        is_open = words and GAP not in text.folded[start:end] and re.search(r"\w", words)
        if is_open:
            _piece(text, start, end, words, unit, behind=figure)
        figure = figure or bool(match and GAP in match[0])
        if not unit.name:
            figure = False


def _shown(text: Text) -> str:
    """The text with ``GAP`` for claimed characters, as long as the text."""
    return "".join(GAP if folded == GAP else char for folded, char in zip(text.folded, text.text, strict=True))


def _piece(text: Text, start: int, end: int, words: str, unit: ReadUnit, *, behind: bool) -> None:
    if not unit.name and fold(words) not in JOINTS:
        name = _without_quality(words, unit.parsed)
        unit.name = name
        text.claim(start, end, "name")
    elif fold(words) in JOINTS or not re.search(r"[^\W_]", words):
        text.claim(start, end, "markup")
    elif not behind and NUMBER_ALONE.fullmatch(fold(unit.name)) and LETTERS.search(words):
        unit.name += f"{',' if ',' in text.text[max(0, start - 2) : start] else ''} {words}"
        text.claim(start, end, "name")
    elif fold(words) in ("line", "ligne") and _tells_type(unit.name):
        unit.notes.append(text.claim(start, end, "note").strip())
    elif absorb(words, unit.parsed):
        text.claim(start, end, "fact")
    elif is_officer(words.strip("() ")):
        _officer(text, start, end, unit)
    elif unit.parsed.facts.get("commander") and YOUNGER.fullmatch(fold(words)):
        unit.parsed.facts["commander"] = f"{unit.parsed.facts['commander']}, {words}"
        text.claim(start, end, "commander")
    elif (
        not behind
        and (len(words.split()) <= MOST_BRACKET or OF_REGIMENT.match(fold(words)))
        and not re.match(r"\d+(?!\d*(?:st|nd|rd|th|er|e|re|eme|ere|me)\b|/\d*[^\W\d])", fold(words))
    ):
        joint = text.text[max(0, start - 3) : start]
        unit.name += f"{' - ' if '–' in joint or '-' in joint else ', '}{words}"
        text.claim(start, end, "name")
    else:
        unit.notes.append(_noted(text.claim(start, end, "note")))


OF_REGIMENT: Final = re.compile(r"(?:\d{1,2}|[ivx]{1,4})/[^\d,]*[^\W\d]{3}[^,]*$")
"""The battalion that a company belongs to: ``Voltigeurs, 1/Baden Line Regiment Nr 3``."""
NUMBER_ALONE: Final = re.compile(r"\d{1,3}(?:st|nd|rd|d|th|er|e|re|eme|o|a|\.)?")
"""The first of several numbers of a name: ``5th, 6th & 7th Kurmark Landwehr Cavalry``."""
YOUNGER: Final = re.compile(r"(?:jr|sr|jun|sen|junior|senior|the (?:younger|elder)|ii|iii)\.?")
"""What stands behind a comma and belongs to the name before it: ``John McKie, Jr.``."""


def _officer(text: Text, start: int, end: int, unit: ReadUnit) -> None:
    """Claim who commands the unit; another officer beside them is a note."""
    words = text.text[start:end].strip(" -–—:,;()")
    if unit.parsed.facts.get("commander"):
        unit.notes.append(words)
    else:
        unit.parsed.facts["commander"] = words
    text.claim(start, end, "commander")


def _noted(words: str) -> str:
    """``words`` as a note, without the signs around them."""
    words = words.strip(" -–—:,;&+*")
    if words.count("(") != words.count(")"):
        words = words.strip("()").strip(" -–—:,;&+*")
    return words


def _is_kind(words: str) -> bool:
    is_part = ONLY_PARTS.fullmatch(fold(words).strip(" ."))
    return not is_part and terms.type_by_words(words, "", guns=False, mounted=False, arm="") is not None


def _tells_type(name: str) -> bool:
    guess = terms.type_by_words(name, "", guns=False, mounted=False, arm="")
    return guess is not None and not guess.doubt


TROOPS: Final = frozenset(
    {"militia", "milice", "miliz", "levy", "levies", "recruits", "conscripts", "rekruten", "veterans"}
)
QUALITY_BEHIND: Final = TRAILING_QUALITY - TROOPS
"""Words of quality that are no part of the name; words for troops stay there: ``Lugo Militia``, ``Albanian levies``."""


def _without_quality(words: str, parsed: Parsed) -> str:
    parts = words.split(" ")
    while len(parts) > 1 and "quality" not in parsed.facts and plain(parts[-1].strip(".")) in QUALITY_BEHIND:
        parsed.facts["quality"] = QUALITY_WORDS[plain(parts.pop().strip("."))]
    return " ".join(parts)


NUMBERED_NAME: Final = re.compile(
    r"\d{1,3}(?:st|nd|d|rd|th|er|e|ère|re|ème|º|ª|°|\.)? [A-ZÀ-ÞА-ЯŁŚ][\w.'’-]+(?: [A-ZÀ-ÞА-ЯŁŚ][\w.'’-]+){0,3}"
)
"""A unit whose name is a number and a place: ``38th Indiana``."""


def looks_like_unit(unit: ReadUnit) -> bool:
    """True if a line without a strength is still a unit: its name tells its type, and it is no sentence."""
    if unit.amounts.any:
        return True
    officer = str(unit.parsed.facts.get("commander", ""))
    words = unit.whole.split()[len(officer.split()) :]
    guess = terms.type_by_words(unit.name, "", guns=False, mounted=False, arm="")
    has_type = (guess is not None and not guess.doubt) or "type" in unit.parsed.facts
    has_type = has_type or (guess is not None and guess.type in ARTILLERY and re.search(r"\d", unit.name) is not None)
    has_type = has_type or NUMBERED_NAME.fullmatch(unit.name) is not None
    return (
        has_type
        and len(words) < MOST_NAME_WORDS
        and (bool(officer) or not unit.whole.rstrip().endswith((".", "!", "?")))
    )
