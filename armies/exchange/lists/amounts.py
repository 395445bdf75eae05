"""The figures of one unit, and its guns: pieces, howitzers, calibres, batteries of as many guns each."""

import re
from dataclasses import dataclass, field, replace
from typing import Final

from armies.exchange.clean_text import fold
from armies.exchange.lists import terms
from armies.exchange.lists.ledger import Text
from armies.exchange.lists.terms import HOWITZERS, INCHES, NUMBER_WORDS, PIECES, POUND, SMALL
from battles.engine.armies.facts import GunWeight, weight_of


@dataclass
class Amounts:
    """The figures of one unit.

    ``counts`` has the number of each kind of part, ``numbers`` the names of the battalions before a slash.
    ``bare``: no word tells what the strength counts. ``ends`` are those of a range of men, whose upper end ``men`` has,
    ``gun_ends`` those of a range of guns.
    ``notes`` are kept with the unit, ``assumed`` are assumptions to check, ``questions`` need an answer.
    """

    men: int | None = None
    officers: int | None = None
    guns: int | None = None
    weight: GunWeight | None = None
    counts: dict[str, int] = field(default_factory=dict)
    numbers: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    mounted: bool = False
    unknown: bool = False
    small: int | None = None
    bare: bool = False
    ends: tuple[int, int] | None = None
    gun_ends: tuple[int, int] | None = None

    def put(self, role: str, value: int) -> None:
        """Take the figure of a column: men, guns or officers, or the number of a kind of part."""
        if role == "men":
            self.men = value
        elif role == "guns":
            self.guns = value
        elif role == "officers":
            self.officers = value
        elif role == "battalions" and self.counts.get("battalions") is None:
            self.counts["times"] = value
        else:
            self.counts[role] = value

    def copy(self) -> "Amounts":
        return replace(
            self,
            counts=dict(self.counts),
            numbers=list(self.numbers),
            notes=list(self.notes),
            assumed=list(self.assumed),
            questions=list(self.questions),
        )

    @property
    def any(self) -> bool:
        return (
            self.men is not None or self.guns is not None or bool(self.counts or self.numbers) or self.small is not None
        )

    @property
    def strength(self) -> bool:
        return self.men is not None or self.guns is not None or self.small is not None


def value_of(text: str) -> int:
    """The number that ``text`` holds, in figures or as a word."""
    return NUMBER_WORDS.get(text.strip()) or int(re.sub(r"\D", "", text)[:9] or 0)


