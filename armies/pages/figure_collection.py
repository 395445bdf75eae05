"""The figures that a player owns, and the figures that an army needs."""

from itertools import groupby
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from armies.exchange import Unreadable
from armies.exchange.files.file_bytes import decode_text
from armies.exchange.table.holdings import (
    ANY,
    MAX_FIGURES,
    MAX_NOTE,
    MAX_STANDS,
    MAX_TEXT,
    checked,
    number_in,
    read_holdings,
    write_holdings,
)
from armies.models import Holding
from armies.pages.access import post_view, private, readable
from armies.pages.forms import LineField, nation_choices, words
from armies.services import collection
from armies.services.assessment import Assessment
from armies.services.locks import Refused
from armies.services.storage import facts_of
from battles.engine import registry
from battles.engine.armies import facts
from battles.engine.armies.nations import nations
from battles.engine.armies.systems import built_titles

SYSTEMS: Final = tuple(built_titles().items())


class AddForm(forms.Form):
    """A new row."""

    nation = forms.ChoiceField(required=False)
    kind = forms.ChoiceField(label="Type", choices=words(facts.UNIT_TYPES))
    stands = forms.IntegerField(min_value=0, max_value=MAX_STANDS, initial=0)
    figures = forms.IntegerField(label="Figures", min_value=0, max_value=MAX_FIGURES, initial=0)
    note = LineField(required=False, max_length=MAX_NOTE)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["nation"].choices = nation_choices("Any nation")  # type: ignore[attr-defined]


class PasteForm(forms.Form):
    """Rows as text or as a file."""

    one_of = True
    rows = forms.CharField(
        required=False,
        strip=False,
        max_length=MAX_TEXT,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "class": "mono"}),
        help_text="One row per line: French line infantry 24 stands 144 figures. You can also paste columns.",
    )
    file = forms.FileField(label="Or a CSV file", required=False, allow_empty_file=True)

    def text(self) -> str:
        """The pasted text, or the text of the file.

        Raises:
            Unreadable: the file is not text, or too large.
        """
        sent = self.cleaned_data.get("file")
        if not sent:
            return str(self.cleaned_data["rows"])
        if sent.size > MAX_TEXT:
            raise Unreadable(f"The file has {sent.size:,} bytes; at most {MAX_TEXT:,} are allowed.")
        return decode_text(sent.read())[0]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def figures(request: HttpRequest) -> HttpResponse:
    """The table of owned figures; a POST saves the stands, figures and notes of its rows."""
    if request.method != "POST":
        return figures_page(request)
    changes, wrong = typed_rows(request)
    if wrong:
        return figures_page(request, wrong=wrong, status=422)
    changed = collection.change(request.user, changes)
    messages.success(request, f"Saved: {changed} row{'' if changed == 1 else 's'} changed.")
    return redirect("armies:figures")


def typed_rows(request: HttpRequest) -> tuple[dict[int, dict[str, Any]], dict[int, str]]:
    """Posted values by row id, and a sentence for each row with an error."""
    changes, wrong = {}, {}
    for row in collection.rows_of(request.user):
        if f"stands-{row.pk}" not in request.POST:
            continue
        cell = {name: request.POST.get(f"{name}-{row.pk}", "") for name in collection.COUNTED}
        try:
            counts = {name: number_in(cell[name], name) for name in ("stands", "figures")}
            checked(row.nation, row.type, note=cell["note"], **counts)
        except ValueError as error:
            wrong[row.pk] = str(error)
        else:
            changes[row.pk] = {**counts, "note": cell["note"]}
    return changes, wrong


@post_view("armies:figures")
def add(request: HttpRequest) -> HttpResponse:
    """Add a row."""
    form = AddForm(request.POST)
    if form.is_valid():
        try:
            collection.add(request.user, **form.cleaned_data)
        except Refused as refused:
            form.add_error("kind" if refused.field == "type" else refused.field, str(refused))
        else:
            return redirect("armies:figures")
    return figures_page(request, adding=form, status=422)


@post_view("armies:figures")
def remove(request: HttpRequest) -> HttpResponse:
    """Remove a row."""
    row = request.POST.get("row", "")
    if row.isdecimal() and len(row) < 19 and collection.remove(request.user, int(row)):
        messages.success(request, "Row removed.")
    return redirect("armies:figures")


@post_view("armies:figures")
def paste(request: HttpRequest) -> HttpResponse:
    """Save rows from text or a file; none if one has an error."""
    form = PasteForm(request.POST, request.FILES)
    problems: tuple[Any, ...] = ()
    if form.is_valid():
        try:
            reading = read_holdings(form.text())
        except Unreadable as error:
            form.add_error("file", str(error))
        else:
            problems = reading.problems
            if not problems:
                new, changed = collection.store(request.user, reading.holdings)
                messages.success(request, f"Saved: {new} new row{'' if new == 1 else 's'}, {changed} replaced.")
                return redirect("armies:figures")
    return figures_page(request, pasting=form, problems=problems, status=422)


@login_required
@require_safe
def as_csv(request: HttpRequest) -> HttpResponse:
    """All rows as a CSV file that ``paste`` can read."""
    text = write_holdings(collection.holdings_of(request.user))
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="figures.csv"'
    response["Cache-Control"] = "private, no-cache"
    return response


def figures_page(
    request: HttpRequest,
    *,
    wrong: dict[int, str] | None = None,
    adding: AddForm | None = None,
    pasting: PasteForm | None = None,
    problems: tuple[Any, ...] = (),
    status: int = 200,
) -> HttpResponse:
    """The figures page; refused input stays in its fields."""
    rows = collection.rows_of(request.user)
    context = {
        "groups": [grouped(request, code, list(of), wrong) for code, of in groupby(rows, lambda row: row.nation)],
        "stands": sum(row.stands for row in rows),
        "figures": sum(row.figures for row in rows),
        "wrong": wrong,
        "adding": adding or AddForm(),
        "pasting": pasting or PasteForm(),
        "problems": problems,
    }
    return render(request, "armies/figures.html", context, status=status)


def grouped(request: HttpRequest, code: str, rows: list[Holding], wrong: dict[int, str] | None) -> dict[str, Any]:
    """The rows of one nation with their totals."""
    nation = nations().get(code)
    return {
        "nation": nation,
        "name": nation.adjective if nation else "Any nation" if code == ANY else code,
        "stands": sum(row.stands for row in rows),
        "figures": sum(row.figures for row in rows),
        "rows": [
            {
                "row": row,
                **{name: request.POST.get(f"{name}-{row.pk}", getattr(row, name)) for name in collection.COUNTED},
                "wrong": (wrong or {}).get(row.pk, ""),
            }
            for row in rows
        ],
    }


@require_safe
def missing(request: HttpRequest, slug: str) -> HttpResponse:
    """The stands and figures that an army needs, compared with those that the viewer owns."""
    army = readable(request, slug)
    system = request.GET.get("system", "")
    system = system if system in dict(SYSTEMS) else SYSTEMS[0][0]
    owned = collection.holdings_of(request.user)
    compared = collection.comparison(Assessment(facts_of(army)), system, owned)
    context = {
        "army": army,
        "system": system,
        "systems": SYSTEMS,
        "group": registry.army(system),
        "compared": compared,
        "owned": owned,
        "groups": [
            (nations().get(code), list(rows)) for code, rows in groupby(compared.rows, lambda row: row.need.nation)
        ],
    }
    return private(render(request, "armies/missing.html", context), army)
