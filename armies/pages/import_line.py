"""One line of an import: correct it, or save what was read wrongly as a file for the project."""

import json
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from armies.exchange import Reading, Unreadable
from armies.exchange.clean_text import composed
from armies.exchange.limits import MAX_LINE
from armies.models import ImportDraft
from armies.pages.import_pages import address_of, current_reading, own_draft
from armies.pages.import_preview import Became, line_rows
from armies.services.import_drafts import decide, source_lines
from battles.engine.armies.facts import Army, Unit

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
    if isinstance(element, Unit):
        facts = ("name", "type", "men", "guns", "gun_weight", "quality", "nation", "note")
        return {"what": "unit"} | {name: getattr(element, name) for name in facts}
    what = "army" if isinstance(element, Army) else type(element).__name__.lower()
    return {"what": what, "name": element.name, "commander": element.commander, "nation": became.nation}
