"""Reports about armies, scenarios and battles, and hiding them: by administrators, and by organisers in their club."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from msgspec import Struct

from armies.exchange.clean_text import one_line
from armies.models.visibility import Visibility
from armies.services.exports import export
from armies.services.locks import Gone, Refused
from campaign.club.services import clubs
from campaign.club.services.ownership import KINDS, kind_of, locked
from campaign.club.services.permissions import NotAllowed, may, place_of
from campaign.models import Club, Hiding, Report, ReportReason, ReportState, is_demo_member

MODERATED: Final = ("army", "drawn", "battle")
"""The kinds of things that can be reported and hidden: keys of `KINDS`."""
MOST_WORDS: Final = 300
MOST_TEXT: Final = 50_000
"""Characters of a hidden thing that are shown to who decides about it."""
MOST_SHOWN: Final = 100
"""Reports of one list, the open ones first."""
OWN_REASONS: Final = frozenset({ReportReason.REVIEW})
"""The reasons of an owner whose thing is hidden; all others are for everybody else."""
ACTS: Final[Mapping[str, ReportState]] = {
    "hide": ReportState.HIDDEN,
    "leave": ReportState.LEFT,
    "restore": ReportState.RESTORED,
}
"""What an answer to a report does, and the state that the report has then."""
NO_THING: Final = "There is nothing at this address, or you may not see it."


MOST_IN_HOUR: Final = 20
"""Reports that one person makes in an hour."""


class TooManyReports(Refused):
    """The user made as many reports in the last hour as one person may."""


class Reported(Struct, frozen=True):
    """A report and its thing as it is now; None if it was deleted."""

    report: Report
    row: Any

    @property
    def address(self) -> str:
        """The thing's page."""
        return self.row.get_absolute_url() if self.row is not None else ""

    @property
    def acts(self) -> tuple[str, ...]:
        """What an answer can do to the thing as it is now; keys of `ACTS`."""
        return ("leave",) if self.row is None else ("restore", "leave") if self.row.hidden else ("hide", "leave")


def key_of(row: Any) -> str:
    """The key of a thing, such as ``army:k3m9x2``."""
    return f"{kind_of(row)}:{row.slug}"


def find(key: str) -> Any:
    """The thing with this key, for those who may see it or decide about it; None if there is none."""
    kind, _, slug = key.partition(":")
    if kind not in MODERATED or "\0" in slug:
        return None
    of = KINDS[kind]
    return of.model._default_manager.select_related("club", "owner").defer(*of.heavy).filter(slug=slug).first()


def seen(key: str, user: Any) -> Any:
    """The thing with this key, if ``user`` may open it or decide about it.

    Raises:
        Gone: there is none, or the user may do neither.
    """
    row = find(key)
    if row is None:
        raise Gone(NO_THING)
    if not is_moderator(row, user) and not type(row).objects.readable_by(user).filter(pk=row.pk).exists():
        raise Gone(NO_THING)
    return row


def is_administrator(user: Any) -> bool:
    """True for administrators of the installation."""
    return isinstance(user, User) and user.is_active and user.is_superuser


def is_moderator(row: Any, user: Any) -> bool:
    """True if ``user`` may hide the thing: an administrator, or an organiser of its club who does not own it."""
    if is_administrator(user):
        return not getattr(row, "historical", False)
    if row.club is None or row.owner_id == user.pk or user.pk is None:
        return False
    return may(place_of(row.club, user), "moderate")


def text_to_judge(row: Any, user: Any) -> str:
    """What the owner of a hidden thing wrote in it, for who decides about it: an army as text, a scenario as its file.

    Empty for everybody else, for a battle, of which the title is all that is written, and for organisers where the
    thing was private before it was hidden: they could not see it then.
    """
    if not row.hidden or not is_moderator(row, user):
        return ""
    if not is_administrator(user):
        was = Hiding.objects.filter(thing=key_of(row)).first()
        if was is None or was.visibility == Visibility.PRIVATE:
            return ""
    match kind_of(row):
        case "army":
            return export(row, "text")[:MOST_TEXT]
        case "drawn":
            return str(row.content)[:MOST_TEXT]
    return ""


def reasons_for(row: Any, user: Any) -> list[tuple[str, str]]:
    """The reasons from which ``user`` chooses; none if there is nothing for them to report."""
    if getattr(row, "historical", False):
        return []
    if row.owner_id == user.pk:
        return [choice for choice in ReportReason.choices if choice[0] in OWN_REASONS] if row.hidden else []
    return [choice for choice in ReportReason.choices if choice[0] not in OWN_REASONS]


