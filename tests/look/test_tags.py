"""The template tags: names for those who cannot see, no inline styles, nothing unescaped."""

import re

import pytest
from django.template import Context, Template

from battles.engine.armies.reckoning import Fault, Line, Reckoning
from battles.templatetags.battles import diced
from campaign.templatetags import look

EVIL = '<script>alert("x")</script>'


def render(source: str, **context: object) -> str:
    return Template("{% load look %}" + source).render(Context(context))


@pytest.mark.parametrize(
    ("source", "name", "uses"),
    [
        ('{% sym "line_infantry" "FR" %}', "French line infantry", ("block-a", "line_infantry")),
        ('{% sym "light_cavalry" "PR" True "b" %}', "Prussian lancers", ("block-b", "lancers")),
        ('{% sym "light_cavalry" "" %}', "light cavalry", ("block-a", "light_cavalry")),
        ('{% sym "elephants" "XX" %}', "unit", ("block-a", "unknown")),
        ('{% lead "corps" "AT" %}', "Austrian corps commander", ("leader_corps",)),
    ],
)
def test_a_symbol_says_what_it_shows(source: str, name: str, uses: tuple[str, ...]) -> None:
    html = render(source)
    assert f'role="img" aria-label="{name}"' in html
    assert all(f'symbols.svg#{use}"' in html for use in uses)
    assert html.count("<use ") == len(uses)
    assert "style=" not in html


def test_a_symbol_takes_its_nations_class() -> None:
    assert 'class="sym n-kgl side-a s24"' in render('{% sym "line_infantry" "KGL" size="s24" %}')
    assert 'class="sym side-a"' in render('{% sym "line_infantry" "nowhere" %}')


def test_a_symbol_beside_its_words_is_silent() -> None:
    html = render('{% sym "line_infantry" "FR" label=False %}')
    assert 'aria-hidden="true"' in html
    assert "aria-label" not in html


def test_an_icon_is_silent_unless_it_stands_alone() -> None:
    assert 'aria-hidden="true"' in render('{% icon "share" %}')
    assert 'role="img" aria-label="Close"' in render('{% icon "close" "Close" %}')


@pytest.mark.parametrize(
    ("value", "text"), [(16710, "16,710"), (0, "0"), (None, "–"), ("", "–"), ("many", "many"), (-1200, "-1,200")]
)
def test_thousands(value: object, text: str) -> None:
    assert look.thousands(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [("1815-06-16", "16 June 1815"), ("1805-12-02", "2 December 1805"), ("", ""), ("1815", "1815")]
)
def test_day(value: str, text: str) -> None:
    assert look.day(value) == text


@pytest.mark.parametrize(
    ("rule", "address"),
    [
        ("MN-SP-01", "/rules/mini_nap/#MN-SP-01"),
        ("MN-RULING-62", "/rules/mini_nap/#MN-RULING-62"),
        ("MNT-ROAD-01", "/rules/mini_nap/#MNT-ROAD-01"),
        ("EN-COST-04", "/rules/easy_napoleonics/#EN-COST-04"),
    ],
)
def test_a_rule_leads_to_its_paragraph(rule: str, address: str) -> None:
    assert render("{% rule id %}", id=rule) == f'<a class="rule-id" href="{address}">{rule}</a>'


def test_what_is_no_rule_is_no_link() -> None:
    assert render("{% rule id %}", id="S2") == '<span class="rule-id">S2</span>'


RECKONING = Reckoning(
    1200,
    "Why 1,200 points?",
    (Line("twelve units of 100", "1,200", ("EN-COST-01", "EN-COST-02")), Line(EVIL, "1,200")),
)


def test_a_number_opens_its_arithmetic_without_script() -> None:
    html = render('{% reckoning r "cost" %}', r=RECKONING)
    assert html.startswith('<details class="why" id="cost"><summary>1,200<span class="sr"> Why 1,200 points?</span>')
    assert html.count("<dt>") == 2
    assert 'href="/rules/easy_napoleonics/#EN-COST-02"' in html
    assert html.index('class="step"') < html.index('class="sum-end"')
    assert EVIL not in html
    assert "&lt;script&gt;" in html


def test_a_number_may_read_otherwise() -> None:
    assert "<summary>12 × 100<" in render('{% reckoning r "cost" "12 × 100" %}', r=RECKONING)


@pytest.mark.parametrize(("severity", "word"), [("error", "Error"), ("warning", "Warning"), ("info", "Note")])
def test_a_fault_says_how_grave_it_is_in_words(severity: str, word: str) -> None:
    html = render("{% fault f %}", f=Fault(severity, "MN-ORG-14", f"Left under the corps. {EVIL}"))  # type: ignore[arg-type]
    assert f'aria-label="{word}"' in html
    assert 'href="/rules/mini_nap/#MN-ORG-14"' in html
    assert EVIL not in html


def test_a_house_rule_and_an_override_stand_out_in_the_arithmetic() -> None:
    lines = (
        Line("602 men / 80", "7.53", ("MN-SP-01",), house=f"house rule of {EVIL}"),
        Line("strength points overridden by the owner", "9", ("MN-RULING-95",), overridden=True),
        Line("plain", "9"),
    )
    html = render('{% reckoning r "points" %}', r=Reckoning(9, "Why 9 strength points?", lines))
    assert html.count('class="house-rule"') == 1
    assert html.index("602 men / 80") < html.index("house rule of &lt;script&gt;") < html.index("overridden by")
    assert html.count('<div class="step overridden">') == 1
    assert '<div class="sum-end"><dt>plain</dt>' in html


@pytest.mark.parametrize(
    ("sentence", "dice"),
    [
        ("rolled 4, 1 hit", ["4"]),
        ("rolled 8 and 1, 10 hits", ["8", "1"]),
        ("rolled 2, 3 and 10: 1 failed", ["2", "3", "10"]),
        ("rolled 2 dice", []),
    ],
)
def test_only_the_faces_of_a_roll_are_drawn_as_dice(sentence: str, dice: list[str]) -> None:
    assert re.findall(r'class="die">(\d+)<', diced(sentence)) == dice
