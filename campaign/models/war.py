"""Stored campaigns: the campaign with its state, who plays, sealed orders, acts and ledger, and engagements."""

from datetime import tzinfo
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.urls import reverse
from django.utils import timezone

from armies.models.army import new_slug
from armies.models.visibility import Visibility, listed_to, open_to
from battles.models.battle import deputised_by, new_secret
from battles.models.seat import invitation_ends, new_token

UMPIRE: Final = "umpire"
"""The place of a seat that commands no side."""
STEP: Final = 10_000
"""Changes of orders that a viewer's page may count between two versions of a campaign."""


class CampaignStatus(models.TextChoices):
    """What a campaign waits for: orders, engagements to be settled, or nothing more (CM-TIME-05)."""

    ORDERS = "orders", "Waiting for orders"
    ENGAGEMENTS = "engagements", "Engagements to settle"
    OVER = "over", "Over"


class CampaignQuerySet(models.QuerySet["Campaign"]):
    """Campaigns filtered by user."""

    def readable_by(self, user: Any) -> "CampaignQuerySet":
        """Campaigns that ``user`` may open by address: shared ones, and those where the user has a part."""
        return self.filter(open_to(user) | _own(user))

    def listed_for(self, user: Any) -> "CampaignQuerySet":
        """Campaigns in the list for ``user``: public ones, those of the user's clubs, and the user's own."""
        return self.filter(listed_to(user) | _own(user))

    def played_by(self, user: Any) -> "CampaignQuerySet":
        """The user's own campaigns: as owner or with a seat."""
        return self.filter(_own(user))


def _own(user: Any) -> models.Q:
    if isinstance(user, AnonymousUser):
        return models.Q(pk__in=())
    people = models.Q(user=user) | models.Q(deputy=user) | models.Q(user__in=deputised_by(user))
    seats = CampaignSeat.objects.filter(people, campaign=models.OuterRef("pk"))
    return models.Q(owner=user) | models.Q(models.Exists(seats.order_by()))


