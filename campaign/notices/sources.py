"""Who gets which notice when something happens in a battle, a campaign or a club.

A notice says where something waits, never what happened there: its reader sees that on the page, as far as they may.
"""

import zlib
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, When
from django.urls import reverse
from django.utils import timezone

from armies.services.people import display_name
from battles.engine.core import UMPIRE
from battles.models import Battle, Entry, Invitation, Note, Seat, Status, Told
from battles.models.battle import deputy_of
from battles.services.access import access_of
from battles.services.play.lock import Gone
from battles.services.view.feed_lines import last_shown, readable_notes
from campaign.club.services.permissions import PERMISSIONS
from campaign.models import (
    Campaign,
    CampaignAct,
    CampaignEngagement,
    CampaignMessage,
    CampaignSeat,
    CampaignStatus,
    Club,
    ClubRecord,
    Deputy,
    HandOver,
    JoinRequest,
    Membership,
    Notice,
    NoticeKind,
    Role,
)
from campaign.notices.notices import forget, tell
from campaign.war.services import ledger
from campaign.war.services.orders import leader_of
from campaign.war.words import seat_words

MOST_TURNS: Final = 500
"""Seats whose notices one round renews."""

OF_RECORD: Final[Mapping[str, tuple[NoticeKind, str]]] = {
    "accepted": (NoticeKind.CLUB, "{by} accepted your request to join {club}. You are {role} there."),
    "declined": (NoticeKind.CLUB, "{by} declined your request to join {club}."),
    "role": (NoticeKind.CLUB, "{by} changed your role in {club} from {before} to {role}."),
    "removed": (NoticeKind.CLUB, "{by} removed you from {club}."),
    "unshared": (NoticeKind.CLUB, "{by} took your {thing} “{title}” out of {club}."),
    "hidden": (NoticeKind.CLUB, "{by} hid your {thing} “{title}”: {reason}"),
    "restored": (NoticeKind.CLUB, "{by} shows your {thing} “{title}” again."),
    "deputy": (NoticeKind.INVITATION, "{by} asks you to stand in for them from {start} to {end} ({club})."),
    "deputy_ended": (NoticeKind.CLUB, "{by} ended the time of {who} as deputy in {club}."),
}
"""What the person whom an entry of a club's record is about gets to read, by the kind of the entry."""
OF_ACT: Final[Mapping[str, tuple[NoticeKind, str]]] = {
    "resolve": (NoticeKind.RESOLVED, "Turn {turn} of {title} is resolved."),
    "end": (NoticeKind.RESOLVED, "{title} has ended."),
    "balance": (NoticeKind.UMPIRE, "{by} corrected the books of {title}."),
    "take_back": (NoticeKind.UMPIRE, "{by} took {title} back to turn {now}."),
}
"""What players of a campaign get to read, by the kind of an act; the record shows these acts to all of them."""


def refresh_turns(user: Any = None) -> int:
    """Write the notices of battles that wait for somebody, and correct those that another should have; how many.

    Args:
        user: only where they or those for whom they stand in are to decide; None for everybody.
    """
    seats = _awaited_seats()
    if user is not None:
        today = timezone.localdate()
        away = Deputy.objects.filter(deputy=user, start__lte=today, end__gte=today).order_by()
        seats = seats.filter(Q(user=user) | Q(user__in=away.values("user")))
    rows = list(seats.select_related("battle", "user")[:MOST_TURNS])
    for seat in rows:
        player: Any = seat.user
        person = deputy_of(seat) or player
        Notice.objects.filter(seat=seat).exclude(user=person).delete()
        where = f"in {_title(seat.battle)}"
        text = f"It is your turn {where}."
        if person != player:
            text = f"You stand in for {display_name(player)}. It is their turn {where}."
        at, line = seat.last_at or seat.battle.updated, seat.last_line  # type: ignore[attr-defined]
        address = seat.battle.get_absolute_url()
        tell([person.pk], NoticeKind.TURN, f"turn:{seat.pk}", text, address, at=at, seat=seat, line=line)
    return len(rows)


