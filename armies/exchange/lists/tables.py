"""Find the tables among the rows of a list, and read their rows as headings, units and totals."""

import re
from collections.abc import Sequence
from typing import Final

from armies.exchange.clean_text import fold
from armies.exchange.lists import terms
from armies.exchange.lists.amounts import Amounts, value_of
from armies.exchange.lists.columns import LARGE, NUMBERS, PATHS, names_formation, role_of, roles_of
from armies.exchange.lists.figures import NAME_NUMBER, read_amounts
from armies.exchange.lists.heading_nation import nation_of
from armies.exchange.lists.headings import Item, arm_of, is_formation, is_person, level_of, split_heading
from armies.exchange.lists.ledger import Ledger, Text
from armies.exchange.lists.line_reader import LineReader, looks_like_unit_name
from armies.exchange.lists.ranks import RANK
from armies.exchange.lists.rows import BREAK, Row, has_token
from armies.exchange.lists.style import Style
from armies.exchange.lists.titles_and_totals import total_amounts
from armies.exchange.lists.unit_text import ReadUnit, divide, read_unit, tidy
from armies.exchange.vocabulary import nation_code, quality_of
from battles.engine.armies.facts import weight_of

TYPED: Final = re.compile(
    r"infant|caval|art|line|ligne|kav|fuss|foot|horse|lourde|schwer|leicht|legere|light|heavy|drag|huss|pesada"
    r"|ligera|pesante|leggera|pehot|konn"
)


