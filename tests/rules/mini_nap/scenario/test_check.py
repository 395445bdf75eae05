"""Faults of a set-up, each with its sentence and its path."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import SetupError
from battles.engine.settings import overlay
from battles.kits.open_table.footprints import GRAINS
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.scenario import files
from battles.rules.mini_nap.scenario.check import check, faults, warnings
from battles.rules.mini_nap.setup.deployment import initial_state
from battles.rules.mini_nap.state import Feature, Force, ForceUnit, Place, Setup, Table
from battles.rules.mini_nap.tables import PRINTED
from battles.rules.mini_nap.terrain import features
from tests.rules.mini_nap.builders.manoeuvres import strip
from tests.rules.mini_nap.builders.table_positions import brigade, corps, division, force, mm, recruit, spot

NOWHERE: dict[str, Any] = {"place": None}


def setup(a: Force | None = None, *features: Feature, table: Table | None = None, **options: Any) -> Setup:
    """Two sample forces, or ``a`` against one, on a table of the options' size."""
    rules = Rules(Options(**options))
    size = Table(rules.options.table_w, rules.options.table_h, features)
    blue, red = files.sample_force("Blue"), files.sample_force("Red")
    return Setup(title="a test", table=table or size, forces=(a or blue, red), rules=rules)


def found(checked: Setup) -> list[tuple[str, str]]:
    """Path and sentence of every fault."""
    return [(fault.path, str(fault).removeprefix(f"{fault.path}: ")) for fault in faults(checked)]


def only(checked: Setup) -> tuple[str, str]:
    """The one fault there is; ``check`` raises it."""
    ((path, sentence),) = found(checked)
    with pytest.raises(SetupError) as raised:
        check(checked)
    assert (raised.value.path, sentence in str(raised.value)) == (path, True)
    assert sentence.endswith((".", ")"))
    return path, sentence


def one(unit: ForceUnit, kind: str = "infantry", **facts: Any) -> Force:
    """A force of one Brigade of that kind with the unit in it."""
    return force(corps(division(brigade(unit, kind=kind, **(NOWHERE | facts)), **NOWHERE), **NOWHERE))


def test_two_samples_can_be_played() -> None:
    assert found(setup()) == []
    assert warnings(setup()) == ()


@pytest.mark.rule("MN-RULING-60", "the table is as large as the options say, and of a size that can be")
def test_sizes_of_a_table() -> None:
    assert only(setup(table=Table(18_000, 9_000)))[0] == "options"
    small = setup(table=Table(18_000, 5_000), table_h=5_000)
    assert only(small) == ("table.height", "Each side of a table is 60 cm to 600 cm long, not 50 cm (MN-RULING-60).")


def box(kind: Any, left: float, bottom: float, right: float, top: float, **facts: Any) -> Feature:
    corners = ((left, bottom), (left, top), (right, top), (right, bottom))
    key = facts.pop("key", kind)
    return Feature(key=key, kind=kind, points=tuple((mm(x), mm(y)) for x, y in corners), **facts)


def line(kind: Any, *points: tuple[float, float], **facts: Any) -> Feature:
    return Feature(key=facts.pop("key", kind), kind=kind, points=tuple((mm(x), mm(y)) for x, y in points), **facts)


STREAM = line("stream", (0, 60), (180, 60))
LANE = line("road", (90, 0), (90, 120))