def _awaited_seats() -> QuerySet[Seat]:
    """Seats that are to decide and whose notice is missing, old, or that of another than who plays today.

    Each has ``last_line`` and ``last_at``: the last line of its feed.
    """
    lines = Told.objects.filter(battle=OuterRef("battle"), viewer=OuterRef("place")).order_by("-n")
    seats = Seat.objects.filter(battle__status=Status.PLAYING, computer="", user__isnull=False)
    seats = seats.filter(battle__awaited__contains=F("place")).exclude(place=UMPIRE)
    seats = seats.annotate(last_line=Subquery(lines.values("n")[:1]), last_at=Subquery(lines.values("created")[:1]))
    today = timezone.localdate()
    away = Deputy.objects.filter(user=OuterRef("user"), start__lte=today, end__gte=today).order_by()
    seats = seats.annotate(away=Exists(away)).filter(last_line__isnull=False)
    there = Notice.objects.filter(seat=OuterRef("pk"), line=OuterRef("last_line")).order_by()
    players = Exists(there.filter(user=OuterRef("user")))
    deputys = Exists(there.exclude(user=OuterRef("user")))
    current = Case(When(away=True, then=deputys), default=players)
    return seats.annotate(current=current).filter(current=False).order_by("battle_id", "place")


def _title(thing: Any) -> str:
    """The title of a battle or campaign on one line."""
    return " ".join(str(thing.title).split())


def tell_of_comment(instance: Note, created: bool, raw: bool = False, **kwargs: Any) -> None:
    """A comment on a battle: for the other players and umpires who may read it."""
    if not created or raw:
        return
    battle, key = instance.battle, f"comment:{instance.battle_id}"
    others = battle.seats.filter(user__isnull=False).exclude(user=instance.by).select_related("user")
    readers = {seat.user for seat in others if seat.user is not None and _may_read(battle, seat.user, instance)}
    text = f"{instance.by_name} wrote a comment in {_title(battle)}."
    address = battle.get_absolute_url()
    tell([user.pk for user in readers], NoticeKind.UMPIRE, key, text, address, by=instance.by)


def _may_read(battle: Battle, user: Any, note: Note) -> bool:
    try:
        access = access_of(battle, user)
    except Gone:
        return False
    return bool(readable_notes(access, last_shown(access)).filter(pk=note.pk).exists())


def tell_of_decision(instance: Entry, created: bool, raw: bool = False, **kwargs: Any) -> None:
    """A decision that an umpire took for a side: for who plays that side."""
    if not created or raw or not instance.for_other or instance.by_id is None:
        return
    battle = instance.battle
    umpires = battle.seats.filter(place=UMPIRE, user=instance.by_id)
    players = battle.seats.filter(place=instance.side, user__isnull=False).values_list("user", flat=True)
    if players and umpires.exists():
        text = f"{instance.by_name} decided for you in {_title(battle)}."
        address = battle.get_absolute_url()
        tell(players, NoticeKind.UMPIRE, f"decision:{battle.pk}", text, address, by=instance.by)


def tell_of_act(instance: CampaignAct, created: bool, raw: bool = False, **kwargs: Any) -> None:
    """An act of a campaign: for all who take part but who did it; and for each player that orders are due."""
    if not created or raw:
        return
    campaign = instance.campaign
    if instance.kind == "take_back":
        for engagement in campaign.engagements.all():
            forget_result(engagement)
    if instance.kind in OF_ACT:
        kind, sentence = OF_ACT[instance.kind]
        words = {"turn": instance.turn, "title": _title(campaign), "by": instance.by_name or "The umpire"}
        text = sentence.format(now=campaign.turn, **words)
        key = f"{kind}:{campaign.pk}"
        tell(people_of(campaign), kind, key, text, address_of(campaign), by=instance.by)
    tell_of_orders(campaign, read_by=instance.by_id)


