"""A rulebook's Markdown made into a page."""

import re
from importlib import resources
from pathlib import Path

import pytest

from battles import rules
from campaign.pages.rulebook import Book, Volume, read_rulebook, rulebook

ROOT = Path(__file__).parents[2]
ID = re.compile(r"\b(?:EN|MN|MNT|AB|SN|SH|CM)(?:-[A-Z]+)*-[A-Z]?\d+\b")


def _text(key: str) -> str:
    system = rules.RULEBOOKS[key]
    return "\n".join(resources.files(system.path).joinpath(name).read_text("utf-8") for name, _ in system.volumes)


def _book(*texts: str) -> Book:
    return read_rulebook(
        [Volume(text, prefix) for text, prefix in zip(texts, ("EN", "ENT"), strict=False)], ["EN", "ENT"]
    )


def _anchors(html: str) -> list[str]:
    return re.findall(r' id="([^"]+)"', html)


@pytest.mark.parametrize("key", rules.RULEBOOKS)
def test_every_rule_of_a_shipped_rulebook_has_one_anchor(key: str) -> None:
    anchors = _anchors(rulebook(key).html)
    assert len(anchors) == len(set(anchors))
    assert set(ID.findall(_text(key))) <= set(anchors)


@pytest.mark.parametrize("folder", ["armies", "battles", "campaign", "templates", "tests/rules", "tests/war"])
def test_every_rule_that_the_program_cites_stands_in_a_rulebook(folder: str) -> None:
    known = {rule for key in rules.RULEBOOKS for rule in rulebook(key).rules}
    cited = {
        rule: path.name
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in (".py", ".html")
        for rule in re.findall(rf"{ID.pattern}(?!\{{)", path.read_text(encoding="utf-8"))
    }
    assert {rule: name for rule, name in cited.items() if rule not in known} == {}


@pytest.mark.parametrize("key", rules.RULEBOOKS)
def test_every_link_within_a_shipped_rulebook_leads_somewhere(key: str) -> None:
    book = rulebook(key)
    targets = set(re.findall(r'href="#([^"]+)"', book.html))
    for section in book.contents:
        targets |= {section.anchor, *(part.anchor for part in section.sections)}
    assert targets <= set(_anchors(book.html))


@pytest.mark.parametrize("key", rules.RULEBOOKS)
def test_a_shipped_rulebook_is_fit_for_a_strict_policy(key: str) -> None:
    html = rulebook(key).html
    assert not re.search(r"<script|<style|\sstyle=|\son\w+=", html)


@pytest.mark.parametrize("key", rules.RULEBOOKS)
def test_a_shipped_rulebook_speaks_of_nothing_outside_the_project(key: str) -> None:
    assert not re.search(r"\.\./|shared/|seeds|\.py\b|[\w-]+\.md\b|\.pdf\b", _text(key))


@pytest.mark.parametrize("key", rules.RULEBOOKS)
def test_a_shipped_rulebook_leaves_its_contents_to_the_page(key: str) -> None:
    assert "Contents:" not in _text(key)
    assert rulebook(key).contents


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        ("- **EN-COST-01** A unit costs.", '<li id="EN-COST-01"'),
        ("- **EN-RULING-92 What counts.** Ruling: all.", '<li id="EN-RULING-92"'),
        ("| ID | Check |\n|---|---|\n| AB | no |\n| EN-EX-M8 | yes |", '<tr id="EN-EX-M8"'),
        ("| ID | Check |\n|---|---|\n| **EN-TYPE-01** | yes |", '<tr id="EN-TYPE-01"'),
        ("EN-EX-C1. Three cards.", '<p id="EN-EX-C1"'),
    ],
)
def test_a_rule_is_anchored_where_it_is_defined(text: str, anchor: str) -> None:
    assert anchor in _book(text).html


def test_a_rule_is_anchored_at_its_definition_not_at_an_earlier_mention() -> None:
    book = _book(
        "As EN-COST-01 has it.\n\n| Rule |\n|---|\n| EN-COST-01 |\n\n- **EN-COST-01** First.\n- **EN-COST-01** Second."
    )
    assert book.rules == ("EN-COST-01",)
    assert re.search(r'<li id="EN-COST-01" class="rule"><strong>.*First', book.html)
    assert book.html.count('id="EN-COST-01"') == 1


