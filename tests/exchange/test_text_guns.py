"""Batteries: their guns, calibres and howitzers, as people write them."""

import pytest

from armies.exchange.ordnance import Guns, take_guns

from .texts import read_text, refused, sentences, unit_of

LINES = [
    ("Battery Cleeves 6x9pdr", "Battery Cleeves", "foot_artillery", 6, "medium"),
    ("Sandham's Battery RA - 5x9pdr, 1x5.5\" howitzer", "Sandham's Battery RA", "foot_artillery", 6, "medium"),
    ("Kuhlmann's Horse Battery - 5 x 9pdr + 1 howitzer", "Kuhlmann's Horse Battery", "horse_artillery", 6, "medium"),
    ("Kuhlmann's Battery KGL Horse 6 guns", "Kuhlmann's Battery KGL Horse", "horse_artillery", 6, None),
    ("Ross' Troop RHA (6 x 6-pdr)", "Ross' Troop RHA", "horse_artillery", 6, "medium"),
    ("Lawson's Battery (5 9-pdrs, 1 5½\" howitzer)", "Lawson's Battery", "foot_artillery", 6, "medium"),
    ("Sympher's battery, 6 nine-pounders", "Sympher's battery", "foot_artillery", 6, "medium"),
    ('6/18e art. à pied (6x6lb, 2x5.5" how)', "6/18e art. à pied", "foot_artillery", 8, "medium"),
    ("2e batterie à cheval : 4 canons de 6, 2 obusiers", "2e batterie à cheval", "horse_artillery", 6, "medium"),
    ("20e batterie à pied (6 pièces de 12, 2 obusiers)", "20e batterie à pied", "foot_artillery", 8, "heavy"),
    ("Positionsbatterie 4 12-Pfünder, 2 7pfd. Haubitzen", "Positionsbatterie", "foot_artillery", 6, "heavy"),
    ("Brigadebatterie 8 x 3-Pfünder", "Brigadebatterie", "foot_artillery", 8, "light"),
    ("Kavalleriebatterie 6x6pfd", "Kavalleriebatterie", "horse_artillery", 6, "medium"),
    ("1. 6-Pfünder-Batterie, 8 Geschütze", "1. 6-Pfünder-Batterie", "foot_artillery", 8, "medium"),
    ("12pdr battery No. 2 (8 guns)", "12pdr battery No. 2", "foot_artillery", 8, "heavy"),
    ("Foot Battery Nr. 7 (6x6pdr, 2 howitzers)", "Foot Battery Nr. 7", "foot_artillery", 8, "medium"),
    ("Battery No. 2 12pdr, 8 guns (6x12pdr, 2 how)", "Battery No. 2", "foot_artillery", 8, "heavy"),
    ("Mortar battery 4 howitzers", "Mortar battery", "foot_artillery", 4, None),
]


@pytest.mark.parametrize(("line", "name", "unit_type", "guns", "weight"), LINES)
def test_a_battery(line: str, name: str, unit_type: str, guns: int, weight: str | None) -> None:
    unit = unit_of(line)
    assert (unit.name, unit.type, unit.guns, unit.gun_weight, unit.men) == (name, unit_type, guns, weight, None)


@pytest.mark.parametrize(
    ("pounds", "weight"),
    [(3, "light"), (4, "light"), (5, "light"), (6, "medium"), (9, "medium"), (12, "heavy"), (18, "heavy")],
)
@pytest.mark.rule("MN-WEAPON-03", "light below 6 pounds, medium from 6 to 9, heavy above")
def test_the_weight_is_that_of_the_pounds(pounds: int, weight: str) -> None:
    assert unit_of(f"Battery X 8x{pounds}pdr").gun_weight == weight


def test_the_weight_is_that_of_most_guns() -> None:
    assert take_guns("6x12pdr, 2x6pdr", "") == (Guns(8, "heavy"), ", ")
    assert take_guns("2x12pdr, 6x6pdr", "") == (Guns(8, "medium"), ", ")


def test_a_number_of_guns_is_the_whole_and_says_so_where_it_may_not_be() -> None:
    assert unit_of("6lb foot battery: 6 guns, 2 howitzers veteran").guns == 6
    assert sentences(read_text("6lb foot battery: 6 guns, 2 howitzers veteran")) == [
        (1, "The howitzers are counted among the 6 guns.")
    ]
    assert sentences(read_text("Foot battery: 8 guns (6x6pdr, 2 how) veteran")) == []


def test_a_bare_number_is_guns_up_to_24_and_gunners_beyond() -> None:
    assert (unit_of("Battery Rogers 24").guns, unit_of("Battery Rogers 24").men) == (24, None)
    assert (unit_of("Battery Rogers 25").guns, unit_of("Battery Rogers 25").men) == (None, 25)
    assert sentences(read_text("Foot battery Rogers 6 9pdr veteran")) == []
    assert (1, "6 is taken as guns; no weight of guns is given.") in sentences(
        read_text("Foot battery Rogers 6 veteran")
    )


def test_a_battery_number_is_not_taken_for_guns() -> None:
    unit = unit_of("Foot Battery No. 3 12pdr")
    assert (unit.name, unit.guns, unit.gun_weight) == ("Foot Battery No. 3", None, "heavy")


def test_too_many_guns_wait_for_a_decision() -> None:
    assert [p.sentence for p in refused(read_text("Grand Battery 49 guns"))] == [
        "The guns of a unit must be between 1 and 48; this says 49."
    ]


def test_what_is_counted_in_batteries_waits_for_a_decision() -> None:
    (problem,) = refused(read_text("Reserve Artillery: 3 batteries 12pdr (18 guns)"))
    assert problem.sentence.startswith("It is not clear what “3 batteries” counts")
