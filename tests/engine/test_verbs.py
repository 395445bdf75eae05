"""Verbs that agree with the name of a unit."""

import pytest

from battles.engine.words import with_verb


@pytest.mark.parametrize(
    ("name", "words", "wanted"),
    [
        ("33rd Foot", "moves", "33rd Foot moves"),
        ("Wathiez's Lancers", "moves", "Wathiez's Lancers move"),
        ("Husson's Brigade", "charges", "Husson's Brigade charges"),
        ("Dragoons of the Guard", "limbers up and flees", "Dragoons of the Guard limber up and flee"),
        ("Guard Artillery", "is destroyed", "Guard Artillery is destroyed"),
        ("Jägers (Prussian left wing)", "rallies back", "Jägers (Prussian left wing) rally back"),
        ("1st Hussars", "broke and was removed", "1st Hussars broke and were removed"),
        ("Scots Greys", "presses on", "Scots Greys press on"),
        ("Rifles", "inches", "Rifles inch"),
        ("Chasseurs", "passes to its left", "Chasseurs pass to their left"),
        ("Battery Rogers", "fires at", "Battery Rogers fires at"),
        ("Kielmansegge's Hanoverians", "stands there", "Kielmansegge's Hanoverians stand there"),
        ("6e Chasseurs à Cheval", "charges", "6e Chasseurs à Cheval charge"),
        ("5e Lanciers", "charges Hussars and Uhlans", "5e Lanciers charge Hussars and Uhlans"),
        ("Guards", "loses its standard and its guns", "Guards lose their standard and their guns"),
    ],
)
def test_a_verb_agrees_with_the_name_of_a_unit(name: str, words: str, wanted: str) -> None:
    assert with_verb(name, words) == wanted