def people_of(campaign: Campaign) -> set[int]:
    """The ids of the users who take part in a campaign."""
    seats = CampaignSeat.objects.filter(campaign=campaign).order_by()
    return {pk for pair in seats.values_list("user", "deputy") for pk in pair if pk is not None}


def tell_of_orders(campaign: Campaign, *, read_by: int | None = None) -> None:
    """Tell who commands that orders are due for the present turn, each seat once for a turn.

    Args:
        read_by: who resolved the last turn and therefore knows.
    """
    if campaign.status != CampaignStatus.ORDERS:
        return
    told = Notice.objects.filter(orders=OuterRef("pk"), line=campaign.turn, user=OuterRef("user")).order_by()
    seats = CampaignSeat.objects.filter(campaign=campaign, user__isnull=False, ready__lt=campaign.turn)
    text = f"{_title(campaign)} waits for your orders for turn {campaign.turn}."
    for seat in seats.exclude(side=UMPIRE).exclude(Exists(told)):
        people = [pk for pk in (seat.user_id, seat.deputy_id) if pk is not None]
        key = f"orders:{seat.pk}"
        tell(
            people, NoticeKind.ORDERS, key, text, address_of(campaign), read_by=read_by, orders=seat, line=campaign.turn
        )


def tell_of_result(instance: CampaignEngagement, raw: bool = False, **kwargs: Any) -> None:
    """A result of an engagement: for the players of the sides that have not confirmed it, until they have (CM-ENG-07).

    One that is disputed waits for those who have confirmed it, and for the umpires.
    """
    if raw:
        return
    key, campaign = f"result:{instance.pk}", instance.campaign
    if instance.settled or instance.result is None:
        forget(key)
        return
    state = ledger.state_of(campaign)
    engagement, alliance = state.engagements[instance.number], state.setup.alliance
    both = {engagement.attacker, engagement.defender}
    waiting = ({*instance.confirmed} or both) if instance.disputed else both - {*instance.confirmed}
    seats = CampaignSeat.objects.filter(campaign=campaign).order_by()
    umpires = {seat.user_id for seat in seats if seat.side == UMPIRE and instance.disputed}
    players = {pk for seat in seats if seat.side != UMPIRE and alliance(seat.side) in waiting for pk in _people(seat)}
    people = {pk for pk in players | umpires if pk is not None}
    Notice.objects.filter(key=key).exclude(user__in=people).delete()
    address = reverse("war:engagement", args=[campaign.slug, instance.number])
    words = "is disputed" if instance.disputed else "waits for you to confirm it"
    version = zlib.crc32(bytes(instance.result) + instance.disputed.encode()) >> 1
    known = Notice.objects.filter(key=key, line=version).values_list("user", flat=True)
    text = f"The result of engagement {instance.number} of {_title(campaign)} {words}."
    tell(people - {*known}, NoticeKind.RESULT, key, text, address, line=version)


def _people(seat: CampaignSeat) -> tuple[int | None, ...]:
    """Who plays a seat, and who stands in for them as its deputy."""
    return (seat.user_id, seat.deputy_id)


def tell_of_message(instance: CampaignMessage, raw: bool = False, **kwargs: Any) -> None:
    """A letter that has arrived, a message of an alliance, or news: for those who may read it, until it is held."""
    if raw:
        return
    campaign, key = instance.campaign, f"message:{instance.campaign_id}"
    if instance.held:
        forget_message(instance)
        return
    # Whom a later message has told, or who has this one already because an umpire only changed it.
    known = Notice.objects.filter(key=key, line__gte=instance.pk).values_list("user", flat=True)
    what = "There is news" if not instance.to else "A letter has arrived" if instance.rider else "There is a message"
    text = f"{what} in {_title(campaign)}."
    address = reverse("war:messages", args=[campaign.slug])
    tell(_readers(instance) - {*known}, NoticeKind.MESSAGE, key, text, address, by=instance.by, line=instance.pk)


