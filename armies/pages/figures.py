"""What a player owns, and what an army needs of it."""

from itertools import groupby
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from armies.exchange import Unreadable
from armies.exchange.decoding import decode
from armies.exchange.holdings import (
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
from armies.pages.finding import acting, private, readable
from armies.pages.forms import LineField, nation_choices, words
from armies.rules import facts
from armies.rules.nations import nations
from armies.rules.opting import BUILT
from armies.services import collecting
from armies.services.assessing import Assessment
from armies.services.locking import Refused
from armies.services.reading import facts_of

SYSTEMS: Final = tuple(BUILT.items())


class AddForm(forms.Form):
    """One more row."""

    nation = forms.ChoiceField(required=False)
    kind = forms.ChoiceField(label="Type", choices=words(facts.UNIT_TYPES))
    stands = forms.IntegerField(min_value=0, max_value=MAX_STANDS, initial=0)
    figures = forms.IntegerField(label="Figures on them", min_value=0, max_value=MAX_FIGURES, initial=0)
    note = LineField(required=False, max_length=MAX_NOTE)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["nation"].choices = nation_choices("Any: they fit every nation")  # type: ignore[attr-defined]


class PasteForm(forms.Form):
    """Rows as text, or a file of them."""

    one_of = True
    rows = forms.CharField(
        required=False,
        strip=False,
        max_length=MAX_TEXT,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "class": "mono"}),
        help_text="One line for each: French line infantry 24 stands 144 figures. Columns work too.",
    )
    file = forms.FileField(label="Or a CSV file", required=False, allow_empty_file=True)

    def text(self) -> str:
        """What was pasted, or what the file holds.

        Raises:
            Unreadable: the file is no text.
        """
        sent = self.cleaned_data.get("file")
        if not sent:
            return str(self.cleaned_data["rows"])
        if sent.size > MAX_TEXT:
            raise Unreadable(f"The file has {sent.size:,} bytes; at most {MAX_TEXT:,} are read.")
        return decode(sent.read())[0]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def figures(request: HttpRequest) -> HttpResponse:
    """The table of what one owns; a POST saves the stands, figures and notes of its rows."""
    if request.method != "POST":
        return shown(request)
    changes, wrong = typed_rows(request)
    if wrong:
        return shown(request, wrong=wrong, status=422)
    changed = collecting.change(request.user, changes)
    messages.success(request, f"Saved: {changed} row{'' if changed == 1 else 's'} changed.")
    return redirect("armies:figures")


def typed_rows(request: HttpRequest) -> tuple[dict[int, dict[str, Any]], dict[int, str]]:
    """What was typed into the rows by their ids, and a sentence for each row that is wrong."""
    changes, wrong = {}, {}
    for row in collecting.rows_of(request.user):
        if f"stands-{row.pk}" not in request.POST:
            continue
        cell = {name: request.POST.get(f"{name}-{row.pk}", "") for name in collecting.COUNTED}
        try:
            counts = {name: number_in(cell[name], name) for name in ("stands", "figures")}
            checked(row.nation, row.type, note=cell["note"], **counts)
        except ValueError as error:
            wrong[row.pk] = str(error)
        else:
            changes[row.pk] = {**counts, "note": cell["note"]}
    return changes, wrong


@acting("armies:figures")
def add(request: HttpRequest) -> HttpResponse:
    """One more row."""
    form = AddForm(request.POST)
    if form.is_valid():
        try:
            collecting.add(request.user, **form.cleaned_data)
        except Refused as refused:
            form.add_error("kind" if refused.field == "type" else refused.field, str(refused))
        else:
            return redirect("armies:figures")
    return shown(request, adding=form, status=422)


@acting("armies:figures")
def remove(request: HttpRequest) -> HttpResponse:
    """One row less."""
    row = request.POST.get("row", "")
    if row.isdecimal() and len(row) < 19 and collecting.remove(request.user, int(row)):
        messages.success(request, "The row is removed.")
    return redirect("armies:figures")


@acting("armies:figures")
def paste(request: HttpRequest) -> HttpResponse:
    """Rows from text or a file, all or none."""
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
                new, changed = collecting.put(request.user, reading.holdings)
                messages.success(request, f"Kept: {new} new, {changed} in the place of what was there.")
                return redirect("armies:figures")
    return shown(request, pasting=form, problems=problems, status=422)


@login_required
@require_safe
def as_csv(request: HttpRequest) -> HttpResponse:
    """All of it as a file that ``paste`` takes again."""
    text = write_holdings(collecting.holdings_of(request.user))
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="figures.csv"'
    response["Cache-Control"] = "private, no-cache"
    return response


def shown(
    request: HttpRequest,
    *,
    wrong: dict[int, str] | None = None,
    adding: AddForm | None = None,
    pasting: PasteForm | None = None,
    problems: tuple[Any, ...] = (),
    status: int = 200,
) -> HttpResponse:
    """The page; what was typed stands in its fields where it was refused."""
    rows = collecting.rows_of(request.user)
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
                **{name: request.POST.get(f"{name}-{row.pk}", getattr(row, name)) for name in collecting.COUNTED},
                "wrong": (wrong or {}).get(row.pk, ""),
            }
            for row in rows
        ],
    }


@require_safe
def missing(request: HttpRequest, slug: str) -> HttpResponse:
    """The stands and figures that an army needs against what the viewer owns."""
    army = readable(request, slug)
    system = request.GET.get("system", "")
    system = system if system in dict(SYSTEMS) else SYSTEMS[0][0]
    owned = collecting.holdings_of(request.user)
    compared = collecting.comparison(Assessment(facts_of(army)), system, owned)
    context = {
        "army": army,
        "system": system,
        "systems": SYSTEMS,
        "compared": compared,
        "owned": owned,
        "groups": [
            (nations().get(code), list(rows)) for code, rows in groupby(compared.rows, lambda row: row.need.nation)
        ],
    }
    return private(render(request, "armies/missing.html", context), army)
