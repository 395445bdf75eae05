"""Zero bytes, which PostgreSQL does not keep, wherever words are sent."""

from typing import Any

import pytest

from armies.models import Army
from tests.api.conftest import Api, problem


def test_no_army_is_copied_by_them(alices: Api) -> None:
    problem(alices.post("armies", {"copy_of": "a\0b"}), 404, "not-found")


def test_no_co_editor_is_named_by_them(alices: Api, mine: Army) -> None:
    problem(alices.delete(f"armies/{mine.slug}/co-editors/a%00b"), 404, "not-found")


@pytest.mark.parametrize(("words", "kept"), [("New\0 men", "New men"), ("\0", "Brought up to date.")])
def test_the_history_keeps_the_words_without_them(alices: Api, mine: Army, words: str, kept: Any) -> None:
    text = "Army: Left wing\nNation: French\n1/2e Léger 600 veteran\n"
    sent = {"text": text, "words": words, "dry_run": False}
    said = alices.post(f"armies/{mine.slug}/update", sent, match=1)
    assert said.json()["change"]["words"] == kept