KINDS: Final = (
    rf"(?:\s?(?:long|short|light|heavy|mountain|field|ordnance|rifle[sd]?|parrotts?|napoleons?"
    rf"|smoothbores?|{PIECES}|{HOWITZERS}|pdr))*"
)
OF_UNITS: Final = r"(?![\s-]*(?:[a-z]+[\s-]+){0,2}(?:batter|compan|troop|brigad|bty|batt\b|fuss|reit))"
QUALIFIED: Final = (
    r"(?:(?:light|heavy|long|short|medium|brass|iron|field|siege|mountain|horse|foot|leichte\w*|schwere\w*|legers?|legeres?"
    r"|lourdes?|ligeros?|pesad\w+|leggeri|pesanti|lichte|zware)\s)?"
)
"""A word between the number of pieces and their calibre: ``24 light 6-pdrs``."""
CALIBRE: Final = rf"(\d{{1,2}}(?:[.,]\d)?%?)\s?-?\s?(?:{POUND}|{INCHES})"
SPEC: Final = re.compile(rf"{SMALL}\s?(?:x|\*|-|of|de)?\s?{QUALIFIED}{CALIBRE}{KINDS}{OF_UNITS}")
PIECES_OF: Final = re.compile(
    rf"{SMALL}\s?x\s?{QUALIFIED}{CALIBRE}(?=\s(?:[a-z-]+\s){{0,2}}(?:battery|bty|bateria|batteria|troop|company)\b)"
)
"""Pieces times their calibre before one battery: ``4 x 8pdr foot battery``."""
OF_CALIBRE: Final = re.compile(
    rf"{SMALL}\s?{PIECES}\s(?:de|a|da|von|van|di|of)(?:\sa)?\s(\d{{1,2}})(?![\d.,]\d)(?:\s?{POUND})?"
)
CALIBRES: Final = "drei|vier|sechs|sieben|acht|zehn|zwolf|three|four|six|eight|nine|twelve|drie|zes|twaalf"
OF_POUND: Final = re.compile(rf"{SMALL}\s?{PIECES}\s(?:zu\s)?(\d{{1,2}})\s?-?\s?{POUND}")
"""``8 Stück 6pfd.``"""
NAMED_CALIBRE: Final = re.compile(rf"{SMALL}\s{QUALIFIED}({CALIBRES})-?\s?{POUND}")
"""``6 Sechspfünder``: the calibre in words."""
HOWITZER: Final = re.compile(
    rf"{SMALL}\s?(?:x\s?)?(?:-?\s?(?:\d{{1,2}}(?:[.,]\d)?%?)\s?-?\s?(?:{POUND}|{INCHES})\s?-?\s?)?{HOWITZERS}"
)
GUNS: Final = re.compile(rf"{SMALL}[\s-]?(?:x\s?)?(?:mounted |light |heavy |field |regimental )?{PIECES}")
GUNS_LABEL: Final = re.compile(rf"\b{PIECES}\s?[:=]\s?(\d{{1,2}})(?!\d)")
GUNS_UNSAID: Final = re.compile(
    rf"{SMALL}\s(?:light|heavy|medium|leichte|schwere|legers?|lourdes?)(?=\s*(?:$|[,;)]|and\b|und\b|et\b))"
)
"""More pieces beside those that a word counts: ``24 light guns, 12 heavy``."""
TIMES_BEHIND: Final = re.compile(rf"(?<![\w.]){CALIBRE}{KINDS}\s?x\s?(\d{{1,2}})(?![\w.])")
"""The number of pieces behind their calibre: ``4pdr x 6``."""
GUNS_RANGE: Final = re.compile(
    rf"(?<![\w/.-])(\d{{1,3}})(-|\s(?:-|to|bis|tot|or|oder|ou|a)\s)(\d{{1,3}})\s?(?:regimental |light |heavy |field )?"
    rf"{PIECES}"
)
AFTER_NUMBER: Final = re.compile(r"(?:\b(?:und|and|et|y|e|en|u)\b|[&,.])\s*$")
"""What stands before the last of several numbers, which are names: ``Nr. 3 und 6 - 16 Gesch.``."""
CANNON: Final = re.compile(r"[ck]an{1,2}on|canho")
"""Words for pieces that are no howitzers."""
HOWITZER_WORD: Final = re.compile(HOWITZERS)
ADDED: Final = re.compile(r"^\W*(?:and|et|und|y|e|en|i|plus|\+|&|con|mit|avec|with)?\W*$")
ANY_GUN: Final = re.compile(rf"(?<![a-z])(?:(?:{CALIBRES})-?\s?{POUND}|{PIECES}|{HOWITZERS}|{POUND}|{INCHES})")


def read_batteries(text: Text, amounts: Amounts) -> None:
    """Batteries with as many guns each: ``2 batteries of 6 guns``, ``3 Batterien zu je 8 Geschützen``."""
    match = BATTERIES_OF.search(text.folded) or BATTERIES_EACH.search(text.folded)
    if not match:
        return
    count, each = value_of(match[2]), value_of(match[4])
    amounts.counts["batteries"] = count
    amounts.guns = count * each
    amounts.weight = weight_of(value_of(match[5])) if match.re is BATTERIES_OF and match[5] else None
    amounts.assumed.append(f"{count} batteries of {each} guns are {count * each} guns")
    alone = not re.search(r"\w", text.folded[: match.start()]) and BATTERIES_ALONE.fullmatch(match["what"])
    text.claim(*(match.span("what") if alone else match.span(2)), "count")
    text.claim(*match.span("each"), "figure")