def forget_result(instance: CampaignEngagement, **kwargs: Any) -> None:
    """An engagement of a turn that was undone has no result."""
    forget(f"result:{instance.pk}")


def forget_message(instance: CampaignMessage, **kwargs: Any) -> None:
    """Delete the notices of a message that the umpire holds, or whose turn was undone: nobody can read it."""
    Notice.objects.filter(key=f"message:{instance.campaign_id}", line=instance.pk).delete()


def _readers(message: CampaignMessage) -> set[int]:
    """The users who may read a message, umpires left out: all, an alliance, or who plays the addressee (CM-CMD-01)."""
    state = ledger.state_of(message.campaign)
    alliance = state.setup.alliance
    seats = CampaignSeat.objects.filter(campaign=message.campaign).exclude(side=UMPIRE).order_by()
    readers = [seat for seat in seats if message.to in ("", alliance(seat.side))]
    if message.addressee:
        readers = [seat for seat in readers if leader_of(state, seat) == message.addressee]
    return {pk for seat in readers for pk in _people(seat) if pk is not None}


def tell_of_deadline(seat: CampaignSeat, deadline: str) -> None:
    """Remind who commands, and who stands in today, that orders are missing; ``deadline`` says in words when it is."""
    campaign, today = seat.campaign, timezone.localdate()
    away = Deputy.objects.filter(user=seat.user_id, start__lte=today, end__gte=today).order_by()
    people = [pk for pk in {seat.user_id, seat.deputy_id, *away.values_list("deputy", flat=True)} if pk is not None]
    text = f"Your orders for turn {campaign.turn} of {_title(campaign)} are missing. They are due {deadline}."
    key = f"due:{seat.pk}"
    tell(people, NoticeKind.ORDERS, key, text, address_of(campaign), orders=seat, line=campaign.turn)


def refresh_orders(user: Any) -> None:
    """Write the notices of orders that are due for ``user``."""
    seats = CampaignSeat.objects.filter(user=user, ready__lt=F("campaign__turn")).exclude(side=UMPIRE)
    missing = seats.exclude(Exists(Notice.objects.filter(orders=OuterRef("pk"), line=OuterRef("campaign__turn"))))
    for campaign in Campaign.objects.filter(pk__in=missing.values("campaign"), status=CampaignStatus.ORDERS)[:50]:
        tell_of_orders(campaign)


def tell_of_seat(seat: CampaignSeat, by: Any) -> None:
    """Tell a user that they were given a seat in a campaign."""
    if seat.user_id is None:
        return
    place = seat_words(ledger.state_of(seat.campaign), seat.side, seat.command)
    what = "are its umpire" if seat.side == UMPIRE else f"command {place}"
    giver = display_name(by) if by is not None else "The operator"
    text = f"{giver} gave you a seat in the campaign {_title(seat.campaign)}: you {what}."
    address = address_of(seat.campaign)
    tell([seat.user_id], NoticeKind.INVITATION, f"seat:{seat.campaign_id}", text, address, by=by)
    tell_of_orders(seat.campaign)


def tell_of_deputy(seat: CampaignSeat) -> None:
    """Tell a user that a player named them as deputy."""
    if seat.deputy_id is None:
        return
    place = seat_words(ledger.state_of(seat.campaign), seat.side, seat.command)
    text = f"{seat.name} named you as deputy in the campaign {_title(seat.campaign)}: you may give orders for {place}."
    key = f"deputy:{seat.campaign_id}"
    tell([seat.deputy_id], NoticeKind.INVITATION, key, text, address_of(seat.campaign), by=seat.user)
    tell_of_orders(seat.campaign)


def address_of(campaign: Campaign) -> str:
    """The address of a campaign's page."""
    return reverse("war:campaign", args=[campaign.slug])


