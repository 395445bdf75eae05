"""Dice of every kind: seeded, recorded, typed in, scripted; and the secret, salts and choices behind them."""

import hashlib
from collections import Counter

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from battles.engine.dice import (
    SCHEME,
    Chances,
    Dice,
    DiceDiffer,
    DiceNeeded,
    RecordedDice,
    Roll,
    ScriptedDice,
    SeededDice,
    commitment,
    key,
    matches_commitment,
    seeded_faces,
)

KEY = bytes(range(32))


def fire_and_check(dice: Dice) -> tuple[int, int]:
    """A veteran battery at medium range on a seasoned unit: hits, and checks failed."""
    hits = dice.successes(2, 10, 6, "EN-ART-13")
    return hits, hits - dice.successes(hits, 10, 7, "EN-MORALE-05")


# Faces from their place


@pytest.mark.parametrize(
    ("place", "faces"),
    [
        ((0, 0, 3, 10), (8, 1, 10)),
        ((5, 2, 8, 6), (3, 4, 1, 1, 5, 4, 3, 6)),
        ((12, 3, 4, 11), (6, 1, 8, 6)),
        ((1, 0, 2, 256), (181, 11)),
        ((0, 0, 3, 1000), (983, 614, 193)),
    ],
)
def test_the_scheme_never_changes_under_its_name(place: tuple[int, int, int, int], faces: tuple[int, ...]) -> None:
    assert SCHEME == "blake2b-1"
    assert seeded_faces(KEY, *place) == faces


@example(0, 0, 900, 1000)
@given(some.integers(0, 10**6), some.integers(0, 99), some.integers(1, 150), some.integers(2, 300))
def test_faces_are_the_bytes_of_their_place_less_the_uneven_rest(
    entry: int, number: int, count: int, sides: int
) -> None:
    """Written out plainly: every face has equally many bytes (or pairs of bytes), so faces are equally likely."""
    width = 1 if sides <= 256 else 2
    words = 256**width
    faces: list[int] = []
    for block in range(count):
        place = f"blake2b-1/{entry}/{number}/{block}".encode()
        digest = hashlib.blake2b(place, key=KEY, digest_size=64).digest()
        for at in range(0, 64, width):
            word = int.from_bytes(digest[at : at + width], "big")
            if word < words // sides * sides:
                faces.append(word % sides + 1)
    assert seeded_faces(KEY, entry, number, count, sides) == tuple(faces[:count])


@pytest.mark.parametrize("sides", [-1, 0, 1001])
def test_sides_that_no_die_has_are_refused(sides: int) -> None:
    with pytest.raises(ValueError, match="sides"):
        seeded_faces(KEY, 0, 0, 1, sides)
    with pytest.raises(ValueError, match="EN-ART-13 asks for a D"):
        SeededDice(KEY, 0).roll(1, sides, "EN-ART-13")


# Rolls


@pytest.mark.parametrize(
    ("sides", "faces", "sentence"),
    [
        (10, (3, 11), "A D10 shows 1 to 10; the roll for EN-ART-13 has a 11."),
        (10, (0,), "A D10 shows 1 to 10; the roll for EN-ART-13 has a 0."),
        (1, (1,), "A die has 2 to 1000 sides; EN-ART-13 asks for a D1."),
        (1001, (1,), "A die has 2 to 1000 sides; EN-ART-13 asks for a D1001."),
        (6, (), "A roll has 1 to 1000 dice; EN-ART-13 asks for 0."),
        (6, (1,) * 1001, "A roll has 1 to 1000 dice; EN-ART-13 asks for 1001."),
    ],
)
def test_a_roll_that_no_dice_can_give_is_refused_also_in_a_file(
    sides: int, faces: tuple[int, ...], sentence: str
) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        Roll("EN-ART-13", sides, faces)
    stored = msgspec.json.encode({"why": "EN-ART-13", "sides": sides, "faces": faces})
    with pytest.raises(msgspec.ValidationError, match=sentence):
        msgspec.json.decode(stored, type=Roll)


def test_a_roll_is_the_same_after_storing() -> None:
    roll = Roll("EN-ART-13", 10, (9, 2), "manual")
    assert msgspec.json.decode(msgspec.json.encode(roll), type=Roll) == roll


@pytest.mark.parametrize("more", [{"source": "guess"}, {"modifier": 1}])
def test_a_roll_has_no_other_sources_or_fields(more: dict[str, object]) -> None:
    stored = msgspec.json.encode({"why": "EN-ART-13", "sides": 10, "faces": [1], **more})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(stored, type=Roll)


# What a rule may ask


def test_every_question_reads_the_same_faces() -> None:
    faces = (6, 1, 6, 3)
    assert ScriptedDice(faces).roll(4, 6, "a") == faces
    assert ScriptedDice(faces).successes(4, 6, 3, "a") == 3
    assert ScriptedDice(faces).total(4, 6, "a") == 16
    assert ScriptedDice(faces).tally(4, 6, "a") == (1, 0, 1, 0, 0, 2)


