"""Reports, hidden things and the record of an account over the API."""

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api.endpoint import Endpoint
from armies.api.operation import operation
from armies.api.problems import Problem
from campaign.club.api.clubs import ClubEndpoint
from campaign.club.services import clubs, moderation

TAG: Final[dict[str, Any]] = {"tag": "Moderation"}
Key = Annotated[str, Meta(max_length=90, description="Kind and slug: `army:…`, `drawn:…` or `battle:…`.")]
Words = Annotated[str, Meta(max_length=moderation.MOST_WORDS)]


class ReportToMake(Struct, frozen=True):
    """A report. The owner of something hidden asks with `review` to have it shown again."""

    thing: Key
    reason: Literal["offensive", "person", "copied", "spam", "other", "review"]
    words: Words = ""


class ReportNow(Struct, frozen=True):
    """A report and its answer. `by` is the name of who reported; empty in your own reports."""

    id: int
    thing: str
    title: str
    reason: str
    words: str
    at: datetime
    state: str
    answer: str
    by: str


class ReportsNow(Struct, frozen=True):
    """Reports, the open ones first, at most 100."""

    reports: list[ReportNow]


class ReportsQuery(Struct, frozen=True):
    """Which reports: your own, those of a club whose organiser you are, or as an administrator all."""

    whose: Literal["mine", "club", "all"] = "mine"
    club: Annotated[str, Meta(max_length=80, description="The slug of the club, with `whose=club`.")] = ""


class ReportAnswer(Struct, frozen=True):
    """An answer to a report; to hide something it needs a sentence, which its owner reads as the reason."""

    act: Literal["hide", "leave", "restore"]
    answer: Words = ""


class ReasonToHide(Struct, frozen=True):
    """Why something is hidden; its owner reads it."""

    reason: Words


class ThingHidden(Struct, frozen=True):
    """Something that can be hidden; `hidden` is the reason, empty if it is not hidden."""

    thing: str
    title: str
    hidden: str
    visibility: str


class RecordEntry(Struct, frozen=True):
    """Something that was done; `club` is the name of its club, empty for what administrators did."""

    at: datetime
    sentence: str
    club: str


class RecordOfAccount(Struct, frozen=True):
    """What was done about you and your things, the latest first."""

    record: list[RecordEntry]


def _report(row: Any, *, own: bool) -> ReportNow:
    return ReportNow(
        id=row.pk,
        thing=row.thing,
        title=row.title,
        reason=row.reason,
        words=row.words,
        at=row.at,
        state=row.state,
        answer=row.answer,
        by="" if own else clubs.name_of(row.by),
    )


def _hidden(row: Any) -> ThingHidden:
    return ThingHidden(moderation.key_of(row), str(row), row.hidden, row.visibility)


class ModerationEndpoint(ClubEndpoint):
    """An endpoint of moderation."""

    def handle_exception(self, exc: Exception) -> Any:
        """As for clubs; too many reports are answered with 429."""
        if isinstance(exc, moderation.TooManyReports):
            exc = Problem("too-many", str(exc), headers={"Retry-After": "3600"})
        return super().handle_exception(exc)


class Reports(ModerationEndpoint):
    """``/reports``"""

    @operation(name="report_list", query=ReportsQuery, answer=ReportsNow, **TAG)
    def get(self, request: Request, query: ReportsQuery) -> HttpResponse:
        """List reports

        Yours with their answers; with `whose` those that you answer.
        """
        if query.whose == "mine":
            reports = moderation.own_reports(request.user)
        elif query.whose == "club":
            reports = moderation.reports_for(request.user, self.place(request, query.club, "moderate").club)
        elif moderation.is_administrator(request.user):
            reports = moderation.reports_for(request.user)
        else:
            raise Problem("forbidden", "Only administrators see all reports.")
        return self.respond(ReportsNow([_report(each.report, own=query.whose == "mine") for each in reports]))

    @operation(
        name="report_make",
        body=ReportToMake,
        example={"thing": "army:k3m9x2abcd", "reason": "spam", "words": "It advertises a shop."},
        answer=ReportNow,
        status=201,
        **TAG,
    )
    def post(self, request: Request, body: ReportToMake) -> HttpResponse:
        """Report an army, a scenario or a battle

        Administrators see the report, and the organisers of the club to which it belongs. The owner does not learn
        who reported it.
        """
        row = moderation.seen(body.thing, request.user)
        return self.respond(
            _report(moderation.report(row, by=request.user, reason=body.reason, words=body.words), own=True), 201
        )


class OneReport(ModerationEndpoint):
    """``/reports/<report>``"""

    @operation(
        name="report_answer",
        body=ReportAnswer,
        example={"act": "hide", "answer": "It names a person and their address."},
        answer=ReportNow,
        **TAG,
    )
    def post(self, request: Request, report: int, body: ReportAnswer) -> HttpResponse:
        """Answer a report

        The answer is for every open report about the same thing.
        """
        return self.respond(
            _report(moderation.answer(report, by=request.user, act=body.act, answer=body.answer), own=False)
        )


class OneHidden(ModerationEndpoint):
    """``/hidden/<thing>``"""

    @operation(
        name="thing_hide", body=ReasonToHide, example={"reason": "It advertises a shop."}, answer=ThingHidden, **TAG
    )
    def put(self, request: Request, thing: str, body: ReasonToHide) -> HttpResponse:
        """Hide an army, a scenario or a battle

        Administrators may, and organisers what belongs to their club and is not theirs. Others then get what a private
        thing gives them.
        """
        return self.respond(
            _hidden(moderation.hide(moderation.seen(thing, request.user), by=request.user, reason=body.reason))
        )

    @operation(name="thing_open", answer=ThingHidden, **TAG)
    def post(self, request: Request, thing: str) -> HttpResponse:
        """Open something hidden, to judge it

        For administrators. You then read it, and change nothing, until it is shown again; of a battle you see what
        spectators see. The record says that you opened it.
        """
        row = moderation.seen(thing, request.user)
        moderation.open_hidden(row, by=request.user)
        return self.respond(_hidden(row))

    @operation(name="thing_show", answer=ThingHidden, **TAG)
    def delete(self, request: Request, thing: str) -> HttpResponse:
        """Show something hidden again

        It has the visibility from before.
        """
        return self.respond(_hidden(moderation.restore(moderation.seen(thing, request.user), by=request.user)))


class AccountRecord(Endpoint):
    """``/account/record``"""

    @operation(name="account_record", answer=RecordOfAccount, tag="Account")
    def get(self, request: Request) -> HttpResponse:
        """Read what was done about you and your things

        By the organisers of your clubs and by administrators.
        """
        entries = clubs.entries_about(request.user)
        return self.respond(RecordOfAccount([RecordEntry(each.at, each.sentence, each.club) for each in entries]))
