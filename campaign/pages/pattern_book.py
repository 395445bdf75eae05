"""The pattern book: a page that shows every component of the design once."""

from typing import Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armies.pages.order_of_battle import Ledger, OrderOfBattle
from armies.services.assessment import Assessment
from battles.engine import registry
from battles.engine.armies import systems
from battles.engine.armies.facts import QUALITIES, UNIT_TYPES, Army, Brigade, Corps, Division, Throw, Unit
from battles.engine.armies.nations import nations
from battles.engine.armies.tree import Place

COLOURS: Final = {
    "paper": "Paper", "sheet": "Sheet", "well": "Well", "ink": "Ink", "ink-2": "Second ink", "ink-3": "Third ink",
    "link": "Link", "wax": "Sealing wax", "brass": "Brass", "verdigris": "Verdigris", "line": "Hairline",
    "line-2": "Edge of a control", "focus": "Focus",
}  # fmt: skip
"""Colour tokens of tokens.css with their names."""
ICONS: Final = (
    "fault", "warn", "note", "check", "close", "print", "share", "search", "plus", "minus", "whole", "edit", "file",
    "down", "forward", "back", "up", "grip", "more", "undo", "redo", "turn-left", "turn-right", "history", "bell",
)  # fmt: skip
"""All icons of img/icons.svg."""

LEGER: Final = Unit(
    name="1/2e Léger", type="light_infantry", quality="veteran", men=601, basis="derived", id="leger", nation="FR"
)
SAMPLE: Final = Army(
    name="Bachelu’s division",
    nation="FR",
    children=(
        Corps(
            name="II Corps",
            id="corps",
            children=(
                Division(
                    name="5th Infantry Division",
                    id="division",
                    children=(Brigade(name="1st Brigade", kind="infantry", id="brigade", children=(LEGER,)),),
                ),
            ),
        ),
    ),
)
"""A small army whose check finds faults."""

ROW: Final = {
    "slug": "quatre-bras-1815-french-left-wing", "name": SAMPLE.name, "nation": "FR", "commander": "General Bachelu",
    "battle": "Battle of Quatre Bras", "date": "1815-06-16", "foot": 601, "horse": 0, "guns": 0, "strength_points": 6,
    "units": 48, "errors": 0, "warnings": 0, "historical": True, "visibility": "public", "owner_id": None,
}  # fmt: skip
"""A row of a list of armies."""


class SampleForm(forms.Form):
    """One field of each kind."""

    name = forms.CharField(label="Name", max_length=40, help_text="As printed on the roster.")
    quality = forms.ChoiceField(label="Quality", choices=[(quality, quality.capitalize()) for quality in QUALITIES])
    men = forms.IntegerField(label="Men", min_value=1, max_value=2000)
    note = forms.CharField(label="Note", widget=forms.Textarea, required=False)
    lancer = forms.BooleanField(label="Carries the lance", required=False)
    file = forms.FileField(label="File", required=False, help_text="Text, CSV or JSON. Drop it here or choose it.")
    paper = forms.ChoiceField(label="Paper", choices=[("a4", "A4"), ("letter", "Letter")], widget=forms.RadioSelect)


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """Show every component, including a form with errors. Makes no database query."""
    faces = (3, 5)
    system, ratings = systems.ratings()
    group = registry.army(system)
    options = group.options({})
    mapped = Assessment(SAMPLE).mapped(system)
    rated = ratings.rate("division", "FR", faces, options)
    throw = Throw(rating=rated.rating, source="manual", faces=faces, modifier=rated.modifier, rule=rated.rule)
    context = {
        "colours": COLOURS,
        "icons": ICONS,
        "nations": nations().values(),
        "types": {kind: kind.replace("_", " ").capitalize() for kind in UNIT_TYPES},
        "levels": ("army", "corps", "division", "brigade"),
        "unit": LEGER,
        "strength": next(iter(mapped.numbers(Place(LEGER, (), "FR")).values())),
        "throw": throw,
        "thrown": ratings.explain_throw(throw, "division", "FR", options),
        "faults": mapped.faults()[:3],
        "assessment": Assessment(SAMPLE),
        "total": mapped.totals()[0],
        "order_of_battle": OrderOfBattle(Ledger(Assessment(SAMPLE), system), system).html(),
        "rows": [ROW, {**ROW, "nation": "GB", "name": "Picton’s division", "errors": 2, "historical": False}],
        "form": SampleForm({"name": "", "quality": "veteran", "men": "-5", "paper": "a4"}),
    }
    return render(request, "campaign/style.html", context)
