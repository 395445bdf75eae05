"""What the addresses of sheets share: who asks, what is printed, and a no with its reason."""

import json
from collections.abc import Sequence
from typing import Any, Final

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from rest_framework.request import Request

from armies.api.problems import Problem, error
from armies.paper.section import TooLong
from battles.api.endpoint import BattleEndpoint
from battles.api.finding import held
from battles.services.locking import Gone
from campaign.models import PrintSetup
from campaign.services import print_setups
from campaign.services.asking import Asker
from campaign.services.packets import File
from campaign.services.print_jobs import TooMany
from campaign.services.printable import Source, Unfinished
from campaign.services.subjects import source_of
from campaign.sheets.packet import BadWanted, Wanted, checked, read_kept, usual

TROUBLES: Final = "Sheet-Troubles"
MOST_TOLD: Final = 2_000
"""Characters of the header that tells what did not fit."""
MORE: Final = "What is left out of this header, in sentences: {:,}."


class SheetEndpoint(BattleEndpoint):
    """An address of sheets."""

    def handle_exception(self, exc: Exception) -> Any:
        """As for battles; a wrong choice is told with its field."""
        return super().handle_exception(problem_of(exc) or exc)

    def source(self, request: Request, subject: str) -> Source:
        """What there is to print from. Raises `Gone` for what he may not see."""
        return source_of(subject, asker_of(request))

    def file(self, made: File, *, inline: bool = False) -> HttpResponse:
        """A file; what did not fit stands in a header, as a JSON list in ASCII."""
        answer = HttpResponse(made.data, content_type=made.media)
        answer["Content-Disposition"] = content_disposition_header(not inline, made.name) or ""
        answer["Cache-Control"] = "private, no-cache"
        if made.troubles:
            answer[TROUBLES] = told(made.troubles)
        return answer


def told(troubles: Sequence[str]) -> str:
    """Whole sentences as a JSON list in ASCII, as many as the header has room for; a last one counts the others."""
    for count in range(len(troubles), -1, -1):
        left = len(troubles) - count
        words = json.dumps([*troubles[:count], *([MORE.format(left)] if left else [])])
        if len(words) <= MOST_TOLD:
            return words
    return "[]"


def asker_of(request: Request) -> Asker:
    """Who asks by a program: his account, and the guest's seat that he names."""
    return Asker(user=request.user, seats=tuple(held(request)), origin=request.build_absolute_uri("/").rstrip("/"))


def setup_of(request: Request, key: int) -> PrintSetup | None:
    """The set-up of an id; None for 0. Raises `BadWanted` where it is not his."""
    if not key:
        return None
    try:
        return print_setups.offered_one(request.user, key)
    except print_setups.Unknown as unknown:
        raise BadWanted({"setup": str(unknown)}) from None


def wanted_of(
    source: Source, reader: str, setup: PrintSetup | None, kinds: Any, paper: str | None, duplex: bool
) -> Wanted:
    """What is to be printed: the kinds named, else those of the set-up, else the usual ones.

    Raises:
        BadWanted: a choice that there is not.
    """
    base = read_kept(setup.choices)[0] if setup is not None else usual(source.subject(reader))
    return checked(Wanted(base.kinds if kinds is None else kinds, paper or base.paper, duplex or base.duplex))


def problem_of(fault: Exception) -> Problem | None:
    """The problem that a no of printing is for the one who asked; None for what is none."""
    match fault:
        case BadWanted():
            return Problem("refused", str(fault), errors=[error(*pair) for pair in _errors(fault)])
        case TooLong():
            said = f"{fault} Ask for it to be made in the background: POST to packets."
            return Problem("refused", said, errors=[error("kinds", "too-long", said)])
        case Unfinished():
            return Problem("refused", str(fault), errors=[error("subject", "unfinished", str(fault))])
        case TooMany():
            return Problem("too-many", str(fault))
        case print_setups.Stale():
            return Problem("conflict", str(fault), extra={"version": fault.setup.version})
        case print_setups.Unknown() | Gone():
            return Problem("not-found", str(fault))
    return None


def _errors(fault: BadWanted) -> list[tuple[str, str, str]]:
    return [(field, "refused", sentence) for field, sentence in fault.faults.items()]
