"""The historical files: read whole, totals as their README tells them, lossless in every format."""

from collections.abc import Callable
from importlib import resources

import pytest

from armies.exchange import read, to_csv, to_json, to_text
from armies.rules.facts import Army, Unit
from armies.rules.tree import totals, units

SIDES = {
    ("austerlitz-1805", "Grande Armée (centre and right)"): ("FR", 49, 26_206, 920, 34),
    ("austerlitz-1805", "Allied army (left and centre)"): ("RU", 146, 58_730, 8_565, 212),
    ("lutzen-1813", "French army (III Corps)"): ("FR", 73, 46_000, 500, 78),
    ("lutzen-1813", "Allied army (first lines)"): ("PR", 69, 29_870, 5_750, 104),
    ("quatre-bras-1815", "French left wing"): ("FR", 48, 16_710, 4_716, 56),
    ("quatre-bras-1815", "Anglo-allied army"): ("GB", 60, 29_500, 2_004, 72),
    ("salamanca-1812", "Army of Portugal"): ("FR", 96, 41_480, 3_379, 78),
    ("salamanca-1812", "Allied army"): ("GB", 116, 45_996, 4_985, 54),
}


def data(name: str) -> bytes:
    return resources.files("armies").joinpath(f"data/oob/{name}.json").read_bytes()


def army(name: str, side: str) -> Army:
    (found,) = read(data(name), f"{name}.json", side=side).armies
    return found


def unit(name: str, side: str, called: str) -> Unit:
    return next(found for found in units(army(name, side)) if found.name == called)


@pytest.mark.parametrize(("file", "side"), SIDES)
def test_both_sides_are_read_with_their_known_totals(file: str, side: str) -> None:
    nation, count, foot, horse, guns = SIDES[file, side]
    found = army(file, side)
    whole = totals(found)
    assert (found.nation, whole.units, whole.foot, whole.horse, whole.guns) == (nation, count, foot, horse, guns)


@pytest.mark.parametrize("write", [to_json, to_csv, to_text])
@pytest.mark.parametrize(("file", "side"), SIDES)
def test_nothing_is_lost_in_any_format(file: str, side: str, write: Callable[[Army], str]) -> None:
    before = army(file, side)
    reading = read(write(before).encode())
    assert reading.armies == (before,)
    assert not reading.problems
