"""manage.py sheet: kinds are told, sheets and packets written, a wrong word has a sentence."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from campaign.sheets.catalogue import KINDS
from tests.printing.conftest import MINI, words

pytestmark = pytest.mark.django_db


def told(*words_of: str) -> str:
    out = StringIO()
    call_command("sheet", *words_of, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_it_tells_every_kind_and_for_whom() -> None:
    assert all(f"{key}: " in told("--list") for key in KINDS)
    said = told("--list", MINI)
    assert said.startswith("Quatre Bras, for a (French left wing), b (Anglo-allied army), umpire (The umpire)\n")
    assert "    --choice units=no|yes" in said


def test_it_writes_a_sheet_and_packets(tmp_path: Path) -> None:
    one, packet, every = (tmp_path / name for name in ("map.pdf", "packet.pdf", "all.zip"))
    assert told("map", MINI, "-o", str(one), "--choice", "units=yes", "--paper", "letter") == f"{one}: 1 page\n"
    told("packet", MINI, "-o", str(packet), "--for", "a", "--choice", "map.units=yes")
    assert "Map with units: with the units on the board." in words(packet.read_bytes())
    told("packet", MINI, "-o", str(every), "--for", "all", "--duplex")
    assert every.read_bytes()[:2] == b"PK"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ((), "Say what to print"),
        (("map", MINI), "Say what to print"),
        (("nonesuch", MINI, "-o", "x"), "There is no kind of sheet 'nonesuch'; there are"),
        (("map", "army:nonesuch", "-o", "x"), "nothing of that name to print from"),
        (("map", MINI, "-o", "x", "--for", "c"), "You cannot print for that side"),
        (("map", MINI, "-o", "x", "--choice", "units"), "A choice is KEY=VALUE"),
        (("map", MINI, "-o", "x", "--choice", "units=maybe"), "Units is one of no, yes, not 'maybe'."),
        (("chart", "rules:mini_nap", "-o", "x"), "no command"),
    ],
)
def test_a_wrong_word_has_a_sentence(given: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        told(*given)