def report(row: Any, *, by: Any, reason: str, words: str = "") -> Report:
    """Report a thing to its club's organisers and the administrators; its owner asks so to have it shown again.

    Raises:
        TooManyReports: ``by`` made 20 in the last hour.
        Refused: the reason is not one for ``by``, the words are too long, or ``by`` has an open report about it.
        Gone: the thing was deleted.
    """
    if is_demo_member(by):
        raise Refused("reason", "All visitors share this demo account, so it cannot report. Create your own account.")
    words = checked_words(words, "words", needed=reason in (ReportReason.OTHER, ReportReason.REVIEW))
    with transaction.atomic():
        there = locked(row)
        reasons = dict(reasons_for(there, by))
        if reason not in reasons:
            known = f"Choose one of {', '.join(reasons)}." if reasons else "You cannot report this."
            raise Refused("reason", known)
        if Report.objects.filter(by=by, at__gt=timezone.now() - timedelta(hours=1)).count() >= MOST_IN_HOUR:
            raise TooManyReports("reason", f"You have made {MOST_IN_HOUR} reports in an hour. Wait before the next.")
        key = key_of(there)
        if Report.objects.filter(thing=key, by=by, state=ReportState.OPEN).exists():
            raise Refused("reason", "You have reported this already. You see the answer in your record.")
        return Report.objects.create(
            thing=key, title=str(there)[:120], club=there.club, by=by, reason=reason, words=words
        )


def checked_words(words: str, field: str, *, needed: bool) -> str:
    """A sentence on one line.

    Raises:
        Refused: it is missing though ``needed``, too long, or has invisible characters; ``field`` is at fault.
    """
    words = one_line(words)
    if needed and not words:
        raise Refused(field, "Say it in a sentence.")
    if len(words) > MOST_WORDS or not words.isprintable():
        raise Refused(field, f"The sentence may have at most {MOST_WORDS} visible characters.")
    return words


def reports_for(user: Any, club: Club | None = None) -> list[Reported]:
    """The reports that ``user`` answers, the open ones first: of a club, or for administrators all.

    Reports about what a user owns are not theirs to read.
    """
    rows = Report.objects.all() if club is None else Report.objects.filter(club=club)
    if club is None and not is_administrator(user):
        return []
    return _with_things(_open_first(rows), user, hide_own=not is_administrator(user))


def waiting_for(club: Club) -> int:
    """How many reports about what belongs to the club wait for an answer."""
    return Report.objects.filter(club=club, state=ReportState.OPEN).count()


def own_reports(user: Any) -> list[Reported]:
    """What ``user`` has reported, the open ones first."""
    return _with_things(_open_first(Report.objects.filter(by=user)), user)


def _open_first(rows: QuerySet[Report]) -> list[Report]:
    """At most 100: the open ones, then those that were answered last; each in one query with its index."""
    rows = rows.select_related("by", "answered_by", "club")
    waiting = list(rows.filter(state=ReportState.OPEN)[:MOST_SHOWN])
    answered = rows.exclude(state=ReportState.OPEN).order_by("-answered", "-pk")
    return [*waiting, *answered[: MOST_SHOWN - len(waiting)]]


def _with_things(reports: Iterable[Report], user: Any, *, hide_own: bool = False) -> list[Reported]:
    """The reports with their things, in one query for each kind."""
    reports = list(reports)
    rows: dict[str, Any] = {}
    for kind in MODERATED:
        slugs = {each.thing.partition(":")[2] for each in reports if each.thing.startswith(f"{kind}:")}
        of = KINDS[kind]
        found = of.model._default_manager.select_related("owner").defer(*of.heavy).filter(slug__in=slugs)
        rows |= {f"{kind}:{row.slug}": row for row in found} if slugs else {}
    both = (Reported(each, rows.get(each.thing)) for each in reports)
    return [each for each in both if not hide_own or each.row is None or each.row.owner_id != user.pk]


