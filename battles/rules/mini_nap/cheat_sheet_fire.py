"""The tables of the cheat sheet on fire."""

from collections.abc import Iterator

from battles.engine.cheat_sheet import Need, Row, Said, Table, fought, house, own, tabled
from battles.rules.mini_nap import needs
from battles.rules.mini_nap.cheat_sheet_cells import number
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import FORMATIONS, PRINTED, Band, FireBonusRow, Formation

_BANDS: tuple[Band, ...] = ("close", "medium", "long")
_FOOT: tuple[Formation, ...] = ("line", "skirmish_line", "column", "solid_square", "emergency_square")
_DENSE = ("form:column", *needs.SQUARES)


def artillery(rules: Rules) -> Table:
    """MN-FIRE-13, 34 to 36, 42, 43."""
    tables = rules.tables
    reaches = [house(f"to {far}", far, PRINTED.battery_range[band]) for band, far in tables.battery_range.items()]
    rows = []
    for weight, row in tables.battery_dice.items():
        printed = PRINTED.battery_dice[weight]
        dice = [(getattr(row, band), getattr(printed, band)) for band in _BANDS]
        need = fought((needs.GUNS, f"weight:{weight}"))
        rows.append(Row((weight, *(house(n, n, known) for n, known in dice)), need))
    note = (
        f"Add the dice up: each {number(rules, 'sum_per_hit')} of the sum is a hit. Half dice at an unformed target, "
        "half for cover, a quarter for both; drop the rest."
    )
    known = ("MN-FIRE-13", "MN-FIRE-34", "MN-FIRE-35", "MN-FIRE-36", "MN-FIRE-42", "MN-FIRE-43", "MN-HALVE-01")
    return tabled("Fire: batteries", ("dice, cm", *reaches), rows, (*known, "MNT-COVER-03"), note=note)


def small_arms(rules: Rules) -> Table:
    """MN-FIRE-11, 30 to 33, 37 to 40."""
    tables = rules.tables
    far = number(rules, "small_arms_range")
    printed = {row.rule: row.dice for row in PRINTED.fire_bonuses}
    rows = [
        *_by_formation(rules),
        *(
            Row((row.word, house(f"+{row.dice}", row.dice, printed.get(row.rule))), _bonus(row), "firer")
            for row in tables.fire_bonuses
        ),
        Row(
            (
                "target in square or column",
                house(f"+{tables.dense_target_dice[1]}", tables.dense_target_dice, PRINTED.dense_target_dice),
            ),
            fought((), _DENSE),
            "target",
        ),
    ]
    cited = [tables.small_arms_dice[each][0] for each in _FOOT] + [row.rule for row in tables.fire_bonuses]
    note = f"Small arms to {far} cm. Nothing formed and no friend in the zone of fire; squares fire from one face."
    notes = (
        Said("" if rules.options.fire_into_contact else "No fire at enemies in contact."),
        Said("" if rules.options.charged_units_may_fire else "Who charged does not fire."),
    )
    known = (*cited, "MN-FIRE-40", "MN-FIRE-11", "MN-FIRE-15")
    return tabled("Small arms, bonuses", ("What", "dice"), rows, known, note=note, notes=notes)


def _by_formation(rules: Rules) -> Iterator[Row]:
    """Formations with the same dice share a row."""
    shared: dict[str, list[Formation]] = {}
    for form in _FOOT:
        dice, printed = rules.tables.small_arms_dice[form][1], PRINTED.small_arms_dice[form][1]
        shared.setdefault(house(dice, dice, printed), []).append(form)
    for text, forms in shared.items():
        words = ", ".join(FORMATIONS[form].word for form in forms).replace("solid square, emergency square", "square")
        yield Row((f"infantry in {words}", text), fought((needs.FOOT, *(f"form:{form}" for form in forms))), "form")


def _bonus(row: FireBonusRow) -> Need:
    """A unit of that arm, of that nation where it is one's, of one of those grades."""
    words = {f"arm:{row.unit_class}", *(f"grade:{each}" for each in row.qualities)}
    return fought(words | ({f"nation:{row.nation}"} if row.nation else set()))


def screen(rules: Rules) -> Table:
    """MN-FIRE-20 to 23 and 50 to 62: enemy skirmishers and batteries in the way; what answers a shot."""
    through = fought((needs.GUNS,), (needs.UNFORMED,))
    rows = (
        Row(("Screen, long", "ignored by batteries."), through),
        Row(("Screen, medium", "half dice, at a formed target only."), through),
        Row(("Screen, close", "no shot past it, nor with small arms at any time."), fought((), (needs.UNFORMED,))),
        Row(("Return fire", f"once an initiative, the target, and batteries within {number(rules, 'support_distance')} "
             "of it; yellow."), own(needs.FOOT, needs.GUNS)),
        Row(
            (
                "Suppression",
                "skirmish line in range of a firing battery: no throw, both yellow; two batteries from "
                f"{number(rules, 'suppress_two_from')} points on.",
            ),
            fought((needs.FOOT, "form:skirmish_line"), (needs.GUNS,)),
        ),
    )  # fmt: skip
    known = (*(f"MN-FIRE-{n}" for n in (20, 21, 22, 23, 50, 53, 60, 61, 62)),)
    return tabled("Screen, answers", ("Case", "What"), rows, known, look="list")
