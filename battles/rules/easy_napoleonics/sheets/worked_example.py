"""A worked example: a battery fires, its target checks morale, cavalry charges (sections 5, 6 and 7)."""

from collections.abc import Iterator
from fractions import Fraction

from battles.engine.core import Modifier
from battles.engine.odds import percent
from battles.engine.sheets.cheat_pages import (
    Page,
    Table,
    chance_lines,
    example_dice,
    modifier_lines,
    numbered,
    rolled_faces,
    span,
    step,
)
from battles.rules.easy_napoleonics.combat import Fight, fight
from battles.rules.easy_napoleonics.events import Score
from battles.rules.easy_napoleonics.facts import Fighter, Firer, Melee, Target, Volley
from battles.rules.easy_napoleonics.fire import VolleyResult, shot_of, volley
from battles.rules.easy_napoleonics.odds.exact import Levels, bands_of, melee_chances, volley_chances
from battles.rules.easy_napoleonics.odds.questions import band_words
from battles.rules.easy_napoleonics.rules import Book, Rules, book_of
from battles.rules.easy_napoleonics.tables import DIE, GRADE_WORDS, LEVELS, NATURAL_FAIL, Grade, Level

_KEY = "Easy Napoleonics, lesson 27"


def lesson(rules: Rules) -> Page:
    """The page with the example."""
    book = book_of(rules)
    medium = next((band for band in rules.tables.fire["field_artillery"] if band.label == "medium"), None)
    away = medium.near if medium else 1
    firer = Firer(kind="field_artillery", grade="veteran", formation="unlimbered", leader=True, range=away)
    target = Target(kind="infantry", grade="seasoned", formation="column")
    charge = Melee(
        attacker=Fighter(kind="heavy_cavalry", grade="veteran", formation="line", charged=True),
        defender=Fighter(kind="infantry", grade="seasoned", formation="line", level="fair"),
        aspect="front",
    )
    return Page(
        "A worked example", numbered((*_fire(book, Volley(firers=(firer,), target=target)), *_fight(book, charge)))
    )


def _fire(book: Book, shooting: Volley) -> Iterator[Table]:
    (firer,), target = shooting.firers, shooting.target
    count, face, rows = shot_of(book, firer, target)
    dice = example_dice(_KEY, 0)
    outcome = volley(dice, book, shooting)
    yield step(
        "The shot",
        f"A veteran field battery, Good, with its leader, fires at a seasoned column in the open, {firer.range} hexes "
        "away, in front.",
        [
            (f"dice at {firer.range} hexes", str(count)),
            *_needed_roll(book, firer.grade, rows.rows, face),
        ],
        ("EN-ART-04", "EN-ART-13", "EN-ART-14"),
        result=f"Each die hits on a natural {face} or more: {percent(_reach(face))}.",
    )
    faces = (*rolled_faces(dice, "EN-ART-13"), "–")[0]
    hits = (
        f"The target takes one check for each hit and rolls them together (natural {DIE} passes, {NATURAL_FAIL} fails)."
    )
    rules = ("EN-ART-13", "EN-ART-19")
    yield step("The dice", "", [("rolled", faces), ("hits", str(outcome.hits))], rules, result=hits)
    yield _checked(book, target, outcome, (*rolled_faces(dice, "EN-ART-19"), "–")[0])
    chances = volley_chances(book, shooting)
    shares = (
        (f"{hits} hits" if hits != 1 else "1 hit", Fraction(ways, chances.of)) for hits, ways in enumerate(chances.hits)
    )
    lines = [*chance_lines(shares), *_levels("column then", chances.levels)]
    yield step("Chances", "Chances of this shot:", lines, ("EN-ART-18",))


