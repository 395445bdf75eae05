"""Import an order of battle (draft, columns, preview, decisions), and update an army from a list."""

import json
from collections import Counter
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from msgspec.structs import replace

from armies.exchange import Reading, TableHead, Unmapped, Unreadable
from armies.exchange.clean_text import composed
from armies.exchange.limits import MAX_LINE
from armies.exchange.table.columns import GROUPS, MEANINGS
from armies.models import Army, ImportDraft
from armies.pages.access import COSTLY, counted_as, editable, expected_version, form_data, private
from armies.pages.forms import ImportForm
from armies.pages.import_preview import Became, line_rows, preview_context
from armies.services import user_archive
from armies.services.assessment import Assessment
from armies.services.import_drafts import (
    answer,
    best_fit,
    compare_with,
    confirm,
    decide,
    forget_meanings,
    has_remembered_meanings,
    heads_in,
    keep_rest_as_notes,
    mismatch_warning,
    proposed_update,
    reading_of,
    set_habit,
    set_meanings,
    similar_armies,
    source_lines,
    stage,
    undecide,
    update_army,
)
from armies.services.kept_choices import forget_choice, keep_choices
from armies.services.locks import Refused, Stale
from armies.services.people import FIELD, put_in_club
from battles.engine.armies import facts

MOST_OWN = 8
"""The most own armies that the form lists for an update."""

SAMPLE = """Army: My brigade group
Nation: French
II Corps - General Reille
  5th Division (General Bachelu)
    1st Brigade: General Husson
      1/2e Léger 600 veteran
      1/61e Ligne 430 veteran
      2/61e Ligne 428 veteran
    Division artillery
      Battery 18/6 8x6pdr
"""


@counted_as(*COSTLY)
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """The form for text or a file. A POST only saves a draft."""
    sample = {"text": SAMPLE} if "sample" in request.GET else None
    form = ImportForm(form_data(request), request.FILES or None, initial=sample)
    if (draft := stage_form(request, form)) is not None:
        return redirect(address_of(draft))
    context = {"form": form, "sample": SAMPLE, "own": _own_armies(request)}
    return render(request, "armies/import.html", context, status=422 if form.is_bound else 200)


def _own_armies(request: HttpRequest) -> list[Army]:
    """The armies that the user changed last and can update from a list."""
    if not request.user.is_authenticated:
        return []
    mine = Army.objects.with_co_edited(request.user).filter(Q(owner=request.user) | Q(co_edited=True))
    return list(mine.only("slug", "name")[:MOST_OWN])


def stage_form(request: HttpRequest, form: ImportForm, target: Army | None = None) -> ImportDraft | None:
    """Save the posted content as a draft; None if nothing was posted or the form has errors."""
    if request.method != "POST" or not form.is_valid():
        return None
    data, name = form.content()
    try:
        draft = stage(data, name, request.user if request.user.is_authenticated else None, target=target)
    except Unreadable as error:
        form.add_error("file" if name else "text", str(error))
        return None
    request.session["drafts"] = [*request.session.get("drafts", [])[-9:], draft.key]
    return draft


def address_of(draft: ImportDraft) -> str:
    """Address of the draft's preview."""
    if draft.target is not None:
        return reverse("armies:reimport_look", args=[draft.target.slug, draft.key])
    return reverse("armies:preview", args=[draft.key])


@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: HttpRequest, key: str) -> HttpResponse:
    """Preview of an import: its armies, unreadable lines, and assumptions to check."""
    draft = own_draft(request, key)
    if draft.target is not None:
        return redirect(address_of(draft))
    if draft.made:
        return confirmed_before(request, draft)
    problem = ""
    try:
        reading = perform_action(request, draft)
    except (Unreadable, Refused) as error:
        problem = str(error)
        draft = own_draft(request, key)
        reading = current_reading(request, draft)
    if isinstance(reading, HttpResponse):
        return reading
    context = context_of(request, draft, reading, problem)
    context["similar"] = similar_armies(reading, request.user)
    context["armies"] = [(index, Assessment(replace(army, house=None))) for index, army in enumerate(reading.armies)]
    return render(request, "armies/preview.html", context, status=422 if problem else 200)


def current_reading(request: HttpRequest, draft: ImportDraft) -> Reading | HttpResponse:
    """The draft's reading, or a redirect to the columns page if its columns cannot be read."""
    try:
        return reading_of(draft)
    except Unmapped:
        return redirect("armies:columns", draft.key)
    except Unreadable as error:
        if not draft.columns:
            raise Http404(str(error)) from error
        messages.error(request, str(error))
        return redirect("armies:columns", draft.key)


