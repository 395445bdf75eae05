"""Bounds of the numbers, keys and lists of an action."""

from typing import Any

import msgspec
import pytest

from battles.kits.open_table import notation as parts
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.decisions import Allotment


@pytest.mark.rule("MN-GEO-15", "an action's numbers, lengths, places and bearings have bounds, both ends included")
@pytest.mark.parametrize(
    ("kind", "least", "most"),
    [
        (parts.Number, 0, 9_999),
        (parts.Length, 0, 100_000),
        (parts.Ordinate, -100_000, 100_000),
        (parts.Bearing, 0, 3_599),
    ],
)
def test_numbers_of_an_action_have_bounds(kind: Any, least: int, most: int) -> None:
    assert [msgspec.convert(number, kind) for number in (least, most)] == [least, most]
    for number in (least - 1, most + 1):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(number, kind)


@pytest.mark.parametrize(
    ("kind", "least", "most"),
    [
        (parts.FeatureKey, 1, 60),
        (parts.MaybeKey, 0, 60),
    ],
)
def test_a_key_has_at_most_60_characters(kind: Any, least: int, most: int) -> None:
    assert msgspec.convert("k" * least, kind) == "k" * least
    assert msgspec.convert("k" * most, kind) == "k" * most
    for count in (least - 1, most + 1) if least else (most + 1,):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert("k" * count, kind)


@pytest.mark.parametrize(
    ("made", "most"),
    [
        (lambda count: act.MoveStand(0, ((0, 0),) * count), 40),
        (lambda count: act.NearbySquares((act.Anchor(0, "left"),) * count), 60),
        (lambda count: act.Allot((Allotment(0, 1, 1),) * count), 200),
    ],
)
def test_lists_of_an_action_have_a_greatest_length(made: Any, most: int) -> None:
    for count, fits in ((most, True), (most + 1, False)):
        action = made(count)
        if fits:
            assert msgspec.json.decode(msgspec.json.encode(action), type=type(action)) == action
        else:
            with pytest.raises(msgspec.ValidationError):
                msgspec.json.decode(msgspec.json.encode(action), type=type(action))