def test_mentions_and_marks_are_links_to_their_rule() -> None:
    html = _book("- **EN-VP-05** See EN-VP-05 `[R-64]`, R-64 and EN-VP-99.\n- **EN-RULING-64 Points.** All.").html
    assert html.count('href="#EN-VP-05"') == 2
    assert html.count('href="#EN-RULING-64"') == 3
    assert "EN-VP-99." in html
    assert "#EN-VP-99" not in html


def test_the_marks_of_a_second_volume_are_its_own_rulings() -> None:
    html = _book("- **EN-RULING-01 One.** x", "- **ENT-WOOD-01** Slow [R01*].\n- **ENT-RULING-01 Two.** y").html
    assert '[<a class="rule-ref" href="#ENT-RULING-01">R01</a>*]' in html


def test_contents_name_the_headings_of_both_volumes() -> None:
    book = _book(
        "# Title\n\n## 1. Terms\n\n### 1.1 Words\n\ntext", "# Terrain\n\n## 1. Tables\n\n### Woods & hills\n\ntext"
    )
    assert [(s.anchor, s.title, [p.anchor for p in s.sections]) for s in book.contents] == [
        ("s1", "1. Terms", ["s1-1"]),
        ("b2-terrain", "Terrain", ["b2-s1"]),
    ]
    assert "<h1" not in book.html
    assert re.findall(r"<(h\d) id=\"([\w-]+)\"", book.html) == [
        ("h2", "s1"),
        ("h3", "s1-1"),
        ("h2", "b2-terrain"),
        ("h3", "b2-s1"),
        ("h4", "b2-woods-hills"),
    ]


def test_tables_and_listings_scroll_by_themselves_and_are_told_apart() -> None:
    html = _book("| a |\n|--:|\n| 1 |\n\n```\n" + "x" * 300 + "\n```\n\n| b |\n|---|\n| 2 |").html
    labels = re.findall(r'<div class="scroll" tabindex="0" role="region" aria-label="([^"]+)">', html)
    assert labels == ["Table 1", "Listing 2", "Table 3"]
    assert html.count("</div>") == 3
    assert '<td class="num">1</td>' in html


def test_script_in_the_text_is_shown_not_run() -> None:
    html = _book(
        "# <script>a</script>\n\n## <img onerror=x>\n\n<script>alert(1)</script>\n\n"
        "- **EN-A-01** <b onclick=x>EN-A-01</b> [x](javascript:alert(1)) `<i>`\n\n```\n<script>\n```"
    ).html
    assert not re.search(r"<(script|img|b|i)\b", html)
    assert 'href="javascript' not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html


def test_a_rulebook_is_made_once_in_a_process() -> None:
    assert rulebook("mini_nap") is rulebook("mini_nap")


@pytest.mark.parametrize(
    ("rule_id", "key"),
    [
        ("EN-COST-02", "easy_napoleonics"),
        ("AB-02", "easy_napoleonics"),
        ("MN-ORG-14", "mini_nap"),
        ("MNT-WOOD-02", "mini_nap"),
        ("SH-FIRE-01", "snaphance"),
        ("SN-FIRE-01", "snappy_nappy"),
        ("CM-MARCH-01", "campaign"),
        ("XX-FIRE-01", None),
        ("EN", None),
        ("EN-", None),
        ("", None),
    ],
)
def test_a_rule_id_names_its_system(rule_id: str, key: str | None) -> None:
    assert rules.system_of(rule_id) == key


@pytest.mark.parametrize("key", rules.RULEBOOKS)
def test_a_system_is_found_by_its_own_prefixes(key: str) -> None:
    system = rules.RULEBOOKS[key]
    assert system.prefix in system.prefixes
    assert {rules.system_of(f"{prefix}-X-01") for prefix in system.prefixes} == {key}
    assert {rules.system_of(rule) for rule in rulebook(key).rules} == {key}