def own_draft(request: HttpRequest, key: str) -> ImportDraft:
    """The draft, if this browser or this user created it; otherwise Http404."""
    drafts = ImportDraft.objects.select_related("target", "owner").exclude(key__startswith=user_archive.KEY)
    draft = drafts.filter(key=key).first()
    mine = draft is not None and (
        key in request.session.get("drafts", []) or (draft.owner_id and draft.owner_id == request.user.pk)
    )
    if draft is None or not mine:
        raise Http404("This import no longer exists. Drafts are kept for two days.")
    return draft


def perform_action(request: HttpRequest, draft: ImportDraft) -> Reading | HttpResponse:
    """Carry out the posted act. Return the reading to show, or a redirect."""
    if request.method == "POST" and (response := answer_posted(request, draft)) is not None:
        return response
    if request.method == "POST" and (slug := request.POST.get("compare", "")):
        compare_with(draft, editable(request, slug))
        return redirect(address_of(draft))
    if request.method == "POST" and request.POST.get("act") == "keep":
        if not request.user.is_authenticated:
            return redirect_to_login(reverse("armies:preview", args=[draft.key]))
        chosen = {int(value) for value in request.POST.getlist("army") if value.isdecimal() and len(value) < 5}
        with transaction.atomic():
            armies = confirm(draft, request.user, chosen=chosen)
            for army in armies:
                put_in_club(army, request.user, request.GET.get(FIELD, ""))
        messages.success(request, f"Imported: {', '.join(army.name for army in armies)}.")
        return redirect(armies[0]) if len(armies) == 1 else redirect(f"{reverse('armies:list')}?whose=mine")
    return current_reading(request, draft)


def answer_posted(request: HttpRequest, draft: ImportDraft) -> HttpResponse | None:
    """Carry out a posted answer, correction or habit. Redirect to the next question, or None if nothing was posted so.

    Raises:
        Refused, Unreadable: it cannot be done; nothing is stored.
    """
    posted, act, line = request.POST, request.POST.get("act", ""), 0
    reading: Reading | None = None
    number, _, key = posted.get("answer", "").partition(":")
    if number.isdecimal() and len(number) < 7:
        line = int(number)
        reading = answer(draft, line, key)
    elif "habit" in posted:
        set_habit(draft, *posted["habit"].partition(":")[::2])
    elif act == "decide":
        decisions = decisions_in(request)
        line = min(decisions, default=0)
        reading = decide(draft, decisions)
    elif act == "again":
        undecide(draft)
    elif (undone := posted.get("undo", "")).isdecimal() and len(undone) < 7:
        undecide(draft, int(undone))
    elif act == "rest":
        keep_rest_as_notes(draft)
    elif act == "remember":
        count = keep_choices(draft)
        messages.success(request, f"Kept for your next lists: {count} choice{'' if count == 1 else 's'}.")
    elif (choice := posted.get("forget", "")) and request.user.is_authenticated:
        forget_choice(request.user, int(choice) if choice.isdecimal() and len(choice) < 12 else None)
        messages.success(request, "Forgotten. This list stays as it is; the next ones are read without it.")
    else:
        return None
    return redirect(f"{address_of(draft)}#{_next_question(reading, line)}")


def _next_question(reading: Reading | None, line: int) -> str:
    """The part of the page to go on at after an answer about ``line``: the next question, else the whole."""
    waiting = sorted({problem.line for problem in reading.blocking}) if reading else []
    after = next((one for one in waiting if one > line), waiting[0] if waiting else 0)
    return f"q-{after}" if after else "read"


def confirmed_before(request: HttpRequest, draft: ImportDraft) -> HttpResponse:
    """Redirect to the armies of a draft that is already imported (back button or second click)."""
    armies = list(Army.objects.filter(slug__in=draft.made))
    if len(armies) == 1:
        return redirect(armies[0])
    return redirect(f"{reverse('armies:list')}?whose=mine")


def decisions_in(request: HttpRequest) -> dict[int, str | None]:
    """New text by line number; None if the line is left out."""
    decisions: dict[int, str | None] = {}
    for name, value in request.POST.items():
        kind, _, line = name.partition("-")
        if kind == "line" and line.isdecimal() and len(line) < 7:
            decisions[int(line)] = None if f"drop-{line}" in request.POST else composed(str(value))
    return decisions


