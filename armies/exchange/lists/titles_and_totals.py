"""Titles of a list, which tell date and nation, and totals, which are compared with the units."""

import re
from collections import Counter
from collections.abc import Iterable
from datetime import date
from types import MappingProxyType
from typing import Final

from armies.exchange.clean_text import fold, short
from armies.exchange.draft_army import Draft
from armies.exchange.limits import MAX_NAME
from armies.exchange.lists import terms
from armies.exchange.lists.amounts import Amounts
from armies.exchange.lists.heading_nation import nation_of
from armies.exchange.lists.headings import Item
from armies.exchange.lists.ledger import Text
from battles.engine.armies.facts import ARTILLERY, CAVALRY, INFANTRY, Unit

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


SMALLEST_TOTAL: Final = 100
"""A bare number below this is no total of men."""


def total_amounts(piece: Text) -> Amounts:
    """The figures of a line of totals: foot and horse together, and guns."""
    amounts = Amounts()
    pattern = re.compile(rf"(?<![\w.,/])({terms.FIGURE})(?![\w/]|[.,]\d)\s?([a-z&.' ]*)")
    men: list[int] = []
    for match in pattern.finditer(piece.folded):
        value = int(re.sub(r"\D", "", match[1])[:9])
        words = match[2].strip()
        if re.match(rf"(?:[a-z]+\s)?{terms.PIECES}", words):
            amounts.guns = (amounts.guns or 0) + value
        elif re.match(terms.OFFICERS, words):
            amounts.officers = value
        elif re.match(r"(?:" + "|".join(terms.SUB_UNITS.values()) + r")\b", words):
            amounts.counts.setdefault(words.split()[0], value)
        elif value >= SMALLEST_TOTAL or re.match(terms.MEN, words) or re.match(terms.FOOT_OR_HORSE, words):
            men.append(value)
    if len(men) > 1 and men[-1] == sum(men[:-1]):
        amounts.men = men[-1]
    elif men:
        amounts.men = (
            sum(men) if len(men) > 1 and re.search(r"\b(?:foot|horse|infantry|cavalry)\b", piece.folded) else men[-1]
        )
    return amounts


def own_words(text: str) -> set[str]:
    """The words of a line of totals that may name a formation."""
    words = re.findall(r"[a-z\d]*[a-z][a-z\d']*", fold(text))
    return {
        word
        for word in words
        if not terms.TOTAL.match(word) and word not in ("of", "the", "men", "guns", "and", "grand", "in", "all")
    }


def compared(item: Item, army: Draft, stack: list[Draft]) -> str:
    """Compare a total with the sum of the units, of the formation that fits best."""
    amounts = item.amounts
    if amounts is None or (amounts.men is None and amounts.guns is None):
        return ""
    scopes = [army, *stack] if item.kind == "total" else stack
    sums = [(_sums(scope), scope) for scope in scopes]
    fits = next(
        (
            scope
            for (foot, horse, gunners, guns, officers), scope in sums
            if (amounts.men is None or amounts.men in _possible(foot, horse, gunners, officers))
            and amounts.guns in (None, guns)
        ),
        None,
    )
    if fits is not None:
        return f"the total of {_count(amounts.men, amounts.guns)} agrees with the units"
    scope = _scope(item, sums)
    foot, horse, gunners, guns, _ = _sums(scope)
    stated = _count(amounts.men, amounts.guns)
    added = _count(foot + horse, guns if amounts.guns is not None else None)
    gunners_too = f", and {gunners:,} gunners" if gunners else ""
    whole = scope.name or "the army"
    return f"the list's total is {stated}; the units of {whole} add up to {added}{gunners_too}"


def _scope(item: Item, sums: list[tuple[tuple[int, int, int, int, int], Draft]]) -> Draft:
    words = set(fold(item.text).split())
    named = [
        scope
        for _, scope in sums
        if words & (set(fold(scope.name).split()) - {"of", "the", "brigade", "division", "corps"})
    ]
    if named and not re.search(r"\bgrand\b|\barmy\b|general", fold(item.text)):
        return named[-1]
    return sums[0][1]


def _count(men: int | None, guns: int | None) -> str:
    parts = ((men, "men"), (guns, "guns"))
    return " and ".join(f"{number:,} {word}" for number, word in parts if number is not None)


