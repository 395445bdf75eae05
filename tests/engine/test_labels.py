"""Labels beside symbols: short, each of one unit, and words wherever words tell units apart."""

import pytest

from battles.engine.picture import TOLD_APART, commander_labels, labels


def made(*names: str) -> list[str]:
    return labels(names, [f"#{number}" for number in range(len(names))])


@pytest.mark.parametrize(
    ("names", "want"),
    [
        (("Foot Battery Stevenart", "Foot Battery Moll"), ["Stevenart", "Moll"]),
        (("Brunswick Hussars", "Brunswick Uhlans"), ["Hussars", "Uhlans"]),
        (("III/1er Léger", "III/1er Ligne"), ["III/1er Lé.", "III/1er Li."]),
        (("2nd Co., 4th Horse Artillery", "2nd Co., 2nd Foot Artillery"), ["2nd Co. 4th", "2nd Co. 2nd"]),
        (("First line battalion 1", "First line battalion 2"), ["First 1", "First 2"]),
        (("Musketeers I", "Musketeers II"), ["Musk. I", "Musk. II"]),
        (("2/44th Foot", "2/44th"), ["2/44th Foot", "2/44th"]),
        (("Dragoons", "Dragoons"), ["#0", "#1"]),
    ],
)
def test_labels_that_would_be_the_same_say_what_tells_them_apart(names: tuple[str, ...], want: list[str]) -> None:
    assert made(*names) == want


def test_what_tells_a_unit_from_its_like_is_no_label_where_another_has_it() -> None:
    assert made("Brunswick Hussars", "Brunswick Uhlans", "Hussars")[1:] == ["Brunsw. U.", "Hussars"]


def test_labels_of_many_kinds_of_names_are_short_and_all_different() -> None:
    numbered = [f"{nth} {what} battalion {number}" for nth in ("1st", "2nd") for what in "ab" for number in range(1, 6)]
    found = made(*numbered, "Landwehr I", "Landwehr II", "Landwehr horse")
    assert len(set(found)) == len(found)
    assert all(len(label) <= TOLD_APART for label in found)
    assert not any(label.startswith("#") for label in found)


def test_a_commander_goes_by_his_family_name() -> None:
    names = ["General Morand", "Prince Bernhard of Saxe-Weimar (vice Goedecke)", "The Duke of Brunswick (dead)"]
    assert commander_labels(names, ["#0", "#1", "#2"]) == ["Morand", "Saxe-Weim.", "Brunswick"]
    assert commander_labels(["General of cavalry", "First brigadier", ""], ["#0", "#1", "#2"]) == [
        "General",
        "First",
        "#2",
    ]
    assert commander_labels(["The northern general"], ["#0"]) == ["northern"]


def test_commanders_of_one_name_are_told_apart() -> None:
    assert len(set(commander_labels(["General Smith", "Colonel Smith"], ["#0", "#1"]))) == 2
