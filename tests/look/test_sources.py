"""What the style sheets, the scripts and the templates are held to as texts."""

import re
from pathlib import Path

import pytest

from campaign.pages.pattern_book import COLOURS, ICONS

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "campaign/static/campaign"
CSS = STATIC / "css"
TEMPLATES = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("armies/templates/**/*.html")]
STYLE_SHEETS = sorted(CSS.rglob("*.css"))
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch)\(")


def short(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_every_style_sheet_is_imported_once() -> None:
    imported = re.findall(r'@import url\("([^"]+)"\) layer\(\w+\);', (CSS / "muster.css").read_text(encoding="utf-8"))
    assert sorted(imported) == [str(p.relative_to(CSS)) for p in STYLE_SHEETS if p.name != "muster.css"]


@pytest.mark.parametrize("path", STYLE_SHEETS, ids=short)
def test_a_style_sheet_is_short_and_names_no_colour_of_its_own(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= 300
    if path.name not in ("tokens.css", "nations.css", "print.css"):
        assert not COLOUR.findall(text)


@pytest.mark.parametrize("path", STYLE_SHEETS, ids=short)
def test_a_style_sheet_uses_tokens_and_files_that_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    defined = set(re.findall(r"(--[\w-]+):", "".join(p.read_text(encoding="utf-8") for p in STYLE_SHEETS)))
    assert set(re.findall(r"var\((--[\w-]+)", text)) <= defined
    for address in re.findall(r'url\("([^"]+)"\)', text):
        assert (path.parent / address).is_file(), address


@pytest.mark.parametrize("path", TEMPLATES, ids=short)
def test_a_template_needs_nothing_inline(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.findall(r"<style\b|\bstyle=|\son\w+=\"|javascript:", text)
    assert not re.findall(r"<script(?![^>]*\bsrc=)", text)


@pytest.mark.parametrize("path", TEMPLATES, ids=short)
def test_a_template_uses_icons_that_exist(path: Path) -> None:
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (STATIC / "img/icons.svg").read_text(encoding="utf-8")))
    assert set(re.findall(r'{% icon "([\w-]+)"', path.read_text(encoding="utf-8"))) <= drawn


def test_the_pattern_book_shows_every_icon_and_real_tokens() -> None:
    drawn = re.findall(r'<symbol id="([\w-]+)"', (STATIC / "img/icons.svg").read_text(encoding="utf-8"))
    assert sorted(ICONS) == sorted(drawn)
    tokens = (CSS / "tokens.css").read_text(encoding="utf-8")
    assert all(f"--{token}:" in tokens for token in COLOURS)


@pytest.mark.parametrize("path", sorted((STATIC / "js").glob("*.js")), ids=short)
def test_a_script_is_checked_and_its_imports_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("// @ts-check\n")
    assert not re.findall(r"\beval\(|new Function|innerHTML|\.style\b", text)
    for address in re.findall(r'from "([^"]+)"', text):
        assert (path.parent / address).is_file(), address
