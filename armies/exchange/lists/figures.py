"""Find the figures of one unit in its text: men, officers, guns, battalions and squadrons, and what is doubtful."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from armies.exchange.lists import terms
from armies.exchange.lists.amounts import Amounts, read_batteries, read_guns, value_of
from armies.exchange.lists.ledger import GAP, Text
from armies.exchange.lists.style import Style
from armies.exchange.lists.terms import (
    ABOUT,
    FIGURE,
    MEN,
    OFFICERS,
    SMALL,
)

MOST_UNIT: Final = 20_000
"""A figure beyond this is no strength of a unit; a space in it divides a name and a strength."""
MOST_OFFICERS: Final = 150
MOST_GUNS_UNSAID: Final = 24
MOST_COUNT_UNSAID: Final = 12
"""A small number in brackets before another figure, or after ``x``, counts battalions or squadrons up to this value."""
NAME_NUMBER: Final = 200
"""A second bare number below this value is part of the name."""

PAIR: Final = re.compile(rf"\(\s?({FIGURE})\s?/\s?({FIGURE})(?:\s?/\s?({FIGURE}))?\s?(?:{MEN})?\s?\)")
PAIR_AT_END: Final = re.compile(rf"(?<=[\s\t:,])(\d{{1,3}})\s?/\s?({FIGURE})(?=\s*$)")
PLUS: Final = re.compile(rf"(?<![\w/.-])(\d{{1,3}})\s?\+\s?({FIGURE})(?![\w/])")
OFFICER: Final = re.compile(rf"(?<![\w/.,-])(\d{{1,3}})\s?{OFFICERS}(?:\s?(?:and|et|und|y|e|en|i|&|\+))?")
ODD: Final = r"(?:\s?-?\s?(?:ish|odd)\b)?"
MEN_FIGURE: Final = re.compile(
    rf"{ABOUT}?(?<![\w/.,'%-])({FIGURE})(\??){ODD}\s?(?:{MEN})(?:\s(?:in all|en tout|present|in totaal|gesamt))?"
)
LABELLED: Final = re.compile(
    rf"\b(?:strength|str|effectifs?|starke|fuerza|forza|sterkte|men|mann|hommes|hombres|uomini|ps|total|effectives"
    rf"|present|crew|gunners|personnel|total men|all ranks|manpower|sabres|efectivos|effettivi|homens)"
    rf"\s?[:=]\s?{ABOUT}?({FIGURE})(?![\w/])"
)
THOUSAND: Final = rf"(?:{terms.THOUSANDS}|\d{{2,5}})"
RANGE: Final = re.compile(
    rf"(?<![\w/.-])({THOUSAND})\s?(?:-|to|bis|a|tot|or|ou|oder|o|(and|und|et|y|e|en)|(?P<slash>/))\s?({THOUSAND})(?![\w/])"
)
BETWEEN: Final = r"\b(?:between|zwischen|entre|tra|fra|tussen)\s"
"""``and`` between two figures makes a range of them only behind such a word."""
BEFORE_RANGE: Final = re.compile(rf"(?:{ABOUT}|(?P<between>{BETWEEN})|\b(?:from|von|van|de|da)\s)+$")
BEHIND_RANGE: Final = re.compile(rf"\s?{MEN}")
NUMBER_SIGN: Final = re.compile(r"(?:\b(?:no|nr|num|n)\.?|#|n[°o]\.?)\s*$")
NEGATIVE: Final = re.compile(r"(?<=[\s,;(])-(?=\d)")
SUM: Final = re.compile(r"(?<![\w/.-])(\d{1,4})\s?[x*+]\s?\d{2,4}(?![\w/])")
BARE: Final = re.compile(
    rf"{ABOUT}?(?<![\w/.'%+*#&-])(?<!\d[.,])({FIGURE})(\??)(?![\w/%'\"]|-(?!ish\b|odd\b)\w|[.,]\d|\.\s?[a-z])"
)
BRACKETED: Final = re.compile(rf"\(\s?(\d{{1,2}})\s?\)(?=[\s{GAP}:-]*(?:[(\d{GAP}]|$))")
TIMES: Final = re.compile(r"(?<![\w])x\s?(\d{1,2})(?!\w)|(?<![\w/])(\d{1,2})\s?x(?=\s+[a-z(]|\s*$)")
FRACTION: Final = re.compile(r"\d*\s?%")
OF_EACH: Final = r"(?:each|apiece|chacune?|jeweils|cada uno|per bn|per battalion)\b"
EACH: Final = re.compile(
    rf"(?:\b(?:a|je|zu|at|of|chacun de)\s|@\s?)({FIGURE})(?![\w/-])(?:\s?{MEN})?(?:\s{OF_EACH})?"
    rf"|({FIGURE})\s?(?:{MEN})?\s?{OF_EACH}"
)
"""``2 battalions of 640 men``, ``500 each``."""

BATTALION: Final = r"(?:\d{1,2}(?:st|nd|rd|th|er|e)?|[ivx]{1,4}|fusil|fus|f|gren|gr|g|lw|lt|l|res|r|marsch)\.?"
SLASHED: Final = re.compile(
    rf"^\W*((?:{BATTALION}\s?(?:/\s?)?(?:,|&|\+|and|und|et|y|u\.)\s?)+{BATTALION})\s?/\s?(?=[\w.])"
)
RUN: Final = re.compile(rf"^\W*({BATTALION})\s?-\s?({BATTALION})\s?/\s?(?=[\w.])")
NAMED: Final = re.compile(r"\d{1,2}(?:\.?(?:st|nd|rd|th|eme|er|re|e|o|a)\b|\.)|\b[ivx]{1,4}\b\.?")
NAMED_PARTS: Final = re.compile(
    rf"(?<![\w/])((?:(?:{NAMED.pattern})\s?(?:,|&|\+|-|and|und|et|y|e|en|u\.)\s?)+(?:{NAMED.pattern}))"
    rf"\s?(?:{terms.SUB_UNITS['battalions']})(?!\w)\.?(?:\s?/(?=\s?\w)|\s(?:of the|of|du|de la|del|des)\b)?"
)
"""``1st and 2nd Battalions``, ``2.º y 4.º batallones``."""
PARTS_BEHIND: Final = re.compile(
    rf"(?<![\w/])(?:{terms.SUB_UNITS['battalions']})\.?\s"
    rf"((?:(?:{NAMED.pattern})\s?(?:,|&|\+|and|und|et|y|e|en|u\.)\s?)+(?:{NAMED.pattern}))(?![\w/])"
)
"""``battaglioni I e III``."""
ONE: Final = re.compile(rf"{BATTALION}")
ROMANS: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")


@dataclass
class Bare:
    """A number without a word that says what it counts."""

    start: int
    end: int
    value: int
    doubtful: bool


def read_amounts(text: Text, style: Style) -> Amounts:
    """The figures of the unit in ``text``, which are claimed there. Each wording is read once for a list."""
    if text.claims:
        return _read(text, style)
    if text.text not in style.amounts:
        style.amounts[text.text] = (_read(text, style), text.folded, tuple(text.claims))
    amounts: Amounts
    amounts, text.folded, claims = style.amounts[text.text]
    text.claims = list(claims)
    return amounts.copy()


def _read(text: Text, style: Style) -> Amounts:
    amounts = Amounts()
    if terms.YEAR.search(text.folded):
        for match in [found for found in terms.DATE.finditer(text.folded) if terms.YEAR.search(found[0])]:
            amounts.notes.append(text.claim(*match.span(), "date").strip())
    text.folded = DOTTED.sub(r"\1 ", text.folded)
    for match in terms.RATIO.finditer(text.folded):
        amounts.notes.append(text.claim(*match.span(), "note"))
    for match in terms.UNKNOWN.finditer(text.folded):
        amounts.unknown = True
        amounts.notes.append(text.claim(*match.span(), "note"))
    for match in terms.FIGURES.finditer(text.folded):
        amounts.notes.append(text.claim(*match.span(), "note").strip())
    negative = NEGATIVE.search(text.folded)
    if negative and text.text[negative.start()] == "-":
        amounts.questions.append("A figure is negative; men and guns are counted from 1.")
    _range(text, amounts)
    read_batteries(text, amounts)
    read_guns(text, amounts)
    _pairs(text, amounts, style)
    _numbers(text, amounts)
    _parts(text, amounts)
    _sums(text, amounts)
    if added := SUM.search(text.folded):
        amounts.questions.append(f"“{added[0]}” is not a single figure; write the total.")
        text.claim(*added.span(), "question")
        amounts.men = amounts.men or value_of(added[1])
    _men(text, amounts)
    return amounts


def _sums(text: Text, amounts: Amounts) -> None:
    """The strengths of the battalions, one by one: ``2 bns (590 + 575)``."""
    match = ADDED.search(text.folded)
    if match is None or amounts.men is not None:
        return
    parts = [value_of(part) for part in match[1].split("+")]
    if min(parts) < LEAST_PART or len(parts) != amounts.counts.get("battalions", amounts.counts.get("squadrons")):
        return
    amounts.men = sum(parts)
    amounts.notes.append(match[1].strip())
    amounts.assumed.append(f"{match[1].strip()} are {amounts.men:,} men")
    text.claim(*match.span(), "figure")


ADDED: Final = re.compile(rf"(?<![\w/.,-])({FIGURE}(?:\s?\+\s?{FIGURE})+)(?![\w/])(?:\s?{MEN})?")
LEAST_PART: Final = 50
"""A smaller figure in a sum is rather one of officers."""
DOTTED: Final = re.compile(r"\b(c|ca|cca|approx|aprox|est|env|etw)\.(?=\d)")
"""``c.500``: the point belongs to the word."""


def _range(text: Text, amounts: Amounts) -> None:
    """A range of men, with the words around it, is a question; its upper end stands for it until it is answered."""
    for match in RANGE.finditer(text.folded):
        low, high = value_of(match[1]), value_of(match[4])
        if match["slash"] and (low <= MOST_OFFICERS or high >= 2 * low or text.folded[match.start() - 1 :][:1] == "("):
            continue
        before = BEFORE_RANGE.search(text.folded, 0, match.start())
        if not LEAST_RANGE <= low < high or (match[2] and not (before and before["between"])):
            continue
        start = before.start() if before else match.start()
        behind = BEHIND_RANGE.match(text.folded, match.end())
        words = text.folded[match.start() : behind.end() if behind else match.end()]
        amounts.men, amounts.ends = high, (low, high)
        amounts.mounted = amounts.mounted or terms.MOUNTED.search(words) is not None
        named = text.folded[start : match.end()] if match[2] else match[0]
        amounts.questions.append(f"“{named.strip()}” is a range; which figure counts, {low:,} or {high:,}?")
        text.claim(start, match.start() + len(words), "question")
        return


LEAST_RANGE: Final = 30


def _numbers(text: Text, amounts: Amounts) -> None:
    """Battalions before a slash: ``1/,2/,F/9th``, ``1-3/13th``, ``I. & II./IR 4``."""
    if match := SLASHED.match(text.folded):
        amounts.numbers = [
            text.text[m.start() : m.end()].strip(" .") for m in ONE.finditer(text.folded, *match.span(1))
        ]
        text.claim(match.start(1), match.end(), "count")
    elif match := NAMED_PARTS.search(text.folded):
        numbers = [_ordinal(m[0]) for m in NAMED.finditer(text.folded, *match.span(1))]
        if re.search(r"\w\s?-\s?\w", match[1]) and len(numbers) == 2 and numbers[0] < numbers[1] <= len(ROMANS):
            numbers = list(range(numbers[0], numbers[1] + 1))
        amounts.numbers = [ROMANS[n - 1].upper() if 0 < n <= len(ROMANS) else str(n) for n in numbers]
        text.claim(*match.span(), "count")
    elif match := PARTS_BEHIND.search(text.folded):
        numbers = [_ordinal(m[0]) for m in NAMED.finditer(text.folded, *match.span(1))]
        amounts.numbers = [ROMANS[n - 1].upper() if 0 < n <= len(ROMANS) else str(n) for n in numbers]
        text.claim(*match.span(), "count")
    elif match := RUN.match(text.folded):
        low, high = (_ordinal(match[group]) for group in (1, 2))
        if 0 < low < high <= MOST_COUNT_UNSAID:
            roman = match[1].strip(".") in ROMANS
            amounts.numbers = [ROMANS[n - 1].upper() if roman else str(n) for n in range(low, high + 1)]
            text.claim(match.start(1), match.end(), "count")


def _ordinal(text: str) -> int:
    text = text.strip(" .")
    return ROMANS.index(text) + 1 if text in ROMANS else value_of(text)


def _pairs(text: Text, amounts: Amounts, style: Style) -> None:
    match = PAIR.search(text.folded) or PAIR_AT_END.search(text.folded)
    if match and value_of(match[2]) < LEAST_RANGE and len(LARGER.findall(text.folded)) > 0:
        match = None
    plus = None if match else PLUS.search(text.folded)
    if plus and amounts.guns is None and value_of(plus[1]) <= MOST_OFFICERS < value_of(plus[2]):
        match = plus
    if not match:
        return
    first, second = value_of(match[1]), value_of(match[2])
    if match.re is PAIR and not match[3] and HORSES.search(match[0]) and first > MOST_OFFICERS:
        text.claim(*match.span(), "figure")
        amounts.men, amounts.mounted = first, True
        amounts.notes.append(f"{second:,} horses")
        return
    if match.re is PAIR_AT_END and (second < LEAST_RANGE or first > MOST_OFFICERS):
        return
    officers, men = (first, second) if style.pair == "officers/men" else (second, first)
    text.claim(match.start(), match.end(), "figure")
    style.uses("pair", f"{match[1]}/{match[2]}")
    amounts.men, amounts.officers = men, officers
    if match.re is PAIR and match[3]:
        amounts.notes.append(f"{value_of(match[3]):,} horses")


LARGER: Final = re.compile(r"(?<![\w.,/])(?:\d{1,2}[.,' ])?\d{3}(?![\w/]|[.,]\d)")
"""A strength beside a pair of small numbers, which is then part of a name: ``Kremzow (17/22), 620``."""


def _parts(text: Text, amounts: Amounts) -> None:
    """Battalions, squadrons, companies, regiments, batteries; parts that are away become notes."""
    kinds = terms.SUB_UNITS.items() if ANY_PART.search(text.folded) else ()
    for kind, words in kinds:
        pattern = _part_pattern(kind, words)
        labelled = LABELLED_PARTS[kind].finditer(text.folded) if ":" in text.folded or "=" in text.folded else ()
        for match in list(pattern.finditer(text.folded)) or list(labelled):
            if NUMBER_SIGN.search(text.folded, max(0, match.start() - 8), match.start()):
                continue
            less = terms.LESS.search(text.folded, max(0, match.start() - 12), match.start())
            away = terms.AWAY.match(text.folded[match.end() :])
            if less or away:
                start = less.start() if less else match.start()
                end = match.end() + (away.end() if away else 0)
                amounts.notes.append(text.claim(start, end, "note").strip())
            elif "%" in match[1] or "/" in match[1]:
                amounts.notes.append(text.claim(*match.span(), "note").strip())
            elif kind not in amounts.counts:
                whole = match.span() if not OF_ARTILLERY.match(text.folded, match.end()) else match.span(1)
                text.claim(*whole, "count")
                amounts.counts[kind] = value_of(match[1])
            else:
                amounts.notes.append(text.claim(*match.span(), "note").strip())
    if (batteries := BATTERIES.search(text.folded)) and "batteries" not in amounts.counts:
        amounts.counts["batteries"] = value_of(batteries[1])
        text.claim(*batteries.span(1), "count")
    if "batteries" not in amounts.counts and (named := NAMED_BATTERIES.search(text.folded)):
        amounts.counts["batteries"] = len(re.findall(r"\d+", named[1]))
    if (times := TIMES.search(text.folded)) and amounts.guns is None and not amounts.counts:
        amounts.counts["times"] = value_of(times[1] or times[2])
        text.claim(*times.span(), "count")


NAMED_BATTERIES: Final = re.compile(
    r"\b[a-z-]*(?:batteries|batterien|batterijen|baterias|companies|compagnies)\s(?:nos?\.?|nrs?\.?|#)?\s?"
    r"(\d{1,2}(?:\s?(?:,|&|and|und|et|y|en)\s?#?\s?\d{1,2})+)(?!\s?(?:guns|gesch|pieces|piezas|\w*pfd|\w*pdr))(?!\d)"
)
"""Batteries that are named by their numbers: ``Horse Batteries #7 & #8``."""
OF_ARTILLERY: Final = re.compile(
    r"\s(?:a (?:pied?i?|pe|cheval|caballo|cavallo|cavalo)\b|d['e] ?artil|te voet|zu (?:fuss|pferd)|r\.?[hf]?\.?a\b)"
)
"""Behind *batteries* or *companies* that stay in the name: ``two companies à pied``."""
BATTERIES: Final = re.compile(
    rf"(?:^\W*|[:,(]\s?){SMALL}\s(?:[a-z\d'-]+\.?\s){{0,4}}?(?:batteries|[a-z-]*batterien|baterias|batterie|batterijen|companies"
    rf"|troops)\b(?! r\.?h\.?a)"
)
"""``Three 12-pdr foot batteries``: how many batteries the line counts."""
ANY_PART: Final = re.compile("|".join(rf"(?<![a-z])(?:{words})(?![a-z])" for words in terms.SUB_UNITS.values()))
_PATTERNS: dict[str, re.Pattern[str]] = {}
LABELLED_PARTS: Final = {
    kind: re.compile(rf"(?<![\w.])(?:{words})\.?\s?[:=]\s?(\d{{1,2}})(?![\w/])")
    for kind, words in terms.SUB_UNITS.items()
}
"""``battalions: 2``."""