class TableRows:
    """Reads the rows of tables as items."""

    def __init__(self, ledger: Ledger, style: Style, lines: LineReader) -> None:
        self.ledger = ledger
        self.style = style
        self.lines = lines
        self.roles: list[str] = []
        self.titles: list[str] = []
        self.path: dict[str, str] = {}
        self.markup = 0
        self.guessed: set[int] = set()
        """Columns with a heading that is not understood, whose meaning is read from what stands in them."""

    def head(self, heads: Sequence[Row], below: Sequence[Row]) -> None:
        """Take rows of headings; ``below`` are rows of the same table."""
        self.roles, self.titles = roles_of(
            [row.cells or [] for row in heads], [row.cells or [] for row in below if row.cells]
        )
        self.guessed = {i for i, title in enumerate(self.titles) if title and role_of(title) == "" and self.roles[i]}
        for row in heads:
            for index, cell in enumerate(row.cells or ()):
                if not names_formation(cell) or any(one.strip() for one in (row.cells or ())[:index]):
                    self.ledger.mark(row.line_of(index), cell, "heading")

    def items(self, row: Row, *, base: int, markup: int = 0) -> list[Item]:
        """The items of one row; ``base`` and ``markup`` are the depth of the heading above the table."""
        if any(BREAK in cell for cell in row.cells or ()):
            row, *more = self._divided(row)
            if more:
                self.markup = markup
                return [item for part in (row, *more) for item in self._row(part, part.cells or [], base)]
        self.markup = markup
        cells = [cell.strip() for cell in row.cells or ()]
        last, end = (max((i for i, one in enumerate(texts) if one), default=0) for texts in (self.titles, cells))
        if end < last and self._role(last) == "unit" and self._is_several(cells[end]):
            cells = [""] * (last - end) + cells[: end + 1]
            row.lines = [row.number] * (last - end) + row.lines if row.lines else []
        filled = [cell for cell in cells if has_token(cell)]
        if not filled:
            return []
        if len(filled) == 2 and is_formation(filled[0]) and RANK.match(fold(filled[1])) and is_person(filled[1]):
            return self._led(row, cells, base)
        if len(filled) > 1 and (named := self._formation(cells)):
            return [self._heading_row(row, cells, named, base)]
        if len(filled) == 1 or (len(filled) < 3 and not self._is_unit_row(cells)):
            first = next(index for index, cell in enumerate(cells) if has_token(cell))
            if (
                self._role(first) in (*PATHS,)
                and len(filled) == 1
                and not terms.TOTAL.match(fold(filled[0]))
                and level_of(filled[0]) == ""
                and not row.across
            ):
                return self._row(row, cells, base)
            if len(filled) == 1:
                return self._single(row, filled[0], base)
        if any(terms.TOTAL.match(fold(cell)) or terms.TOTAL_BEHIND.search(fold(cell)) for cell in filled[:1]) or any(
            terms.TOTAL.match(fold(cell)) for cell in cells[:2]
        ):
            return [self._total(row, cells)]
        if len(filled) > 1 and not has_token(cells[0]) and all(SUM_CELL.fullmatch(fold(cell)) for cell in filled):
            return [self._total(row, cells)]
        return self._row(row, cells, base)

    def _divided(self, row: Row) -> list[Row]:
        """A row for each line of the cell with the units, where each is a unit; else the row with whole cells.

        The lines of a formation's cell are its name and its commanders.
        """
        cells = row.cells or []
        unit = next((i for i, _ in enumerate(cells) if self._role(i) == "unit"), None)
        names = cells[unit].split(BREAK) if unit is not None else []
        counts = {
            i for i, cell in enumerate(cells) if cell.count(BREAK) + 1 == len(names) > 1 and self._role(i) not in PATHS
        }
        strengths = any(has_token(cell) and self._role(i) in NUMBERS for i, cell in enumerate(cells) if i not in counts)
        whole = len(counts) > 1 or (len(names) > 1 and not strengths and all(map(self._is_unit, names)))
        parts = range(len(names)) if whole else (0,)
        return [self._part(row, part, counts if whole else set()) for part in parts]

    def _part(self, row: Row, part: int, counts: set[int]) -> Row:
        cells, lines = [], []
        for index, cell in enumerate(row.cells or ()):
            inner = row.inner.get(index, [])
            own = inner[part if index in counts else 0] if inner else row.line_of(index)
            if index in counts:
                cell = cell.split(BREAK)[part]
            elif part:
                cell = ""
            elif self._role(index) in PATHS:
                head, *more = cell.split(BREAK)
                cell = f"{head} - {'; '.join(more)}" if more else head
            else:
                cell = cell.replace(BREAK, " ")
            cells.append(cell)
            lines.append(own)
        name = next((i for i, _ in enumerate(cells) if self._role(i) == "unit"), 0)
        return Row(lines[name], row.text, row.indent, row.level, cells, row.table, bold=row.bold, lines=lines,
                   notes=row.notes if not part else [])  # fmt: skip

    def _is_unit(self, text: str) -> bool:
        """True if a line of a cell has a strength, or a name that tells a unit."""
        return read_amounts(Text(text), self.style).strength or looks_like_unit_name(text)

    def _role(self, index: int) -> str:
        return self.roles[index] if index < len(self.roles) else ""

    def _is_unit_row(self, cells: list[str]) -> bool:
        return any(has_token(cell) and self._role(index) == "unit" for index, cell in enumerate(cells))

    def _single(self, row: Row, text: str, base: int) -> list[Item]:
        """A row with one cell: a heading over the rows below it, or a note."""
        self.path = {}
        alone = Row(row.number, text, indent=base, level=0, bold=row.bold)
        items = self.lines.items(alone, over=True, first=False)
        for item in items:
            item.indent = base
            item.markup = self.markup + 1 if self.markup else 0
        return items

    def _led(self, row: Row, cells: list[str], base: int) -> list[Item]:
        """A row with a formation and its commander: a heading over the rows below it."""
        name, who = (index for index, cell in enumerate(cells) if has_token(cell))
        self.path = {}
        item = split_heading(cells[name])
        item.line, item.text, item.indent, item.commander = row.number, row.text, base, cells[who]
        item.markup = self.markup + 1 if self.markup else 0
        item.level, item.arm, item.nation = level_of(item.name), arm_of(item.name), nation_of(item.name)
        self.ledger.mark(row.line_of(name), cells[name], "name")
        self.ledger.mark(row.line_of(who), cells[who], "commander")
        return [item]

    def _formation(self, cells: list[str]) -> int:
        """The index of a row's cell in the column of the units that names a formation, where no cell has a figure."""
        index = next((i for i, _ in enumerate(cells) if self._role(i) == "unit"), 0)
        others = [cell for i, cell in enumerate(cells) if i != index and has_token(cell)]
        if not index or not level_of(cells[index]) or terms.TOTAL.search(fold(cells[index])):
            return 0
        plain = all(len(cell) <= MOST_SIGN and not any(map(str.isdigit, cell)) for cell in others)
        return index if plain else 0

    def _heading_row(self, row: Row, cells: list[str], named: int, base: int) -> Item:
        """A row with a formation in the column of the units, and the sign of its level beside it."""
        self.path = {}
        item = split_heading(cells[named])
        item.line, item.text, item.indent = row.number, row.text, base
        item.markup = self.markup + 1 if self.markup else 0
        item.level, item.arm, item.nation = level_of(item.name), arm_of(item.name), nation_of(item.name)
        for index, cell in enumerate(cells):
            self.ledger.mark(row.line_of(index), cell, "name" if index == named else "markup")
        return item

    def _total(self, row: Row, cells: list[str]) -> Item:
        amounts = Amounts()
        for index, cell in enumerate(cells):
            piece = self.ledger.text(row.line_of(index), cell)
            if has_token(cell):
                found = total_amounts(piece)
                role = self._role(index)
                value = value_of(fold(cell)) if any(c.isdigit() for c in cell) else None
                if role == "guns":
                    amounts.guns = value
                elif role in ("men", "total", "rank_and_file") and (amounts.men is None or role != "rank_and_file"):
                    amounts.men = value if found.guns is None else amounts.men
                elif role == "officers":
                    amounts.officers = value
            piece.claim_rest("total")
        return Item("total", row.number, " ".join(cell for cell in cells if cell), amounts=amounts)

    def _row(self, row: Row, cells: list[str], base: int) -> list[Item]:
        items = self._headings(row, cells, base)
        depth = base + DEEPEST
        pieces: list[Text] = []
        texts: dict[str, str] = {}
        name_index = next((i for i, _ in enumerate(cells) if self._role(i) == "unit"), None)
        name = cells[name_index] if name_index is not None else ""
        if not has_token(name):
            if any(has_token(cell) and self._says_more(i, cell) for i, cell in enumerate(cells)):
                return [*items, *self._left(row, cells)]
            return items
        if self._is_several(name) and not any(
            has_token(cell) and self._says_more(i, cell) for i, cell in enumerate(cells) if i != name_index
        ):
            return [*items, *self._several(row, cells, name, items, depth)]
        piece = self.ledger.text(row.line_of(name_index or 0), name)
        pieces.append(piece)
        unit = self._named(piece, cells)
        unit.notes += row.notes
        for index, cell in enumerate(cells):
            role = self._role(index)
            if (
                not has_token(cell)
                or role == "unit"
                or role in PATHS
                or (role.endswith("commander") and role != "commander")
            ):
                if cell and not has_token(cell):
                    self.ledger.mark(row.line_of(index), cell)
                continue
            piece = self.ledger.text(row.line_of(index), cell)
            pieces.append(piece)
            texts[role] = cell
            self._cell(role, index, cell, piece, unit)
        self._strength(unit)
        self._ask_for_strength(unit, cells)
        unit.whole = name
        item = Item("unit", row.number, row.text, depth, unit=unit, name=unit.name, pieces=pieces)
        return [*items, item]

    def _is_several(self, cell: str) -> bool:
        """True if a cell holds several units with their strengths."""
        return len(divide(cell, self.style)) > 1

    def _several(self, row: Row, cells: list[str], name: str, over: list[Item], depth: int) -> list[Item]:
        """The units of one cell; a commander beside them is that of their formation."""
        for index, cell in enumerate(cells):
            if self._role(index) == "commander" and has_token(cell):
                self.ledger.mark(row.line_of(index), cell, "commander")
                row.notes += [cell] if not over or over[-1].commander else []
                if over:
                    over[-1].commander = over[-1].commander or cell
        return self.lines.items(Row(row.number, name, indent=depth, notes=row.notes), over=False, first=False)

    def _says_more(self, index: int, cell: str) -> bool:
        """True if a cell of a row without a unit holds more than the names of formations and commanders."""
        role = self._role(index)
        return role not in (*PATHS, "nation") and (not role.endswith("commander") or LARGE.search(cell) is not None)

    def _named(self, piece: Text, cells: list[str]) -> ReadUnit:
        """The unit of the cell with its name. A small number there belongs to the name if a column states the men."""
        unit = read_unit(piece, self.style)
        if self._has_strength(cells) and unit.amounts.men is not None and unit.amounts.men < NAME_NUMBER:
            piece.claims, piece.folded = [], fold(piece.text)
            unit = ReadUnit(tidy(piece.text), Amounts(), read_unit(Text(""), self.style).parsed, piece.text)
            piece.claim_rest("name")
        return unit

    def _ask_for_strength(self, unit: ReadUnit, cells: list[str]) -> None:
        """Ask about a row without a strength that has a figure under a heading that is not understood."""
        amounts = unit.amounts
        if amounts.men is not None or amounts.guns is not None or amounts.unknown:
            return
        for index, cell in enumerate(cells):
            if self._role(index) == "" and STRENGTH.fullmatch(fold(cell)):
                title = f"under “{self._title(index)}”" if self._title(index) else "below no heading"
                amounts.questions.append(f"“{cell}” stands {title}; is it the strength? Write the unit with it.")

    def _has_strength(self, cells: list[str]) -> bool:
        """True if a column of the row states the men, so that a number in the name is part of it."""
        return any(
            self._role(index) in ("men", "total", "rank_and_file") and any(char.isdigit() for char in cell)
            for index, cell in enumerate(cells)
        )

    def _left(self, row: Row, cells: list[str]) -> list[Item]:
        """A row without a unit that still has words or figures: a question."""
        items = []
        for index, cell in enumerate(cells):
            if has_token(cell) and self._role(index) not in PATHS and not self._role(index).endswith("commander"):
                self.ledger.text(row.line_of(index), cell).claim_rest("question")
        text = " ".join(cell for cell in cells if cell)
        items.append(
            Item(
                "question",
                row.number,
                text,
                sentence="This row has no name of a unit. Write the unit, or leave the row out.",
            )
        )
        return items

    def _cell(self, role: str, index: int, cell: str, piece: Text, unit: ReadUnit) -> None:
        amounts = unit.amounts
        folded = fold(cell)
        if terms.UNKNOWN.fullmatch(folded.strip(" .()")) and role in NUMBERS:
            piece.claim_rest("note")
            unit.notes.append(f"{self._title(index)}: {cell}" if self._title(index) else cell)
            amounts.unknown = True
        elif role in NUMBERS:
            self._number(role, index, cell, piece, unit)
            if index in self.guessed:
                amounts.assumed.append(f"“{cell}” under “{self._title(index)}” is read as the {role}")
        elif role == "weight" and cell.strip().isdecimal():
            piece.claim_rest("fact")
            amounts.weight = weight_of(int(cell))
        elif role == "arm" or role == "weight":
            piece.claim_rest("fact")
            self._arm(cell, unit)
        elif role == "quality" and quality_of(cell):
            piece.claim_rest("fact")
            unit.parsed.facts["quality"] = quality_of(cell)
        elif role == "nation" and nation_code(cell):
            piece.claim_rest("fact")
            unit.parsed.facts["nation"] = nation_code(cell)
        elif role in ("commander", "rank"):
            piece.claim_rest("commander")
            who = str(unit.parsed.facts.get("commander", ""))
            unit.parsed.facts["commander"] = f"{cell} {who}".strip() if role == "rank" else f"{who} {cell}".strip()
        elif not role and index >= len(self.titles) and STRENGTH.search(folded):
            amounts.questions.append(f"“{cell}” stands below no heading. Write the unit with its strength.")
            piece.claim_rest("question")
        else:
            self._guns_in_note(cell, unit)
            piece.claim_rest("source" if role == "source" else "note")
            title = self._title(index)
            unit.notes.append(cell.strip("()") if role == "notes" or not title else f"{title}: {cell}")

    def _guns_in_note(self, cell: str, unit: ReadUnit) -> None:
        """Take the guns of a battery from its remarks, where no column states them: ``6 guns, 8-pdr``."""
        if unit.amounts.guns is not None or not terms.GUN_WORDS.search(fold(unit.name)):
            return
        found = read_amounts(Text(cell), self.style)
        if found.guns is not None and not found.questions:
            unit.amounts.guns, unit.amounts.weight = found.guns, found.weight
            unit.amounts.assumed.append(f"the {found.guns} guns are read from the remark “{cell}”")

    def _title(self, index: int) -> str:
        return self.titles[index] if index < len(self.titles) else ""

    def _number(self, role: str, index: int, cell: str, piece: Text, unit: ReadUnit) -> None:
        amounts = unit.amounts
        probe = Text(cell)
        found = read_amounts(probe, self.style)
        bare = re.fullmatch(rf"\W*(?:{terms.ABOUT})?({terms.FIGURE})(?:[.,]0+)?\W*(?:{terms.MEN})?\W*", piece.folded)
        if "?" in cell and bare:
            amounts.questions.append(f"The list doubts the figure “{cell}”; is it {value_of(bare[1]):,}?")
            amounts.put(role, value_of(bare[1]))
            piece.claim_rest("question")
        elif found.guns is not None and role != "guns":
            amounts.guns, amounts.weight = found.guns, found.weight
            if found.men is not None:
                amounts.put(role, found.men)
            piece.claim_rest("figure")
        elif bare:
            if re.match(terms.ABOUT, piece.folded):
                unit.notes.append(cell)
                amounts.assumed.append(f"“{cell}” is read as {value_of(bare[1]):,}")
            amounts.put(role, value_of(bare[1]))
            piece.claim_rest("count" if role in ("battalions", "squadrons", "companies") else "figure")
        elif role in ("battalions", "squadrons", "companies") or found.counts:
            if found.counts and "%" not in piece.folded:
                amounts.counts.update(found.counts)
                amounts.men = found.men if found.men is not None else amounts.men
                piece.claim_rest("count")
            else:
                unit.notes.append(f"{cell} {self._title(index)}".strip())
                piece.claim_rest("note")
        elif found.guns is not None:
            amounts.guns, amounts.weight = found.guns, found.weight
            piece.claim_rest("figure")
        elif found.men is not None and not found.questions:
            amounts.men, amounts.officers = found.men, found.officers or amounts.officers
            unit.notes += found.notes
            piece.claim_rest("figure")
        else:
            amounts.questions.append(f"The column “{self._title(index)}” has “{cell}”, which is not one figure.")
            piece.claim_rest("question")
        if not bare and not amounts.questions and len(re.findall(r"\d+", cell)) > 1:
            unit.notes.append(cell)

    def _arm(self, cell: str, unit: ReadUnit) -> None:
        guess = terms.type_by_words(cell, "", guns=False, mounted=False, arm="")
        if guess is not None and (not guess.doubt or guess.type == "foot_artillery"):
            by_name = terms.type_by_words(unit.name, "", guns=False, mounted=False, arm="")
            vague = guess.type == "line_infantry" and by_name is not None and not by_name.doubt
            if not vague:
                unit.parsed.facts["type"] = guess.type
        elif arm_of(cell):
            unit.parsed.arm = arm_of(cell)
        elif not TYPED.search(fold(cell)):
            unit.notes.append(cell)

    def _strength(self, unit: ReadUnit) -> None:
        """Decide between the columns of officers, rank and file, and totals; what is not the strength is a note."""
        amounts = unit.amounts
        total, ranks, horses = (amounts.counts.pop(key, None) for key in ("total", "rank_and_file", "horses"))
        if ranks is not None and (total is not None or amounts.men is not None):
            unit.notes.append(f"{ranks:,} rank and file")
        if horses is not None:
            unit.notes.append(f"{horses:,} horses")
        if amounts.men is None:
            amounts.men = total if total is not None else ranks
        elif total is not None and total != amounts.men:
            unit.notes.append(f"{total:,} in all")
        if total is not None and amounts.officers is not None:
            unit.notes.append(f"{amounts.officers:,} officers")
            amounts.officers = None
        if amounts.men == 0:
            amounts.men = None
        if amounts.guns == 0:
            amounts.guns = None

    def _headings(self, row: Row, cells: list[str], base: int) -> list[Item]:
        """Headings for the path of the row, where it differs from that of the row above."""
        items: list[Item] = []
        for index, cell in enumerate(cells):
            role = self._role(index)
            if role not in PATHS:
                continue
            if not has_token(cell):
                continue
            level = PATHS.index(role)
            whom = self._commander_cell(cells, role)
            key = f"{cell}\x1f{whom}"
            if self.path.get(role) == key:
                self.ledger.mark(row.line_of(index), cell, "name")
                continue
            self.path = {path: name for path, name in self.path.items() if PATHS.index(path) < level}
            self.path[role] = key
            self.ledger.mark(row.line_of(index), cell, "name")
            items.append(self._heading(row, cell, role, whom, cells, base))
        for index, cell in enumerate(cells):
            if self._role(index).endswith("_commander") and has_token(cell):
                self.ledger.mark(row.line_of(index), cell, "commander")
                of = self._role(index).removesuffix("_commander")
                if items and items[-1].level != of and not items[-1].commander and of not in self.path:
                    items[-1].commander, items[-1].extra = cell, ""
        return items

    def _heading(self, row: Row, cell: str, role: str, whom: str, cells: list[str], base: int) -> Item:
        item = split_heading(cell)
        item.line, item.text, item.indent = row.number, row.text, base + PATHS.index(role)
        item.markup = self.markup + 1 + PATHS.index(role) if self.markup else 0
        item.level = role
        item.arm = arm_of(item.name)
        item.extra = ""
        if whom:
            of = split_heading(f"x ({whom})") if "(" not in whom else split_heading(f"x - {whom}")
            item.commander = of.commander or whom
            item.note = "; ".join(n for n in (item.note, of.note) if n)
        elif not item.commander and role in ("corps", "division", "brigade") and _is_namesake(item.name):
            item.commander = item.name
            item.extra = f"the commander “{item.name}” is taken from the name"
        nation = next((nation_code(cells[i]) for i, r in enumerate(self.roles) if r == "nation" and i < len(cells)), "")
        item.nation = nation_of(item.name) or nation
        return item

    def _commander_cell(self, cells: list[str], role: str) -> str:
        index = next((i for i, one in enumerate(self.roles) if one == f"{role}_commander"), None)
        return cells[index].strip() if index is not None and index < len(cells) else ""


MOST_SIGN: Final = 4
"""Letters of a sign such as ``XX`` for a division."""
STRENGTH: Final = re.compile(r"(?<![\w.,])(?:\d{1,2}[.,' ])?\d{3}(?!\w)")
"""A figure that may be a strength."""
SUM_CELL: Final = re.compile(rf"\W*{terms.FIGURE}\W*")
"""A cell with a figure alone: a row of such cells without a name is a sum."""
DEEPEST: Final = 6


def _is_namesake(name: str) -> bool:
    folded = fold(name)
    return (
        not any(char.isdigit() for char in name)
        and level_of(name) == ""
        and not arm_of(name)
        and not terms.GROUP.search(folded)
        and not re.fullmatch(r"[ivx]+\.?", folded)
        and len(folded.split()) < 5
        and terms.type_by_words(name, "", guns=False, mounted=False, arm="") is None
    )
