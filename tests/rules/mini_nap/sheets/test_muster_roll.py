"""The muster roll, field by field: the scenario's own words and the rulebook's numbers."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.sheets.muster_roll import Fact, Roll, RollUnit
from battles.kits.open_table.footprints import CM
from battles.rules.mini_nap.meta import read
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.sheets.muster_roll import Command, code_of, commander, entry, roll
from battles.rules.mini_nap.state import ForceUnit, State
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.tables import PRINTED, MoveRow
from battles.rules.mini_nap.words.names import count
from tests.rules.mini_nap.builders.rulebook_tables import cells
from tests.rules.mini_nap.builders.table_positions import battle, brigade, corps, division, force, recruit

CODES = {"british": "GB", "french": "FR", "austrian": "AT", "russian": "RU", "ottoman": "OT", "prussian": "PR"}
CODES |= {"danish": "DK", "swedish": "SE", "other": ""}
FOOT = {"line": ("MN-MOVE-01", 2), "column": ("MN-MOVE-02", 1), "square": ("MN-MOVE-03", 1)}
SKIRMISH = {"skirmish": ("MN-MOVE-04", 2)}
LIGHT = {"line": "MN-MOVE-07", "column": "MN-MOVE-07"}
FORMS: dict[str, dict[str, Any]] = {
    "line_infantry": FOOT,
    "light_infantry": FOOT | SKIRMISH,
    "heavy_cavalry": dict.fromkeys(LIGHT, "MN-MOVE-05"),
    "medium_cavalry": dict.fromkeys(LIGHT, "MN-MOVE-06"),
    "light_cavalry": LIGHT | {"skirmish": "MN-MOVE-08"},
    "lancer": LIGHT,
    "irregular": {"skirmish": "MN-MOVE-08"},
}
"""What a kind of unit forms by choice, the rule of its move, and dice of infantry.

Source: MN-FORM-01, MN-FORM-02, MN-FORM-03, MN-FORM-04, MN-FORM-05, MN-FORM-06.
"""
BASES = {"infantry": (250, 200, 2), "cavalry": (250, 400, 2), "artillery": (300, 300, 1)}
RADII = {"excellent": 1800, "good": 1600, "average": 1400, "poor": 1200, "dreadful": 1000}
"""MN-CMD-06, MN-CMD-07, MN-CMD-08, MN-CMD-09, MN-CMD-10, in tenths of a millimetre."""
RANGES = {"close": 20, "medium": 40, "long": 80}
GUNS = {"light": ("MN-FIRE-34", "2", "1", "–"), "medium": ("MN-FIRE-35", "3", "2", "1")}
GUNS |= {"heavy": ("MN-FIRE-36", "4", "3", "2")}


def kind(unit: ForceUnit) -> str:
    """Light cavalry is told apart by its flags."""
    light = unit.type == "light_cavalry"
    return "irregular" if light and unit.irregular else "lancer" if light and unit.lancer else unit.type


def moved(rule: str) -> str:
    """The rulebook's move and charge: ``6/9``; ``2 or 4`` where it does not charge."""
    move, charge = (cell.removesuffix(" (inch)") for cell in cells(rule)[1:3])
    return move if charge == "no" else f"{move}/{charge}"


def facts(unit: ForceUnit) -> list[tuple[str, str, str]]:
    """All facts of a unit, told from the rulebook."""
    if "artillery" in unit.type:
        rule, *dice = GUNS[unit.weight] if unit.weight else ("", *"")
        bands = [(f"{band} to {far}", n) for (band, far), n in zip(RANGES.items(), dice, strict=False)]
        move = "MN-MOVE-10" if unit.type == "foot_artillery" else "MN-MOVE-11"
        own = [(label, n, rule) for label, n in bands]
        return [*own, ("redeploy", cells(move)[1], move), ("prolong", "1", "MN-MOVE-09")]
    forms = FORMS[kind(unit)]
    if "cavalry" in unit.type:
        return [(form, moved(rule), rule) for form, rule in forms.items()]
    dice = ", ".join(f"{form} {count}" for form, (_, count) in forms.items())
    return [*((form, moved(rule), rule) for form, (rule, _) in forms.items()), ("dice to 4 cm", dice, "MN-FIRE-30")]