def _part_pattern(kind: str, words: str) -> re.Pattern[str]:
    if kind not in _PATTERNS:
        _PATTERNS[kind] = re.compile(
            rf"(?<![\w.,/'-])(?:x\s?)?(\d{{1,3}}\s?%?|\d{{1,2}}\s[13]/[248]|%|{terms.WORDS})\s?(?:x\s)?(?:{words})(?![\w/])\.?(?!/|\s/\S)"
        )
    return _PATTERNS[kind]


def _figure(text: Text, start: int, end: int) -> tuple[int, int]:
    """The place of the strength in a match: a number of a name before a space is cut off."""
    folded = text.folded[start:end]
    if not re.search(r"[a-z]", text.folded[:start]) and value_of(folded) > MOST_UNIT:
        return start, end
    if " " in folded and (
        value_of(folded) > MOST_UNIT or terms.NUMBERED.search(text.folded, max(0, start - 16), start)
    ):
        return start + folded.rindex(" ") + 1, end
    return start, end


def _men(text: Text, amounts: Amounts) -> None:
    for match in list(OFFICER.finditer(text.folded)):
        amounts.officers = (amounts.officers or 0) + value_of(match[1])
        text.claim(*match.span(), "figure")
    if amounts.men is None and (ahead := AHEAD.match(text.folded)) and value_of(ahead[1]) >= LEAST_AHEAD:
        amounts.men = value_of(ahead[1])
        text.claim(ahead.start(1), ahead.end(), "figure")
    each = EACH.search(text.folded)
    if each and amounts.men is None and value_of(each[1] or each[2]) >= LEAST_RANGE:
        _each(text, amounts, each)
    found = [(m, False) for m in LABELLED.finditer(text.folded)] if amounts.men is None else []
    found += [(m, True) for m in MEN_FIGURE.finditer(text.folded) if all(m.start(1) != o.start(1) for o, _ in found)]
    found.sort(key=lambda pair: HORSES.search(pair[0][0]) is not None)
    for match, _ in found:
        start, end = _figure(text, *match.span(1))
        value = value_of(text.folded[start:end])
        words = text.folded[start : match.end()]
        begin = match.start() if start == match.start(1) else start
        if amounts.men is not None:
            if HORSES.search(words):
                amounts.notes.append(text.claim(begin, match.end(), "note").strip())
            elif value != amounts.men:
                text.claim(begin, match.end(), "question")
                amounts.questions.append(
                    f"The line states two numbers of men, {amounts.men:,} and {value:,}; which one counts?"
                )
            else:
                text.claim(begin, match.end(), "figure")
            continue
        amounts.men = value
        amounts.mounted = amounts.mounted or terms.MOUNTED.search(words) is not None
        _doubts(text, amounts, begin, match.end(), value)
    _bare(text, amounts)


