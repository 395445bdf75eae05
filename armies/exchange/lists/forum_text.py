"""Read the text for forums that Muster writes: each line has its depth as dots, its facts behind the last colon."""

import re
from typing import Final

from armies.exchange.clean_text import fold
from armies.exchange.draft_army import Parsed
from armies.exchange.lists.amounts import Amounts, value_of
from armies.exchange.lists.heading_nation import is_nation
from armies.exchange.lists.headings import Item, level_of
from armies.exchange.lists.ledger import Ledger, Text
from armies.exchange.lists.ranks import RANK
from armies.exchange.lists.rows import Row
from armies.exchange.text.notation import read_rating
from armies.exchange.text.text_writer import COMMANDER, DOT, level_by_name
from armies.exchange.vocabulary import COMMANDER_WORDS, QUALITY_WORDS, TYPE_NAMES, nation_code
from battles.engine.armies.facts import GUN_WEIGHTS
from battles.engine.armies.nations import nations

COUNT: Final = r"\d{1,3}(?:,\d{3})*"
SUM: Final = re.compile(
    rf"(?P<sum>(?:(?:{COUNT} (?:foot|horse|guns), )+|no figures, ){COUNT} units?)(?:, {COUNT} points)?"
)
UNIT: Final = re.compile(rf"(?P<name>.+): (?P<type>{'|'.join(TYPE_NAMES.values())})(?P<facts>(?:, [\w ,]+)?)")
FORMATION: Final = re.compile(
    r"(?P<name>.+?)(?: \[(?P<level>corps|division|brigade)\])?(?: \((?P<who>[^()]*(?:\([^()]*\)[^()]*)*)\))?: "
    + SUM.pattern
)
TITLE: Final = re.compile(r"(?P<name>.+) \((?P<nation>[\w' -]+)\)(?:, (?P<who>.+))?")
DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")
FACT: Final = re.compile(rf"({COUNT}) (?:(\w+) )?(men|gunners|guns|points)")
TYPES: Final = {words: key for key, words in TYPE_NAMES.items()}
FLAGS: Final = ("lancer", "irregular", "armoured")
HEAD_LINES: Final = 3


def is_forum_text(text: str) -> bool:
    """True if one of the first lines is the sum of the army, and the lines below have their depth as dots."""
    lines = [line.strip() for line in text[:4_000].split("\n") if line.strip()]
    summed = next((i for i, line in enumerate(lines[:HEAD_LINES]) if SUM.fullmatch(line)), 0)
    below = [line.replace(DOT, "") for line in lines[summed + 1 : summed + 4]]
    return summed > 0 and all(UNIT.fullmatch(line) or FORMATION.fullmatch(line) for line in below[:-1] or below)


class ForumLines:
    """Reads the lines of one text for a forum, in order."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.lines = 0
        self.summed = False

    def items(self, raw: str, row: Row) -> list[Item] | None:
        """The items of a line; None if it has been changed into something else."""
        self.lines += 1
        depth = raw.count(DOT) if raw.startswith(DOT) else 0
        text = raw.replace(DOT, "", depth).strip()
        piece = self.ledger.text(row.number, text)
        item = self._header(row, text, piece) if not self.summed else self._element(row, text, piece)
        if item is None:
            self.ledger.texts[row.number].remove(piece)
            return None
        item.indent, item.markup = 2 * depth, depth + 1
        return [item]

    def _header(self, row: Row, text: str, piece: Text) -> Item | None:
        item = Item("title", row.number, text, level="army", pieces=[piece])
        if match := SUM.fullmatch(text):
            self.summed = True
            item.kind, item.amounts = "total", _amounts(match["sum"])
            piece.claim_rest("total")
            return item
        if self.lines > 1:
            item.kind, item.facts = "facts", _battle(text, piece)
            piece.claim_rest("name")
            return item
        match = TITLE.fullmatch(text)
        code = nation_code(match["nation"]) if match else ""
        if match and code and nations()[code].adjective == match["nation"]:
            item.name, item.commander, item.nation = match["name"], match["who"] or "", code
            piece.claim(*match.span("nation"), "fact")
        else:
            name, joint, who = text.partition(f", {COMMANDER}")
            item.name, item.commander = (name, who) if joint else (text, "")
        item.text = item.name
        if item.commander:
            piece.claim(len(text) - len(item.commander), len(text), "commander")
        piece.claim_rest("name")
        return item

    def _element(self, row: Row, text: str, piece: Text) -> Item | None:
        if match := UNIT.fullmatch(text):
            return _unit(row, match, piece)
        match = FORMATION.fullmatch(text)
        return _formation(row, match, piece) if match else None


def _amounts(words: str) -> Amounts:
    amounts = Amounts()
    for count, what in re.findall(rf"({COUNT}) (foot|horse|guns)", words):
        if what == "guns":
            amounts.guns = value_of(count)
        else:
            amounts.men = (amounts.men or 0) + value_of(count)
    return amounts


def _battle(text: str, piece: Text) -> dict[str, str]:
    """The battle, date and place of the second line: what stands before the date is the battle."""
    match = DATE.search(text)
    if not match:
        battle, _, place = text.partition(", ")
        return {"battle": battle, "place": place}
    piece.claim(*match.span(), "date")
    return {"battle": text[: match.start()].strip(" ,"), "date": match[0], "place": text[match.end() :].strip(" ,")}


def _unit(row: Row, match: re.Match[str], piece: Text) -> Item | None:
    facts: dict[str, object] = {"name": match["name"], "type": TYPES[match["type"]]}
    piece.claim(*match.span("name"), "name")
    piece.claim(*match.span("type"), "fact")
    at = match.start("facts")
    for part in re.finditer(r", ([^,]+(?:,\d{3}[^,]*)*)", match["facts"]):
        start, end = at + part.start(1), at + part.end(1)
        if counted := FACT.fullmatch(part[1]):
            count, weight, what = counted.groups()
            if what != "points":
                facts["guns" if what == "guns" else "men"] = value_of(count)
            if weight in GUN_WEIGHTS:
                facts["gun_weight"] = weight
            piece.claim(start, end, "figure" if what != "points" else "note")
        elif part[1] in QUALITY_WORDS:
            facts["quality"] = QUALITY_WORDS[part[1]]
            piece.claim(start, end, "fact")
        elif part[1] in FLAGS:
            facts[part[1]] = True
            piece.claim(start, end, "fact")
        else:
            return None
    facts.setdefault("quality", "trained")
    parsed = Parsed("unit", facts=facts, exact=True)
    return Item("exact", row.number, row.text, exact=parsed, name=match["name"], pieces=[piece])


def _formation(row: Row, match: re.Match[str], piece: Text) -> Item:
    item = Item(
        "heading", row.number, match["name"], pieces=[piece], name=match["name"], amounts=_amounts(match["sum"])
    )
    item.level = match["level"] or level_by_name(item.name)
    who, _, rating = (match["who"] or "").rpartition(", ")
    if rating not in COMMANDER_WORDS:
        who, rating = match["who"] or "", ""
    ranked = rating or RANK.match(fold(who)) is not None
    if who and not ranked and (is_nation(who) or level_of(who) or any(char.isdigit() for char in who)):
        item.name, who = f"{item.name} ({who})", ""
    item.commander = who
    if rating:
        item.facts = {"throws": (read_rating(rating),)}
    if who:
        start = match.start("who")
        piece.claim(start, start + len(who), "commander")
        piece.claim(start + len(who), match.end("who"), "fact")
    piece.claim(*match.span("sum"), "total")
    piece.claim(match.end("sum"), len(piece.text), "note")
    piece.claim_rest("name")
    return item
