"""components/field.html: whatever the field, its label, hint and errors belong to it."""

import re

import pytest
from django import forms
from django.template.loader import render_to_string

EVIL = "<b>x</b>"


class EveryForm(forms.Form):
    """One field of each kind of control."""

    text = forms.CharField(label="Text", help_text="A hint.")
    secret = forms.CharField(label="Secret", widget=forms.PasswordInput)
    area = forms.CharField(label="Area", widget=forms.Textarea, required=False)
    choice = forms.ChoiceField(label="Choice", choices=[("a", "A"), ("b", EVIL)])
    radio = forms.ChoiceField(
        label="Radio", choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect, help_text="One."
    )
    check = forms.BooleanField(label="Check", help_text="Tick it.")
    file = forms.FileField(label="File")


FAULTY = EveryForm({"text": "", "choice": "z"})


def render(name: str, form: forms.Form = FAULTY) -> str:
    return render_to_string("components/field.html", {"field": form[name]})


@pytest.mark.parametrize("name", EveryForm.base_fields)
def test_every_control_has_a_label(name: str) -> None:
    html = render(name)
    if name == "radio":
        assert "<fieldset" in html
        assert "<legend>Radio</legend>" in html
    else:
        assert f'for="id_{name}"' in html
        assert f'id="id_{name}"' in html


@pytest.mark.parametrize("name", ["text", "secret", "choice", "radio", "check", "file"])
def test_errors_and_hints_are_tied_to_their_control(name: str) -> None:
    html = render(name)
    described = re.search(r'aria-describedby="([^"]+)"', html)
    assert described, html
    assert f"id_{name}_error" in described[1].split()
    for part in described[1].split():
        assert f'id="{part}"' in html
    assert 'class="field bad"' in html


def test_a_field_in_order_shows_no_error() -> None:
    html = render("text", EveryForm())
    assert "_error" not in html
    assert "bad" not in html
    assert 'class="input"' in html


@pytest.mark.parametrize(("name", "kind"), [("area", "area"), ("choice", "select"), ("secret", "input")])
def test_each_control_has_the_class_of_its_kind(name: str, kind: str) -> None:
    assert f'class="{kind}"' in render(name)


def test_what_may_be_left_empty_says_so() -> None:
    assert ">optional<" in render("area")
    assert ">optional<" not in render("text")


def test_a_choice_is_escaped() -> None:
    assert EVIL not in render("choice")


@pytest.mark.parametrize(
    ("page", "pages", "back", "on"),
    [(1, 3, False, True), (2, 3, True, True), (3, 3, True, False), (1, 1, False, False)],
)
def test_pagination_leads_to_pages_that_exist(page: int, pages: int, back: bool, on: bool) -> None:
    html = render_to_string("components/pagination.html", {"page": page, "pages": pages, "address": "?q=ney&"})
    assert ('rel="prev"' in html) is back
    assert ('rel="next"' in html) is on
    assert (f"?q=ney&amp;page={page + 1}" in html) is on
