"""The colours of troops of no nation keep what those of nations promise."""

import re

import pytest

from tests.look.colours import CSS, MAP_GROUNDS, THEMES, TOKENS, contrast, pairs

COATS = dict(re.findall(r"\.(coat-\w) \{(.*?)\}", (CSS / "nations.css").read_text(encoding="utf-8"), re.DOTALL))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("coat", ["coat-a", "coat-b"])
def test_a_coat_of_a_side_is_seen_on_every_ground(coat: str, theme: str) -> None:
    colours = pairs(COATS[coat])[theme]
    assert contrast(colours["n-on"], colours["n"]) >= 4.5
    assert contrast(colours["n-line"], TOKENS[theme]["sheet"]) >= 4.5
    for ground in MAP_GROUNDS:
        assert contrast(colours["n-line"], TOKENS[theme][ground]) >= 3, ground
