"""Totals of a list: their figures, and whether they agree with the units."""

import re
from typing import Final

from armies.exchange.clean_text import fold
from armies.exchange.draft_army import Draft
from armies.exchange.lists import terms
from armies.exchange.lists.amounts import Amounts
from armies.exchange.lists.headings import Item
from armies.exchange.lists.ledger import Text
from battles.engine.armies.facts import ARTILLERY, CAVALRY, INFANTRY, Unit

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
        if re.match(terms.PIECES, words):
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