def _each(text: Text, amounts: Amounts, each: re.Match[str]) -> None:
    """Take a strength of each part as often as the line counts its parts, if it counts one kind of them."""
    value, counts = value_of(each[1] or each[2]), list(amounts.counts.items())
    kinds = [(kind, count) for kind, count in counts if kind in ("battalions", "squadrons", "regiments")]
    if len(kinds) != 1 or len(counts) > 1 or amounts.notes:
        text.claim(*each.span(), "question")
        amounts.questions.append(f"“{each[0].strip()}” is a figure for each part; write the total.")
        return
    ((kind, count),) = kinds
    amounts.men = value * count
    amounts.assumed.append(f"{count} {kind} of {value:,} are {amounts.men:,} men")
    text.claim(*each.span(), "figure")


AHEAD: Final = re.compile(rf"^\W*({FIGURE})\s?x\s+(?=\S)")
"""A strength before the name: ``2,480 x IR 14 Klebek``."""
LEAST_AHEAD: Final = 100
HORSES: Final = re.compile(r"horses|pferd|chev|caballos|cavalos|cavalli|paarden|loshad|losad|koni\b")
"""Words for horses: beside a figure of men they are a note."""


def _doubts(text: Text, amounts: Amounts, start: int, end: int, value: int) -> None:
    """Claim a figure of men, and say what is doubtful about it."""
    after = text.text[end : end + 2]
    words = text.folded[start:end]
    if "?" in words or after[:1] == "?" or (after[:1] == " " and after[1:] == "?"):
        end += 1 + after.find("?") if "?" in after else 0
        text.claim(start, end, "question")
        amounts.questions.append(f"The list doubts the figure “{text.text[start:end].strip()}”; is it {value:,}?")
        return
    behind = ABOUT_BEHIND.match(text.folded, end)
    piece = text.claim(start, behind.end() if behind else end, "figure")
    if behind or re.match(ABOUT, words):
        amounts.notes.append(piece.strip())
        amounts.assumed.append(f"“{piece.strip()}” is read as {value:,}")


