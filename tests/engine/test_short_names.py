"""Short names of units and commanders: as players write them, at most twelve letters, one for each unit of an army."""

import pytest

from battles.engine import registry
from battles.engine.armies.short_names import MOST, commander_names, short_name, short_names, short_names_of_sides
from battles.engine.core import UMPIRE

USUAL = {
    "2/95th Rifles": "2/95th",
    "1/23rd Foot (Royal Welch Fusiliers)": "1/23rd",
    "79th Foot (Cameron Highlanders)": "79th Foot",
    "12th Light Dragoons": "12th LD",
    "1st (King's) Dragoon Guards": "1st DG",
    "2nd (Royal North British) Dragoons, Scots Greys": "2nd Drag.",
    "5th National Militia Battalion": "5th Militia",
    "Landwehr Battalion Quakenbrück": "Quakenbrück",
    "Foot Battery Stevenart": "Stevenart",
    "Half-battery Geij van Pittius": "Geij",
    "Rogers's Foot Battery RA": "Rogers",
    "Webber-Smith's Troop RHA (6-pdr)": "Webber-Smith",
    "Jamin's Brigade": "Jamin",
    "Bauduin's Brigade: 1er Léger": "1er Léger",
    "Saxe-Weimar's Brigade: 28th Orange-Nassau": "28th Orange",
    "61e Ligne": "61e Ligne",
    "8e Cuirassiers": "8e Cuir.",
    "6e Chasseurs à Cheval": "6e Chass.",
    "18th Co., 6th Foot Artillery": "18/6 Foot",
    "3rd Co., 2nd Horse Artillery": "3/2 Horse",
    "6-pounder Battery No. 24": "6-pdr 24",
    "12-pdr Battery No. 1": "12-pdr 1",
    "Horse Battery No. 7": "Horse Bty 7",
    "I/14th Silesian Landwehr": "I/14th",
    "Fusiliers of the 1st West Prussian Infantry": "F/1st",
    "Fusiliers, Leib Regiment": "F/Leib",
    "2nd Silesian Hussars": "2nd Hussars",
    "Lithuanian Dragoons": "Lith. Drag.",
    "1st West Prussian Infantry": "1st W.Pr.",
    "Ekaterinoslav Grenadiers": "Ekat. Gren.",
    "Don Cossacks, 1st group": "1st Coss.",
    "Salzburg Infantry No. 23": "Salzburg",
    "Nassau Volunteer Jäger company": "Nassau Jäger",
    "Van Merlen's Light Cavalry": "Van Merlen",
    "Prussian foot battery": "Foot battery",
    "First line battalion 1": "1st line 1",
    "Foot regiment 6": "Foot regt 6",
    "Hussars": "Hussars",
}

ARMIES = {
    "Prussians, 1815": (
        *("I/1st Westphalian Landwehr", "II/1st Westphalian Landwehr", "I/1st Elbe Landwehr", "I/12th Infantry"),
        *("F/12th Infantry (2nd Brandenburg)", "1st Westphalian Landwehr Cavalry", "1st Kurmark Landwehr Cavalry"),
        *("2nd Dragoons (1st West Prussian)", "4th Hussars (1st Silesian)", "6-pdr Foot Battery No. 7"),
        *("7-pdr Howitzer Battery No. 1", "Horse Battery No. 7", "Silesian Schützen (1st and 3rd companies)"),
        "Silesian Schützen (2nd and 4th companies)",
    ),
    "Allies, 1815": (
        *("1st Light Battalion KGL", "1st Light Battalion", "1st Line Battalion", "1st Line Battalion KGL"),
        *("Landwehr Battalion Hoya", "Battalion Hoya (field)", "Light Battalion Lüneburg"),
        *("Landwehr Battalion Lüneburg", "2/1st Foot Guards", "3/1st Foot (Royal Scots)", "1st Hussars KGL"),
        *("Brunswick Hussars", "Brunswick Uhlans", "1st Carabiniers (Dutch)", "Royal Horse Guards (Blues)"),
    ),
    "French, 1815": (
        *("1er Grenadiers à Pied", "1er Chasseurs à Pied", "1er Chasseurs à Cheval", "Chasseurs à Cheval of the Guard"),
        *("I/1er Léger", "III/1er Léger", "I/1er Ligne", "III/1er Ligne", "IV/2e Léger", "I/61e Ligne"),
        *("Guard Horse Artillery, 1st battery", "Old Guard Foot Artillery, 1st battery (12-pdr)"),
        "Horse battery of the 7th Cavalry Division",
    ),
    "Allies, 1813": (
        *("1st Silesian Hussars", "2nd Silesian Hussars", "1st Leib Hussars", "Hussars, 1st", "Silesian Uhlans"),
        *("1st West Prussian Infantry", "1st East Prussian Infantry (two battalions)", "6-pdr Foot Battery"),
        *("6-pdr Foot Battery (2)", "6-pdr Foot Battery (3)", "Little Russia Grenadiers", "Little Russia Cuirassiers"),
        *("Guard Position Company, 1st", "Position Company, 1st", "Saint Petersburg Grenadiers", "Garde du Corps"),
    ),
}


