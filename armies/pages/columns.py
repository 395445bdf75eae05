"""What the columns of a table mean: shown as they were taken for, and told by who sent the table."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from armies.exchange import TableHead
from armies.exchange.meanings import GROUPS, MEANINGS
from armies.models import ImportDraft
from armies.pages.importing import address_of, own_draft
from armies.services.columns import forget, from_before, say
from armies.services.importing import heads_in
from armies.services.locking import Refused


@require_http_methods(["GET", "HEAD", "POST"])
def columns(request: HttpRequest, key: str) -> HttpResponse:
    """Each column with its head, samples, and a choice of meanings; one form for each table of the file."""
    draft = own_draft(request, key)
    if draft.made:
        return redirect(address_of(draft))
    heads = heads_in(draft)
    if not heads:
        raise Http404("This import is no table, so it has no columns.")
    wrong = told = None
    if request.method == "POST":
        head = _chosen(request, heads)
        told = [request.POST.get(f"c-{place}", "") for place in range(len(head.headings))]
        try:
            _act(request, draft, head, told)
            return redirect(address_of(draft))
        except Refused as refused:
            wrong = (head.digest, str(refused))
    context = {
        "draft": draft,
        "back": address_of(draft),
        "tables": [_table(head, draft, wrong, told) for head in heads],
        "groups": [(name, list(group.items())) for name, group in GROUPS.items()],
        "from_before": from_before(draft),
    }
    return render(request, "armies/columns.html", context, status=422 if wrong else 200)


def _chosen(request: HttpRequest, heads: tuple[TableHead, ...]) -> TableHead:
    for head in heads:
        if head.digest == request.POST.get("head"):
            return head
    raise Http404("This import has no table with such a head.")


def _act(request: HttpRequest, draft: ImportDraft, head: TableHead, told: list[str]) -> None:
    if request.POST.get("act") == "forget":
        forget(draft, head)
        messages.success(request, "The columns are taken for what they are called again.")
    else:
        say(draft, head, told)
        messages.success(request, "Read again with the columns as you said.")


def _table(
    head: TableHead, draft: ImportDraft, wrong: tuple[str, str] | None, told: list[str] | None
) -> dict[str, Any]:
    """One table for the page; where its form was refused, with what was told in it."""
    refused = wrong is not None and wrong[0] == head.digest
    now = told if refused and told else head.meanings
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
