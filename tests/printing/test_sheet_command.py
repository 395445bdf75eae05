"""manage.py sheet: kinds are told, sheets and packets written, a wrong word has a sentence."""

from io import StringIO
from pathlib import Path
from typing import Any

import pdfplumber
import pytest
import segno
from django.core.management import CommandError, call_command

from armies.paper.masthead import QR
from armies.paper.typography import MM
from campaign.printing.sheets.packet import KINDS
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


PAGE = "/battles/new/setup?from=scenario:mini_nap:quatre_bras"


def printed(path: Path, *more: str) -> str:
    """What is said beside a roster that is written."""
    err = StringIO()
    call_command("sheet", "field_roster", MINI, "-o", str(path), "--for", "a", *more, stdout=StringIO(), stderr=err)
    return err.getvalue()


def has_code(path: Path, address: str) -> bool:
    """Whether the first page has the QR code of an address, cell by cell."""
    rows = [bytes(row) for row in segno.make(address, error="m", micro=False).matrix]
    cell = QR * MM / len(rows)
    with pdfplumber.open(path) as document:
        dark = [rect for rect in document.pages[0].rects if rect["fill"] and abs(rect["height"] - cell) < 0.02]
    if not dark:
        return False
    left, top = (min(rect[side] for rect in dark) for side in ("x0", "top"))
    drawn = [bytearray(len(rows)) for _ in rows]
    for rect in dark:
        across, down, wide = (round(far / cell) for far in (rect["x0"] - left, rect["top"] - top, rect["width"]))
        if down < len(rows):
            drawn[down][across : across + wide] = bytes([1]) * wide
    return [bytes(row) for row in drawn] == rows


def test_qr_codes_lead_to_the_address_given(tmp_path: Path, settings: Any) -> None:
    path = tmp_path / "roster.pdf"
    said = printed(path)
    assert "no QR codes" in said
    assert "--address http://HOST" in said
    assert not has_code(path, PAGE)
    assert printed(path, "--address", "http://club.example:8000/") == ""
    assert has_code(path, f"http://club.example:8000{PAGE}")
    settings.MUSTER_URL = "https://muster.example"
    assert printed(path) == ""
    assert has_code(path, f"https://muster.example{PAGE}")
    assert printed(path, "--address", "http://club.example") == ""
    assert has_code(path, f"http://club.example{PAGE}")
    assert not has_code(path, f"https://muster.example{PAGE}")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ((), "Give the kind"),
        (("map", MINI), "Give the kind"),
        (("nonesuch", MINI, "-o", "x"), "There is no kind of sheet 'nonesuch'. Kinds: "),
        (("map", "army:nonesuch", "-o", "x"), "nothing with that name to print"),
        (("map", MINI, "-o", "x", "--for", "c"), "You cannot print for that side"),
        (("map", MINI, "-o", "x", "--address", "club"), '--address is "club": it must look like https://'),
        (("map", MINI, "-o", "x", "--choice", "units"), "A choice is KEY=VALUE"),
        (("map", MINI, "-o", "x", "--choice", "units=maybe"), "Units must be one of no, yes, not 'maybe'."),
        (("chart", "rules:mini_nap", "-o", "x"), "You may not see the units of any side here."),
    ],
)
def test_a_wrong_word_has_a_sentence(given: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        told(*given)