@pytest.mark.rule("MNT-WOOD-05", "what is larger than a wood may be is a forest")
@pytest.mark.rule("MNT-VILLAGE-01", "a village of 4 cm is too small")
@pytest.mark.rule("MNT-PLACE-12", "a hill or contour may lie over a stream")
@pytest.mark.rule("MNT-PLACE-01", "a wood is 5 to 10 cm across")
@pytest.mark.rule("MNT-PLACE-03", "so is a village")
@pytest.mark.rule("MNT-PLACE-05", "a landmark at most 5 cm")
@pytest.mark.rule("MNT-PLACE-07", "only bridges and fords lie across water")
@pytest.mark.rule("MNT-PLACE-08", "every crossing of a road with water has one")
@pytest.mark.rule("MNT-PLACE-09", "a stream is at most 2 cm wide, a river wider")
@pytest.mark.rule("MNT-PLACE-10", "levels are those of the kind; a hill has 2 or more")
@pytest.mark.rule("MN-RULING-160", "a hill has up to 9 levels")
@pytest.mark.parametrize(
    ("features", "path", "words"),
    [
        ([box("wood", 10, 10, 17, 17)], "", ""),
        ([box("wood", 10, 10, 18, 18)], "table.features[0].points", "8 cm to 11.32 cm across; a wood is 5 cm to 10 cm"),
        ([box("wood", 10, 10, 14, 17)], "table.features[0].points", "4 cm to 8.07 cm across"),
        ([box("forest", 10, 10, 50, 50)], "", ""),
        ([box("village", 10, 10, 14, 14)], "table.features[0].points", "(MNT-PLACE-03)"),
        ([box("landmark", 10, 10, 13.5, 13.5)], "", ""),
        ([box("landmark", 10, 10, 14, 14)], "table.features[0].points", "a landmark is at most 5 cm (MNT-PLACE-05)"),
        ([STREAM], "", ""),
        ([line("stream", (0, 60), (180, 60), width=202)], "table.features[0].width", "a stream is at most 2 cm"),
        ([line("river", (0, 60), (180, 60), width=200)], "table.features[0].width", "a river is wider"),
        ([STREAM, LANE], "table.features[1].points", "crosses The stream stream at 90 cm, 60 cm without"),
        ([STREAM, LANE, box("bridge", 88, 58, 92, 62, over="stream")], "", ""),
        ([STREAM, LANE, box("ford", 88, 58, 92, 62, over="stream")], "", ""),
        ([STREAM, LANE, box("ford", 80, 58, 84, 62, over="stream")], "table.features[1].points", "MNT-PLACE-08"),
        (
            [STREAM, box("forest", 10, 50, 40, 70)],
            "table.features[1].points",
            "only bridges and fords can (MNT-PLACE-07)",
        ),
        ([STREAM, box("contour", 10, 50, 40, 70)], "", ""),
        ([STREAM, box("hill", 10, 50, 40, 70)], "", ""),
        ([box("bridge", 10, 10, 12, 12, over="river")], "table.features[0].over", "lies over 'river'"),
        ([STREAM, box("wood", 10, 10, 17, 17, over="stream")], "table.features[1].over", "only a bridge or a ford"),
        ([box("hill", 10, 10, 40, 40, levels=1)], "table.features[0].levels", "it can have 2 to 9 (MNT-PLACE-10)"),
        ([box("hill", 10, 10, 40, 40, levels=5)], "", ""),
        ([box("hill", 10, 10, 40, 40, levels=3)], "", ""),
        ([box("hill", 10, 10, 40, 40, strength=3)], "table.features[0].strength", "cannot have a strength of 3"),
        ([box("bog", 10, 10, 40, 40, church=True)], "table.features[0].church", "only a landmark can be a church"),
        ([box("bog", 190, 10, 200, 20)], "table.features[0].points", "wholly off the table"),
        ([line("bog", (10, 10), (20, 20), (30, 30))], "table.features[0].points", "has no shape. An outline needs"),
        (
            [line("fence", (10, 10), (10, 10))],
            "table.features[0].points",
            "has no shape. A line needs at least two places",
        ),
        ([box("bog", 10, 10, 20, 20), box("bog", 40, 10, 50, 20, key="bog")], None, "needs a unique key"),
    ],
)
def test_what_may_lie_on_a_table(features: list[Feature], path: str | None, words: str) -> None:
    faulty = found(setup(None, *features))
    if path == "":
        assert faulty == []
        return
    assert faulty
    assert path in (None, faulty[0][0])
    assert words in faulty[0][1]


@pytest.mark.rule("MNT-LANDMARK-07", "a church stands within 5 cm of a village and not in it")
@pytest.mark.rule("MNT-PLACE-11", "woods along the bank of a river are customary")
@pytest.mark.rule("MNT-PLACE-02", "woods stand 15 cm apart")
@pytest.mark.rule("MNT-PLACE-04", "villages 40 cm")
@pytest.mark.rule("MNT-PLACE-06", "a church within 5 cm of a village, not in it")
@pytest.mark.rule("MNT-RULING-19", "woods on the bank of a river are not counted")
@pytest.mark.parametrize(
    ("features", "warned"),
    [
        ([box("wood", 10, 10, 17, 17), box("wood", 32, 10, 39, 17, key="other")], 0),
        ([box("wood", 10, 10, 17, 17), box("wood", 31, 10, 38, 17, key="other")], 1),
        (
            [
                line("river", (0, 5), (180, 5)),
                box("wood", 10, 9, 17, 16),
                box("wood", 20, 9, 27, 16, key="other"),
            ],
            0,
        ),
        ([box("village", 10, 10, 17, 17), box("village", 56, 10, 63, 17, key="other")], 1),
        ([box("village", 10, 10, 17, 17), box("landmark", 22, 10, 25, 13, church=True)], 0),
        ([box("village", 10, 10, 17, 17), box("landmark", 23, 10, 26, 13, church=True)], 1),
        ([box("village", 10, 10, 17, 17), box("landmark", 16, 10, 19, 13, church=True)], 1),
        ([box("landmark", 16, 10, 19, 13, church=True)], 1),
    ],
)
def test_customs_are_warnings(features: list[Feature], warned: int) -> None:
    checked = setup(None, *features)
    assert found(checked) == []
    assert len(warnings(checked)) == warned