def context_of(request: HttpRequest, draft: ImportDraft, reading: Reading, problem: str) -> dict[str, Any]:
    """Template context that every page of a draft has."""
    return preview_context(draft, reading, _number(request.GET.get("lines", "")) or 1) | {
        "draft": draft,
        "reading": reading,
        "problem": problem,
        "blocking": reading.blocking,
        "said": bool({head.digest for head in reading.heads} & draft.columns.keys()),
        "from_before": has_remembered_meanings(draft),
    }


@require_http_methods(["GET", "HEAD", "POST"])
def columns(request: HttpRequest, key: str) -> HttpResponse:
    """Each column with heading, samples and possible meanings; one form per table of the file."""
    draft = own_draft(request, key)
    if draft.made:
        return redirect(address_of(draft))
    heads = heads_in(draft)
    if not heads:
        raise Http404("This import is not a table, so it has no columns.")
    wrong = meanings = None
    if request.method == "POST":
        head = _chosen(request, heads)
        meanings = [request.POST.get(f"c-{place}", "") for place in range(len(head.headings))]
        try:
            _act(request, draft, head, meanings)
            return redirect(address_of(draft))
        except Refused as refused:
            wrong = (head.digest, str(refused))
    context = {
        "draft": draft,
        "back": address_of(draft),
        "tables": [_table(head, draft, wrong, meanings) for head in heads],
        "groups": [(name, list(group.items())) for name, group in GROUPS.items()],
        "from_before": has_remembered_meanings(draft),
    }
    return render(request, "armies/columns.html", context, status=422 if wrong else 200)


def _chosen(request: HttpRequest, heads: tuple[TableHead, ...]) -> TableHead:
    for head in heads:
        if head.digest == request.POST.get("head"):
            return head
    raise Http404("This import has no table with these headings.")


def _act(request: HttpRequest, draft: ImportDraft, head: TableHead, meanings: list[str]) -> None:
    if request.POST.get("act") == "forget":
        forget_meanings(draft, head)
        messages.success(request, "Your choices are removed. The columns are read by their headings again.")
    else:
        set_meanings(draft, head, meanings)
        messages.success(request, "Read again with your columns.")


def _table(
    head: TableHead, draft: ImportDraft, wrong: tuple[str, str] | None, meanings: list[str] | None
) -> dict[str, Any]:
    """Template context of one table. If its form was refused, it has the posted ``meanings``."""
    refused = wrong is not None and wrong[0] == head.digest
    now = meanings if refused and meanings else head.meanings
    return {
        "head": head,
        "sentence": wrong[1] if refused and wrong else head.sentence,
        "said": head.digest in draft.columns,
        "columns": [
            {
                "place": place,
                "number": place + 1,
                "heading": heading,
                "samples": head.samples[place],
                "taken": MEANINGS.get(head.meanings[place], ""),
                "now": now[place],
            }
            for place, heading in enumerate(head.headings)
        ],
    }


MOST_SHOWN: Final = 300
"""The most differences that the page lists. It counts all of them."""

MEANWHILE: Final = "The army was changed in the meantime, and nothing was saved. These are the new differences."