def answer(report: int, *, by: Any, act: str, answer: str) -> Report:
    """Answer every open report about the thing of this one: hide it, leave it as it is, or show it again.

    Args:
        act: a key of `ACTS`.
        answer: a sentence for those who reported it; the owner reads it as the reason if it is hidden.

    Raises:
        NotAllowed: ``by`` does not decide about the thing.
        Refused: no such act, no sentence for a hidden thing, or the report was answered already.
        Gone: there is no such report.
    """
    if act not in ACTS:
        raise Refused("act", f"Choose one of {', '.join(ACTS)}.")
    there = Report.objects.filter(pk=report).select_related("club").first()
    if there is None:
        raise Gone("There is no such report.")
    row = find(there.thing)
    if row is None and not (is_administrator(by) or (there.club and may(place_of(there.club, by), "moderate"))):
        raise NotAllowed("user", NOT_YOURS)
    answer = checked_words(answer, "answer", needed=act == "hide" and row is not None)
    with transaction.atomic():
        if Report.objects.select_for_update(of=("self",)).get(pk=report).state != ReportState.OPEN:
            raise Refused("act", "This report was answered in the meantime.")
        if row is None:
            state = ReportState.GONE
        else:
            state = ACTS[act]
            _carry_out(row, act, by=by, reason=answer)
        waiting = Report.objects.filter(thing=there.thing, state=ReportState.OPEN)
        waiting.update(state=state, answer=answer, answered_by=by, answered=timezone.now())
    there.refresh_from_db()
    return there


NOT_YOURS: Final = "Only administrators decide about this, and organisers of its club who do not own it."


def _carry_out(row: Any, act: str, *, by: Any, reason: str) -> None:
    if act == "hide":
        hide(row, by=by, reason=reason)
    elif act == "restore":
        restore(row, by=by)
    elif not is_moderator(row, by):
        raise NotAllowed("user", NOT_YOURS)
    else:
        clubs.write_record(row.club, "report_left", by=by, **_names(row))


def hide(row: Any, *, by: Any, reason: str) -> Any:
    """Hide a thing: only those who could see it if it were private still do. Hidden again, it has the new reason.

    Raises:
        NotAllowed: ``by`` does not decide about it.
        Refused: the reason is missing or too long.
        Gone: it was deleted.
    """
    reason = checked_words(reason, "reason", needed=True)
    with transaction.atomic():
        there = _moderated(row, by)
        key, administrator = key_of(there), is_administrator(by)
        was = Hiding.objects.filter(thing=key).first()
        if was is not None:
            was.by, was.by_administrator = by, was.by_administrator or administrator
            was.save(update_fields=["by", "by_administrator"])
        else:
            Hiding.objects.create(thing=key, visibility=there.visibility, by=by, by_administrator=administrator)
        there.hidden, there.visibility = reason, Visibility.PRIVATE
        there.save(update_fields=["hidden", "visibility"])
        clubs.write_record(there.club, "hidden", by=by, about=there.owner, reason=reason, **_names(there))
    return there


def restore(row: Any, *, by: Any) -> Any:
    """Show a hidden thing again, with the visibility that it had; of a club that it left, it is private.

    Raises:
        NotAllowed: ``by`` does not decide about it, or an administrator hid it and ``by`` is none.
        Refused: it is not hidden.
        Gone: it was deleted.
    """
    with transaction.atomic():
        there = _moderated(row, by)
        was = Hiding.objects.filter(thing=key_of(there)).first()
        if not there.hidden or was is None:
            raise Refused("act", "It is not hidden.")
        if was.by_administrator and not is_administrator(by):
            raise NotAllowed("user", "An administrator hid it, so only administrators show it again.")
        is_homeless = was.visibility == Visibility.CLUB and there.club_id is None
        there.hidden, there.visibility = "", Visibility.PRIVATE if is_homeless else was.visibility
        there.save(update_fields=["hidden", "visibility"])
        was.delete()
        clubs.write_record(there.club, "restored", by=by, about=there.owner, **_names(there))
    return there


def open_hidden(row: Any, *, by: Any) -> None:
    """Let an administrator read a hidden thing, to judge it, until it is shown again; its owner learns of it.

    Of a battle they see what spectators see.

    Raises:
        NotAllowed: ``by`` is no administrator.
        Refused: it is not hidden.
    """
    if not is_administrator(by):
        raise NotAllowed("user", "Only administrators open what is hidden.")
    with transaction.atomic():
        was = Hiding.objects.filter(thing=key_of(row)).first()
        if was is None:
            raise Refused("act", "It is not hidden. Open it at its own address.")
        if not was.opened_by.filter(pk=by.pk).exists():
            was.opened_by.add(by)
            clubs.write_record(row.club, "opened", by=by, about=row.owner, **_names(row))


def _moderated(row: Any, by: Any) -> Any:
    """The row, locked, if ``by`` decides about it."""
    there = locked(row)
    if not is_moderator(there, by):
        raise NotAllowed("user", NOT_YOURS)
    return there


def _names(row: Any) -> dict[str, str]:
    return {"thing": KINDS[kind_of(row)].one, "title": str(row)}