def _sums(draft: Draft) -> tuple[int, int, int, int, int]:
    """Foot, horse, gunners, guns and officers of a formation."""
    foot = horse = gunners = guns = officers = 0
    seen: set[tuple[str, int]] = set()
    for formation in draft.walk():
        for child in formation.children:
            if not isinstance(child, Unit):
                continue
            foot += (child.men or 0) if child.type in INFANTRY else 0
            horse += (child.men or 0) if child.type in CAVALRY else 0
            gunners += (child.men or 0) if child.type in ARTILLERY else 0
            guns += child.guns or 0
            if (match := re.search(r"(\d+) officers", child.note)) and (child.note, id(formation)) not in seen:
                officers += int(match[1])
                if "shared evenly" in child.note:
                    seen.add((child.note, id(formation)))
    return foot, horse, gunners, guns, officers


def _possible(foot: int, horse: int, gunners: int, officers: int) -> set[int]:
    """The totals that agree: with or without gunners and officers, foot or horse alone."""
    base = {foot, horse, foot + horse, foot + horse + gunners, gunners}
    return {value for one in base for value in (one, one + officers)} - {0}


ARMY_OF: Final = re.compile(r"^\W*(?:the )?(?:army of|armee d['eu]|ejercito de|armata d|exercito de|armee von)")
LETTERS: Final = re.compile(r"[^\W\d_]{3,}")
WITH_DATE: Final = re.compile(
    r"\b(?:the|date|dated|morning|noon|midday|afternoon|evening|night|dawn|early|late|before|after|matin|soir|midi|datum"
    r"|morgen|abend|mittag|vom|fecha|data|giorno|dia|god\w*|goda|year|jahr|annee|anno)\b"
)
"""Words beside a date that name nothing."""


def names_something(text: str, date: str) -> bool:
    """True if a line with a date also names something: ``Wagram, 5 July 1809``."""
    return LETTERS.search(WITH_DATE.sub("", fold(text.replace(date, "")))) is not None


def take_heading(army: Draft, item: Item) -> bool:
    """Give an army the commander and the nation of a heading where it has none; True if it took the commander."""
    takes = bool(item.commander) and not army.facts.get("commander")
    if takes:
        army.facts["commander"] = short(item.commander, MAX_NAME)
    if item.nation and not army.facts.get("nation"):
        army.facts["nation"] = army.nation = item.nation
    return takes


def has_units(army: Draft) -> bool:
    return any(isinstance(child, Unit) for one in army.walk() for child in one.children)


def is_enemy(item: Item, army: Draft, titles: Iterable[Item]) -> bool:
    """True for the first formation of the other side: of the French beside others, or of others beside the French.

    The text is of a battle, or a great power's formation is called as the first one is: ``PRUSSIAN DIVISION`` and
    ``FRENCH DIVISION``.
    """
    formations = [child for child in army.children if isinstance(child, Draft)]
    before = {formation.nation for formation in formations} - {""}
    if not (item.nation and before) or (item.nation == "FR") == ("FR" in before):
        return False
    if any(terms.BATTLE.match(fold(title.text)) for title in titles):
        return True
    great = {item.nation, *before} - {"FR"} <= GREAT_POWERS
    return great and _without_nation(item.name) == _without_nation(formations[0].name) != []


GREAT_POWERS: Final = frozenset({"PR", "RU", "AT", "GB"})


def _without_nation(name: str) -> list[str]:
    return [word for word in fold(name).split() if not nation_of(word)]


def is_year(figure: int | None) -> bool:
    """True for a year of the period, which a title such as ``Raab 1809`` has."""
    return figure is not None and FIRST_YEAR <= figure <= LAST_YEAR


FIRST_YEAR: Final = 1690
LAST_YEAR: Final = 1871


def only_date(text: str) -> bool:
    """True if a line is a date and nothing else but small words."""
    piece = Text(text)
    for match in terms.DATE.finditer(piece.folded):
        piece.claim(*match.span(), "date")
    return len(re.findall(r"[^\W\d_]{3,}", piece.open_text())) == 0


def sum_behind(text: str) -> int:
    """Where the sum of a line's figures begins, behind ``=``; 0 if there is none that is right."""
    match = SUM_BEHIND.search(text)
    if match is None:
        return 0
    figures = [int(re.sub(r"\D", "", one)) for one in LARGE.findall(text[: match.start()])]
    return match.start() if len(figures) > 1 and sum(figures) == int(re.sub(r"\D", "", match[1])) else 0


SUM_BEHIND: Final = re.compile(rf"\s*=\s*({terms.FIGURE})(?: men| sabres)?\.?\s*$")
LARGE: Final = re.compile(r"(?<![\w.,/'])(?:\d{1,2}[.,' ])?\d{3}(?![\w/]|[.,]\d)")