@pytest.mark.rule("MN-VAL-03", "batteries alone have a weight, and need one")
@pytest.mark.rule("MN-WEAPON-04", "horse artillery is never heavy")
@pytest.mark.rule("MN-VAL-04", "foot artillery is never with cavalry")
@pytest.mark.rule("MN-VAL-05", "nor are heavy guns, or in a mixed Brigade")
@pytest.mark.rule("MN-VAL-06", "a Brigade holds what its kind is named for")
@pytest.mark.rule("MN-VAL-08", "only Russian or Ottoman light cavalry is irregular")
@pytest.mark.parametrize(
    ("unit", "kind", "what", "words"),
    [
        ({"type": "foot_artillery", "weight": "heavy"}, "infantry", "", ""),
        ({"type": "foot_artillery"}, "artillery", "weight", "needs the weight of its guns"),
        ({"weight": "light"}, "infantry", "weight", "is line infantry and cannot have a weight of guns"),
        ({"type": "horse_artillery", "weight": "heavy"}, "artillery", "weight", "MN-WEAPON-04"),
        ({"type": "foot_artillery", "weight": "light"}, "cavalry", "type", "MN-VAL-04"),
        ({"type": "foot_artillery", "weight": "heavy"}, "mixed", "weight", "MN-VAL-05"),
        ({"type": "light_cavalry"}, "infantry", "type", "MN-ORG-03"),
        ({}, "cavalry", "type", "MN-ORG-05"),
        ({}, "artillery", "type", "MN-ORG-10"),
        ({"type": "light_cavalry"}, "mixed", "", ""),
        ({"type": "light_cavalry", "irregular": True, "nation": "russian"}, "cavalry", "", ""),
        ({"type": "light_cavalry", "irregular": True}, "cavalry", "irregular", "MN-VAL-08"),
        ({"type": "heavy_cavalry", "irregular": True, "nation": "russian"}, "cavalry", "irregular", "MN-VAL-08"),
        ({"lancer": True}, "infantry", "lancer", "only cavalry carries lances"),
        ({"kgl": True}, "infantry", "kgl", "which is British"),
        ({"kgl": True, "nation": "british"}, "infantry", "", ""),
        ({"points": 0}, "infantry", "points", "a unit has 1 to 200"),
        ({"points": 201}, "infantry", "points", "a unit has 1 to 200"),
    ],
)
def test_who_may_be_in_a_brigade(unit: dict[str, Any], kind: str, what: str, words: str) -> None:
    checked = setup(one(recruit("unit", at=None, **unit), kind))
    if not what:
        assert found(checked) == []
        return
    path, sentence = only(checked)
    assert path == f"forces.a.corps[0].divisions[0].brigades[0].units[0].{what}"
    assert words in sentence


@pytest.mark.rule("MN-ORG-01", "nothing is empty")
@pytest.mark.rule("MN-VAL-09", "no more Corps than the option allows")
@pytest.mark.parametrize(
    ("broken", "path", "words"),
    [
        (Force(name="none", corps=()), "forces.a.corps", "none has no Corps"),
        (force(corps(**NOWHERE)), "forces.a.corps[0].divisions", "has no Division"),
        (force(corps(division(**NOWHERE), **NOWHERE)), "forces.a.corps[0].divisions[0].brigades", "has no Brigade"),
        (
            force(corps(division(brigade(**NOWHERE), **NOWHERE), **NOWHERE)),
            "forces.a.corps[0].divisions[0].brigades[0].units",
            "has no unit",
        ),
        (
            Force(name="two", corps=tuple(files.sample_force(name).corps[0] for name in ("1", "2"))),
            "forces.a.corps",
            "max_corps_per_side is 1 (MN-VAL-09)",
        ),
    ],
)
def test_what_a_force_is_made_of(broken: Force, path: str, words: str) -> None:
    faulty = found(setup(broken))
    assert faulty[0][0] == path
    assert words in faulty[0][1]


def test_names_are_unique_within_a_side() -> None:
    twice = force(
        corps(division(brigade(*(recruit(name, at=None) for name in ("Foot", "foot")), **NOWHERE), **NOWHERE))
    )
    assert "2 units called foot" in found(setup(twice))[0][1]