def notes(unit: ForceUnit) -> tuple[str, ...]:
    found = {"irregular": ["irregular"], "lancer": ["lancers"]}.get(kind(unit), ["lancers"] if unit.lancer else [])
    guns = "artillery" in unit.type
    if "infantry" in unit.type and unit.rating == "guard":
        found = [*found, "+1 die: Guard infantry"]
    if guns and unit.nation == "british" and not unit.kgl:
        found = [*found, "+1 die: British artillery"]
    if guns and unit.nation == "french" and unit.rating in ("guard", "elite"):
        found = [*found, "+1 die: French Guard or Elite artillery"]
    if "infantry" in unit.type and unit.nation in ("austrian", "british") and not unit.kgl:
        found = [*found, "+1 emergency square from column"]
    if guns and unit.weight is None:
        found = [*found, "weight of guns not recorded"]
    return (*found, "dice by range; moves in cm" if guns else "move/charge in cm")


def same(told: RollUnit, unit: ForceUnit, nation: str) -> None:
    """A unit at its full strength."""
    arm = unit.type.partition("_")[2]
    words, never = unit.type.replace("_", " "), unit.rating == "guard" or kind(unit) == "irregular"
    assert told.name == unit.name
    assert told.kind == (f"{unit.weight} {words}" if arm == "artillery" and unit.weight else words)
    assert told.symbol == ("lancers" if kind(unit) == "lancer" else unit.type)
    assert told.nation == nation
    needed = {"guard": 1, "elite": 2, "veteran": 3, "trained": 4, "untrained": 5}[unit.rating]
    assert told.quality == f"{unit.rating.capitalize()} {needed}+"
    assert [(fact.label, fact.text, fact.rule) for fact in told.facts] == facts(unit)
    assert told.notes == notes(unit)
    assert (told.wide, told.deep, told.stands) == BASES[arm]
    assert told.track is not None
    exempt = never or arm == "artillery"
    assert (len(told.track.boxes), told.track.struck) == (unit.points, 0)
    assert (told.track.last, told.track.rule) == ((-1, "MN-LOSS-03") if exempt else (unit.points - 1, "MN-LOSS-02"))
    assert not told.gone


def alike(told: Roll, number: int, state: State) -> None:
    """A side as its scenario brings it."""
    brought = state.setup.forces[number]
    divisions = [(corps, division) for corps in brought.corps for division in corps.divisions]
    brigades = [(corps, division, one) for corps, division in divisions for one in division.brigades]
    recruits = [unit for _, _, one in brigades for unit in one.units]
    assert (told.side, told.title, told.system) == (brought.name, brought.name, "mini_nap")
    assert told.nation == CODES[brought.corps[0].nation]
    points = sum(unit.points for unit in recruits)
    assert told.facts == (Fact("Units", str(len(recruits))), Fact("Strength", f"{points:,} SP", "MN-SP-01"))
    over = [(corps, None) for corps in brought.corps]
    expected = [pair for corps, _ in over for pair in ((corps, None), *((corps, each) for each in corps.divisions))]
    for one, (above, below) in zip(told.commanders, expected, strict=True):
        own = below or above
        assert (one.level, one.of) == ("division" if below else "corps", own.name)
        assert one.name == ("" if own.commander in ("", own.name) else own.commander)
        assert (one.above, one.nation) == ((above.name,) if below else (), CODES[above.nation])
        rated = own.rating is not None
        assert (one.rating, one.radius, one.gone) == (
            *((own.rating.capitalize(), RADII[own.rating]) if rated else ("", 0)),
            False,
        )
        assert len(one.choices) == (0 if rated else 5)
        units = sum(len(each.units) for each in below.brigades) if below else 0
        lost = [("stand removed", f"at {units // 2 + 1} of {count(units, 'unit')} lost", "MN-CMD-45")] if below else []
        assert [(fact.label, fact.text, fact.rule) for fact in one.facts if fact.label != "radius"] == [
            ("cautious to", "24 cm", "MN-CMD-13"),
            ("moves", "36 cm", "MN-MOVE-12"),
            *lost,
        ]
    for group, (above, below, one) in zip(told.groups, brigades, strict=True):
        assert (group.title, group.above) == (one.name, (above.name, below.name))
        for unit, brought_as in zip(group.units, one.units, strict=True):
            same(unit, brought_as, CODES[brought_as.nation] if not brought_as.kgl else "KGL")
        if group.commander is not None:
            units = len(one.units)
            noun = "unit" if units == 1 else "units"
            assert (group.commander.level, group.commander.of, group.commander.above) == (
                "brigade",
                one.name,
                (above.name, below.name),
            )
            assert (group.commander.rating, group.commander.radius, group.commander.choices) == ("", 0, ())
            assert [(fact.label, fact.text, fact.rule) for fact in group.commander.facts] == [
                ("attaches within", "6 cm", "MN-CMD-31"),
                ("moves", "36 cm", "MN-MOVE-12"),
                ("stand removed", f"at {units // 2 + 1} of {units} {noun} lost", "MN-CMD-46"),
            ]
    keys = [unit.key for unit in told.units]
    first = sum(len(one.units) for other in state.setup.forces[:number] for each in other.corps
                for below in each.divisions for one in below.brigades)  # fmt: skip
    assert keys == [str(first + place) for place in range(len(recruits))]