class Campaign(models.Model):
    """One campaign.

    ``start`` is the state before the first turn and ``state`` that after ledger entry ``head``, both as the engine's
    JSON; ``state`` is a cache that the ledger can rebuild. ``acts`` counts the acts. ``version`` grows with every
    change that somebody can see. ``secret`` is the seed of the dice; it is opened when the campaign is over.
    ``deadline`` is when orders are due, and ``interval`` the hours from one deadline to the next, 0 for none.
    ``time_zone`` is that in which the deadline is shown, empty for the club's. With ``by_hand`` no turn is resolved
    until an organiser or umpire says so. ``paused`` is since when nothing is resolved.
    ``settling`` is how the computer settles an engagement in which no person commands. ``asked`` is the token of the
    request that made it.
    """

    slug = models.CharField(max_length=80, unique=True, default=new_slug)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="campaigns"
    )
    club = models.ForeignKey(
        "campaign.Club", null=True, blank=True, on_delete=models.SET_NULL, related_name="campaigns"
    )
    title = models.CharField(max_length=120)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.UNLISTED)
    template = models.CharField(max_length=60, blank=True)
    system = models.CharField(max_length=40, blank=True)
    settling = models.CharField(max_length=10, default="quick")

    scheme = models.CharField(max_length=20)
    secret = models.BinaryField(default=new_secret)
    commitment = models.CharField(max_length=64)

    start = models.BinaryField()
    state = models.BinaryField()
    state_hash = models.CharField(max_length=32)
    head = models.IntegerField(default=-1)
    acts = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=12, choices=CampaignStatus.choices, default=CampaignStatus.ORDERS)
    turn = models.PositiveIntegerField(default=1)
    again = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)

    deadline = models.DateTimeField(null=True, blank=True)
    interval = models.PositiveSmallIntegerField(default=0)
    time_zone = models.CharField(max_length=40, blank=True)
    by_hand = models.BooleanField(default=False)
    paused = models.DateTimeField(null=True, blank=True)
    asked = models.UUIDField(null=True, blank=True, unique=True, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    objects = CampaignQuerySet.as_manager()

    class Meta:
        ordering = ["-updated", "-id"]
        indexes = [
            models.Index(fields=["visibility", "-created", "-id"], name="war_visibility_created"),
            models.Index(fields=["owner", "-created", "-id"], name="war_owner_created"),
            models.Index(fields=["status", "deadline"], name="war_due"),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("war:campaign", args=[self.slug])

    @property
    def is_over(self) -> bool:
        """True if it has ended; then all secrets are open (CM-WIN-02)."""
        return self.status == CampaignStatus.OVER

    @property
    def zone(self) -> tzinfo:
        """The time zone of its deadlines: its own, else the club's, else the server's."""
        name = self.time_zone or (self.club.time_zone if self.club else "")
        return ZoneInfo(name) if name else timezone.get_default_timezone()


class CampaignSeat(models.Model):
    """Who gives orders for a side, or for one command of it; with ``side`` ``umpire`` an umpire (CM-CMD-01).

    An empty ``command`` is the whole side: all of its forces that no other seat commands. ``deputy`` gives orders for
    an absent player.
    ``guest`` marks a person without an account, whose browser holds the seat; the link with ``token`` opens it in
    another. ``computer`` is the character of a computer commander. ``name`` is the name that others see. With
    ``anyone`` every user who may see the campaign may take the free seat.
    ``ready`` is the turn for which all orders are sent, ``written`` counts the changes of its orders in the present
    turn, ``reminded`` is the last turn whose deadline a mail has announced. ``former`` are the ids of users who had it.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="seats")
    side = models.CharField(max_length=40)
    command = models.CharField(max_length=60, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="campaign_seats"
    )
    deputy = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    guest = models.BooleanField(default=False)
    token = models.CharField(max_length=40, blank=True, db_index=True)
    anyone = models.BooleanField(default=True)
    computer = models.CharField(max_length=10, blank=True)
    name = models.CharField(max_length=80, blank=True)
    ready = models.PositiveIntegerField(default=0)
    written = models.PositiveIntegerField(default=0)
    reminded = models.PositiveIntegerField(default=0)
    former = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["campaign", "id"]
        constraints = [models.UniqueConstraint(fields=["campaign", "side", "command"], name="campaign_seat_once")]

    def __str__(self) -> str:
        return f"{self.side} {self.command}".strip()

    @property
    def has_person(self) -> bool:
        """True if a person has the seat, with an account or as a guest."""
        return self.user_id is not None or self.guest

    @property
    def is_open(self) -> bool:
        """True if nobody has the seat, neither a person nor a computer."""
        return not self.has_person and not self.computer


class CampaignInvitation(models.Model):
    """A link that seats the first person who uses it. Deleting the row withdraws it."""

    seat = models.ForeignKey(CampaignSeat, on_delete=models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=40, unique=True, default=new_token)
    ends = models.DateTimeField(default=invitation_ends)
    used = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created", "id"]

    def __str__(self) -> str:
        return f"to {self.seat}"


class CampaignOrders(models.Model):
    """A sealed order for a turn: only its writer and the umpire read it before the resolution (CM-ORDER-01).

    ``about`` is a force, or ``precedence``, ``give_up``, ``depot/<point>``, ``ride/<commander>``, ``letter/<number>``.
    A later one about the same replaces it. ``again`` is how often the turn had been taken back.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="orders")
    turn = models.PositiveIntegerField()
    again = models.PositiveIntegerField(default=0)
    seat = models.ForeignKey(CampaignSeat, on_delete=models.CASCADE, related_name="orders")
    about = models.CharField(max_length=120)
    line = models.BinaryField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=80, blank=True)
    sent = models.DateTimeField()

    class Meta:
        ordering = ["sent", "id"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "turn", "again", "seat", "about"], name="campaign_order_once")
        ]

    def __str__(self) -> str:
        return f"{self.about} in turn {self.turn}"


