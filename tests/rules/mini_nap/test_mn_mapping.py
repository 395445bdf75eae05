"""One unit under Mini-Nap: MN-TYPE, MN-FORM, MN-MOVE, MN-FIRE and MN-LOSS as they bear on a roster."""

from typing import Any

import pytest

from armies.rules.mini_nap import QUALITY_WORDS, TYPE_WORDS, MiniNapUnit, map_unit
from armies.rules.tree import Place, walk
from tests.rules.mini_nap.mn_armies import brigade, sound, unit


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
    assert "weight of guns not given" in bare.notes
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
        "149 men / 100: 1.49 (MN-SP-01); rounded: 1 (MN-SP-01); never under 2: 2 (MN-SP-01); "
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
    assert of.reckoning.title == "How is Unit read under Mini-Nap?"
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
