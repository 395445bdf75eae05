"""Random terrain by dice that are known, feature by feature, and the faces that were thrown for it."""

import pytest
from msgspec.structs import replace

from battles.engine.dice import SeededDice
from battles.rules.mini_nap.board import disc_of
from battles.rules.mini_nap.scattering import _Table, scatter, standing
from battles.rules.mini_nap.setup import Feature, Table
from battles.rules.mini_nap.tables import MOST_FEATURES, PRINTED
from tests.rules.mini_nap import mn_rich as rich
from tests.rules.mini_nap.mn_kept import kept

BROOK = Feature(key="brook", kind="stream", points=((9_000, 0), (9_000, 12_000)))
FULL = tuple(
    Feature(key=f"fence {number}", kind="fence", points=((100, 100), (200, 100))) for number in range(MOST_FEATURES - 2)
)
TABLES = {
    "usual": Table(),
    "small": Table(6_000, 6_000),
    "smaller than a part": Table(6_000, 9_999),
    "wide": Table(30_000, 12_000),
    "with a brook": Table(features=(BROOK,)),
    "with nearly all it takes": Table(features=FULL),
    "rich": rich.setup().table,
}


def lines() -> list[str]:
    found: list[str] = []
    for name, table in TABLES.items():
        for seed in (b"1", b"2", b"3") if name == "usual" else (b"4",):
            for crowd in ((), standing(rich.rich())) if name == "rich" else ((),):
                dice = SeededDice(seed, 0)
                laid = scatter(dice, PRINTED, table, crowd)
                found.append(f"# {name}, {seed.decode()}, {len(crowd)} stand there: {len(dice.rolls)} dice")
                for each in laid:
                    places = " ".join(f"{x},{y}" for x, y in each.points)
                    found.append(f"  {each.key}: {places}{' over ' if each.over else ''}{each.over}")
    return found


@pytest.mark.rule("MNT-RULING-33", "what known dice lay on tables of several sizes, and how many of them are thrown")
def test_random_terrain() -> None:
    assert lines() == kept("scatters")


@pytest.mark.rule("MNT-RULING-33", "terrain lies clear of units and stands on the table, and of nobody else")
def test_who_is_in_the_way() -> None:
    state = rich.rich()
    shapes = standing(state)
    units = [unit for unit in state.units if unit.where == "table"]
    stands = [stand for stand in state.stands if stand.where == "table"]
    assert len(shapes) == len(units) + len(stands)
    assert shapes[-1] == disc_of(stands[-1].x, stands[-1].y)
    gone = replace(state, units=tuple(replace(unit, where="lost") for unit in state.units))
    assert standing(gone) == shapes[len(units) :]


@pytest.mark.rule("MNT-RULING-33", "an area lies wholly on the table, its edges included")
@pytest.mark.parametrize(
    ("x", "y", "fits"),
    [(0, 0, True), (18_000, 12_000, True), (-1, 0, False), (0, -1, False), (18_001, 0, False), (0, 12_001, False)],
)
def test_where_an_area_may_reach(x: int, y: int, fits: bool) -> None:
    bog = Feature(key="bog", kind="bog", points=((9_000, 6_000), (x, y), (9_000, 6_600)))
    assert _Table(SeededDice(b"1", 0), PRINTED, Table(), ())._is_on_table(bog) is fits