@pytest.mark.rule("MN-RULING-97", "a Brigade arrives within the battle, and has no place before")
@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"arrives": 12}, ""),
        ({"arrives": 13}, "the battle has Turns 1 to 12"),
        ({"arrives": 2, "entry": (0, 0, 1_000, 1_000)}, ""),
        ({"arrives": 2, "entry": (0, 0, 999, 1_000)}, "at least 10 cm wide and high"),
        ({"arrives": 2, "entry": (17_500, 0, 18_500, 1_000)}, "must be on the table"),
    ],
)
def test_what_arrives(facts: dict[str, Any], words: str) -> None:
    faulty = found(setup(one(recruit("unit", at=None), **facts)))
    assert (words in faulty[0][1]) if words else faulty == []


@pytest.mark.rule("MN-RULING-97", "who arrives later stands nowhere yet")
def test_who_arrives_has_no_place() -> None:
    late = setup(one(recruit("unit", at=(20, 20)), arrives=2))
    assert "arrives in Turn 2; it cannot have a place at the start" in only(late)[1]


@pytest.mark.rule("MN-RULING-74", "nobody stands in prohibited terrain, over the edge, or on another")
@pytest.mark.parametrize(
    ("units", "words"),
    [
        ([recruit("one", at=(20, 20)), recruit("two", at=(25, 20))], ""),
        ([recruit("one", at=(20, 20)), recruit("two", at=(24, 20))], "two and one are in the same place"),
        ([recruit("one", at=(2.4, 20))], "is not wholly on the table"),
        ([recruit("one", at=(20, 20), formation="skirmish_line")], "cannot be in skirmish line at the start"),
        ([recruit("one", at=(20, 20), formation="emergency_square")], "cannot be in emergency square"),
        ([recruit("one", at=(60, 60))], "one cannot be in the boggy ground."),
    ],
)
def test_who_stands_where_from_the_start(units: list[ForceUnit], words: str) -> None:
    mine = force(corps(division(brigade(*units, **NOWHERE), **NOWHERE), **NOWHERE))
    faulty = found(setup(mine, box("bog", 50, 50, 70, 70)))
    assert (words in faulty[0][1]) if words else faulty == []
    if words:
        assert faulty[0][0] == f"forces.a.corps[0].divisions[0].brigades[0].units[{len(units) - 1}].at"


def test_enemies_do_not_touch_from_the_start() -> None:
    checked = setup(force(corps(division(brigade(recruit("one", at=(20, 20)), **NOWHERE), **NOWHERE), **NOWHERE)))
    foe = force(corps(division(brigade(recruit("foe", at=(20, 22.05)), **NOWHERE), **NOWHERE), **NOWHERE))
    touching = replace(checked, forces=(checked.forces[0], foe))
    assert "foe and one are in the same place" in only(touching)[1]
    apart = force(corps(division(brigade(recruit("foe", at=(20, 22.06)), **NOWHERE), **NOWHERE), **NOWHERE))
    assert found(replace(checked, forces=(checked.forces[0], apart))) == []


@pytest.mark.parametrize(
    ("place", "words"), [((20, 20), "no free ground"), ((1, 20), "not wholly on the table"), ((30, 20), "")]
)
def test_stands_stand_on_free_ground(place: tuple[float, float], words: str) -> None:
    mine = force(corps(division(brigade(recruit("one", at=(20, 20)), place=spot(*place)), **NOWHERE), **NOWHERE))
    faulty = found(setup(mine))
    assert (words in faulty[0][1]) if words else faulty == []


def test_zones_are_two_and_apart() -> None:
    checked = setup()
    first, second = checked.forces
    low, high = (0, 0, 18_000, 3_000), (0, 3_000, 18_000, 6_000)

    def zoned(one: Any, other: Any) -> list[tuple[str, str]]:
        return found(replace(checked, forces=(replace(first, zone=one), replace(second, zone=other))))

    assert zoned(low, high) == []
    assert zoned(low, None)[0] == ("forces.b.zone", "Give a deployment zone to both sides or to neither.")
    assert zoned(low, (0, 2_999, 18_000, 6_000))[0][0] == "forces.b.zone"
    assert zoned((-1, 0, 18_000, 3_000), high)[0][0] == "forces.a.zone"


def test_division_artillery_has_no_stand() -> None:
    guns = recruit("guns", "foot_artillery", at=None, weight="light")
    assert "has no command stand (MN-ORG-16)" in only(setup(one(guns, "artillery", place=Place(2_000, 2_000))))[1]


