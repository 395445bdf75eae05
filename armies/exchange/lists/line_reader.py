"""Read a line that is no part of a table: a heading, units, a commander, a total, a title, a note, or a question."""

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

from armies.exchange.clean_text import fold, plain
from armies.exchange.lists import terms
from armies.exchange.lists.amounts import Amounts
from armies.exchange.lists.figures import read_amounts
from armies.exchange.lists.heading_nation import is_nation, nation_of
from armies.exchange.lists.headings import (
    BARE_ARM,
    BRACKETED,
    Cut,
    Item,
    Kind,
    arm_of,
    claim_heading,
    claim_open,
    cut_commander,
    heading_of,
    is_person,
    level_of,
    split_heading,
)
from armies.exchange.lists.ledger import GAP, Ledger, Text
from armies.exchange.lists.ranks import RANK, has_rank
from armies.exchange.lists.rows import Row, has_token
from armies.exchange.lists.style import Style
from armies.exchange.lists.titles_and_totals import SMALLEST_TOTAL, is_year, only_date, sum_behind, total_amounts
from armies.exchange.lists.unit_text import (
    INNER,
    LETTERS,
    divide,
    is_name,
    looks_like_unit,
    numbered_run,
    read_unit,
    tidy,
)
from armies.exchange.text.hierarchy import NUMBERED
from armies.exchange.text.unit_line import ROMAN
from battles.engine.armies.facts import ARTILLERY


