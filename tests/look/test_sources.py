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


def test_a_style_sheet_is_short_and_names_no_colour_of_its_own() -> None:
    texts = {short(path): path.read_text(encoding="utf-8") for path in STYLE_SHEETS}
    assert [name for name, text in texts.items() if text.count("\n") > 300] == []
    plain = {
        name: text for name, text in texts.items() if not name.endswith(("tokens.css", "nations.css", "print.css"))
    }
    assert {name: COLOUR.findall(text) for name, text in plain.items() if COLOUR.search(text)} == {}


def test_a_style_sheet_uses_tokens_and_files_that_exist() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in STYLE_SHEETS}
    defined = set(re.findall(r"(--[\w-]+):", "".join(texts.values())))
    assert [(short(path), name) for path, text in texts.items() for name in unknown(text, defined)] == []
    addresses = [(path, address) for path, text in texts.items() for address in re.findall(r'url\("([^"]+)"\)', text)]
    assert [(short(path), address) for path, address in addresses if not (path.parent / address).is_file()] == []


def unknown(text: str, defined: set[str]) -> list[str]:
    """The tokens that a style sheet uses and none defines."""
    return sorted(set(re.findall(r"var\((--[\w-]+)", text)) - defined)


def test_a_template_needs_nothing_inline() -> None:
    inline = re.compile(r"<style\b|\sstyle=|\son\w+=\"|javascript:|<script(?![^>]*\bsrc=)")
    found = {short(path): inline.findall(path.read_text(encoding="utf-8")) for path in TEMPLATES}
    assert {name: parts for name, parts in found.items() if parts} == {}


def test_a_template_uses_icons_that_exist() -> None:
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (STATIC / "img/icons.svg").read_text(encoding="utf-8")))
    used = {short(path): set(re.findall(r'{% icon "([\w-]+)"', path.read_text(encoding="utf-8"))) for path in TEMPLATES}
    assert {name: icons - drawn for name, icons in used.items() if icons - drawn} == {}


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
