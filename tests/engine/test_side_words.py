"""Names of sides in sentences."""

import pytest

from battles.engine.words import agrees, at_start, edge_of, in_sentence


@pytest.mark.parametrize(
    ("name", "want"),
    [
        ("French", "the French"),
        ("The French", "the French"),
        ("Allies", "the Allies"),
        ("Prussians", "the Prussians"),
        ("Saxons", "the Saxons"),
        ("Portuguese", "the Portuguese"),
        ("Anglo-allied army", "the Anglo-allied army"),
        ("French left wing", "the French left wing"),
        ("Prussian rear guard", "the Prussian rear guard"),
        ("Army of the North", "the Army of the North"),
        ("Reserve of the Army of Italy", "the Reserve of the Army of Italy"),
        ("1st Division", "the 1st Division"),
        ("British and Dutch", "the British and Dutch"),
        ("II Corps", "II Corps"),
        ("Ney's wing", "Ney's wing"),
        ("Our army", "Our army"),
        ("Les Français", "Les Français"),
        ("Blue", "Blue"),
        ("White", "White"),
        ("Napoleon", "Napoleon"),
        ("Marshal Ney", "Marshal Ney"),
        ("Wellington", "Wellington"),
        ("Saxony", "Saxony"),
        ("Great Britain", "Great Britain"),
        ("side A", "side A"),
        ("  French  ", "the French"),
    ],
)
def test_a_side_has_the_where_english_wants_it(name: str, want: str) -> None:
    assert in_sentence(name) == want


def test_it_begins_a_sentence_with_a_capital() -> None:
    assert at_start("French left wing") == "The French left wing"
    assert at_start("Blue") == "Blue"


@pytest.mark.parametrize(
    ("name", "want"),
    [
        ("Blue", "has"),
        ("French", "have"),
        ("The French", "have"),
        ("Allies", "have"),
        ("Prussians", "have"),
        ("French left wing", "has"),
        ("Anglo-allied army", "has"),
        ("British and Dutch", "have"),
        ("Ney", "has"),
        ("I Corps", "has"),
        ("5th Division and 4th Hanoverian Brigade", "have"),
        ("Netherlands heavy and 1st light cavalry", "has"),
        ("Army of the Rhine and Moselle", "has"),
        ("British and Dutch army", "has"),
    ],
)
def test_a_verb_agrees_with_the_name(name: str, want: str) -> None:
    assert agrees(name, "has", "have") == want


@pytest.mark.parametrize(
    ("places", "want"),
    [
        ([(1, 9), (5, 9)], "south"),
        ([(5, 1)], "north"),
        ([(1, 4), (1, 6)], "west"),
        ([(9, 5)], "east"),
        ([(5, 5)], ""),
        ([], ""),
    ],
)
def test_the_edge_is_where_the_troops_stand(places: list[tuple[float, float]], want: str) -> None:
    assert edge_of(places, 10, 10) == want