class LineReader:
    """Reads rows that are no part of a table."""

    def __init__(self, ledger: Ledger, style: Style, depth: int = 0) -> None:
        self.ledger = ledger
        self.style = style
        self.depth = depth
        """How many headings of one line stand over the text."""

    def items(self, row: Row, *, over: bool, first: bool) -> list[Item]:
        """The items of a row. ``over``: lines below it are deeper; ``first``: nothing but titles is above it."""
        text = row.text
        if not has_token(text):
            self.ledger.mark(row.number, text)
            return []
        folded = fold(text)
        if len(text) > MOST_LENGTH:
            return [self._long(row, folded)]
        if key := terms.COMMANDER_KEY.match(folded):
            return [self._commander(row, key.end())]
        if terms.TOTAL.match(folded) or (terms.LATE_TOTAL.search(folded) and level_of(text)):
            return [self._total(row)]
        if added := sum_behind(text):
            return self._added(row, added, over=over, first=first)
        if terms.LOSSES.match(folded):
            return [self._whole(row, "note", "note")]
        if terms.STAFF.match(folded) and not read_amounts(Text(text), self.style).strength:
            return [self._whole(row, "note", "note")]
        titled = first and terms.DATE.search(folded) is not None
        if not (titled and level_of(text) and folded.rstrip().endswith(")")) and self._is_note(folded, row):
            is_source = terms.SOURCE.search(folded) or terms.BOOK.search(folded)
            return [self._whole(row, "note", "source" if is_source else "note")]
        if (side := SIDE.match(text)) and is_nation(side[1]) and level_of(side[2]):
            return self._side(row, side)
        if not titled and (inline := self._inline(row)):
            return inline
        return self._element(row, over=over, first=first)

    def _added(self, row: Row, at: int, *, over: bool, first: bool) -> list[Item]:
        """Units and their sum on one line: ``7th Chasseurs 282, 13th Chasseurs 270 = 552``."""
        units = Row(row.number, row.text[:at], row.indent, row.level, bold=row.bold, notes=row.notes)
        return [*self.items(units, over=over, first=first), self._total(Row(row.number, row.text[at:], row.indent))]

    def _side(self, row: Row, side: re.Match[str]) -> list[Item]:
        """A nation and its first formation on one line: ``French: IV Corps``."""
        nation = Row(row.number, side[1], row.indent, row.level)
        heading = heading_of(Text(side[1]), sure=True)
        assert heading is not None  # noqa: S101
        rest = Row(row.number, side[2], row.indent, row.level, bold=row.bold, notes=row.notes)
        return [self._heading(nation, heading), *self.items(rest, over=True, first=False)]

    def _long(self, row: Row, folded: str) -> Item:
        """A line too long for units: prose is a note, anything else a question."""
        if len(folded.split()) > PROSE_WORDS and folded.rstrip().endswith((".", "!", "?", ":", '"')):
            return self._whole(row, "note", "note")
        sentence = f"The line has {len(row.text):,} characters; write at most {MOST_LENGTH:,} with a unit."
        return self._whole(row, "question", "question", sentence)

    def _item(self, row: Row, kind: Kind, **facts: object) -> Item:
        item = Item(kind, row.number, row.text, row.indent, row.level, **facts)  # type: ignore[arg-type]
        head = re.split(r"[(:,]", row.text)[0]
        item.capital = head.isupper() and re.search(r"[^\W\d_]{4}", head) is not None
        return item

    def _whole(self, row: Row, kind: Kind, what: str, sentence: str = "") -> Item:
        piece = self.ledger.text(row.number, row.text)
        for match in terms.DATE.finditer(piece.folded):
            piece.claim(*match.span(), "date")
        piece.claim_rest(what)  # type: ignore[arg-type]
        return self._item(row, kind, sentence=sentence, note=row.text)

    def _commander(self, row: Row, at: int) -> Item:
        cut = Cut("", row.text[at:].strip())
        cut_commander(cut)
        piece = self.ledger.text(row.number, row.text)
        piece.claim(0, at, "markup")
        start = row.text.find(cut.commander, at)
        piece.claim(start, start + len(cut.commander), "commander")
        piece.claim_rest("note")
        return self._item(row, "commander", commander=cut.commander, note="; ".join(cut.notes))

    def _total(self, row: Row) -> Item:
        piece = self.ledger.text(row.number, row.text)
        amounts = total_amounts(piece)
        piece.claim_rest("total")
        return self._item(row, "total", amounts=amounts, name=row.text)

    def _is_note(self, folded: str, row: Row) -> bool:
        if PAGE.fullmatch(folded) and terms.PAGE_HEAD.search(folded):
            return True
        if terms.SCALE.match(folded) or terms.REMARK.match(folded) or terms.WAGONS.fullmatch(folded):
            return True
        if VERSUS.fullmatch(folded):
            return True
        note = terms.NOTE.match(folded)
        if note and SIGNED.match(folded) and not folded.rstrip().endswith(".") and self._has_unit(row.text):
            return False
        if note and (note.end() == len(folded) or not LETTERS.search(folded[:3]) or ":" in folded or "." in folded):
            return True
        if terms.SOURCE.search(folded):
            return not terms.LEVEL.search(folded[:40]) or "source" in folded[:8]
        words = folded.split()
        if len(words) == 1 and folded.endswith(("?", "!")) and folded[:-1].isalpha():
            return True
        if (
            len(words) > 1
            and folded.rstrip().endswith((".", "!", "?"))
            and not row.level
            and self._is_prose(folded, row)
        ):
            return True
        if len(words) > PROSE_WORDS and read_amounts(Text(terms.DATE.sub(" ", folded)), self.style).strength:
            return False
        return (
            len(words) > PROSE_WORDS
            and folded.rstrip().endswith((".", "!", "?", ".)"))
            and " " in folded
            and not row.level
        )

    def _has_unit(self, text: str) -> bool:
        """True if a line that may be a footnote has the name and the strength of a unit."""
        amounts = read_amounts(Text(text), self.style)
        return amounts.strength and looks_like_unit_name(text.lstrip(" *†‡^"))

    def _is_prose(self, folded: str, row: Row) -> bool:
        """True for a sentence without a figure, or with no figure but a year: the title of a book."""
        if level_of(row.text) or RANK.match(folded) or looks_like_unit_name(row.text):
            return False
        if not any(char.isdigit() for char in folded):
            verb = len(folded.split()) > 4 and SENTENCE.search(folded) is not None
            return verb or not folded.rstrip().endswith(".") or len(folded.split()) > PROSE_WORDS
        amounts = read_amounts(Text(row.text), self.style)
        counted = amounts.counts or amounts.guns or amounts.officers or STRENGTH.search(folded)
        if folded.rstrip().endswith("!"):
            return not counted
        return terms.BOOK.search(folded) is not None and "," in folded and len(folded.split()) > 3 and not counted

    def _nested(self, row: Row) -> list[Item]:
        """A heading over other headings on one line: ``1st Division: Schinner's Bde: 24th 1,399; Ferey's Bde: ...``."""
        first = re.search(r":\s+", row.text)
        if len(INNER_JOINT.findall(row.text)) < 2 or not first or self.depth >= MOST_NESTED:
            return []
        head, rest = row.text[: first.start()].strip(), row.text[first.end() :]
        heading = heading_of(Text(head), sure=True)
        if heading is None or not (level_of(head) or arm_of(head)):
            return []
        parts = [match.span() for match in SEGMENT.finditer(rest) if match[0].strip()]
        if not parts or len(INNER_JOINT.findall(rest)) > 2 * len(parts):
            return []
        inner = [self._inner(row, rest[start:end]) for start, end in parts]
        if not all(inner):
            return []
        for (_, end), (start, _) in pairwise(parts):
            self.ledger.mark(row.number, rest[end:start])
        item = self._heading(Row(row.number, head, row.indent, row.level), heading)
        item.inline = True
        for segment, (start, end) in zip(inner, parts, strict=True):
            inner_row = Row(row.number, rest[start:end].strip(), row.indent + 1)
            found = LineReader(self.ledger, self.style, self.depth + 1)._inline(inner_row) if segment else []
            item.facts.setdefault("_inner", []).extend(found)
        return [item, *item.facts.pop("_inner")]

    def _inner(self, row: Row, segment: str) -> bool:
        """True if a part of a line is a heading with units: tried with a ledger of its own."""
        joint = INNER_JOINT.search(segment)
        head = segment[: joint.start()] if joint else ""
        if joint is None or not (level_of(head) or arm_of(head) or terms.GROUP.search(fold(head))):
            return False
        return bool(LineReader(Ledger(), self.style, self.depth + 1)._inline(Row(row.number, segment.strip())))

    def _inline(self, row: Row) -> list[Item]:
        """A heading and its units on one line: ``Cadogan's Brigade: 1/50th 783; 1/71st 1,009``."""
        text = row.text
        if nested := self._nested(row):
            return nested
        for match in re.finditer(r":\s+|\s[-–—]\s", text):
            head, rest = text[: match.start()].strip(), text[match.end() :]
            if not head or not any(char.isdigit() for char in rest):
                continue
            parts = divide(rest, self.style)
            if arm_of(head) == "artillery" and len(parts) == 1 and len(divide(text, self.style)) > 1:
                return []
            heading = heading_of(Text(head), sure=True)
            run = numbered_run(rest) if heading and (level_of(head) or heading.commander) else []
            if heading is None or not (run or self._is_inline(head, rest, parts)):
                continue
            if not (heading.commander or level_of(head) or arm_of(head) or terms.GROUP.search(fold(head))):
                heading.commander = head if is_person(head) else ""
            piece = self.ledger.text(row.number, head)
            if battalions := self._battalions(row, rest, parts, piece):
                return battalions
            claim_heading(piece, heading)
            heading.line, heading.text, heading.inline = row.number, text, True
            heading.indent, heading.markup = row.indent, row.level
            units = self._run(row, run, rest) if run else self._units(row, rest, parts, indent=row.indent + 1)
            return [heading, *units]
        return []

    def _is_inline(self, head: str, rest: str, parts: list[tuple[int, int]]) -> bool:
        """True if ``head`` is a heading and ``rest``, divided into ``parts``, its units."""
        single = len(parts) == 1
        if single and looks_like_unit_name(head):
            return False
        named = terms.GROUP.search(fold(head)) is not None and REGIMENT.search(rest) is not None
        led = is_person(head) and _tells_unit(rest)
        if single and not (level_of(head) or named or led or (arm_of(head) and len(head.split()) < 4)):
            return False
        probe = Text(rest[parts[0][0] : parts[0][1]])
        amounts = read_amounts(probe, self.style)
        if not amounts.strength or not is_name(INNER.sub(" ", probe.open_text())):
            return False
        if single and (is_person(re.split(r"[,(]", rest)[0]) or (amounts.guns is None and amounts.men is None)):
            return False
        bare = INNER.sub("", head) if level_of(head) else head
        return not read_amounts(Text(bare), self.style).strength

    def _battalions(self, row: Row, rest: str, parts: list[tuple[int, int]], head: Text) -> list[Item]:
        """The battalions of one regiment on its line: ``11e Léger: 1st Bn 600, 2nd Bn 500``."""
        if not looks_like_unit_name(head.text):
            return []
        names = [read_unit(Text(rest[start:end]), self.style).name for start, end in parts]
        matches = [NUMBERED.fullmatch(plain(name).strip()) for name in names]
        if not all(matches):
            return []
        head.claim_rest("name")
        items = self._units(row, rest, parts, row.indent)
        for item, match in zip(items, matches, strict=True):
            number = int(match["number"] or 0) if match else 0
            label = ROMAN[number - 1] if 0 < number <= len(ROMAN) else str(match["roman"] if match else "").upper()
            if item.unit is not None:
                item.unit.name = f"{label}/{head.text.strip()}"
                item.unit.amounts.counts.pop("battalions", None)
        return items

    def _units(self, row: Row, text: str, parts: list[tuple[int, int]], indent: int) -> list[Item]:
        items: list[Item] = []
        at = 0
        for start, end in parts:
            self.ledger.mark(row.number, text[at:start])
            at = end
            piece = self.ledger.text(row.number, text[start:end])
            unit = read_unit(piece, self.style)
            unit.notes += row.notes
            items.append(self._item(row, "unit", unit=unit, name=unit.name, pieces=[piece]))
            items[-1].indent = indent
            items[-1].inline = len(parts) > 1 or indent != row.indent
        return items

    def _element(self, row: Row, *, over: bool, first: bool) -> list[Item]:
        probe = Text(row.text)
        amounts = read_amounts(probe, self.style)
        level = level_of(row.text)
        folded = fold(row.text)
        dated = terms.DATE.search(folded)
        if dated and (only_date(row.text) or not (amounts.any or level or over or row.level)):
            return [self._title(row)]
        if first and not over and terms.AT_END.search(folded) and not (level or looks_like_unit_name(row.text)):
            return [self._title(row)]
        if first and (dated or (level == "army" and not over)) and (amounts.guns is None or level == "army"):
            return [self._title(row)]
        if first and not row.level and terms.TITLE.match(folded):
            return [self._title(row)]
        if terms.BATTLE.match(folded) and not (amounts.any or level or row.level) and ":" not in row.text:
            return [self._title(row)]
        if first and not over and amounts.bare and is_year(amounts.men) and not looks_like_unit_name(row.text):
            return [self._title(row)]
        return self._formation_or_unit(row, amounts, level, over=over, first=first)

    def _formation_or_unit(self, row: Row, amounts: Amounts, level: str, *, over: bool, first: bool) -> list[Item]:
        if amounts.officers is not None and amounts.men is None and terms.NOT_COUNTED.search(fold(row.text)):
            return self._unit_or_question(row, amounts)
        if not (level or over or amounts.any) and (run := numbered_run(row.text)):
            return self._run(row, run, row.text)
        grouped = terms.GROUP.search(fold(row.text)) or arm_of(row.text)
        small = amounts.bare and (amounts.men or 0) < SMALLEST_TOTAL
        if grouped and small and row.text.rstrip().endswith(":") and (sure := heading_of(Text(row.text), sure=True)):
            return [self._heading(row, sure)]
        if amounts.strength and not level and over and (not grouped or looks_like_unit_name(row.text)):
            over = False
        if amounts.unknown and not over and not level:
            return self._unit_or_question(row, amounts)
        if amounts.strength and not over and terms.LOOSE_TROOPS.search(fold(row.text)):
            return self._unit_or_question(row, amounts)
        if over and not level and not amounts.strength and not row.level and looks_like_unit_name(row.text):
            return self._regiment(row)
        who = row.text.strip("()[]{} ")
        if BRACKETED.fullmatch(row.text.strip()) and not (amounts.strength or level or first or is_person(who)):
            return [self._whole(row, "note", "note")]
        if not (amounts.any or level or over or row.level) and has_rank(who) and is_person(who):
            return [self._commander(row, row.text.find(who))]
        heading = self._heading_in(row, amounts, level, over=over)
        if heading is not None:
            return [self._heading(row, heading)]
        if first and not amounts.strength and not looks_like_unit_name(row.text) and len(row.text) <= MOST_TITLE:
            return [self._title(row)]
        return self._unit_or_question(row, amounts)

    def _heading_in(self, row: Row, amounts: Amounts, level: str, *, over: bool) -> Item | None:
        """The heading that a line is; None for a unit or anything else."""
        unsaid = amounts.men is not None and not (level or over)
        stated = level and (over or (level != "brigade" and amounts.men is not None))
        if (amounts.guns is not None and not stated) or (unsaid and ":" not in row.text):
            return None
        heading = heading_of(Text(row.text), sure=over or bool(row.level))
        if heading is None or over:
            return heading
        if unsaid:
            return heading if self._leads(heading) else None
        if amounts.questions or (level and amounts.officers is not None and not amounts.counts and not row.level):
            return None
        if level or row.level:
            return heading
        led = has_rank(heading.commander) and BARE_ARM.fullmatch(fold(heading.name))
        is_unit = (looks_like_unit_name(row.text) and not led) or (not heading.commander and amounts.any)
        return None if is_unit else heading

    def _leads(self, heading: Item) -> bool:
        """True for a nation, or for a group with a ranked commander: ``Vanguard: Oberst X (940)``."""
        named = terms.GROUP.search(fold(heading.name)) or arm_of(heading.name)
        ranked = RANK.match(fold(heading.commander)) is not None
        return is_nation(heading.name) or (bool(named) and ranked and not looks_like_unit_name(heading.name))

    def _regiment(self, row: Row) -> list[Item]:
        """A regiment over its battalions."""
        (item,) = self._units(row, row.text, [(0, len(row.text))], row.indent)
        item.kind = "regiment"
        return [item]

    def _heading(self, row: Row, heading: Item) -> Item:
        piece = self.ledger.text(row.number, row.text)
        total = Text(heading.tail or heading.name)
        amounts = total_amounts(total) if heading.tail else read_amounts(total, self.style)
        if heading.tail:
            heading.amounts = amounts
        elif amounts.any and (amounts.men is None or amounts.men >= SMALLEST_TOTAL):
            heading.amounts = amounts
            heading.name = tidy(total.open_text().replace(GAP, " "))
            if amounts.small is not None:
                heading.note = "; ".join(n for n in (heading.note, f"({amounts.small})") if n)
        claim_heading(piece, heading)
        heading.pieces = [piece]
        heading.line, heading.text, heading.indent, heading.markup = row.number, row.text, row.indent, row.level
        heading.capital = self._item(row, "heading").capital
        heading.note = "; ".join([n for n in (heading.note, *row.notes) if n])
        return heading

    def _title(self, row: Row) -> Item:
        date = terms.DATE.search(fold(row.text))
        heading = split_heading(row.text)
        if date and not heading.commander:
            named = split_heading(row.text[: date.start()].partition(",")[0].strip())
            heading = named if named.extra or RANK.match(fold(named.commander)) else heading
            behind = row.text[date.end() :].strip(" -–—,;:()")
            if not heading.commander and RANK.match(fold(behind)) and is_person(behind):
                heading.commander = behind
        piece = self.ledger.text(row.number, row.text)
        item = self._item(row, "title", name=row.text, commander="")
        if date:
            item.extra = row.text[date.start() : date.end()]
        if level_of(row.text) or (heading.commander and RANK.match(fold(heading.commander))):
            item.commander, item.note = heading.commander, heading.note
            item.level = level_of(row.text)
            item.name = heading.name
        if date:
            piece.claim(*date.span(), "date")
        if item.commander and (start := piece.text.find(item.commander)) >= 0:
            claim_open(piece, start, start + len(item.commander), "commander")
        piece.claim_rest("name")
        item.nation = nation_of(row.text)
        return item

    def _unit_or_question(self, row: Row, amounts: Amounts) -> list[Item]:
        if len(SENTENCE.findall(fold(row.text))) >= LEAST_SENTENCE:
            return [self._whole(row, "question", "question", LIKE_SENTENCE)]
        parts = divide(row.text, self.style)
        items = self._units(row, row.text, parts, row.indent)
        for item in items:
            if item.unit is not None and not looks_like_unit(item.unit):
                item.kind = "question"
                rank = RANK.match(fold(row.text))
                if rank and len(items) == 1 and not amounts.any:
                    item.kind, item.commander = "commander", row.text
                item.sentence = NOT_UNDERSTOOD
        return items

    def _run(self, row: Row, run: list[tuple[int, int, str]], text: str) -> list[Item]:
        """Units that are named by their numbers, and by the words behind the last of them."""
        inline = text is not row.text
        items = self._units(row, text, [(start, end) for start, end, _ in run], row.indent + inline)
        for item, (_, _, kind) in zip(items, run, strict=True):
            item.inline = inline
            if item.unit is not None and kind:
                item.unit.amounts.assumed.append(f"“{item.name}” is read as “{item.name} {kind}”")
                item.unit.name = item.name = f"{item.name} {kind}"
        return items


