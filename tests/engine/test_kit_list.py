"""What a system wants on the table: whole for every system, and what is wrong with one is said."""

import pytest

from battles.engine import registry
from battles.engine.sheets.kit_list import CENTIMETRE, Grid, Kit, Marker, Ruler, faults, notches

RECKONED = (Grid(title="Victory", columns=("", "First side")),)


def marker(key: str = "tired", short: str = "T") -> Marker:
    return Marker(key=key, word="tired", short=short, what="may not move", rule="T-1")


@pytest.mark.parametrize("system", registry.keys())
def test_the_kit_of_every_system_is_whole(system: str) -> None:
    assert registry.check_kit(system) == ()
    kit = registry.sheets(system).kit(registry.settings(system).rules())
    assert kit.markers
    assert kit.tally
    assert all(each.rule.split("-")[0] in ("MN", "EN", "SN", "SH") for each in kit.markers)


@pytest.mark.parametrize(
    ("kit", "sentence"),
    [
        (Kit(markers=(marker(),)), "Its kit does not say how victory is computed."),
        (Kit(markers=(marker(), marker()), reckoning=RECKONED), "Its kit has 2 markers tired."),
        (
            Kit(orders=(marker(short="TIRE"),), reckoning=RECKONED),
            "The marker tired of its kit must have 1 to 3 letters.",
        ),
        (
            Kit(rulers=(Ruler(key="far", title="Far", unit="cm", notches=()),), reckoning=RECKONED),
            "The ruler far of its kit has no mark.",
        ),
    ],
)
def test_what_is_wrong_with_a_kit_is_said(kit: Kit, sentence: str) -> None:
    assert tuple(faults(kit)) == (sentence,)


def test_equal_distances_share_a_notch_and_none_is_at_zero() -> None:
    found = notches(
        [(6, "line", "R-1"), (3, "slow", "R-2"), (6, "column", "R-3"), (6, "line", "R-4"), (0, "x", "R-5")], 10
    )
    assert [(notch.at, notch.word, notch.rule) for notch in found] == [(30, "slow", "R-2"), (60, "line, column", "R-1")]
    assert CENTIMETRE == 100


def test_numbers_of_a_kit_are_those_in_force() -> None:
    rules = registry.settings("mini_nap").rules()
    tables = type(rules.tables)(cautious_radius=30)
    kit = registry.sheets("mini_nap").kit(type(rules)(rules.options, tables))
    (command,) = [ruler for ruler in kit.rulers if ruler.key == "command"]
    assert command.reach == 3000
