"""Put the items of a list together: armies, the level of each heading, the parent of each unit, and the totals."""

import re
from dataclasses import dataclass, field
from typing import Any, Final

from armies.exchange.clean_text import fold, plain, short
from armies.exchange.draft_army import Draft, Problem, rank
from armies.exchange.limits import MAX_NAME, element_faults
from armies.exchange.lists import terms
from armies.exchange.lists.heading_nation import nation_of
from armies.exchange.lists.headings import ARMY_LEAD, FALLEN, Item, is_person, split_heading, title_name
from armies.exchange.lists.ledger import Ledger
from armies.exchange.lists.levels import (
    Open,
    closes,
    flatten_centred,
    heights,
    indent_by_capitals,
    level_of_heading,
    mark_regiments,
)
from armies.exchange.lists.line_context import is_high, is_side, read_in_context
from armies.exchange.lists.ranks import RANK, has_rank
from armies.exchange.lists.style import Style
from armies.exchange.lists.titles_and_totals import (
    ARMY_OF,
    compared,
    date_in,
    has_units,
    is_enemy,
    names_something,
    nation_of_units,
    own_words,
    take_heading,
)
from armies.exchange.lists.unit_text import ReadUnit
from armies.exchange.lists.units import Place, batteries_name, make_units
from armies.exchange.text.hierarchy import NUMBERED
from armies.exchange.text.unit_line import ROMAN, Missing, complete
from battles.engine.armies.facts import Unit
from battles.engine.armies.nations import nations

LEVEL_AT: Final = {3: "corps", 2: "division", 1: "brigade"}