@pytest.mark.parametrize("dice", [SeededDice(KEY, 0), RecordedDice([]), ScriptedDice([])])
def test_no_dice_give_nothing_and_are_no_throw(dice: Dice) -> None:
    assert dice.roll(0, 6, "a") == ()
    assert dice.successes(0, 6, 3, "a") == 0
    assert dice.total(0, 6, "a") == 0
    assert dice.tally(0, 3, "a") == (0, 0, 0)
    assert dice.rolls == []


@pytest.mark.parametrize("dice", [SeededDice(KEY, 0), RecordedDice([]), ScriptedDice([1])])
def test_fewer_than_no_dice_are_refused(dice: Dice) -> None:
    with pytest.raises(ValueError, match=r"^A roll has 1 to 1000 dice; EN-ART-13 asks for -1.$"):
        dice.roll(-1, 6, "EN-ART-13")


# Seeded dice


def test_seeded_dice_are_thrown_from_their_places_in_the_entry() -> None:
    dice = SeededDice(KEY, 7)
    dice.roll(3, 10, "a")
    dice.roll(0, 10, "none")
    dice.total(2, 6, "b")
    assert dice.rolls == [Roll("a", 10, seeded_faces(KEY, 7, 0, 3, 10)), Roll("b", 6, seeded_faces(KEY, 7, 1, 2, 6))]
    assert {roll.source for roll in dice.rolls} == {"seed"}


def test_a_throw_does_not_depend_on_those_before_it() -> None:
    one, other = SeededDice(KEY, 7), SeededDice(KEY, 7)
    one.roll(1, 6, "a")
    other.roll(9, 100, "b")
    assert one.roll(5, 10, "c") == other.roll(5, 10, "c")


@pytest.mark.parametrize("other", [(KEY, 8), (b"other", 7)])
def test_another_entry_or_key_is_another_throw(other: tuple[bytes, int]) -> None:
    assert SeededDice(*other).roll(20, 10, "a") != SeededDice(KEY, 7).roll(20, 10, "a")


@pytest.mark.parametrize("bad", [b"", bytes(65)])
def test_a_key_that_keeps_nothing_secret_or_is_too_long_is_refused(bad: bytes) -> None:
    with pytest.raises(ValueError, match="A key has 1 to 64 bytes; this one has"):
        SeededDice(bad, 0)


# Recorded dice


def test_recorded_rolls_give_the_same_result_again() -> None:
    thrown = SeededDice(KEY, 3)
    result = fire_and_check(thrown)
    again = RecordedDice(thrown.rolls)
    assert fire_and_check(again) == result
    assert again.rolls == thrown.rolls
    assert again.left == ()


@pytest.mark.rule("EN-MORALE-05", "each hit asks the table for a ten-sided die to check with")
def test_table_dice_are_asked_for_one_throw_at_a_time() -> None:
    with pytest.raises(DiceNeeded, match=r"^EN-ART-13: 2D10$"):
        fire_and_check(RecordedDice([]))
    with pytest.raises(DiceNeeded, match=r"^EN-MORALE-05: 1D10$") as needed:
        fire_and_check(RecordedDice([Roll("EN-ART-13", 10, (9, 2), "manual")]))
    assert (needed.value.why, needed.value.count, needed.value.sides) == ("EN-MORALE-05", 1, 10)
    rolls = [Roll("EN-ART-13", 10, (9, 2), "manual"), Roll("EN-MORALE-05", 10, (6,), "manual")]
    assert fire_and_check(RecordedDice(rolls)) == (1, 1)


@pytest.mark.parametrize(
    ("roll", "recorded"),
    [
        (Roll("EN-ART-14", 10, (9, 2)), "EN-ART-14: 2D10"),
        (Roll("EN-ART-13", 10, (9,)), "EN-ART-13: 1D10"),
        (Roll("EN-ART-13", 12, (9, 2)), "EN-ART-13: 2D12"),
    ],
)
def test_a_roll_for_another_rule_number_or_die_is_not_taken(roll: Roll, recorded: str) -> None:
    sentence = f"^Roll 0 was recorded as {recorded}; the rules ask for EN-ART-13: 2D10.$"
    with pytest.raises(DiceDiffer, match=sentence):
        fire_and_check(RecordedDice([roll]))


def test_rolls_that_no_rule_asked_for_are_left() -> None:
    rolls = [Roll("a", 6, (1,)), Roll("b", 6, (2,))]
    dice = RecordedDice(rolls)
    dice.roll(1, 6, "a")
    assert dice.left == (rolls[1],)