@pytest.mark.parametrize(
    ("patch", "path"),
    [
        ({"bases": {"infantry": {"width": 0}}}, "house.bases.infantry.width"),
        ({"bases": {"infantry": {"stands": 3}}}, "house.bases.infantry.stands"),
        ({"qualities": {"veteran": {"needed": 7}}}, "house.qualities.veteran.needed"),
        ({"sum_per_hit": 0}, "house.sum_per_hit"),
        ({"holder_dice": 51}, "house.holder_dice"),
        ({"cautious_radius": -1}, "house.cautious_radius"),
        ({"sets": {"melee": {"sets": 0}}}, "house.sets.melee.sets"),
        ({"sets": {"impact_outflanking": {"sets": 11}}}, "house.sets.impact_outflanking.sets"),
        ({"reaches": {"feint": {"least": 13}}}, "house.reaches.feint.least"),
        ({"covers_that_bar": 0}, "house.covers_that_bar"),
        ({"structure_hits": {"heavy": -1}}, "house.structure_hits.heavy"),
    ],
)
def test_numbers_of_a_club_make_sense(patch: dict[str, Any], path: str) -> None:
    checked = setup()
    assert only(replace(checked, rules=Rules(checked.rules.options, overlay(PRINTED, patch))))[0] == path


@pytest.mark.rule("MNT-RULING-05", "linear features are as wide as a club says where they say nothing themselves")
def test_lines_are_as_wide_as_a_club_says() -> None:
    river = line("river", (0, 60), (180, 60))
    checked = setup(None, river)
    assert found(checked) == []
    tables = overlay(PRINTED, {"linear_widths": {"river": 180}})
    narrow = replace(checked, rules=Rules(checked.rules.options, tables))
    assert "The river river is 1.8 cm wide" in only(narrow)[1]
    wide = overlay(PRINTED, {"linear_widths": {"river": 800}})
    state = initial_state(replace(checked, rules=Rules(checked.rules.options, wide)))
    (lies,) = features.features_in_play(state)
    assert (lies.ground.bottom, lies.ground.top) == (mm(56) * GRAINS, mm(64) * GRAINS)
    own = replace(state, setup=setup(None, replace(river, width=600)))
    assert features.features_in_play(own)[0].ground.top == mm(63) * GRAINS
    odd = replace(checked, rules=Rules(checked.rules.options, overlay(PRINTED, {"linear_widths": {"river": 401}})))
    assert "The width of a band must be an even number" in only(odd)[1]


@pytest.mark.rule("MNT-PLACE-10", "a kind with one height has no other, one with several has those")
@pytest.mark.parametrize(
    ("kind", "levels", "words"),
    [("village", 2, "it can have 1 (MNT-PLACE-10)"), ("wood", 3, "it can have 1 to 2 (MNT-PLACE-10)"), ("wood", 2, "")],
)
def test_levels_that_a_kind_of_feature_can_have(kind: str, levels: int, words: str) -> None:
    feature = strip(kind, 0, 7, -3.5, 3.5, levels=levels)  # type: ignore[arg-type]
    enemy = force(recruit("enemy", at=(150, 110)), name="enemy")
    setup = Setup(title="t", table=Table(features=(feature,)), forces=(force(recruit("one", at=(20, 20))), enemy))
    found = [str(each) for each in faults(setup) if "levels" in each.path]
    assert bool(found) is bool(words)
    assert all(words in each for each in found)


@pytest.mark.parametrize(("count", "words"), [(200, ""), (201, "force has 201 units; the most is 200.")])
def test_a_side_has_at_most_200_units(count: int, words: str) -> None:
    whole = force(*(recruit(f"unit {number}", at=None) for number in range(count)))
    enemy = force(recruit("enemy", at=(150, 110)), name="enemy")
    found = [str(each) for each in faults(Setup(title="t", table=Table(), forces=(whole, enemy)))]
    told = [each for each in found if "the most is 200" in each]
    assert [each.partition(": ")[2] for each in told] == ([words] if words else [])


@pytest.mark.parametrize(("count", "words"), [(200, False), (201, True)])
def test_a_table_has_at_most_200_features(count: int, words: bool) -> None:
    fences = tuple(strip("fence", 10 + n / 10, 10.2 + n / 10, key=f"fence {n}") for n in range(count))
    sides = force(recruit("one", at=(20, 20))), force(recruit("enemy", at=(150, 110)), name="enemy")
    found = [str(each) for each in faults(Setup(title="t", table=Table(features=fences), forces=sides))]
    assert any("There are 201 features; the most is 200." in each for each in found) is words