def tell_of_record(instance: ClubRecord, created: bool, raw: bool = False, **kwargs: Any) -> None:
    """An entry of a club's record: for whom it is about, if somebody else did it."""
    if not created or raw:
        return
    club = instance.club
    if club is not None and instance.kind in ("role", "left", "removed", "handed_over"):
        _forget_requests(club)
    if instance.kind not in OF_RECORD or instance.about_id is None:
        return
    kind, sentence = OF_RECORD[instance.kind]
    words = {
        key: Role(value).with_article if key in ("role", "before") else value for key, value in instance.data.items()
    }
    text = sentence.format(**words, club=club.name if club else "Muster")
    gone = club is None or instance.kind in ("removed", "declined")
    address = reverse("clubs:index") if gone or club is None else club.get_absolute_url()
    tell([instance.about_id], kind, f"record:{instance.pk}", text, address, by=instance.by)


def _forget_requests(club: Club) -> None:
    """Take the notices of requests from members who no longer answer them, and give them to those who do now."""
    answering = organisers(club)
    Notice.objects.filter(key__startswith=f"request:{club.pk}:").exclude(user__in=answering).delete()
    for request in club.requests.select_related("user"):
        there = set(Notice.objects.filter(key=_request_key(request)).values_list("user", flat=True))
        _tell_of_request(request, answering - there)


def organisers(club: Club) -> set[int]:
    """The ids of the members who answer requests to join."""
    roles = PERMISSIONS["requests"].roles
    return set(Membership.objects.filter(club=club, role__in=roles).values_list("user", flat=True))


def _request_key(request: JoinRequest) -> str:
    return f"request:{request.club_id}:{request.pk}"


def _tell_of_request(request: JoinRequest, users: Iterable[int]) -> None:
    text = f"{display_name(request.user)} asks to join {request.club.name}."
    address = f"{reverse('clubs:people', args=[request.club.slug])}#requests"
    tell(users, NoticeKind.REQUEST, _request_key(request), text, address, by=request.user)


def tell_of_request(instance: JoinRequest, created: bool, raw: bool = False, **kwargs: Any) -> None:
    """A request to join: for the organisers, until it is decided or withdrawn."""
    if created and not raw:
        _tell_of_request(instance, organisers(instance.club))


def forget_request(instance: JoinRequest, **kwargs: Any) -> None:
    """A request that was decided or withdrawn waits no longer."""
    forget(_request_key(instance))


def tell_of_invitation(instance: Invitation, created: bool, raw: bool = False, **kwargs: Any) -> None:
    """An invitation to a seat of a battle: for the member of its club who is asked, until it is accepted or ends."""
    if instance.asked_id is None or raw:
        return
    if not created:
        forget_invitation(instance)
        return
    asks = f"{display_name(instance.by)} asks you" if instance.by is not None else "You are asked"
    text = f"{asks} to take a seat in the battle {_title(instance.seat.battle)}."
    address = reverse("battles:join", args=[instance.token])
    tell([instance.asked_id], NoticeKind.INVITATION, f"invitation:{instance.pk}", text, address, by=instance.by)


def forget_invitation(instance: Invitation, **kwargs: Any) -> None:
    """An invitation that was accepted or cancelled waits no longer."""
    if instance.asked_id is not None:
        forget(f"invitation:{instance.pk}")


def tell_of_offer(instance: HandOver, created: bool, raw: bool = False, **kwargs: Any) -> None:
    """An offer of a club: for who is asked to take it over, until it is answered or withdrawn."""
    if created and not raw:
        text = f"{display_name(instance.giver)} asks you to take {instance.club.name} over."
        address = instance.club.get_absolute_url()
        tell([instance.taker_id], NoticeKind.INVITATION, f"offer:{instance.pk}", text, address, by=instance.giver)


def forget_offer(instance: HandOver, **kwargs: Any) -> None:
    """An offer that was answered or withdrawn waits no longer."""
    forget(f"offer:{instance.pk}")