BATTERIES_OF: Final = re.compile(
    rf"(?P<what>{SMALL}\s(?:[a-z\d'-]+\s){{0,3}}?[a-z-]*(?:batteries|batterien|baterias|batterie|batterijen"
    rf"|companies|btys"
    rf"|troops)\b)\s?(?:,\s?)?(?P<each>(?:of|zu je|zu|a|je|de|da|di|van|von|mit je|mit|with|po|each of|each with"
    rf"|ciascuna di)\s"
    rf"(\d{{1,2}}(?!\d)|{terms.WORDS})\s?(?:x\s?)?(?:{PIECES}|(\d{{1,2}})\s?-?\s?{POUND}(?:\s{PIECES})?)"
    rf"(?:\s(?:each|jeweils|chacune|cada una|ciascuna))?)"
)


BATTERIES_EACH: Final = re.compile(
    rf"(?P<what>{SMALL}\s(?:[a-z\d'-]+\s){{0,3}}?(?:batteries|btys)\b)\s?(?P<each>of\s(\d{{1,2}}|{terms.WORDS}))(?=\W*(?:$|[,;)]))"
)
"""``three foot batteries of 8``."""
BATTERIES_ALONE: Final = re.compile(r"\S+\s(?:batteries|batterien|baterias|batterie|batterijen|companies|btys|troops)")


EACH: Final = re.compile(
    rf"{SMALL}\s?{PIECES}\s(?:each|apiece|jeweils|chacune?|cada una|ciascuna|cadauna|elk|per battery|par batterie)\b"
)


def _each(text: Text, amounts: Amounts) -> None:
    """Guns of each battery: multiplied where the batteries are counted, else asked about."""
    match = EACH.search(text.folded)
    counted = re.search(
        rf"{SMALL}\s(?:[a-z\d'-]+\s){{0,3}}?(?:{terms.SUB_UNITS['batteries']}|compan\w*|compagni\w*"
        r"|troops)(?!\w)",
        text.folded,
    )
    if not match:
        return
    each = value_of(match[1])
    if counted and counted.start() < match.start():
        count = value_of(counted[1])
        amounts.counts["batteries"], amounts.guns = count, count * each
        amounts.assumed.append(f"{count} batteries of {each} guns are {count * each} guns")
        text.claim(*counted.span(1), "count")
        text.claim(*match.span(), "figure")
        return
    amounts.guns = each
    amounts.questions.append(f"“{match[0].strip()}” is a figure for each battery; write the total of guns.")
    text.claim(*match.span(), "question")


def read_guns(text: Text, amounts: Amounts) -> None:
    if amounts.guns is None:
        _each(text, amounts)
    if amounts.guns is not None:
        _calibres(text, amounts)
        return
    if not ANY_GUN.search(text.folded) or _range(text, amounts):
        return
    parts: list[tuple[int, int, int]] = []
    pounds: dict[GunWeight, int] = {}
    totals: list[tuple[int, int, int]] = []

    def weigh(calibre: str, count: int) -> None:
        weight = weight_of(int(re.split(r"[.,%]", calibre)[0] or 0))
        pounds[weight] = pounds.get(weight, 0) + count

    kinds = [(pattern, parts) for pattern in (SPEC, PIECES_OF, NAMED_CALIBRE, OF_CALIBRE, OF_POUND, HOWITZER)]
    if match := TIMES_BEHIND.search(text.folded):
        weigh(match[1], value_of(match[2]))
        parts.append((match.start(), match.end(), value_of(match[2])))
        text.claim(*match.span(), "figure")
    for pattern, add in (*kinds, (GUNS, totals), (GUNS_LABEL, totals), (GUNS_UNSAID, totals)):
        for match in list(pattern.finditer(text.folded)) if pattern is not GUNS_UNSAID or totals else ():
            named = terms.NUMBERED.search(text.folded, max(0, match.start() - 14), match.start())
            if named and (terms.LABELS.match(named[0]) or pattern is not GUNS):
                continue
            count = value_of(match[1])
            if pattern is NAMED_CALIBRE:
                weigh(str(value_of(match[2])), count)
            elif pattern in (SPEC, PIECES_OF, OF_CALIBRE, OF_POUND) and not re.search(HOWITZERS, match[0]):
                weigh(match[2], count)
            text.claim(*match.span(), "figure")
            add.append((match.start(), match.end(), count))
    if not parts and not totals:
        return
    _add_guns(text, amounts, parts, totals)
    amounts.weight = max(pounds.items(), key=lambda pair: pair[1])[0] if pounds else _weight_in_brackets(text)


