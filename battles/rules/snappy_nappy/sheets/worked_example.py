"""A worked example: the printed example of section 17, under the tables and options in force.

French elite cavalry, Wary and with its leader, charges Prussian veterans in line, who are Bold. The rolls are the
printed ones (SN-EX-01, SN-EX-02, SN-EX-03, SN-EX-04); if a club's numbers need more dice, more are rolled.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from battles.engine.sheets.cheat_pages import Page, Table, example_dice, numbered, signed, step
from battles.rules.snappy_nappy.options import Rules
from battles.rules.snappy_nappy.tables import (
    DIE_FLOOR,
    DIE_SIDES,
    LEVELS,
    Grade,
    Level,
    Margin,
    MeleeRow,
)

_FIRED: Final = (1, 5)
_TESTED: Final = (9,)
_FRENCH: Final = (6, 9)
_PRUSSIAN: Final = (3, 5)
_CHECKED: Final = (10, 2, 4, 9)
_MARGINS: Final[tuple[tuple[int, Margin], ...]] = ((4, "4_to_1"), (3, "3_to_1"), (2, "2_to_1"))
_LADDER: Final = tuple(LEVELS)


def lesson(rules: Rules) -> Page:
    """The page with the example."""
    return Page("A worked example", numbered((*_fire(rules), *_melee(rules))))


def _dice(count: int, printed: Sequence[int], chapter: int) -> list[int]:
    """The printed faces, and further rolls if more dice are needed."""
    missing = count - len(printed)
    rest = example_dice("Snappy Nappy", chapter).roll(missing, DIE_SIDES, "SN-EX-01") if missing > 0 else ()
    return [*printed[:count], *rest]


def _succeeds(rules: Rules, face: int, added: int, number: int) -> bool:
    """True if a die succeeds, natural one and ten by option (SN-FIRE-05, SN-FIRE-06, SN-FIRE-07, SN-MORALE-01)."""
    if rules.options.natural_extremes and face in (1, DIE_SIDES):
        return face == DIE_SIDES
    return face + added > number or (rules.options.success_rule == "at_least" and face + added == number)


def _beats(rules: Rules) -> str:
    return "reach" if rules.options.success_rule == "at_least" else "beat"


def _fire(rules: Rules) -> Iterator[Table]:
    tables = rules.tables
    grade, column = tables.grades["veteran"], next(r for r in tables.fire_modifiers if "cavalry" in r.name)
    level = tables.levels["bold"]
    added = (level.fire or 0) + column.value
    faces = _dice(tables.fire_stands["line"].dice, _FIRED, 0)
    hits = sum(_succeeds(rules, face, added, grade.to_hit) for face in faces)
    rows = [
        ("dice of a line", str(len(faces))),
        (f"a veteran must {_beats(rules)}", str(grade.to_hit)),
        (f"the firer is {level.word}", signed(level.fire or 0)),
        (column.name, signed(column.value)),
        ("rolled", ", ".join(map(str, faces))),
        ("with modifiers", ", ".join(str(face + added) for face in faces)),
        ("hits", str(hits)),
    ]
    lead = "French elite cavalry in column charges a Prussian veteran line, which fires at it in the fire phase."
    yield step("Fire", lead, rows, ("SN-FIRE-02", "SN-FIRE-05", "SN-FIRE-07", "SN-FIRE-08"))
    yield _test(rules, hits)


def _test(rules: Rules, hits: int) -> Table:
    tables = rules.tables
    lead = f"The cavalry is Wary and has its leader. It must pass {hits} {'check' if hits == 1 else 'checks'}."
    rows, level, _ = _checks(rules, "elite", "wary", hits, tables.leader_bonus, _TESTED, 1)
    rules_cited = ("SN-MORALE-01", "SN-MORALE-02", "SN-MORALE-03")
    return step("The check", lead, rows, rules_cited, result=f"The cavalry is {_word(rules, level)} and charges home.")


def _checks(
    rules: Rules, grade: Grade, level: Level | None, passes: int, bonus: int, printed: Sequence[int], chapter: int
) -> tuple[list[tuple[str, str]], Level | None, int]:
    """Lines for rolls until enough checks are passed, the final level (None: removed), and the number of rolls."""
    number = rules.tables.grades[grade].check
    rows = [(f"a unit of its grade must {_beats(rules)}", str(number))]
    later = example_dice("Snappy Nappy", chapter)
    rolls = 0
    while passes and level is not None:
        face = printed[rolls] if rolls < len(printed) else later.roll(1, DIE_SIDES, "SN-MORALE-03")[0]
        rolls += 1
        added = bonus + rules.tables.levels[level].check
        good = _succeeds(rules, face, added, number)
        what = f"{face}" if not added else f"{face} {signed(added)[0]} {abs(added)} = {face + added}"
        if good:
            passes -= 1
            rows.append((f"rolls {what}", "passes"))
        else:
            worse = _LADDER.index(level) + 1
            level = _LADDER[worse] if worse < len(_LADDER) else None
            rows.append((f"rolls {what}", f"fails: {_word(rules, level)}"))
    return rows, level, rolls


def _word(rules: Rules, level: Level | None) -> str:
    return "removed" if level is None else rules.tables.levels[level].word


def _melee(rules: Rules) -> Iterator[Table]:
    tables = rules.tables
    line = next(row for row in tables.melee_modifiers if row.name == "cavalry charging infantry in line")
    stands = tables.melee_stands
    french, rows = _side(rules, "elite", "wary", (line,), _dice(stands["column"], _FRENCH, 2))
    lead = "First add, then multiply, each die. The cavalry charges a line:"
    yield step("Melee: the cavalry", lead, rows, ("SN-MELEE-02", "SN-MELEE-03", "SN-MELEE-05"))
    prussian, rows = _side(rules, "veteran", "bold", (), _dice(stands["line"], _PRUSSIAN, 3))
    yield step("Melee: the line", "The line, Bold, rolls too.", rows, ("SN-MELEE-04", "SN-MELEE-05"))
    yield from _result(rules, french, prussian)


def _side(
    rules: Rules, grade: Grade, level: Level, modifiers: tuple[MeleeRow, ...], faces: Sequence[int]
) -> tuple[Fraction, list[tuple[str, str]]]:
    """The total of a side, and its arithmetic."""
    tables = rules.tables
    add, by = tables.levels[level].melee or 0, Fraction(tables.grades[grade].halves, 2)
    rows = [
        ("dice", str(len(faces))),
        (f"it is {tables.levels[level].word}", signed(add)),
        (f"grade: {tables.grades[grade].word}", f"× {by}"),
    ]
    for row in modifiers:
        by *= Fraction(row.value, 2)
        rows.append((row.name, f"× {Fraction(row.value, 2)}"))
    values = [max(DIE_FLOOR, face + add) * by for face in faces]
    rows.append(("rolled", ", ".join(map(str, faces))))
    rows += [
        (f"({face} {signed(add)[0]} {abs(add)}) × {by}", f"{float(value):g}")
        for face, value in zip(faces, values, strict=True)
    ]
    total = sum(values, Fraction(0))
    return total, [*rows, ("total", f"{float(total):g}")]


def _result(rules: Rules, french: Fraction, prussian: Fraction) -> Iterator[Table]:
    tables = rules.tables
    won, lost = max(french, prussian), min(french, prussian)
    margin = _margin(won, lost)
    row = tables.results[margin]
    name, grade, level = ("line", "veteran", "bold") if french >= prussian else ("cavalry", "elite", "wary")
    loses = f"The {name} loses." if won != lost else "A tie: both sides check; here is the line."
    rows = [
        ("totals", f"{float(won):g} to {float(lost):g}"),
        ("row of the table", row.word),
        ("levels lost at once", str(row.levels)),
        ("checks to pass", str(row.checks)),
        ("forced back", "yes" if row.retreat else "no"),
    ]
    yield step("The margin", loses, rows, ("SN-MELEE-07", "SN-MELEE-08"))
    place = _LADDER.index(level) + row.levels
    at: Level | None = _LADDER[place] if place < len(_LADDER) else None
    checks, then, rolls = _checks(rules, grade, at, row.checks, 0, _CHECKED, 4)  # type: ignore[arg-type]
    lead = "A failure costs a level at once, and the modifiers of the new level count for the next roll."
    after = "It is forced back." if row.retreat else "No unit is forced back: fight the next round."
    result = f"After {rolls} roll{'' if rolls == 1 else 's'} it is {_word(rules, then)}. {after}"
    yield step("Its checks", lead, checks, ("SN-MORALE-03", "SN-MELEE-10", "SN-MELEE-12"), result=result)


def _margin(won: Fraction, lost: Fraction) -> Margin:
    """The best margin that the totals reach (SN-MELEE-07)."""
    if won == lost:
        return "tie"
    return next((name for times, name in _MARGINS if won >= times * lost), "below_2")