@counted_as(*COSTLY)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def update(request: HttpRequest, slug: str) -> HttpResponse:
    """The form for a new list of the army, as text or a file."""
    army = editable(request, slug)
    form = ImportForm(form_data(request), request.FILES or None)
    if (draft := stage_form(request, form, army)) is not None:
        return redirect(address_of(draft))
    context = {"army": army, "form": form}
    return private(render(request, "armies/reimport.html", context, status=422 if form.is_bound else 200), army)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def update_preview(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Preview of the changes to the army. A POST with ``bring`` saves them."""
    army = editable(request, slug)
    draft = own_draft(request, key)
    if draft.target is None or draft.target.pk != army.pk:
        raise Http404("This import belongs to another army.")
    if draft.made:
        return redirect(army)
    problem, status = "", 200
    try:
        if request.method == "POST" and (answer := _perform_update(request, draft, army)) is not None:
            return answer
    except (Unreadable, Refused) as error:
        problem, status = str(error), 422
    except Stale:
        problem, status = MEANWHILE, 409
    draft = own_draft(request, key)
    reading = current_reading(request, draft)
    if isinstance(reading, HttpResponse):
        return reading
    context = context_of(request, draft, reading, problem) | _differences(request, draft, reading)
    return private(render(request, "armies/reimport.html", context, status=status), army)


def _perform_update(request: HttpRequest, draft: ImportDraft, army: Army) -> HttpResponse | None:
    if (response := answer_posted(request, draft)) is not None:
        return response
    if request.POST.get("act") == "bring":
        update_army(
            draft, request.user, index=_number(request.POST.get("army", "")) or 0, expect=expected_version(request) or 0
        )
        messages.success(request, f"{army.name} is up to date.")
        return redirect(army)
    return None


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 5 else None


def _differences(request: HttpRequest, draft: ImportDraft, reading: Reading) -> dict[str, Any]:
    """Template context of the differences to the chosen army, with counts; none while lines need a decision."""
    target = draft.target
    index = request.POST.get("army") or request.GET.get("army") or ""
    chosen = _number(index)
    if chosen is None or chosen >= len(reading.armies):
        chosen = best_fit(draft, reading)
    context: dict[str, Any] = {"army": target, "chosen": chosen, "choices": list(enumerate(reading.armies))}
    if reading.blocking or not reading.armies:
        return context
    _, rows = proposed_update(draft, chosen)
    counts = Counter(row.what for row in rows)
    words = [(what, counts[what]) for what in ("changed", "moved", "added", "removed", "reordered") if counts[what]]
    context["stranger"] = mismatch_warning(draft, reading.armies[chosen])
    return context | {"ready": True, "rows": rows[:MOST_SHOWN], "more": len(rows[MOST_SHOWN:]), "counts": words}


FORMAT: Final = "muster-misread/1"


@require_http_methods(["GET", "HEAD", "POST"])
def line_page(request: HttpRequest, key: str, line: int) -> HttpResponse:
    """What a line was read as, and what it should be. A POST reads the correction, or saves both as a file."""
    draft = own_draft(request, key)
    if draft.made:
        return redirect(address_of(draft))
    reading = current_reading(request, draft)
    if isinstance(reading, HttpResponse):
        return reading
    lines = source_lines(draft, reading)
    if not lines.get(line, "").strip():
        raise Http404(f"The list has no line {line}.")
    correction = composed(request.POST.get("text", ""))[:MAX_LINE].strip("\r\n")
    problem = ""
    if request.method == "POST":
        if not correction.strip():
            problem = "Write what the line should be."
        elif request.POST.get("act") == "save":
            return _misread_file(draft, reading, lines, line, correction)
        else:
            try:
                decide(draft, {line: correction}, lines)
                return redirect(f"{address_of(draft)}#l-{line}")
            except Unreadable as error:
                problem = str(error)
    context = {
        "draft": draft,
        "back": address_of(draft),
        "line": line,
        "row": line_rows(draft, reading, {line: lines[line]})[0],
        "sentences": _sentences(reading, line),
        "text": correction or draft.decisions.get(str(line)) or lines[line].strip(),
        "problem": problem,
        "most": MAX_LINE,
    }
    return render(request, "armies/import_line.html", context, status=422 if problem else 200)


def _sentences(reading: Reading, line: int) -> list[str]:
    return list(dict.fromkeys(problem.sentence for problem in reading.problems if problem.line == line))


def _misread_file(
    draft: ImportDraft, reading: Reading, lines: dict[int, str], line: int, correction: str
) -> HttpResponse:
    """The line with its neighbours, what it was read as, and its correction, as a file to send to the project."""
    row = line_rows(draft, reading, {line: lines[line]})[0]
    report = {
        "format": FORMAT,
        "version": settings.MUSTER_VERSION,
        "kind": reading.kind,
        "habits": {habit.key: habit.value for habit in reading.habits},
        "before": lines.get(line - 1, ""),
        "line": lines[line],
        "after": lines.get(line + 1, ""),
        "read_as": [{"text": piece.text, "what": piece.what} for piece in row.pieces if piece.what],
        "became": [_words(became) for became in row.became],
        "sentences": _sentences(reading, line),
        "should_be": correction,
    }
    response = HttpResponse(json.dumps(report, ensure_ascii=False, indent=2) + "\n", content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="read-wrongly-line-{line}.json"'
    return response


def _words(became: Became) -> dict[str, Any]:
    element = became.element
    if isinstance(element, facts.Unit):
        fields = ("name", "type", "men", "guns", "gun_weight", "quality", "nation", "note")
        return {"what": "unit"} | {name: getattr(element, name) for name in fields}
    what = "army" if isinstance(element, facts.Army) else type(element).__name__.lower()
    return {"what": what, "name": element.name, "commander": element.commander, "nation": became.nation}
