"""What the tests of printing share: pictures made anew, who asks, the text of packets."""

import io
import zipfile
from typing import Any

import pytest
from django.core.cache import caches

from campaign.printing.services.subject_access import Asker
from tests.sheets.pdf_text import text

MINI = "scenario:mini_nap:quatre_bras"
EASY = "scenario:easy_napoleonics:quatre_bras"


@pytest.fixture(autouse=True)
def _drawn_anew() -> None:
    caches["pictures"].clear()


def asker(user: Any = None, **held: Any) -> Asker:
    """Who asks; nobody without a user."""
    return Asker(**{"origin": "https://club.example", **held}) if user is None else Asker(user, **held)


def words(data: bytes) -> str:
    """The text of a PDF, or of every PDF in a ZIP, with single spaces."""
    if data[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return " ".join(words(archive.read(name)) for name in archive.namelist())
    return text(data)