def _checked(book: Book, target: Target, outcome: VolleyResult, faces: str) -> Table:
    rows = [("checks", str(outcome.hits)), *_needed_roll(book, target.grade, outcome.check_modifiers, outcome.needed)]
    rows += [("rolled", faces), ("failed", str(outcome.failures))]
    lead = "The seasoned column checks; it is Good and has no leader."
    result = f"Each failure costs a level: the column is now {outcome.level.capitalize()}."
    return step("The checks", lead, rows, ("EN-MORALE-02", "EN-MORALE-06", "EN-MORALE-10"), result=result)


def _needed_roll(book: Book, grade: Grade, rows: tuple[Modifier, ...], face: int) -> list[tuple[str, str]]:
    """Lines for a grade's number, the modifiers, and the natural roll needed."""
    number = book.tables.grade_number[grade]
    return [(f"a {GRADE_WORDS[grade]} unit needs", f"{number}+"), *modifier_lines(rows), ("so a natural", f"{face}+")]


def _reach(face: int) -> Fraction:
    return Fraction(DIE + 1 - face, DIE)


def _fight(book: Book, melee: Melee) -> Iterator[Table]:
    dice = example_dice(_KEY, 1)
    outcome = fight(dice, book, melee)
    faces = (*rolled_faces(dice, "EN-MELEE-13"), "–", "–")
    lead = "Veteran heavy cavalry, Good, charges a seasoned line in front, which is Fair and did not form square."
    rules = ("EN-MELEE-12", "EN-MELEE-13", "EN-MELEE-20", "EN-MELEE-28", "EN-MELEE-21")
    yield step("The charge", lead, _side("cavalry", outcome.attack, faces[0]), rules)
    yield step("The line", "It rolls at the same time.", _side("line", outcome.defence, faces[1]), rules)
    yield _result(book, outcome, (*rolled_faces(dice, "EN-MELEE-37"), "–"))
    chances = melee_chances(book, melee)
    bands = bands_of(book)
    wide = [band_words(bands, index) for index in range(len(bands))]
    names = [f"cavalry by {words}" for words in reversed(wide)] + ["tie"] + [f"line by {words}" for words in wide]
    shares = ((name, Fraction(ways, chances.of)) for name, ways in zip(names, chances.bands, strict=True))
    yield step("Chances", "Who wins, and by how much:", chance_lines(shares), ("EN-MELEE-36",))


def _side(name: str, score: Score, faces: str) -> list[tuple[str, str]]:
    return [
        (f"stands of the {name}", str(score.stands)),
        *modifier_lines(score.modifiers),
        ("rolled", faces),
        ("total", str(score.total)),
    ]


def _result(book: Book, outcome: Fight, faces: tuple[str, ...]) -> Table:
    row = book.result(outcome.difference)
    last = next((each - 1 for each in sorted(bands_of(book)) if each > row.least), None)
    wide = f"{row.least}+" if last is None else span(row.least, last)
    both = (("cavalry", outcome.attack), ("line", outcome.defence))
    losers = [(name, score) for name, score in both if score.drop or score.checks]
    rows = [
        ("difference", str(outcome.difference)),
        (f"row {wide}: levels lost", str(row.drop)),
        ("then checks", str(row.checks)),
    ]
    for place, (name, score) in enumerate(losers):
        if score.checks:
            rows += [
                (f"the {name} needs", f"{score.needed}+"),
                ("rolled", faces[place]),
                ("failed", str(score.failures)),
            ]
    levels = " ".join(f"The {name} is {_level_words(score.level)}." for name, score in both)
    won = {"attacker": "The cavalry wins.", "defender": "The line wins.", None: "A tie."}[outcome.winner]
    return step("The result", won, rows, ("EN-MELEE-36", "EN-MELEE-37", "EN-MELEE-38"), result=levels)


def _level_words(level: Level) -> str:
    return "Broken and removed" if level == "broken" else level.capitalize()


def _levels(what: str, levels: Levels) -> list[tuple[str, str]]:
    """Lines for the chances of the levels, without impossible ones."""
    chances = ((f"{what} {level.capitalize()}", levels.chance(level)) for level in LEVELS)
    return chance_lines((words, share) for words, share in chances if share)