@pytest.mark.rule("MN-ORG-01", "Corps, Divisions and Brigades with their units stand on the roll as they are brought")
@pytest.mark.rule("MN-SP-01", "each unit has a box for every strength point")
@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("name", SYSTEM.scenarios.shipped())
def test_the_roll_of_a_scenario_is_its_order_of_battle(name: str, number: int) -> None:
    state = SYSTEM.start(SYSTEM.scenarios.load(name))
    alike(roll(state, "ab"[number]), number, state)  # type: ignore[arg-type]


@pytest.mark.rule("MN-TYPE-10", "irregulars, lancers and lines of every type, grade and nation have their own numbers")
@pytest.mark.rule("MN-LOSS-03", "Guard, guns and who is never formed stay with one point")
@pytest.mark.parametrize("rating", ["guard", "elite", "veteran", "trained", "untrained"])
def test_every_kind_of_unit(rating: str) -> None:
    kinds: list[dict[str, Any]] = [{"type": each} for each in PRINTED.moves]
    kinds += [{"type": each, "lancer": True} for each in ("light_cavalry", "heavy_cavalry")]
    kinds += [{"type": "light_cavalry", "irregular": True, "lancer": lancer} for lancer in (False, True)]
    kinds += [{"type": "foot_artillery", "weight": weight} for weight in GUNS]
    for facts_ in kinds:
        for nation in CODES:
            for kgl in {False, nation == "british"}:
                unit = recruit("it", at=None, rating=rating, nation=nation, kgl=kgl, **facts_)
                same(entry(unit, Rules(), key="k", start=6, nation="XX"), unit, "XX")


@pytest.mark.rule("MN-LOSS-01", "lost points are struck from the boxes of the start, never more than there are")
@pytest.mark.parametrize(
    ("start", "points", "boxes", "struck", "last"), [(6, 2, 6, 4, 5), (1, 1, 1, 0, 0), (4, 5, 4, 0, 3)]
)
def test_boxes_are_struck(start: int, points: int, boxes: int, struck: int, last: int) -> None:
    track = entry(recruit(at=None, points=points), Rules(), key="k", start=start).track
    assert track is not None
    assert (len(track.boxes), track.struck, track.last) == (boxes, struck, last)
    assert entry(recruit(at=None), Rules(), key="k", start=0).track is None


@pytest.mark.rule("MN-TYPE-11", "each nation of the rules has its code, the Legion its own")
def test_codes_of_nations() -> None:
    for word, code in CODES.items():
        assert code_of(word, False) == code  # type: ignore[arg-type]
    assert code_of("british", True) == "KGL"
    assert code_of("french", True) == "FR"