SENTENCE: Final = re.compile(
    r"\b(?:i|i'm|i've|we|you|he|they|it|my|our|your|says?|said|had|has|have|was|were|is|are|did|does|think|thanks|though"
    r"|because|which|who|but|however|should|would|could|ich|wir|sie|war|waren|hatte|hatten|sind|ist|je|nous|ils|etait"
    r"|etaient|avait|avaient|sont|era|eran|tenia|tenian|son|erano|aveva|avevano|sono|waren|hadden|byl|byli)\b"
)
"""Pronouns and verbs of sentences in several languages; names of units have none."""
LEAST_SENTENCE: Final = 2
LIKE_SENTENCE: Final = "This line reads like a sentence. Keep it as a note, or write the unit that it means."
VERSUS: Final = re.compile(r"\W*(?:vs|versus|against|gegen|contre|contra|contro|tegen|protiv)\W*")
"""A line between two armies."""
SIGNED: Final = re.compile(r"^\s*[*†‡^(\[]")
PAGE: Final = re.compile(r"\s*\d{1,4}\s{2,}\S.*|\s*\S.*\S\s{2,}\d{1,4}\s*")
"""A running head: the number of a page, and far from it a title."""
REGIMENT: Final = re.compile(r"(?<![\w(/])(?:\d{1,2}|[IVX]+|F)/\d{1,3}")
"""A battalion with the number of its regiment: ``5/60th``."""
INNER_JOINT: Final = re.compile(r":\s|\s[-–—]\s")
"""Between a heading and its units on one line."""
MOST_NESTED: Final = 3
"""Headings over headings on one line."""
SEGMENT: Final = re.compile(r"(?:[^;()]|\([^()]*\))+")
"""A part of a line between semicolons that stand in no brackets."""
STRENGTH: Final = re.compile(rf"\d\s?(?:{terms.MEN}|{terms.OFFICERS})")
SIDE: Final = re.compile(r"^([^\W\d][^:]{2,40}):\s+(\S.*)$")
PROSE_WORDS: Final = 9
MOST_LENGTH: Final = 800
"""Characters of a line with units."""
MOST_TITLE: Final = 120
NOT_UNDERSTOOD: Final = (
    "This line is not understood. A unit needs a type or a telling name, and a number of men or guns; "
    "a formation needs a word such as Corps, Division or Brigade."
)


def _tells_unit(text: str) -> bool:
    """True if the words before the first figure of ``text`` name a kind of foot or horse for certain."""
    words = re.split(r"[,(:]", text)[0]
    guess = terms.type_by_words(words, "", guns=False, mounted=False, arm="")
    return guess is not None and not guess.doubt and guess.type not in ARTILLERY


NUMBERED_BATTERY: Final = re.compile(
    r"\d.*\b(?:battery|batterie|bateria|batteria|company|compagnie|troop|bty)\b(?!,? ?reserve)"
)


@lru_cache(2048)
def looks_like_unit_name(text: str) -> bool:
    """True if the words alone tell a unit: ``7th Hussars``."""
    name = re.split(r"[,:(]|\s[-–—]\s", text)[0]
    guess = terms.type_by_words(name, "", guns=False, mounted=False, arm="")
    if guess is not None and guess.type in ARTILLERY and NUMBERED_BATTERY.search(fold(name)):
        return not level_of(name)
    if guess is None or guess.doubt or level_of(text):
        return False
    return re.search(r"\d", name) is not None or not (terms.GROUP.search(fold(name)) or arm_of(name))
