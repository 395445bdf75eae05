"""One unit of history as a unit of Mini-Nap: types, formations, strength points."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from battles.engine.armies.facts import Unit
from battles.engine.armies.tree import Place, walk
from battles.rules.mini_nap.army import QUALITY_WORDS, TYPE_WORDS, MiniNapUnit, map_unit, strength
from tests.rules.mini_nap.builders.armies import brigade, sound, unit


def mapped(type: str = "line_infantry", nation: str = "PT", **changes: Any) -> MiniNapUnit:
    return map_unit(Place(unit("Unit", type, **changes), (), nation))


def formations(of: MiniNapUnit) -> dict[str, str]:
    return {at.formation: at.move for at in of.formations}


def bonuses(of: MiniNapUnit) -> set[tuple[str, int]]:
    return {(bonus.rule, bonus.added) for bonus in of.bonuses}


@pytest.mark.rule("MN-MOVE-01", "each type forms what it may and moves as printed, move before charge")
@pytest.mark.parametrize(
    ("type", "flags", "wanted"),
    [
        ("line_infantry", {}, {"line": "6/6", "column": "6/9", "solid_square": "2 or 4/–", "emergency_square": "–"}),
        (
            "light_infantry",
            {},
            {
                "line": "6/6",
                "column": "6/9",
                "solid_square": "2 or 4/–",
                "emergency_square": "–",
                "skirmish_line": "18/6",
            },
        ),
        ("heavy_cavalry", {}, {"line": "15/30", "column": "15/30"}),
        ("medium_cavalry", {}, {"line": "20/30", "column": "20/30"}),
        ("light_cavalry", {}, {"line": "25/25", "column": "25/25", "skirmish_line": "30/25"}),
        ("light_cavalry", {"lancer": True}, {"line": "25/25", "column": "25/25"}),
        ("light_cavalry", {"irregular": True}, {"skirmish_line": "30/25"}),
        ("foot_artillery", {}, {"battery": "15/–"}),
        ("horse_artillery", {}, {"battery": "20/–"}),
    ],
)
def test_formations_and_moves(type: str, flags: dict[str, bool], wanted: dict[str, str]) -> None:
    assert formations(mapped(type, **flags)) == wanted


@pytest.mark.rule("MN-TYPE-09", "lancers cannot form a skirmish line, and say so")
def test_lancers() -> None:
    lancers = mapped("light_cavalry", lancer=True)
    assert (lancers.lancer, lancers.irregular, lancers.kind) == (True, False, "lancer")
    assert "no skirmish line (MN-TYPE-09)" in lancers.reckoning.sentence
    assert "lancers" in lancers.notes
    assert not mapped(lancer=True).lancer


@pytest.mark.rule("MN-RULING-51", "irregular cavalry is not lancers")
@pytest.mark.rule("MN-TYPE-10", "irregular cavalry is never lancers for any rule (MN-RULING-51)")
def test_irregulars_are_not_lancers() -> None:
    cossacks = mapped("light_cavalry", "RU", irregular=True, lancer=True)
    assert (cossacks.lancer, cossacks.irregular) == (False, True)
    assert formations(cossacks) == {"skirmish_line": "30/25"}
    assert "lances: no lancers for any rule (MN-TYPE-10, MN-RULING-51)" in cossacks.reckoning.sentence
    assert "lances" not in mapped("light_cavalry", "RU", irregular=True).reckoning.sentence


@pytest.mark.rule("MN-TYPE-10", "the mark changes light cavalry alone")
@pytest.mark.parametrize("type", ["line_infantry", "heavy_cavalry", "foot_artillery"])
def test_irregular_marks_elsewhere(type: str) -> None:
    marked, plain = mapped(type, "RU", irregular=True), mapped(type, "RU")
    assert (marked.kind, marked.irregular, marked.formations) == (plain.kind, False, plain.formations)


@pytest.mark.rule("MN-SP-05", "a battery of more than 8 guns has the dice of its weight and no more, and says so")
def test_large_batteries_have_no_more_dice() -> None:
    large, usual = (mapped("foot_artillery", "RU", gun_weight="heavy", guns=guns) for guns in (12, 8))
    assert large.dice == usual.dice
    assert (large.points, usual.points) == (6, 4)
    assert "12 guns, extra dice: none (MN-SP-05)" in large.reckoning.sentence
    assert "MN-SP-05" not in usual.reckoning.sentence


@pytest.mark.rule("MN-WEAPON-02", "only foot fires small arms; horse has neither dice nor a bonus to any")
def test_horse_never_fires() -> None:
    for type_ in ("heavy_cavalry", "medium_cavalry", "light_cavalry"):
        for nation in ("GB", "FR", "AT"):
            horse = mapped(type_, nation, quality="guard")
            assert (horse.dice, horse.bonuses) == (None, ())


@pytest.mark.rule("MN-RATE-07", "one number for every quality test")
@pytest.mark.rule("MN-RATE-02", "Elite needs 2")
@pytest.mark.rule("MN-RATE-03", "Veteran needs 3")
@pytest.mark.rule("MN-RATE-04", "Trained needs 4")
@pytest.mark.rule("MN-RATE-05", "Untrained needs 5")
@pytest.mark.rule("MN-RATE-01", "the rating gives the number needed")
@pytest.mark.parametrize(
    ("quality", "needed"), [("guard", 1), ("elite", 2), ("veteran", 3), ("trained", 4), ("untrained", 5)]
)
def test_quality_needed(quality: str, needed: int) -> None:
    of = mapped(quality=quality)
    assert (of.quality_needed, of.quality_word) == (needed, QUALITY_WORDS[quality])
    assert f"rating as recorded: {of.quality_word}: {needed}+ (MN-RATE-0{needed})" in of.reckoning.sentence


@pytest.mark.rule("MN-BASE-01", "two stands for foot and horse, one for a battery, whatever the strength (X04)")
def test_stands() -> None:
    assert [mapped(type).stands for type in TYPE_WORDS] == [2, 2, 2, 2, 2, 1, 1]
    assert mapped(men=2000).stands == 2
    assert mapped("foot_artillery", guns=7).stands == 1


@pytest.mark.rule("MN-FIRE-34", "a battery throws by weight and range; bonuses stand apart")
@pytest.mark.parametrize(("weight", "dice"), [("light", (2, 1, 0)), ("medium", (3, 2, 1)), ("heavy", (4, 3, 2))])
def test_battery_dice(weight: str, dice: tuple[int, int, int]) -> None:
    of = mapped("foot_artillery", "GB", gun_weight=weight)
    assert (of.dice.close, of.dice.medium, of.dice.long) == dice
    assert f"{dice[0]} / {dice[1]} / {dice[2]}" in of.reckoning.sentence


@pytest.mark.rule("MN-WEAPON-03", "a battery of no known weight has no dice; foot and horse have none either")
def test_no_weight_no_dice() -> None:
    bare = mapped("foot_artillery", gun_weight=None)
    assert bare.dice is None
    assert "weight of guns not recorded" in bare.notes
    assert mapped(gun_weight="heavy").dice is None


@pytest.mark.rule("MN-FIRE-37", "Guard infantry of any nation has a die more (MN-FIRE-37), no other unit of the Guard")
def test_guard_bonus() -> None:
    assert bonuses(mapped(quality="guard")) == {("MN-FIRE-37", 1)}
    assert bonuses(mapped(quality="elite")) == set()
    assert bonuses(mapped("heavy_cavalry", "FR", quality="guard")) == set()


@pytest.mark.rule("MN-FIRE-38", "British artillery of any rating has a die more, the KGL and Hanoverians not")
@pytest.mark.parametrize(
    ("nation", "kgl", "wanted"), [("GB", False, 1), ("GB", True, 0), ("KGL", False, 0), ("HAN", False, 0)]
)
def test_british_artillery(nation: str, kgl: bool, wanted: int) -> None:
    battery = mapped("foot_artillery", nation, kgl=kgl, quality="untrained")
    assert bonuses(battery) == ({("MN-FIRE-38", 1)} if wanted else set())


@pytest.mark.rule("MN-FIRE-39", "French artillery has a die more when Guard or Elite")
@pytest.mark.parametrize(("quality", "wanted"), [("guard", 1), ("elite", 1), ("veteran", 0), ("untrained", 0)])
def test_french_artillery(quality: str, wanted: int) -> None:
    assert len(mapped("horse_artillery", "FR", quality=quality).bonuses) == wanted
    assert bonuses(mapped("horse_artillery", "KI", quality=quality)) == set()


@pytest.mark.rule("MN-REACT-42", "British and Austrian columns test for square with 1 more, the KGL not")
def test_square_bonus() -> None:
    assert bonuses(mapped(nation="GB")) == bonuses(mapped(nation="AT")) == {("MN-REACT-42", 1)}
    assert bonuses(mapped(nation="GB", kgl=True)) == bonuses(mapped(nation="KGL")) == set()
    assert bonuses(mapped("light_cavalry", "AT")) == set()


@pytest.mark.rule("MN-RULING-62", "the unit's own nation gives its bonuses, whatever commands it")
def test_unit_nation_decides() -> None:
    army = sound(nation="FR", children=(brigade("B", "infantry", unit("Own", nation="GB"), unit("Inherited")),))
    own, inherited = (map_unit(place) for place in walk(army) if place.depth)
    assert (own.nation, inherited.nation) == ("british", "french")
    assert bonuses(own) == {("MN-REACT-42", 1)}


@pytest.mark.rule("MN-RULING-91", "the flag or the nation makes a unit KGL")
@pytest.mark.rule("MN-TYPE-11", "the KGL is british with kgl true, by flag or by nation (MN-RULING-91)")
def test_kgl() -> None:
    for of in (mapped(nation="KGL"), mapped(nation="GB", kgl=True), mapped(nation="HAN", kgl=True)):
        assert (of.nation, of.kgl) == ("british", True)
        assert "British (KGL, no bonus) (MN-TYPE-11, MN-RULING-62)" in of.reckoning.sentence
    assert (mapped(nation="GB").kgl, mapped(nation="HAN").nation) == (False, "other")


@pytest.mark.rule("MN-LOSS-03", "Guard and what is unformed go at 0 points")
@pytest.mark.rule("MN-RULING-90", "irregular cavalry goes at 0 points")
@pytest.mark.rule("MN-LOSS-02", "all but the Guard and what is never formed go at 1 point (MN-LOSS-03, MN-RULING-90)")
@pytest.mark.parametrize(
    ("type", "changes", "wanted"),
    [
        ("line_infantry", {}, True),
        ("light_infantry", {}, True),
        ("light_cavalry", {}, True),
        ("heavy_cavalry", {"quality": "guard"}, False),
        ("foot_artillery", {}, False),
        ("light_cavalry", {"irregular": True}, False),
    ],
)
def test_removed_at_one(type: str, changes: dict[str, Any], wanted: bool) -> None:
    of = mapped(type, **changes)
    assert of.removed_at_one is wanted
    assert f"removed at: {1 if wanted else 0} strength point" in of.reckoning.sentence


@pytest.mark.rule("MN-SP-01", "the mapping's reckoning holds the strength and its arithmetic")
def test_reckoning_holds_the_strength() -> None:
    of = mapped(men=517)
    assert of.points == of.reckoning.value == 5
    assert "517 men / 100: 5.17 (MN-SP-01)" in of.reckoning.sentence
    assert mapped(men=None).points == 0


WHOLE = {
    "guard": (
        mapped("light_infantry", "GB", quality="guard", men=976),
        "type as recorded: light infantry (MN-TYPE-02); nation: British (MN-TYPE-11, MN-RULING-62); "
        "rating as recorded: Guard: 1+ (MN-RATE-01); 976 men / 100: 9.76 (MN-SP-01); rounded: 10 (MN-SP-01); "
        "Guard infantry, dice: +1 (MN-FIRE-37); British column, emergency square test: +1 (MN-REACT-42); "
        "Guard, removed at: 0 strength points (MN-LOSS-03)",
        (),
    ),
    "lancers": (
        mapped("light_cavalry", "DW", lancer=True, men=149),
        "type as recorded: light cavalry (MN-TYPE-05); lancers: no skirmish line (MN-TYPE-09); "
        "nation: Other (MN-TYPE-11, MN-RULING-62); rating as recorded: Veteran: 3+ (MN-RATE-03); "
        "149 men / 100: 1.49 (MN-SP-01); rounded: 1 (MN-SP-01); at least 2: 2 (MN-SP-01); "
        "removed at: 1 strength point (MN-LOSS-02)",
        ("lancers",),
    ),
    "cossacks": (
        mapped("light_cavalry", "RU", irregular=True, quality="untrained", men=400),
        "type as recorded: light cavalry (MN-TYPE-05); irregular: always in skirmish line (MN-TYPE-10); "
        "nation: Russian (MN-TYPE-11, MN-RULING-62); rating as recorded: Untrained: 5+ (MN-RATE-05); "
        "400 men / 100: 4.00 (MN-SP-01); rounded: 4 (MN-SP-01); "
        "never formed, removed at: 0 strength points (MN-LOSS-03)",
        ("irregular",),
    ),
    "battery": (
        mapped("foot_artillery", "FR", quality="elite", gun_weight="heavy", guns=8),
        "type as recorded: foot artillery (MN-TYPE-06); nation: French (MN-TYPE-11, MN-RULING-62); "
        "rating as recorded: Elite: 2+ (MN-RATE-02); 8 guns, full pairs: 4 (MN-SP-03); "
        "heavy battery, dice close / medium / long: 4 / 3 / 2 (MN-FIRE-36); "
        "French Guard or Elite artillery, dice: +1 (MN-FIRE-39); "
        "never formed, removed at: 0 strength points (MN-LOSS-03)",
        ("heavy guns", "prolong 1 cm"),
    ),
}


@pytest.mark.rule("MN-TYPE-08", "the whole mapping is said, step by step with its rules")
@pytest.mark.parametrize("which", WHOLE)
def test_the_mapping_in_words(which: str) -> None:
    of, sentence, notes = WHOLE[which]
    assert of.reckoning.title == "How does Mini-Nap read Unit?"
    assert of.reckoning.sentence == sentence
    assert of.notes == notes


@pytest.mark.rule("MN-TYPE-09", "a lancer mark on foot means nothing, on heavier cavalry it is kept")
def test_lancer_marks_elsewhere() -> None:
    assert mapped(lancer=True).notes == ()
    assert mapped("heavy_cavalry", lancer=True).notes == ("lancers",)
    assert mapped("heavy_cavalry", lancer=True).lancer
    assert formations(mapped("heavy_cavalry", lancer=True)) == {"line": "15/30", "column": "15/30"}


@pytest.mark.rule("MN-ORG-01", "only a unit can be mapped")
def test_a_brigade_is_no_unit() -> None:
    with pytest.raises(TypeError, match="B is not a unit"):
        map_unit(Place(brigade("B", "infantry"), (), "FR"))


MEN = dict(
    zip(
        (1, 200, 249, 250, 349, 350, 449, 450, 549, 550, 649, 650, 1000, 1249),
        (2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 10, 12),
        strict=True,
    )
)
GUNS = dict(zip((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14), (2, 2, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6), strict=True))


def of_men(men: int) -> Unit:
    return unit("1/24e Ligne", men=men)


def of_guns(guns: int) -> Unit:
    return unit("Battery", "foot_artillery", guns=guns)


@pytest.mark.rule("MN-SP-01", "a rest under 50 men is dropped, 50 to 99 counts as one, and 2 points are the least")
@pytest.mark.parametrize(("men", "points"), MEN.items())
def test_printed_table_of_men(men: int, points: int) -> None:
    assert strength(of_men(men)).value == points
    assert strength(unit("Hussars", "light_cavalry", men=men)).value == points


@pytest.mark.rule("MN-SP-03", "two guns a point, from 2 to 6")
@pytest.mark.parametrize(("guns", "points"), GUNS.items())
def test_printed_table_of_guns(guns: int, points: int) -> None:
    assert strength(of_guns(guns)).value == points
    assert strength(unit("Troop", "horse_artillery", guns=guns)).value == points


@pytest.mark.rule("MN-SP-01", "X01, X02, X03: 350 to 449 men are 4, 450 to 549 are 5, fewer than 250 are 2")
@pytest.mark.parametrize(("men", "points"), [(range(350, 450), 4), (range(450, 550), 5), (range(1, 250), 2)])
def test_examples_of_men(men: range, points: int) -> None:
    assert {strength(of_men(number)).value for number in men} == {points}


@pytest.mark.rule("MN-SP-03", "X04, X05: 6 guns and a howitzer are 3, fewer than 4 guns are 2")
def test_examples_of_guns() -> None:
    assert strength(of_guns(6 + 1)).value == 3
    assert {strength(of_guns(guns)).value for guns in (1, 2, 3)} == {2}


@pytest.mark.rule("MN-SP-02", "foot and horse have no upper limit and a further hundred men is a further point")
@settings(deadline=None)
@given(st.integers(min_value=150, max_value=100_000))
def test_a_hundred_men_more_is_a_point_more(men: int) -> None:
    assert strength(of_men(men + 100)).value == strength(of_men(men)).value + 1


@pytest.mark.rule(
    "MN-SP-01", "the points are never further than 50 men from the true number, and never fall as men rise"
)
@settings(deadline=None)
@given(st.integers(min_value=150, max_value=100_000))
def test_points_are_the_nearest_hundred(men: int) -> None:
    points = strength(of_men(men)).value
    assert -50 <= men - 100 * points < 50
    assert strength(of_men(men + 1)).value >= points


@pytest.mark.rule("MN-VAL-07", "the points of a battery lie in 2 to 6")
@pytest.mark.rule("MN-SP-05", "a large Russian battery gets its higher points")
@pytest.mark.rule(
    "MN-SP-04", "MN-VAL-07: a battery has 2 to 6 points whatever it is given, Russian ones too (MN-SP-05)"
)
@settings(deadline=None)
@given(st.integers(min_value=1, max_value=500))
def test_a_battery_has_two_to_six(guns: int) -> None:
    assert 2 <= strength(of_guns(guns)).value <= 6
    assert strength(unit("Position battery", "foot_artillery", guns=12, nation="RU")).value == 6


@pytest.mark.rule("MN-SP-01", "the arithmetic ends in the value, and names limits only where they act")
@settings(deadline=None)
@given(st.integers(min_value=1, max_value=5_000), st.integers(min_value=1, max_value=40))
def test_limits_are_named_only_when_they_act(men: int, guns: int) -> None:
    foot, battery = strength(of_men(men)), strength(of_guns(guns))
    for reckoning in (foot, battery):
        assert int(reckoning.lines[-1].value) == reckoning.value
    assert ("at least 2" in foot.sentence) == (men < 150)
    assert ("at least 2" in battery.sentence) == (guns < 4)
    assert ("at most 6" in battery.sentence) == (guns >= 14)
    assert "MN-SP-04" not in strength(of_guns(12)).sentence


@pytest.mark.rule("MN-SP-01", "517 men: 567, of which 5 full hundreds")
def test_the_arithmetic_in_words() -> None:
    reckoning = strength(of_men(517))
    assert reckoning.title == "Why 5 strength points?"
    assert reckoning.sentence == "517 men / 100: 5.17 (MN-SP-01); rounded: 5 (MN-SP-01)"
    assert strength(of_guns(14)).sentence == "14 guns, full pairs: 7 (MN-SP-03); at most 6: 6 (MN-SP-03, MN-SP-04)"


@pytest.mark.rule("MN-VAL-02", "without men or guns there are no points")
@pytest.mark.parametrize(
    "bare",
    [
        unit("Battalion", men=None),
        unit("Battalion", men=0),
        unit("Battalion", men=-5, guns=8),
        unit("Battery", "foot_artillery", guns=None, men=120),
    ],
)
def test_nothing_given_is_no_points(bare: Unit) -> None:
    noun = "guns" if bare.type == "foot_artillery" else "men"
    assert strength(bare).value == 0
    assert strength(bare).title == "Why no strength points?"
    assert strength(bare).sentence == f"number of {noun}: not recorded (MN-VAL-02)"


@pytest.mark.rule("MN-SP-03", "the least is named where it acts, not where 4 guns come to 2 by themselves")
def test_weak_units_in_words() -> None:
    assert strength(of_guns(1)).sentence == "1 gun, full pairs: 0 (MN-SP-03); at least 2: 2 (MN-SP-03)"
    assert strength(of_guns(4)).sentence == "4 guns, full pairs: 2 (MN-SP-03)"
    assert strength(of_men(1)).sentence == (
        "1 man / 100: 0.01 (MN-SP-01); rounded: 0 (MN-SP-01); at least 2: 2 (MN-SP-01)"
    )


@pytest.mark.rule("MN-SP-06", "neither gunners nor guns with foot nor the weight of guns change the points")
@pytest.mark.rule("MN-VAL-07", "no points are stored, so none can differ from those worked out")
def test_nothing_else_counts() -> None:
    assert not any("points" in name or name == "sp" for name in Unit.__struct_fields__)
    for guns in (3, 8, 12):
        battery = of_guns(guns)
        for changes in ({"men": 900}, {"gun_weight": "heavy"}, {"quality": "guard"}, {"sub_units": 2}):
            assert strength(structs.replace(battery, **changes)) == strength(battery)
    for changes in ({"guns": 8}, {"quality": "untrained"}, {"sub_units": 6}, {"irregular": True}):
        assert strength(structs.replace(of_men(517), **changes)) == strength(of_men(517))