class CampaignAct(models.Model):
    """One act, never changed: a resolution, a settled engagement, a correction; it wrote ``count`` ledger entries.

    ``given`` is what it was decided from, as JSON: the orders of a turn, or a result. ``first`` is its first entry.
    ``rules_version`` is that of the rules that decided it. ``note`` is a sentence for the record.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="record")
    n = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    turn = models.PositiveIntegerField()
    first = models.PositiveIntegerField()
    count = models.PositiveIntegerField()
    given = models.BinaryField(default=bytes)
    rules_version = models.PositiveIntegerField()
    state_hash = models.CharField(max_length=32)
    note = models.CharField(max_length=400, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=80, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["campaign", "n"]
        constraints = [models.UniqueConstraint(fields=["campaign", "n"], name="campaign_act_once")]

    def __str__(self) -> str:
        return f"act {self.n} of {self.campaign_id}"


class CampaignEntry(models.Model):
    """A ledger entry, never changed or deleted (CM-FIX-01). ``line`` is the engine's entry as JSON."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="entries")
    n = models.PositiveIntegerField()
    act = models.PositiveIntegerField()
    turn = models.PositiveIntegerField()
    line = models.BinaryField()

    class Meta:
        ordering = ["campaign", "n"]
        constraints = [models.UniqueConstraint(fields=["campaign", "n"], name="campaign_entry_once")]
        indexes = [models.Index(fields=["campaign", "turn"], name="campaign_entry_turn")]

    def __str__(self) -> str:
        return f"entry {self.n} of {self.campaign_id}"


class CampaignEngagement(models.Model):
    """How an engagement is settled (CM-ENG-04). It points at its battle or table game, never the reverse.

    ``number`` is its id in the state. ``choices`` are the ways chosen so far, by alliance; ``settling`` the one agreed
    on. ``result`` is the form proposed, as JSON, and ``confirmed`` the alliances that have confirmed it (CM-ENG-07).
    ``disputed`` is what a side says against the result.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="engagements")
    number = models.PositiveIntegerField()
    turn = models.PositiveIntegerField()
    again = models.PositiveIntegerField(default=0)
    choices = models.JSONField(default=dict, blank=True)
    settling = models.CharField(max_length=10, blank=True)
    system = models.CharField(max_length=40, blank=True)
    options = models.JSONField(default=dict, blank=True)
    battle = models.ForeignKey("battles.Battle", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    game = models.ForeignKey("battles.TableGame", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    result = models.BinaryField(null=True)
    confirmed = models.JSONField(default=list, blank=True)
    disputed = models.CharField(max_length=400, blank=True)
    settled = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["campaign", "number"]
        constraints = [models.UniqueConstraint(fields=["campaign", "again", "number"], name="campaign_engagement_once")]

    def __str__(self) -> str:
        return f"engagement {self.number} of {self.campaign_id}"


class CampaignMessage(models.Model):
    """What players are told outside the rules: a message to the players of an alliance, or public news for all.

    ``to`` is the alliance; empty for news. ``addressee`` is the commander who alone reads a letter, empty for all of
    the alliance; ``rider`` marks one that a rider brought. ``turn`` is that in which it was written or arrived. A
    ``held`` one is read by its writer and the umpire alone. ``changed_by`` names the umpire who changed it.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="messages")
    to = models.CharField(max_length=40, blank=True)
    turn = models.PositiveIntegerField()
    addressee = models.CharField(max_length=120, blank=True)
    rider = models.BooleanField(default=False)
    text = models.TextField(max_length=2000)
    seat = models.ForeignKey(CampaignSeat, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=80, blank=True)
    held = models.BooleanField(default=False)
    changed_by = models.CharField(max_length=80, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created", "-id"]

    def __str__(self) -> str:
        return f"message {self.pk} of {self.campaign_id}"