@pytest.mark.rule("MN-CMD-45", "the loss that takes a stand, by the option; by the last unit where none does")
@pytest.mark.parametrize(
    ("level", "units", "option", "words", "rule"),
    [
        ("division", 13, "exceed_exact_half", "at 7 of 13 units lost", "MN-CMD-45"),
        ("division", 13, "exceed_rounded_half", "at 8 of 13 units lost", "MN-CMD-45"),
        ("division", 13, "reach_rounded_half", "at 7 of 13 units lost", "MN-CMD-45"),
        ("brigade", 7, "exceed_rounded_half", "at 5 of 7 units lost", "MN-CMD-46"),
        ("brigade", 1, "exceed_rounded_half", "with its last unit", "MN-CMD-47"),
    ],
)
def test_the_loss_that_takes_a_stand(level: Any, units: int, option: str, words: str, rule: str) -> None:
    rules = Rules(read({"command_loss_rule": option}))
    for lost, more in ((0, ""), (1, ", 1 so far")):
        told = commander(Command(key="k", level=level, name="", of="it", units=units, lost=lost), rules)
        assert told.facts[-1] == Fact("stand removed", words + more, rule)


@pytest.mark.rule("MN-CMD-06", "a rated commander has his radius, an unrated one the five to choose from")
def test_a_rating_has_its_radius() -> None:
    for number, (rating, radius) in enumerate(RADII.items()):
        told = commander(Command(key="k", level="corps", name="X", of="it", rating=rating), Rules())  # type: ignore[arg-type]
        assert (told.rating, told.radius, told.choices) == (rating.capitalize(), radius, ())
        assert told.facts[0] == Fact("radius", f"{radius // CM} cm", f"MN-CMD-{6 + number:02}")
        assert [fact.label for fact in told.facts] == ["radius", "cautious to", "moves"]
    choices = commander(Command(key="k", level="division", name="X", of="it"), Rules()).choices
    assert choices == tuple(f"{rating.capitalize()} {radius // CM} cm" for rating, radius in RADII.items())


@pytest.mark.rule("MN-RULING-96", "numbers of a club stand on its roll")
def test_numbers_of_a_club() -> None:
    bonus = replace(PRINTED.fire_bonuses[0], dice=2)
    tables = replace(
        PRINTED,
        moves={**PRINTED.moves, "line_infantry": {**PRINTED.moves["line_infantry"], "line": MoveRow("R", (0,), None)}},
        fire_bonuses=(bonus,),
        square_test_bonus={"french": 2, "austrian": 0},
        prolong=MoveRow("MN-MOVE-09", (3,), None),
    )
    own = Rules(tables=tables)
    guard = entry(recruit(at=None, rating="guard", nation="french"), own, key="k", start=6)
    assert (guard.facts[0].text, guard.facts[1].text) == ("–", "6/9")
    assert guard.notes == ("+2 dice: Guard infantry", "+2 emergency square from column", "move/charge in cm")
    austrian = entry(recruit(at=None, nation="austrian"), own, key="k", start=6)
    assert austrian.notes == ("move/charge in cm",)
    guns = entry(recruit(at=None, type="foot_artillery", weight="heavy", nation="british"), own, key="k", start=6)
    assert (guns.facts[-1].text, guns.notes) == ("3", ("dice by range; moves in cm",))


@pytest.mark.rule("MN-CMD-47", "what has left play is told, and its points do not count")
@pytest.mark.parametrize(
    ("where", "words"),
    [("destroyed", "destroyed"), ("retreated", "retreated off the table"), ("lost", "left the table for good")],
)
def test_what_became_of_a_unit(where: str, words: str) -> None:
    state = battle(
        force(
            corps(
                division(brigade(recruit("one"), recruit("two", at=(9, 9)), name="B"), name="D"),
                name="C",
                nation="french",
            )
        ),
        force(corps(division(brigade(recruit("enemy", at=(150, 110)))), nation="russian")),
    )
    gone = replace(state.units[0], where=where, points=3)
    told = roll(replace(state, units=(gone, *state.units[1:])), "a")
    first, second = told.units
    assert (first.gone, first.notes[0], second.gone, second.notes) == (True, words, False, ("move/charge in cm",))
    assert told.facts == (Fact("Units", "2"), Fact("Strength", "6 SP", "MN-SP-01"))
    assert (told.nation, roll(state, "b").nation) == ("FR", "RU")
    assert [group.key for group in roll(state, "b").groups] == ["1"]
    lost = replace(state, stands=tuple(replace(each, where="removed") for each in state.stands))
    assert all(one.gone for one in roll(lost, "a").commanders)
    assert all(not one.gone for one in told.commanders)