ABOUT_BEHIND: Final = re.compile(
    r"[\s-]?\(?(?:est|estimated|approx|approximately|circa|or so|environ|geschatzt|odd|ish)\b\.?\)?"
)


SECOND_NUMBER: Final = re.compile(r"\d{1,3}\s?(?:und|and|et|y|e|en|&|\+|u\.|,|/)\s?$")
"""What stands before the second of two numbers of a name: ``Nr. 3 und 6``."""


def _bare_numbers(text: Text) -> Iterator[Bare]:
    begin = len(text.folded) - len(text.folded.lstrip(f" {GAP},;(-*"))
    for match in BARE.finditer(text.folded):
        start, end = _figure(text, *match.span(1))
        before = terms.NUMBERED.search(text.folded, max(0, start - 16), start)
        large = value_of(text.folded[start:end]) >= NAME_NUMBER
        pair = SECOND_NUMBER.search(text.folded, 0, start)
        if pair and not large and terms.NUMBERED.search(text.folded, 0, pair.start()):
            continue
        if before and not (large and not terms.LABELS.match(before[0])):
            continue
        if start <= begin and re.search(r"[a-z]{2}", text.folded[end:]):
            continue
        yield Bare(
            match.start() if start == match.start(1) else start,
            match.end(),
            value_of(text.folded[start:end]),
            bool(match[2]),
        )