def _weight_in_brackets(text: Text) -> GunWeight | None:
    match = IN_BRACKETS.search(text.folded) or OF_BATTERY.search(text.folded)
    if match and (match.re is IN_BRACKETS or text.folded[match.end(1)].isspace()):
        text.claim(*match.span(), "figure")
    return weight_of(value_of(match[1])) if match else None


IN_BRACKETS: Final = re.compile(rf"(?<=\()(\d{{1,2}})\s?-?\s?{POUND}(?=\))")
"""The calibre of guns behind their number: ``5 guns (6 pdr)``."""
OF_BATTERY: Final = re.compile(rf"\b(?:zu|de|a|da|di|van|of)\s(\d{{1,2}})\s?-?\s?{POUND}(?=\W|$)")
"""The calibre in the name of a battery, where it stays: ``Battery of 6-pdrs, 8 guns``."""


def _range(text: Text, amounts: Amounts) -> bool:
    """A range of guns is a question; its upper end stands for it until it is answered."""
    match = GUNS_RANGE.search(text.folded)
    if match is None or not value_of(match[1]) < value_of(match[3]):
        return False
    before = text.folded[max(0, match.start() - 14) : match.start()]
    spaced = match[2].strip() == "-" != match[2]
    named = terms.NUMBERED.search(before)
    if (named and (spaced or terms.LABELS.match(named[0]))) or (spaced and AFTER_NUMBER.search(before)):
        return False
    low, amounts.guns = value_of(match[1]), value_of(match[3])
    amounts.gun_ends = (low, amounts.guns)
    amounts.questions.append(f"“{match[0].strip()}” is a range of guns; which figure counts, {low} or {amounts.guns}?")
    text.claim(*match.span(), "question")
    return True


def _calibres(text: Text, amounts: Amounts) -> None:
    """The weight of guns whose number is known."""
    if (match := re.search(rf"(?<![\w.])(\d{{1,2}})\s?-?\s?{POUND}", text.folded)) is not None:
        amounts.weight = weight_of(value_of(match[1]))
        text.claim(*match.span(), "figure")


def _add_guns(
    text: Text, amounts: Amounts, parts: list[tuple[int, int, int]], totals: list[tuple[int, int, int]]
) -> None:
    """Add up the parts of a battery, or take what is stated for the whole: each has a start, an end and a number."""
    added, stated = sum(part[2] for part in parts), sum(total[2] for total in totals)
    amounts.guns = added or None
    if totals and parts and added != stated:
        between = text.text[min(totals[0][1], parts[0][1]) : max(totals[0][0], parts[0][0])].lower()
        between = re.sub(r"\([^()]*\)", "", between)
        howitzers = all(HOWITZER_WORD.search(fold(text.text[start:end])) for start, end, _ in parts)
        beside = howitzers and all(CANNON.search(fold(text.text[start:end])) for start, end, _ in totals)
        if "(" not in between and ADDED.match(between) and (beside or between.strip() not in (",", "")):
            amounts.guns = added + stated
        else:
            amounts.guns = stated
            amounts.assumed.append(
                f"the howitzers are counted among the {stated} guns"
                if howitzers
                else f"{stated} guns are stated, their parts add up to {added}"
            )
            amounts.notes.append(", ".join(text.text[start:end] for start, end, _ in parts))
    elif totals:
        amounts.guns = stated
