"""MN-CMD: commanders' ratings, their tables and the loss of stands."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import ceil
from typing import get_args

import pytest

from battles.engine.armies.facts import Throw
from battles.rules.mini_nap.army import (
    RATING_WORDS,
    Options,
    command_nation,
    explain_rating,
    explain_stand_loss,
    explain_throw,
    modifier,
    options,
    radius,
    rate,
    rating_table,
    stand_lost_at,
    standing_rating,
)
from battles.rules.mini_nap.tables import CommandLossRule, Level
from tests.rules.mini_nap.builders.armies import brigade, corps, division, edit, find, sound, swap, unit

THROWS = list(product(range(1, 7), repeat=2))
POOR_WINS = options({"russian_corps_overlap": "poor_wins"})

CORPS = {
    "FR": ("1/6", "5/9", "7/36", "1/12", "0", "281/18"),
    "GB": ("5/12", "1/6", "1/3", "1/12", "0", "95/6"),
    "AT": ("0", "0", "1/6", "5/12", "5/12", "23/2"),
    "PR": ("0", "5/6", "1/6", "0", "0", "47/3"),
    "RU": ("0", "1/12", "7/36", "5/9", "1/6", "223/18"),
    "DK": ("0", "0", "1", "0", "0", "14"),
    "SE": ("0", "0", "1", "0", "0", "14"),
    "OT": ("0", "0", "0", "0", "1", "10"),
    "PT": ("0", "0", "0", "1", "0", "12"),
}
DIVISIONS = {
    "FR": ("0", "1/36", "1/4", "5/9", "1/6", "221/18"),
    "GB": ("0", "1/36", "1/4", "5/9", "1/6", "221/18"),
    "RU": ("0", "0", "1/12", "1/2", "5/12", "34/3"),
    "AT": ("0", "0", "1/36", "7/18", "7/12", "98/9"),
    "OT": ("0", "0", "0", "5/18", "13/18", "95/9"),
    "PR": ("0", "0", "1/6", "5/9", "5/18", "106/9"),
    "HAN": ("0", "0", "1/6", "5/9", "5/18", "106/9"),
}


def odds(level: Level, nation: str, chosen: Options) -> tuple[list[Fraction], Fraction]:
    """The share of each rating, best first, and the mean radius, over all 36 throws."""
    thrown = Counter(rate(level, nation, faces, chosen).rating for faces in THROWS)
    shares = [Fraction(thrown[rating], len(THROWS)) for rating in RATING_WORDS]
    return shares, sum(
        (radius(rating) * share for rating, share in zip(RATING_WORDS, shares, strict=True)), Fraction(0)
    )


TOTALS = {
    "FR": "P P A A G G G G E E E",
    "GB": "P P A A A G E E E E E",
    "AT": "D D D D D P P P A A A",
    "PR": "A A A G G G G G G G G",
    "RU": "D D D P P P P A A G G",
    "DK": "A A A A A A A A A A A",
    "SE": "A A A A A A A A A A A",
    "OT": "D D D D D D D D D D D",
    "BV": "P P P P P P P P P P P",
}
"""Section 2.27: the rating of a Corps commander at each total from 2 to 12."""
RATED = {"E": "excellent", "G": "good", "A": "average", "P": "poor", "D": "dreadful"}


@pytest.mark.rule("MN-CMD-50", "French: excellent from 10, good from 6, average from 4, else poor")
@pytest.mark.rule("MN-CMD-51", "British: excellent from 8, good on 7, average from 4, else poor")
@pytest.mark.rule("MN-CMD-52", "Austrian: average from 10, poor from 7, else dreadful")
@pytest.mark.rule("MN-CMD-53", "Prussian: good from 5, else average")
@pytest.mark.rule("MN-CMD-54", "Russian: good from 11, average from 9, poor from 5, else dreadful")
@pytest.mark.rule("MN-CMD-55", "Danish and Swedish: all average")
@pytest.mark.rule("MN-CMD-56", "Ottoman: all dreadful")
@pytest.mark.rule("MN-CMD-57", "all others: all poor")
@pytest.mark.parametrize("nation", TOTALS)
def test_every_total_of_corps_commanders(nation: str) -> None:
    wanted = dict(zip(range(2, 13), TOTALS[nation].split(), strict=True))
    for faces in THROWS:
        assert rate("corps", nation, faces).rating == RATED[wanted[sum(faces)]]


@pytest.mark.rule("MN-CMD-60", "good on 13, average from 10, poor from 6, else dreadful, after the modifier")
@pytest.mark.parametrize(("nation", "added"), [("FR", 1), ("GB", 1), ("RU", -1), ("AT", -2), ("OT", -3), ("PR", 0)])
def test_every_total_of_division_commanders(nation: str, added: int) -> None:
    wanted = dict(zip(range(-1, 14), "DDDDDDDPPPPAAAG", strict=True))
    for faces in THROWS:
        rated = rate("division", nation, faces)
        assert (rated.total, rated.rating) == (sum(faces) + added, RATED[wanted[sum(faces) + added]])


@pytest.mark.rule("MN-CMD-50", "section 8.6: the odds of each Corps commander's rating, by every table of a nation")
@pytest.mark.parametrize("nation", CORPS)
def test_odds_of_corps_commanders(nation: str) -> None:
    *shares, mean = (Fraction(share) for share in CORPS[nation])
    assert odds("corps", nation, Options()) == (shares, mean)


@pytest.mark.rule("MN-CMD-60", "section 8.6: the odds of each Division commander's rating, by modifier")
@pytest.mark.parametrize("nation", DIVISIONS)
def test_odds_of_division_commanders(nation: str) -> None:
    *shares, mean = (Fraction(share) for share in DIVISIONS[nation])
    assert odds("division", nation, Options()) == (shares, mean)


@pytest.mark.rule("MN-CMD-50", "each nation's Corps reads its own row")
@pytest.mark.parametrize(
    ("nation", "rule"),
    [
        ("FR", 50),
        ("GB", 51),
        ("KGL", 51),
        ("AT", 52),
        ("PR", 53),
        ("RU", 54),
        ("DK", 55),
        ("SE", 55),
        ("OT", 56),
        ("HAN", 57),
    ],
)
def test_rows_by_nation(nation: str, rule: int) -> None:
    assert rate("corps", nation, (3, 4)).rule == f"MN-CMD-{rule}"
    assert rate("division", nation, (3, 4)).rule == "MN-CMD-60"


@pytest.mark.rule("MN-CMD-60", "modifiers by nation, for Divisions alone")
def test_modifiers() -> None:
    wanted = {"FR": 1, "GB": 1, "KGL": 1, "RU": -1, "AT": -2, "OT": -3, "PR": 0, "NL": 0, "": 0}
    assert {nation: modifier("division", nation) for nation in wanted} == wanted
    assert {modifier("corps", nation) for nation in wanted} == {0}
    rated = rate("division", "OT", (1, 1))
    assert (rated.modifier, rated.total, rated.rating) == (-3, -1, "dreadful")


@pytest.mark.rule("MN-RULING-02", "a Division commander is Good on 13, which only a French or British 12 reaches")
def test_good_needs_thirteen() -> None:
    assert [rate("division", nation, (6, 6)).rating for nation in ("FR", "GB", "PR")] == ["good", "good", "average"]


@pytest.mark.rule("MN-RULING-01", "where the Russian rows overlap, 4 or less is Dreadful, or by option Poor")
def test_russian_overlap() -> None:
    assert [rate("corps", "RU", faces).rating for faces in ((2, 2), (2, 3))] == ["dreadful", "poor"]
    assert rate("corps", "RU", (1, 1), POOR_WINS).rating == "poor"
    assert odds("corps", "RU", POOR_WINS)[0] == [0, Fraction(1, 12), Fraction(7, 36), Fraction(13, 18), 0]
    assert [band.text for band in rating_table("corps", "RU")] == ["11+", "9–10", "5–8", "4 or less"]
    assert [band.text for band in rating_table("corps", "RU", POOR_WINS)] == ["11+", "9–10", "8 or less"]
    assert rate("corps", "RU", (1, 1), POOR_WINS).rule == "MN-CMD-54"
    assert odds("corps", "FR", POOR_WINS) == odds("corps", "FR", Options())


@pytest.mark.rule("MN-CMD-50", "the table shown is the table read: every total falls in one band, which rates it")
@pytest.mark.parametrize("nation", ["FR", "GB", "AT", "PR", "RU", "DK", "OT", "ES"])
@pytest.mark.parametrize("level", ["corps", "division"])
def test_bands_are_a_partition(level: Level, nation: str) -> None:
    for faces in THROWS:
        rated = rate(level, nation, faces)
        fits = [
            band
            for band in rating_table(level, nation)
            if (band.least is None or rated.total >= band.least) and (band.most is None or rated.total <= band.most)
        ]
        assert [(band.rating, band.rule, band.radius) for band in fits] == [
            (rated.rating, rated.rule, radius(rated.rating))
        ]


@pytest.mark.rule("MN-CMD-51", "British Corps: 8 or more falls in 15 of 36 throws, 7 in 6, 4 to 6 in 12, less in 3")
def test_chances_of_a_corps_commander() -> None:
    assert [band.chance for band in rating_table("corps", "GB")] == [15, 6, 12, 3]


@pytest.mark.rule("MN-CMD-60", "chances count the modifier: a British Division is Good on a 12 alone")
def test_chances_of_a_division_commander_count_the_modifier() -> None:
    assert rating_table("division", "GB")[0].chance == 1
    assert sum(band.chance for band in rating_table("division", "RU")) == 36


@pytest.mark.rule("MN-CMD-55", "bands are worded as printed")
def test_words_of_bands() -> None:
    assert [(band.word, band.text) for band in rating_table("corps", "DK")] == [("Average", "all")]
    assert [band.text for band in rating_table("corps", "GB")] == ["8+", "7", "4–6", "3 or less"]


@pytest.mark.rule("MN-CMD-34", "Corps and Divisions are rated; there is no table for a Brigade")
def test_who_is_rated() -> None:
    assert get_args(Level) == ("corps", "division")
    assert {band.rule for band in rating_table("division", "RU")} == {"MN-CMD-60"}


@pytest.mark.rule("MN-CMD-61", "only two dice of six can rate a commander")
@pytest.mark.parametrize("faces", [(), (6,), (1, 2, 3), (0, 6), (1, 7), (-1, 3), (True, 2)])
def test_impossible_faces_are_refused(faces: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="2D6 cannot show"):
        rate("corps", "FR", faces)


@pytest.mark.rule("MN-CMD-61", "the refusal says what was given")
@pytest.mark.parametrize(("faces", "shown"), [((), "nothing"), ((1, 7), "1, 7")])
def test_the_refusal_names_the_faces(faces: tuple[int, ...], shown: str) -> None:
    with pytest.raises(ValueError, match=f"2D6 cannot show {shown}: roll 2 dice of 1 to 6"):
        rate("corps", "FR", faces)


@pytest.mark.rule("MN-RULING-67", "with fixed ratings nothing is thrown and a missing rating is Average")
def test_fixed_ratings() -> None:
    fixed = options({"commander_ratings": "fixed"})
    with pytest.raises(ValueError, match="MN-RULING-67"):
        rate("corps", "FR", (3, 4), fixed)
    assert standing_rating((), fixed) == "average"
    assert standing_rating(()) is None


@pytest.mark.rule("MN-RULING-94", "the last throw or fixed rating counts")
@pytest.mark.rule("MN-CMD-61", "the last throw counts")
def test_last_throw_counts() -> None:
    throws = (Throw(rating="poor", source="seed", faces=(1, 2)), Throw(rating="good", source="fixed"))
    assert standing_rating(throws) == "good"
    assert standing_rating(throws[:1], options({"commander_ratings": "fixed"})) == "poor"


@pytest.mark.rule("MN-CMD-60", "a throw explains its dice, modifier, row and radius")
def test_a_throw_explains_itself() -> None:
    throw = Throw(rating="average", source="seed", faces=(4, 5), modifier=1, rule="MN-CMD-60")
    reckoning = explain_throw(throw, "division", "FR")
    assert (reckoning.value, reckoning.title) == (14, "Why Average?")
    assert reckoning.sentence == (
        "2D6 rolled: 4 and 5: 9 (MN-CMD-60); French Division: +1: 10 (MN-CMD-60); "
        "10–12 in the table of Division commanders: Average (MN-CMD-60); command radius: 14 cm (MN-CMD-08)"
    )


@pytest.mark.rule("MN-CMD-61", "real dice and a fixed rating are marked as such")
def test_sources_are_marked() -> None:
    real = Throw(rating="excellent", source="manual", faces=(5, 5), rule="MN-CMD-50")
    fixed = Throw(rating="good", source="fixed")
    assert "2D6 real dice typed in: 5 and 5" in explain_throw(real, "corps", "FR").sentence
    assert explain_throw(fixed, "corps", "FR").sentence == (
        "set by hand, no dice: Good (MN-CMD-61, MN-RULING-67); command radius: 16 cm (MN-CMD-07)"
    )


@pytest.mark.rule("MN-RULING-94", "a rating thrown stays, and the arithmetic says what it would be now")
@pytest.mark.rule("MN-RULING-01", "a throw keeps its rating when an option changes, and says what it would be now")
def test_an_old_throw_keeps_its_rating() -> None:
    throw = Throw(rating="dreadful", source="seed", faces=(1, 2), rule="MN-CMD-54")
    assert "today" not in explain_throw(throw, "corps", "RU").sentence
    now = explain_throw(throw, "corps", "RU", POOR_WINS)
    assert now.value == 10
    assert now.lines[-1].text == "the same dice in today's table"
    assert now.lines[-1].value == "Poor"


@pytest.mark.rule("MN-CMD-61", "a throw that was recorded in part, or under another nation, is still explained")
def test_a_throw_recorded_elsewhere() -> None:
    bare = explain_throw(Throw(rating="poor", source="seed"), "division", "FR")
    assert bare.sentence == (
        "2D6: not recorded; in the table of Division commanders: Poor; command radius: 12 cm (MN-CMD-09)"
    )
    lowest = explain_throw(Throw(rating="dreadful", source="seed"), "division", "FR")
    assert "; in the table of Division commanders: Dreadful" in lowest.sentence
    other = Throw(rating="average", source="seed", faces=(6, 6), modifier=-2, rule="MN-CMD-60")
    assert "modifier as recorded: -2: 10 (MN-CMD-60)" in explain_throw(other, "division", "FR").sentence
    assert explain_throw(other, "division", "FR").lines[-1].value == "Good"
    moved = Throw(rating="poor", source="seed", faces=(1, 2), rule="MN-CMD-54")
    assert "; in the table of Corps commanders: Poor" in explain_throw(moved, "corps", "RU").sentence
    assert "; 8 or less in the table" in explain_throw(moved, "corps", "RU", POOR_WINS).sentence
    odd = Throw(rating="good", source="manual", faces=(9, 9), rule="MN-CMD-50")
    assert "today" not in explain_throw(odd, "corps", "PT").sentence


@pytest.mark.rule("MN-CMD-61", "without a modifier none is spoken of, and the upper end of a band belongs to it")
def test_a_throw_without_a_modifier() -> None:
    throw = Throw(rating="good", source="seed", faces=(4, 5), rule="MN-CMD-50")
    assert explain_throw(throw, "corps", "FR").sentence == (
        "2D6 rolled: 4 and 5: 9 (MN-CMD-50); 6–9 in the table of Corps commanders: Good (MN-CMD-50); "
        "command radius: 16 cm (MN-CMD-07)"
    )


@pytest.mark.rule("MN-RULING-67", "the rating that counts explains itself: thrown, fixed, or Average for want of one")
def test_the_rating_that_counts_explains_itself() -> None:
    fixed = options({"commander_ratings": "fixed"})
    throws = (Throw(rating="poor", source="seed", faces=(1, 2)), Throw(rating="good", source="fixed"))
    assert explain_rating((), "corps", "FR") is None
    assert explain_rating(throws, "corps", "FR", fixed) == explain_throw(throws[1], "corps", "FR", fixed)
    missing = explain_rating((), "division", "RU", fixed)
    assert (missing.value, missing.title) == (14, "Why Average?")
    assert missing.sentence == (
        "ratings are fixed and none is recorded: Average (MN-CMD-61, MN-RULING-67); command radius: 14 cm (MN-CMD-08)"
    )


@pytest.mark.rule("MN-RULING-62", "the Corps' command nation decides for all that stands under it")
def test_command_nation_of_a_corps() -> None:
    army = edit(sound(nation="PR"), "I Corps", nation="DW", command_nation="RU")
    for identity in ("I Corps", "1st Division", "1st Foot 1"):
        assert command_nation(find(army, identity), army) == "RU"


@pytest.mark.rule("MN-RULING-87", "an allied Corps in a French or British army is under its command unless declared")
@pytest.mark.parametrize(
    ("army_nation", "corps_nation", "declared", "wanted"),
    [
        ("FR", "DW", "", "FR"),
        ("GB", "NL", "", "GB"),
        ("FR", "AT", "AT", "AT"),
        ("RU", "PR", "", "PR"),
        ("AT", "", "", "AT"),
        ("", "SE", "", "SE"),
    ],
)
def test_command_nation_not_declared(army_nation: str, corps_nation: str, declared: str, wanted: str) -> None:
    army = edit(sound(nation=army_nation), "I Corps", nation=corps_nation, command_nation=declared)
    army = edit(army, "2nd Division", nation="IT")
    for identity in ("I Corps", "2nd Division"):
        assert command_nation(find(army, identity), army) == wanted


@pytest.mark.rule(
    "MN-RULING-87", "a Division under no Corps goes by its army if that is French or British, else itself"
)
@pytest.mark.parametrize(("army_nation", "wanted"), [("FR", "FR"), ("RU", "PR")])
def test_command_nation_without_a_corps(army_nation: str, wanted: str) -> None:
    loose = division("Loose", "infantry", brigade("Loose Brigade", "infantry", unit("Battalion")), nation="PR")
    army = swap(sound(nation=army_nation), "I Corps", loose, corps("I Corps"))
    assert command_nation(find(army, "Loose"), army) == wanted


LOSSES = [
    (1, 1, None, 1),
    (2, 2, 2, 1),
    (3, 2, 3, 2),
    (4, 3, 3, 2),
    (5, 3, 4, 3),
    (6, 4, 4, 3),
    (7, 4, 5, 4),
    (8, 5, 5, 4),
    (9, 5, 6, 5),
    (10, 6, 6, 5),
    (11, 6, 7, 6),
    (12, 7, 7, 6),
    (13, 7, 8, 7),
    (14, 8, 8, 7),
]


@pytest.mark.rule("MN-CMD-45", "section 6.3: the loss at which a stand goes, X24 and X25 among them, in three readings")
@pytest.mark.parametrize(("units", "exact", "exceed", "reach"), LOSSES)
def test_printed_table_of_losses(units: int, exact: int, exceed: int | None, reach: int) -> None:
    def at(rule: CommandLossRule) -> int | None:
        return stand_lost_at(units, options({"command_loss_rule": rule}))

    assert stand_lost_at(units) == at("exceed_exact_half") == exact
    assert at("exceed_rounded_half") == exceed
    assert at("reach_rounded_half") == reach


@pytest.mark.rule("MN-CMD-45", "losses above half the units at the start, above it rounded up, or at it rounded up")
@pytest.mark.rule("MN-CMD-46", "a Brigade's stand goes by its Brigade's losses in the same way")
@pytest.mark.parametrize(
    ("rule", "passes"),
    [
        ("exceed_exact_half", lambda lost, units: 2 * lost > units),
        ("exceed_rounded_half", lambda lost, units: lost > ceil(units / 2)),
        ("reach_rounded_half", lambda lost, units: lost >= ceil(units / 2)),
    ],
)
def test_losses_of_any_number(rule: CommandLossRule, passes: Callable[[int, int], bool]) -> None:
    chosen = options({"command_loss_rule": rule})
    for units in range(1, 31):
        wanted = next((lost for lost in range(1, units + 1) if passes(lost, units)), None)
        assert stand_lost_at(units, chosen) == wanted
        assert explain_stand_loss(units, chosen).value == (wanted or units)


@pytest.mark.rule("MN-RULING-05", "a stand without units commands nothing")
@pytest.mark.rule("MN-CMD-47", "a formation without units has no loss to count")
def test_no_units_no_loss() -> None:
    assert stand_lost_at(0) is None
    assert stand_lost_at(0, options({"command_loss_rule": "reach_rounded_half"})) is None


@pytest.mark.rule("MN-RULING-03", "the loss number explains its reading")
def test_the_loss_number_explains_itself() -> None:
    assert explain_stand_loss(13).value == 7
    assert explain_stand_loss(13).sentence == (
        "a unit that retreated: counts as lost (MN-RULING-04); "
        "more than half of 13 units: 7 (MN-CMD-45, MN-CMD-46, MN-RULING-03)"
    )
    reach = explain_stand_loss(13, options({"command_loss_rule": "exceed_rounded_half"}))
    assert "more than half, rounded up, of 13 units: 8" in reach.sentence
    alone = explain_stand_loss(1, options({"command_loss_rule": "exceed_rounded_half"}))
    assert "never reached" in alone.sentence
    assert "no unit left: 1 (MN-CMD-47)" in alone.sentence
    assert (alone.value, alone.title) == (1, "Why is the stand removed when 1 unit is lost?")


@pytest.mark.rule("MN-RULING-04", "retreated units count as losses, or by option not")
def test_what_counts_as_a_loss() -> None:
    assert "a unit that retreated: counts as lost (MN-RULING-04)" in explain_stand_loss(5).sentence
    not_counted = explain_stand_loss(5, options({"retreated_units_count_as_losses": False}))
    assert "a unit that retreated: does not count as lost (MN-RULING-04)" in not_counted.sentence