RUN_AT_END: Final = re.compile(rf"(?:(?:\s{{2,}}|\s*[:;,|]\s*)(?:{FIGURE})\??){{2,}}\s*$")
"""Several numbers in columns without headings."""


def _bare(text: Text, amounts: Amounts) -> None:
    small = BRACKETED.search(text.folded)
    small = small if small and value_of(small[1]) <= MOST_GUNS_UNSAID else None
    numbers = [number for number in _bare_numbers(text) if not (small and small.start() < number.start < small.end())]
    later = amounts.men is not None or (numbers and numbers[-1].value > MOST_COUNT_UNSAID)
    if small and (later or not numbers):
        amounts.small = value_of(small[1])
        text.claim(small.start(1), small.end(1), "count")
    if amounts.men is not None or not numbers:
        return
    run = RUN_AT_END.search(text.folded)
    if run and len(unsaid := [number for number in numbers if number.start >= run.start()]) > 1:
        for number in unsaid:
            text.claim(number.start, number.end, "question")
        amounts.men = max(number.value for number in unsaid)
        figures = " and ".join(f"{number.value:,}" for number in unsaid)
        amounts.questions.append(f"The line ends with the numbers {figures}. Write what each of them counts.")
        return
    large = [number for number in numbers if number.value >= NAME_NUMBER]
    if len(large) > 1:
        for number in large:
            text.claim(number.start, number.end, "question")
        amounts.men = large[-1].value
        figures = " and ".join(f"{number.value:,}" for number in large)
        amounts.questions.append(f"The line states several figures, {figures}; which one is the strength?")
        return
    last = large[-1] if large else numbers[-1]
    amounts.men, amounts.bare = last.value, True
    _doubts(text, amounts, last.start, last.end, last.value)
