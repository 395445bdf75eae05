"""The colours of the style sheets, and their contrast."""

import re
from pathlib import Path

CSS = Path(__file__).parents[2] / "campaign/static/campaign/css"


PAIR = re.compile(r"--([\w-]+): var\(--if-light, (#[0-9a-f]{6})\) var\(--if-dark, (#[0-9a-f]{6})\);")


THEMES = ("light", "dark")


MAP_GROUNDS = ("t-ground", "t-hill", "t-wood", "t-water")


def pairs(text: str) -> dict[str, dict[str, str]]:
    """The colours of each theme by token."""
    found = PAIR.findall(text)
    return {"light": {name: light for name, light, _ in found}, "dark": {name: dark for name, _, dark in found}}


TOKENS = pairs((CSS / "tokens.css").read_text(encoding="utf-8"))


def luminance(colour: str) -> float:
    """Relative luminance of #RRGGBB, as WCAG 2.2 defines it."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio from 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
