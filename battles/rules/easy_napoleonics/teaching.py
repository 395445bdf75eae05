"""A worked example: a battery fires, its target checks, a charge is fought out (sections 5 to 7).

The numbers are the procedures' own, under the options and the tables of a battle.
"""

from collections.abc import Iterator
from fractions import Fraction

from battles.engine.cheat_sheet import Page, Table, span
from battles.engine.core import Modifier
from battles.engine.odds import percent
from battles.engine.teaching import added, likely, numbered, step, story, thrown
from battles.rules.easy_napoleonics.book import Book, book_of
from battles.rules.easy_napoleonics.chances import Levels, bands_of, melee_chances, volley_chances
from battles.rules.easy_napoleonics.events import Score
from battles.rules.easy_napoleonics.facts import Fighter, Firer, Melee, Target, Volley
from battles.rules.easy_napoleonics.fire import VolleyResult, shot_of, volley
from battles.rules.easy_napoleonics.melee import Fight, fight
from battles.rules.easy_napoleonics.odds import band_words
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.tables import DIE, GRADE_WORDS, LEVELS, NATURAL_FAIL, Grade, Level

_KEY = "Easy Napoleonics, lesson 27"


def lesson(rules: Rules) -> Page:
    """The example on its page."""
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
    dice = story(_KEY, 0)
    came = volley(dice, book, shooting)
    yield step(
        "The shot",
        f"A veteran field battery, Good, with its leader, fires at a seasoned column in the open, {firer.range} hexes "
        "away, in front.",
        [
            (f"dice at {firer.range} hexes", str(count)),
            *_needing(book, firer.grade, rows.rows, face),
        ],
        ("EN-ART-04", "EN-ART-13", "EN-ART-14"),
        result=f"Each die hits on a natural {face} or more: {percent(_reach(face))}.",
    )
    faces = (*thrown(dice, "EN-ART-13"), "–")[0]
    hits = f"Each hit is one check, thrown together by the target (natural {DIE} passes, {NATURAL_FAIL} fails)."
    rules = ("EN-ART-13", "EN-ART-19")
    yield step("The dice", "", [("thrown", faces), ("hits", str(came.hits))], rules, result=hits)
    yield _checked(book, target, came, (*thrown(dice, "EN-ART-19"), "–")[0])
    found = volley_chances(book, shooting)
    shares = (
        (f"{hits} hits" if hits != 1 else "1 hit", Fraction(ways, found.of)) for hits, ways in enumerate(found.hits)
    )
    lines = [*likely(shares), *_levels("column then", found.levels)]
    yield step("What was likely", "Of every such shot:", lines, ("EN-ART-18",))


def _checked(book: Book, target: Target, came: VolleyResult, faces: str) -> Table:
    rows = [("checks", str(came.hits)), *_needing(book, target.grade, came.check_modifiers, came.needed)]
    rows += [("thrown", faces), ("failed", str(came.failures))]
    lead = "The seasoned column checks; it is Good and has no leader."
    result = f"Each failure costs a level: it is now {came.level.capitalize()}."
    return step("The checks", lead, rows, ("EN-MORALE-02", "EN-MORALE-06", "EN-MORALE-10"), result=result)


def _needing(book: Book, grade: Grade, rows: tuple[Modifier, ...], face: int) -> list[tuple[str, str]]:
    """A grade's number, what is added to the die, and the natural face that it comes to."""
    number = book.tables.grade_number[grade]
    return [(f"a {GRADE_WORDS[grade]} unit needs", f"{number}+"), *added(rows), ("so a natural", f"{face}+")]


def _reach(face: int) -> Fraction:
    return Fraction(DIE + 1 - face, DIE)


def _fight(book: Book, melee: Melee) -> Iterator[Table]:
    dice = story(_KEY, 1)
    came = fight(dice, book, melee)
    faces = (*thrown(dice, "EN-MELEE-13"), "–", "–")
    lead = "Veteran heavy cavalry, Good, charges a seasoned line in front, which is Fair and formed no square."
    rules = ("EN-MELEE-12", "EN-MELEE-13", "EN-MELEE-20", "EN-MELEE-28", "EN-MELEE-21")
    yield step("The charge", lead, _side("cavalry", came.attack, faces[0]), rules)
    yield step("The line", "It throws at the same time.", _side("line", came.defence, faces[1]), rules)
    yield _result(book, came, (*thrown(dice, "EN-MELEE-37"), "–"))
    found = melee_chances(book, melee)
    bands = bands_of(book)
    wide = [band_words(bands, index) for index in range(len(bands))]
    names = [f"cavalry by {words}" for words in reversed(wide)] + ["tie"] + [f"line by {words}" for words in wide]
    shares = ((name, Fraction(ways, found.of)) for name, ways in zip(names, found.bands, strict=True))
    yield step("What was likely", "Who wins, and by how much:", likely(shares), ("EN-MELEE-36",))


def _side(name: str, score: Score, faces: str) -> list[tuple[str, str]]:
    return [
        (f"stands of the {name}", str(score.stands)),
        *added(score.modifiers),
        ("thrown", faces),
        ("total", str(score.total)),
    ]


def _result(book: Book, came: Fight, faces: tuple[str, ...]) -> Table:
    row = book.result(came.difference)
    last = next((each - 1 for each in sorted(bands_of(book)) if each > row.least), None)
    wide = f"{row.least}+" if last is None else span(row.least, last)
    both = (("cavalry", came.attack), ("line", came.defence))
    losers = [(name, score) for name, score in both if score.drop or score.checks]
    rows = [
        ("difference", str(came.difference)),
        (f"row {wide}: levels lost", str(row.drop)),
        ("then checks", str(row.checks)),
    ]
    for place, (name, score) in enumerate(losers):
        if score.checks:
            rows += [
                (f"the {name} needs", f"{score.needed}+"),
                ("thrown", faces[place]),
                ("failed", str(score.failures)),
            ]
    told = " ".join(f"The {name} is {_stands(score.level)}." for name, score in both)
    won = {"attacker": "The cavalry wins.", "defender": "The line wins.", None: "A tie."}[came.winner]
    return step("The result", won, rows, ("EN-MELEE-36", "EN-MELEE-37", "EN-MELEE-38"), result=told)


def _stands(level: Level) -> str:
    return "Broken and removed" if level == "broken" else level.capitalize()


def _levels(what: str, levels: Levels) -> list[tuple[str, str]]:
    """The chance of each level that there is one for."""
    found = ((f"{what} {level.capitalize()}", levels.chance(level)) for level in LEVELS)
    return likely((words, share) for words, share in found if share)
