"""Armies of Snaphance written down: read line by line, told what is wrong, shown and printed."""

import pytest
from django.test import Client
from django.urls import reverse

from battles.rules.snaphance.army import EXAMPLE, faults, force_points, read_army

ADDRESS = reverse("rules:army_written", args=["snaphance"])
EVIL = "<script>alert(1)</script>"


@pytest.mark.rule("SH-RULING-29", "an army is written with its era, its commands and their stands")
def test_an_army_is_read() -> None:
    force = read_army(EXAMPLE)
    assert (force.name, force.era, [one.name for one in force.commands]) == (
        "Swiss, about 1515",
        "16",
        ["Battle", "Horse"],
    )
    assert [one.general for one in force.commands] == [True, False]
    assert [stand.block for stand in force.commands[0].stands] == ["a"] * 3 + ["b"] * 3 + [""]
    assert (faults(force), force_points(force).value) == ((), 3 * 45 + 3 * 36 + 23 + 2 * 31 + 24 + 30)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("An army\nsome words", r"Line 2 is 'some words': write an era"),
        ("x\n\n# no\n3 SWP", "Line 4 is '3 SWP'"),
        ("999 SWP A", "Line 1 takes the army over 300 stands."),
        ("x" * 6_001, "The text has 6,001 characters; the most is 6,000."),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_army(text)


def test_what_it_breaks_is_told_on_the_page(client: Client) -> None:
    sound = client.get(ADDRESS, {"army": EXAMPLE})
    assert sound.status_code == 200
    assert "No problems under these rules." in sound.content.decode()
    loose = client.get(ADDRESS, {"army": f"{EVIL}\nEra 17\n2 GEN A"})
    text = loose.content.decode()
    assert EVIL not in text
    for rule in ("SH-ARMY-04", "SH-ARMY-06", "SH-ARMY-08"):
        assert rule in text


def test_the_page_refuses_in_a_sentence_and_prints(client: Client) -> None:
    assert client.get(ADDRESS).status_code == 200
    wrong = client.get(ADDRESS, {"army": "a\nb"})
    assert (wrong.status_code, b"Line 2 is" in wrong.content) == (422, True)
    assert client.get(ADDRESS, {"army": EXAMPLE, "pdf": "1"}).content.startswith(b"%PDF")
    assert client.get(ADDRESS, {"army": "\x00 \ud7ff □ مرحبا", "pdf": "1"}).content.startswith(b"%PDF")
    assert client.get(reverse("rules:army_written", args=["snappy_nappy"])).status_code == 404