@pytest.mark.parametrize(("name", "want"), USUAL.items())
def test_a_unit_has_the_usual_short_name(name: str, want: str) -> None:
    assert short_name(name) == want


def shipped() -> list[tuple[str, str]]:
    return [(key, name) for key in registry.playable() for name in registry.load(key).scenarios.shipped()]


@pytest.mark.parametrize(("key", "scenario"), shipped())
def test_units_and_commanders_of_shipped_scenarios_have_short_names_of_their_own(key: str, scenario: str) -> None:
    system = registry.load(key)
    scene = system.ui.scene(system.secrets.view(system.start(system.scenarios.load(scenario)), UMPIRE))
    for side, _ in scene.sides:
        blocks = [block for block in (*scene.blocks, *scene.off) if block.side == side]
        for is_leader in (True, False):
            labels = [block.label for block in blocks if (block.shape == "leader") == is_leader]
            assert len(set(labels)) == len(labels), side
            assert all(0 < len(label) <= MOST for label in labels), labels


@pytest.mark.parametrize("army", ARMIES.values(), ids=ARMIES)
def test_units_of_an_army_have_different_short_names(army: tuple[str, ...]) -> None:
    short = short_names(army)
    assert len(set(short)) == len(army)
    assert max(map(len, short)) <= MOST
    assert not any(name.endswith(("-", " ", "..")) for name in short)


@pytest.mark.parametrize(
    ("names", "want"),
    [
        (("1st Silesian Hussars", "1st Leib Hussars"), ["1 Sil. Huss.", "1 Leib Huss."]),
        (("I/1er Léger", "I/1er Ligne"), ["I/1er Léger", "I/1er Ligne"]),
        (("I/2e Léger", "IV/2e Léger", "I/2e Ligne"), ["I/2e Léger", "IV/2e Léger", "I/2e Ligne"]),
        (("I/61e Ligne", "II/61e Ligne"), ["I/61e", "II/61e"]),
        (("2/1st Foot Guards", "3/1st Foot"), ["2/1st Guards", "3/1st Foot"]),
        (("1st Light Battalion KGL", "1st Light Battalion"), ["1st Lt KGL", "1st Lt Bn"]),
        (("Landwehr Battalion Hoya", "Battalion Hoya"), ["Ldw. Hoya", "Bn Hoya"]),
        (("6-pdr Battery No. 1", "12-pdr Battery No. 1"), ["6-pdr 1", "12-pdr 1"]),
        (("Musketeers I", "Musketeers II"), ["Musk. I", "Musk. II"]),
        (("Dragoons", "Dragoons"), ["Dragoons 1", "Dragoons 2"]),
    ],
)
def test_a_short_name_says_more_where_another_unit_has_it(names: tuple[str, ...], want: list[str]) -> None:
    assert short_names(names) == want


def test_two_armies_with_names_of_their_own_stay_apart() -> None:
    sides, names = ("a", "a", "b", "b"), ("2nd Silesian Hussars", "Dragoons", "2nd Leib Hussars", "Dragoons")
    short = short_names_of_sides(sides, names)
    assert short[0] != short[2]
    assert short[1] == short[3] == "Dragoons"


@pytest.mark.parametrize(
    ("name", "want"),
    [
        ("General Morand", "Morand"),
        ("Prince Bernhard of Saxe-Weimar (vice Goedecke)", "Saxe-Weimar"),
        ("The Duke of Brunswick (dead)", "Brunswick"),
        ("Major-General van Merlen", "Merlen"),
        ("The northern general", "Northern"),
        ("General of cavalry", "General"),
        ("", "Commander"),
    ],
)
def test_a_commander_goes_by_the_family_name(name: str, want: str) -> None:
    assert commander_names(("a",), (name,)) == (want,)


def test_commanders_of_one_name_are_told_apart_within_their_side() -> None:
    names = ("William Anson", "George Anson", "General Smith", "General Smith", "General Anson")
    short = commander_names(("a", "a", "a", "a", "b"), names)
    assert len(set(short)) == len(short)
    assert short[4] == "Anson"


@pytest.mark.parametrize(
    "name", ["", " ", ",", "()", ": ", "'s ", "The ", "(1)", "\u0301", "No. 7", "😀" * 40, "a" * 120]
)
def test_every_name_has_a_short_form(name: str) -> None:
    assert 0 < len(short_name(name)) <= MOST
    assert len(set(short_names([name, name]))) == 2