def test_seeded_dice_after_typed_ones_keep_their_places_in_the_entry() -> None:
    typed = Roll("EN-ART-13", 10, (9, 8), "manual")
    dice = RecordedDice([typed], SeededDice(KEY, 4))
    assert fire_and_check(dice)[0] == 2
    assert dice.roll(1, 6, "EN-LEADER-06") == seeded_faces(KEY, 4, 2, 1, 6)
    assert [roll.source for roll in dice.rolls] == ["manual", "seed", "seed"]
    assert dice.rolls[1].faces == seeded_faces(KEY, 4, 1, 2, 10)


def test_dice_already_thrown_cannot_follow_recorded_ones() -> None:
    used = SeededDice(KEY, 4)
    used.roll(1, 6, "a")
    with pytest.raises(ValueError, match="these have 1 rolls"):
        RecordedDice([], used)


# Scripted dice


def test_scripted_dice_tell_what_is_left_and_when_it_is_too_little() -> None:
    dice = ScriptedDice([9, 2, 7])
    assert dice.roll(2, 10, "EN-ART-13") == (9, 2)
    assert dice.left == (7,)
    assert dice.rolls == [Roll("EN-ART-13", 10, (9, 2), "manual")]
    with pytest.raises(ValueError, match=r"^The rules ask for EN-MORALE-05: 2D10; faces left in the script: 1.$"):
        dice.roll(2, 10, "EN-MORALE-05")
    assert dice.left == (7,)


def test_a_scripted_face_must_be_on_the_die() -> None:
    with pytest.raises(ValueError, match="A D6 shows 1 to 6"):
        ScriptedDice([7]).roll(1, 6, "a")


# The secret and the salts


def test_a_changed_secret_fails_its_commitment() -> None:
    shown = commitment(KEY)
    assert shown == "a9f710f4b1fa02fda5d7188688429a6a3865368230550889651aea37ac93b72f"
    assert matches_commitment(KEY, shown)
    assert matches_commitment(KEY, shown.upper())
    assert not matches_commitment(KEY[:-1] + b"\x00", shown)
    assert not matches_commitment(KEY, shown[1:] + shown[0])


def test_the_commitment_is_neither_the_key_nor_a_plain_hash() -> None:
    assert commitment(KEY) not in {hashlib.blake2b(KEY, digest_size=32).hexdigest(), key(KEY, []).hex()}


def test_every_salt_and_its_place_change_the_key() -> None:
    lists = [[], [b""], [b"", b""], [b"a"], [b"a", b""], [b"", b"a"], [b"a", b"b"], [b"b", b"a"], [b"ab"], [KEY]]
    keys = [key(KEY, salts) for salts in lists] + [key(KEY + b"a", []), key(b"", [KEY])]
    assert len(set(keys)) == len(lists) + 2
    assert {len(each) for each in keys} == {32}
    assert key(KEY, [b"a", b"b"]).hex() == "5ee680ccf2fe22df6f7fd77e0a15b3f9ec2a77c2617adf17eb2556c5e6635104"


# Choices that are no dice


def test_the_same_seed_makes_the_same_choices() -> None:
    def some_choices(seed: bytes) -> list[object]:
        chances = Chances(seed)
        return [chances.below(56), chances.choice("abcdef"), chances.shuffled(range(9)), chances.below(2**32)]

    assert some_choices(b"seed") == some_choices(b"seed")
    assert some_choices(b"seed") == [46, "f", [1, 4, 3, 5, 8, 2, 0, 6, 7], 563354640]
    assert some_choices(b"seed") != some_choices(b"other")


@pytest.mark.parametrize("count", [1, 2, 7, 56, 1000])
def test_choices_are_even(count: int) -> None:
    """Each number falls within five standard deviations of its share of 20,000."""
    chances, draws = Chances(b"even"), 20_000
    found = Counter(chances.below(count) for _ in range(draws))
    share = draws / count
    assert set(found) <= set(range(count))
    assert all(abs(found[number] - share) <= 5 * share**0.5 for number in range(count))


def test_words_past_the_last_whole_multiple_are_passed_over() -> None:
    """Of three quarters of all words, the highest quarter is not folded onto the lowest numbers."""
    count = 3 * 2**30
    chances = Chances(b"fold")
    low = sum(chances.below(count) < 2**30 for _ in range(6000))
    assert abs(low - 2000) < 200


def test_every_order_of_a_shuffle_falls() -> None:
    chances = Chances(b"orders")
    found = Counter("".join(chances.shuffled("abc")) for _ in range(6000))
    assert set(found) == {"abc", "acb", "bac", "bca", "cab", "cba"}
    assert all(abs(times - 1000) < 150 for times in found.values())


@pytest.mark.parametrize("count", [-1, 0, 2**32 + 1])
def test_a_choice_of_nothing_or_too_much_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="A choice needs 1 to 4294967296 things; this one has"):
        Chances(b"seed").below(count)


def test_long_and_short_seeds_serve() -> None:
    assert len({Chances(seed).below(2**32) for seed in (b"", b"a", bytes(64), bytes(65), bytes(1000))}) == 5