@dataclass
class Assembly:
    """Builds the armies of one list."""

    name: str
    ledger: Ledger
    style: Style
    armies: list[Draft] = field(default_factory=list)
    stack: list[Open] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    checked: list[tuple[Item, Draft, list[Draft]]] = field(default_factory=list)
    titles: list[Item] = field(default_factory=list)
    by_units: str = ""
    regiment: Item | None = None
    regiment_units: tuple[Draft, list[Unit]] | None = None

    def build(self, items: list[Item]) -> None:
        read_in_context(items, self.style)
        self._nation_by_units(items)
        flatten_centred(items)
        indent_by_capitals(items)
        ranks = heights(items)
        mark_regiments(items)
        for index, item in enumerate(items):
            getattr(self, f"_{item.kind}")(item, ranks[index])
        self._finish()

    def _nation_by_units(self, items: list[Item]) -> None:
        """Give the army the nation that its units' names tell, where no title or heading names one.

        ``Army of Portugal`` names where the army stood, so its units count for more.
        """
        heads = [item for item in items if item.kind in ("title", "heading")]
        lands = [item for item in heads if item.nation and ARMY_OF.match(fold(item.text))]
        if any(item.nation and is_high(item) for item in heads if not any(item is land for land in lands)):
            return
        names = [item.unit.name for item in items if item.unit is not None]
        self.by_units = nation_of_units(names)
        for item in lands if self.by_units else ():
            item.nation = self.by_units

    # What each kind of item does.

    def _title(self, item: Item, _height: int) -> None:
        if item.extra and not (item.level or item.commander or item.nation or names_something(item.text, item.extra)):
            self._date(item)
            return
        if self.armies and (
            (has_units(self.armies[-1]) and (item.level == "army" or item.nation))
            or (item.level == "army" and self.armies[-1].facts.get("commander"))
        ):
            self._begin(item)
        army = self._army()
        facts = army.facts
        if take_heading(army, item) and item.note:
            facts["notes"] = (*facts.get("notes", ()), item.note)
        self._date(item)
        title = item.text.strip(" =*:")
        is_army = item.level == "army" or item.nation
        if not army.name or (is_army and not army.facts.get("_named")):
            if army.name:
                facts["notes"] = (*facts.get("notes", ()), army.name)
            facts["name"] = short(title_name(item), MAX_NAME)
            facts["_named"] = bool(is_army)
        elif title not in facts.get("notes", ()) and fold(title) != fold(army.name):
            facts["notes"] = (*facts.get("notes", ()), title)
        self.titles.append(item)
        army.line = army.line or item.line

    def _date(self, item: Item) -> None:
        facts = self._army().facts
        if not item.extra or facts.get("date"):
            return
        if date := date_in(item.extra):
            facts["date"] = date
        elif not any(item.extra in note for note in facts.get("notes", ())):
            facts["notes"] = (*facts.get("notes", ()), item.extra)

    def _commander(self, item: Item, _height: int) -> None:
        """The commander of the army, or of the heading above if that has none."""
        target = self._commanded(fold(item.text).split(":")[0])
        above = str(target.get("commander", ""))
        if above and not has_rank(above) and has_rank(item.commander):
            target["commander"] = ""
            self._note_of(target, above)
            self._say(item, [f"“{above}” is kept as a note: this line names the commander"])
        if target.get("commander") and FALLEN.search(fold(str(target.get("note") or target.get("notes", ())[-1:]))):
            self._note_of(target, f"then {item.commander}")
            self._say(item, [f"“{item.commander}” is kept as a note: they followed “{target['commander']}”"])
            return
        if target.get("commander") and target["commander"] != item.commander:
            self._ask(item, f"“{item.commander}”: the commander is already “{target['commander']}”.")
            return
        target["commander"] = short(item.commander, MAX_NAME)
        if item.note:
            self._note_of(target, item.note)
        self._say(item, [item.extra] if item.extra else [])

    def _note_of(self, facts: dict[str, Any], note: str) -> None:
        """Add a note to the facts of the army, which has several, or of a formation, which has one."""
        if facts is self._army().facts:
            facts["notes"] = (*facts.get("notes", ()), note)
        else:
            facts["note"] = "; ".join(n for n in (facts.get("note", ""), note) if n)

    def _commanded(self, words: str) -> dict[str, Any]:
        """The facts of the formation above, or of the army, that a line such as ``Commander: Ney`` is about."""
        army = self._army()
        above = self.stack[-1].draft if self.stack else None
        if above is None:
            return army.facts
        if above.level == "corps" and words.startswith("corps") and not above.children:
            return above.facts
        if army.children and (above.children or re.match(r"corps|army", words)):
            return above.facts
        return army.facts if re.match(r"corps|army", words) else above.facts

    def _note(self, item: Item, _height: int) -> None:
        facts = self._army().facts
        if item.note and len(facts.get("notes", ())) < MOST_NOTES:
            facts["notes"] = (*facts.get("notes", ()), short(item.note, 1_000))

    def _facts(self, item: Item, _height: int) -> None:
        self._army().facts.update({key: value for key, value in item.facts.items() if value})

    def _nothing(self, item: Item, _height: int) -> None:
        pass

    def _question(self, item: Item, _height: int) -> None:
        self._ask(item, item.sentence)

    def _total(self, item: Item, _height: int) -> None:
        self.checked.append((item, self._army(), [one.draft for one in self.stack]))
        of = own_words(item.text)
        for index, one in enumerate(self.stack):
            if of and of <= set(fold(one.draft.name).split()):
                del self.stack[index:]
                break

    def _strength(self, item: Item, _height: int) -> None:
        """A line of figures below a heading: compared with the units, and kept as a note of the formation."""
        above = self.stack[-1].draft if self.stack else self._army()
        self._note_of(above.facts, item.note)
        self.checked.append((item, self._army(), [above]))

    def _heading(self, item: Item, height: int) -> None:
        if self._names_commander(item):
            return
        if self._starts_army(item, height):
            if item.amounts is not None:
                self.checked.append((item, self._army(), [self._army()]))
            return
        level = level_of_heading(self.stack, self._army(), item, height)
        self._pop(item, level)
        parent = self.stack[-1].draft if self.stack else self._army()
        facts: dict[str, object] = {
            "name": short(item.name or item.text, MAX_NAME),
            "commander": short(item.commander, MAX_NAME),
            **item.facts,
        }
        if item.note:
            facts["note"] = item.note
        said = [item.extra] if item.extra else []
        if item.nation and item.nation != parent.nation:
            facts["nation"] = item.nation
            said.append(f"nation {nations()[item.nation].name} by its name")
        if item.arm == "artillery" and level == 1:
            facts["kind"] = "artillery"
        draft = Draft(LEVEL_AT[level], facts, str(facts.get("nation") or parent.nation), item.line)
        draft.text = item.text
        if faults := list(element_faults(draft.frozen())):
            self._ask(item, " ".join(faults))
            return
        parent.add(draft)
        arm = item.arm or (self._arm() if not item.level or level < rank(parent.level) else "")
        self.stack.append(
            Open(draft, item.indent, item.markup, level, arm if item.arm or arm == "cavalry" else "", item.inline, item)
        )
        if item.amounts is not None:
            self.checked.append((item, self._army(), [draft]))
        self._say(item, said)

    def _names_commander(self, item: Item) -> bool:
        """Take a rank and a name under a heading as its commander: ``1st Division``, then ``Maj. Gen. Cooke``."""
        above = self.stack[-1] if self.stack else None
        if above is None or item.level or item.arm or item.inline or item.amounts is not None:
            return False
        if above.draft.children or above.draft.facts.get("commander") or item.indent > above.indent:
            return False
        if not RANK.match(fold(item.name)) or not is_person(item.name):
            return False
        note = "; ".join(n for n in (item.note, item.commander) if n)
        above.draft.facts["commander"] = short(item.name, MAX_NAME)
        if note:
            above.draft.facts["note"] = "; ".join(n for n in (above.draft.facts.get("note", ""), note) if n)
        for piece in item.pieces:
            piece.claims = [(a, b, "commander" if what == "name" else what) for a, b, what in piece.claims]
        return True

    def _unit(self, item: Item, _height: int) -> None:
        while self.stack and self.stack[-1].inline and not item.inline:
            self.stack.pop()
        if item.unit is None:
            return
        self._battalion(item)
        self._leave(item)
        parent = self.stack[-1].draft if self.stack else self._army()
        place = Place(parent.nation, self._arm(), self._year(), tuple(one.draft.name for one in reversed(self.stack)))
        if not item.unit.name:
            self._name_battery(item.unit, place, parent)
        try:
            units, assumed = make_units(item.unit, place, self.style)
        except Missing as missing:
            self._ask(item, str(missing))
            return
        for unit in units:
            parent.add(unit, item.line)
        if self.regiment is None and not item.inline:
            self.regiment, self.regiment_units = item, (parent, units)
        self._say(item, assumed)

    def _name_battery(self, unit: ReadUnit, place: Place, parent: Draft) -> None:
        """Name guns without a name after their heading, else ``3 batterie (22 pezzi)`` after its own word."""
        if place.arm == "artillery" and self.stack and not parent.children:
            unit.name = parent.name
            unit.amounts.assumed.append("the battery is named after its heading")
        elif unit.amounts.guns and "batteries" in unit.amounts.counts:
            unit.name = batteries_name(unit)

    def _regiment(self, item: Item, height: int) -> None:
        """A regiment's own line over its battalions, or a formation that is named like a unit."""
        if item.extra == "over":
            self._leave(item)
            self.regiment = item
            return
        heading = split_heading(item.text)
        heading.line, heading.indent, heading.markup = item.line, item.indent, item.markup
        heading.extra = "there are lines under it, so it is read as a formation"
        self._heading(heading, height)

    def _battalion(self, item: Item) -> None:
        """Name a battalion after the regiment above it: ``1st Battalion 550`` becomes ``I/24e Ligne``."""
        above = self.regiment
        if above is None or item.unit is None or above.unit is None or item.indent <= above.indent:
            self.regiment = None
            return
        match = NUMBERED.fullmatch(plain(item.unit.name).strip())
        if not match:
            return
        if self.regiment_units:
            parent, units = self.regiment_units
            parent.children[:] = [child for child in parent.children if child not in units]
            self.regiment_units = None
            total = Item("total", above.line, above.text, amounts=above.unit.amounts)
            self.checked.append((total, self._army(), []))
        number = int(match["number"]) if match["number"] else 0
        roman = ROMAN[number - 1] if 0 < number <= len(ROMAN) else str(match["roman"] or number).upper()
        item.unit.name = f"{roman}/{above.unit.name}"
        item.unit.amounts.counts.pop("battalions", None)
        for key, value in above.unit.parsed.facts.items():
            item.unit.parsed.facts.setdefault(key, value)

    def _exact(self, item: Item, height: int) -> None:
        """A line that its owner wrote in our own notation."""
        parsed = item.exact
        if parsed is None or parsed.kind in ("unknown", "total"):
            self._ask(item, item.sentence or "This line is not understood.")
            return
        if parsed.kind == "formation":
            item.name, item.commander = parsed.name, str(parsed.facts.get("commander", ""))
            item.level = parsed.level
            self._heading(item, height)
            return
        self._leave(item)
        parent = self.stack[-1].draft if self.stack else self._army()
        try:
            for unit in complete(parsed, parent.nation, self._year()):
                parent.add(unit, item.line)
        except Missing as missing:
            self._ask(item, str(missing))
            return
        self._say(item, parsed.assumed)

    # Armies.

    def _army(self) -> Draft:
        if not self.armies:
            self._begin(None)
        return self.armies[-1]

    def _begin(self, item: Item | None) -> None:
        army = Draft("army", {"name": ""}, line=item.line if item else 0, text=item.text if item else "")
        if self.by_units:
            army.facts["nation"] = army.nation = self.by_units
        self.armies.append(army)
        self.stack = []

    def _starts_army(self, item: Item, height: int) -> bool:
        """Take a heading as the army's own, or as the beginning of another army."""
        lead = ARMY_LEAD.match(fold(item.name)) is not None
        outer = not self.stack or (
            item.indent <= self.stack[0].indent and (not item.markup or item.markup <= (self.stack[0].markup or 9))
        )
        army = self._army()
        if outer and army.children and is_enemy(item, army, self.titles):
            self._divide_battle(army)
            self._begin(item)
            self._say(item, ["the text has both sides of a battle, so this begins the other side's army"])
            army = self._army()
            army.facts.update(name=short(item.name, MAX_NAME), nation=item.nation)
            army.nation = item.nation
            return is_side(item) and take_heading(army, item)
        whole = height >= 3 and not (item.level or item.arm) and not (army.name and terms.GROUP.search(fold(item.name)))
        led = item.commander and army.facts.get("commander") not in (None, "", short(item.commander, MAX_NAME))
        whole = whole and not (led and item.level != "army")
        if item.level != "army" and not whole and not is_side(item):
            return False
        if army.children:
            if not outer:
                return False
            if item.level != "army" and item.nation == army.nation:
                return False
            self._begin(item)
        self.stack = []
        army = self._army()
        facts = army.facts
        take_heading(army, item)
        if item.note:
            facts["notes"] = (*facts.get("notes", ()), item.note)
        if not (lead and army.name):
            if army.name and fold(army.name) != fold(item.name):
                facts["notes"] = (*facts.get("notes", ()), army.name)
            facts["name"] = short(item.name, MAX_NAME)
        army.line = army.line or item.line
        return True

    def _divide_battle(self, army: Draft) -> None:
        """Name the first side's army after its first formation; its title named the battle."""
        first = next(child for child in army.children if isinstance(child, Draft))
        if terms.BATTLE.match(fold(army.name)):
            army.facts["notes"] = (*army.facts.get("notes", ()), army.name)
            army.facts["name"] = first.name

    # Places in the tree.

    def _pop(self, item: Item, level: int) -> None:
        while self.stack and closes(self.stack[-1], item, level):
            self.stack.pop()
        if self.stack and not item.inline and self.stack[-1].deep is not False:
            self.stack[-1].deep = item.indent > self.stack[-1].indent

    def _leave(self, item: Item) -> None:
        """Close the formations that a unit with less indentation stands outside of."""
        while self.stack and not item.inline:
            top = self.stack[-1]
            if item.indent >= top.indent and not (item.exact and item.markup and item.markup <= top.markup):
                break
            self.stack.pop()
        if self.stack and not item.inline:
            top = self.stack[-1]
            inner = self._inner.get(id(top.draft))
            if inner is None:
                self._inner[id(top.draft)] = item.indent
            while (
                len(self.stack) > 1
                and item.indent == self.stack[-1].indent
                and self._inner.get(id(self.stack[-1].draft), item.indent) > item.indent
            ):
                self.stack.pop()

    _inner: dict[int, int] = field(default_factory=dict)

    def _arm(self) -> str:
        return next((one.arm for one in reversed(self.stack) if one.arm), "")

    def _year(self) -> int | None:
        for text in (str(self._army().facts.get("date", "")), *(title.text for title in self.titles)):
            if match := terms.YEAR.search(text):
                return int(match[1])
        return None

    # Problems.

    def _say(self, item: Item, said: list[str]) -> None:
        if said:
            sentence = "; ".join(said)
            self.problems.append(self._problem(item, f"{sentence[0].upper()}{sentence[1:]}.", blocking=False))

    def _ask(self, item: Item, sentence: str) -> None:
        self.problems.append(self._problem(item, sentence, blocking=True))
        for piece in item.pieces:
            piece.claims = [(start, end, "question") for start, end, _ in piece.claims]
            piece.claim_rest("question")

    def _problem(self, item: Item, sentence: str, *, blocking: bool) -> Problem:
        original = self.ledger.original(item.line, item.text)
        return Problem(item.line, short(original.strip()), sentence, blocking)

    def _finish(self) -> None:
        self.armies = [army for army in self.armies if army.children or len(self.armies) == 1]
        for army in self.armies:
            army.facts.pop("_named", None)
            only = [child for child in army.children if isinstance(child, Draft)]
            if not army.name and len(army.children) == 1 and len(only) == 1:
                army.facts["name"] = only[0].name
            if not army.name:
                army.facts["name"] = self.name
                self.notes.append(f"The text does not name the army, so its name is “{self.name}”.")
            if not army.facts.get("nation"):
                self._inherit(army, nation_of(army.name) or self._only_nation(army))
            if army.nation:
                why = ", by the names of its units" if army.nation == self.by_units else ""
                self.notes.append(f"“{army.name}” is read as an army of {nations()[army.nation].the_name}{why}.")
            else:
                self.notes.append(f"“{army.name}” has no nation: add a line such as Nation: French.")
            for draft in army.walk():
                if not draft.children and draft.line:
                    sentence = "No line is read as a unit of this formation."
                    self.problems.append(Problem(draft.line, draft.text, sentence, False))
                for name in draft.duplicate_names():
                    self.problems.append(
                        Problem(draft.line, draft.text, f"Two units of {draft.name} are named “{name}”.", False)
                    )
        for item, army, stack in self.checked:
            if (
                item.kind == "heading"
                and item.amounts
                and item.amounts.strength
                and not any(one.children for one in stack)
            ):
                self._ask(item, NO_UNITS)
                continue
            if sentence := compared(item, army, stack):
                self._say(item, [sentence])

    def _only_nation(self, army: Draft) -> str:
        codes = {str(child.facts.get("nation") or "") for child in army.children if isinstance(child, Draft)}
        return codes.pop() if len(codes) == 1 else ""

    def _inherit(self, army: Draft, code: str) -> None:
        if not code:
            return
        army.facts["nation"] = army.nation = code
        for draft in army.walk():
            draft.nation = draft.nation or code


NO_UNITS: Final = (
    "The formation has a strength, but no line below it is a unit of it. Write its units, or leave it out."
)
MOST_NOTES: Final = 150
