"""Clubs: members, guests, deputies, invitations, record; reports of public things, and what is hidden."""

from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models
from django.urls import reverse
from django.utils import timezone

from armies.models.visibility import Visibility


class Role(models.TextChoices):
    """Roles of club members. What each may do stands in `campaign.club.services.permissions`."""

    ORGANISER = "organiser", "Organiser"
    UMPIRE = "umpire", "Umpire"
    PLAYER = "player", "Player"
    GUEST = "guest", "Guest"

    @property
    def with_article(self) -> str:
        """The role in a sentence: "a player", "an organiser"."""
        word = str(self.label).lower()
        return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


RANK = models.Case(
    *(models.When(role=role, then=rank) for rank, role in enumerate(Role.values)), default=len(Role.values)
)
"""The order of the roles in lists: organisers first, guests last."""


class Colour(models.TextChoices):
    """Colours of clubs, named for uniforms."""

    BLUE = "blue", "French blue"
    RED = "red", "British red"
    GREEN = "green", "Rifle green"
    GREY = "grey", "Field grey"
    BROWN = "brown", "Caçador brown"
    VIOLET = "violet", "Violet"


class ArmyEditors(models.TextChoices):
    """The members who may change the armies of the club, besides each army's owner and co-editors."""

    NOBODY = "", "Nobody else"
    ORGANISERS = "organiser", "Organisers"
    UMPIRES = "umpire", "Organisers and umpires"
    PLAYERS = "player", "Organisers, umpires and players"


class ClubQuerySet(models.QuerySet["Club"]):
    """Query set of clubs."""

    def listed(self) -> "ClubQuerySet":
        """The clubs that everybody who is signed in may see, and ask to join."""
        return self.filter(listed=True, demo=False)


class Club(models.Model):
    """A club. ``demo`` marks the demo club, at most one.

    A ``listed`` club shows its name, place and description to everybody who is signed in, and takes requests to join.
    ``army_editors`` says who may change the armies that belong to the club.
    ``house_rules`` are the club's own numbers for points and mapping, if it has any. ``time_zone`` is that of its
    deadlines, empty for the server's. ``version`` grows with every change to the club's own fields.
    """

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=80, unique=True)
    place = models.CharField(max_length=80, blank=True)
    about = models.TextField(max_length=2000, blank=True)
    colour = models.CharField(max_length=10, choices=Colour.choices, default=Colour.BLUE)
    listed = models.BooleanField(default=False)
    army_editors = models.CharField(max_length=10, choices=ArmyEditors.choices, default=ArmyEditors.NOBODY, blank=True)
    demo = models.BooleanField(default=False, editable=False)
    time_zone = models.CharField(max_length=40, blank=True)
    house_rules = models.OneToOneField("armies.HouseRules", null=True, blank=True, on_delete=models.SET_NULL)
    version = models.PositiveIntegerField(default=1)
    created = models.DateTimeField(auto_now_add=True, null=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["demo"], condition=models.Q(demo=True), name="club_one_demo"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("clubs:club", args=[self.slug])


class Membership(models.Model):
    """The membership of one user in one club. With ``shows_figures`` the club sees which figures the user owns."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.PLAYER)
    joined = models.DateTimeField(auto_now_add=True, null=True)
    shows_figures = models.BooleanField(default=False)

    class Meta:
        ordering = [RANK, "id"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="membership_once")]

    def __str__(self) -> str:
        return f"{self.user.get_username()}, {self.get_role_display().lower()} of {self.club}"

    @property
    def as_what(self) -> str:
        """The role in a sentence: "a player", "an organiser"."""
        return Role(self.role).with_article


class ClubGuest(models.Model):
    """A guest of a club without an account: a name that organisers and umpires can seat."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="guests")
    name = models.CharField(max_length=60)
    added = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="club_guest_once")]

    def __str__(self) -> str:
        return self.name


class ClubRecord(models.Model):
    """One thing that somebody did in a club, or, without ``club``, for the whole installation.

    ``kind`` and ``data`` hold what was done; `campaign.club.services.clubs` makes the sentence. The names in
    ``data`` are those of that day; a deleted account has the name that its user chose. ``about`` is the user
    it was done to.
    """

    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="records")
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    kind = models.CharField(max_length=30)
    data: Any = models.JSONField(default=dict)

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [
            models.Index(fields=["club", "-at", "-id"], name="club_record_latest"),
            models.Index(fields=["about", "-at", "-id"], name="club_record_about"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} in {self.club_id or 'the installation'}"


def demo_members() -> models.QuerySet[Membership]:
    """Members of the demo club whose accounts any visitor may use, the organiser first.

    Accounts with a password or with administrator rights are left out: a real account in the demo club stays closed.
    """
    return Membership.objects.filter(
        club__demo=True,
        user__password__startswith=UNUSABLE_PASSWORD_PREFIX,
        user__is_active=True,
        user__is_staff=False,
        user__is_superuser=False,
    ).select_related("club", "user")


def is_demo_member(user: AbstractBaseUser | AnonymousUser) -> bool:
    """True if ``user`` is a shared account of the demo club."""
    return user.is_authenticated and demo_members().filter(user_id=user.pk).exists()


class Invitation(models.Model):
    """A link that lets people join a club. ``digest`` is the SHA-256 of its token in hex; the token is not stored.

    It works until ``expires``, for ``most_uses`` people (0: any number), unless ``revoked``. ``guest`` is the named
    guest who becomes the member, if it is for one.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    digest = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.PLAYER)
    label = models.CharField(max_length=80, blank=True)
    guest = models.ForeignKey(ClubGuest, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()
    most_uses = models.PositiveSmallIntegerField(default=1)
    revoked = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created", "-id"]

    def __str__(self) -> str:
        return self.label or f"Invitation as {self.as_what}"

    @property
    def as_what(self) -> str:
        """The role in a sentence: "a player", "an organiser"."""
        return Role(self.role).with_article

    @property
    def is_expired(self) -> bool:
        return self.expires <= timezone.now()


class InvitationUse(models.Model):
    """One person who joined by an invitation; without ``user`` where the account was deleted since."""

    invitation = models.ForeignKey(Invitation, on_delete=models.CASCADE, related_name="uses")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["at", "id"]
        constraints = [models.UniqueConstraint(fields=["invitation", "user"], name="invitation_use_once")]

    def __str__(self) -> str:
        return f"{self.user.get_username() if self.user else 'somebody'} by {self.invitation}"


class JoinRequest(models.Model):
    """A request to join a club; it is deleted when it is decided or withdrawn, and the record keeps the decision."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="requests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="join_requests")
    message = models.CharField(max_length=300, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created", "id"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="join_request_once")]

    def __str__(self) -> str:
        return f"{self.user.get_username()} asks to join {self.club}"


class HandOver(models.Model):
    """An organiser's offer to hand the club over to a member, who has not answered yet."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="hand_over")
    giver = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    taker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    stay_as = models.CharField(max_length=10, choices=Role.choices, default=Role.PLAYER)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.club} from {self.giver.get_username()} to {self.taker.get_username()}"

    @property
    def as_what(self) -> str:
        """The role that the giver keeps, in a sentence: "a player"."""
        return Role(self.stay_as).with_article


class Deputy(models.Model):
    """A member who stands in for another, ``user``, from ``start`` to ``end``, both days included."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="deputies")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="deputies")
    deputy = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="stands_in")
    start = models.DateField()
    end = models.DateField()

    class Meta:
        ordering = ["start", "id"]
        indexes = [models.Index(fields=["deputy", "end", "start"], name="deputy_today")]
        constraints = [
            models.CheckConstraint(condition=models.Q(end__gte=models.F("start")), name="deputy_ends_after_start"),
            models.CheckConstraint(condition=~models.Q(user=models.F("deputy")), name="deputy_is_another"),
        ]

    def __str__(self) -> str:
        return f"{self.deputy.get_username()} for {self.user.get_username()}, {self.start} to {self.end}"


class ReportReason(models.TextChoices):
    """Why somebody reports a thing. ``review`` is for the owner of something hidden."""

    OFFENSIVE = "offensive", "Offensive or hateful words"
    PERSON = "person", "Private facts about a person"
    COPIED = "copied", "Copied without permission"
    SPAM = "spam", "Advertising"
    OTHER = "other", "Something else"
    REVIEW = "review", "Show it again"


class ReportState(models.TextChoices):
    """What became of a report."""

    OPEN = "open", "Waits for an answer"
    HIDDEN = "hidden", "It was hidden"
    LEFT = "left", "It stays as it is"
    RESTORED = "restored", "It is shown again"
    GONE = "gone", "It was deleted"


class Report(models.Model):
    """A report about an army, a scenario or a battle, named by its key such as ``army:k3m9x2``.

    ``club`` is the club to which it belonged then; the club's organisers see the report beside the administrators.
    ``title`` is the title of that day. ``answer`` is for the person who reported it.
    """

    thing = models.CharField(max_length=90)
    title = models.CharField(max_length=120)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(max_length=10, choices=ReportReason.choices)
    words = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=10, choices=ReportState.choices, default=ReportState.OPEN)
    answer = models.CharField(max_length=300, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    answered = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [
            models.Index(fields=["state", "-at", "-id"], name="report_state_latest"),
            models.Index(fields=["thing"], name="report_thing"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["thing", "by"], condition=models.Q(state="open"), name="report_open_once")
        ]

    def __str__(self) -> str:
        return f"Report about {self.thing}"


class Hiding(models.Model):
    """That a thing is hidden, and the visibility that it gets back. The reason stands in its own ``hidden``.

    ``opened_by`` are the administrators who have opened it to judge it; they read it until it is shown again.
    """

    thing = models.CharField(max_length=90, unique=True)
    visibility = models.CharField(max_length=10, choices=Visibility.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    by_administrator = models.BooleanField(default=False)
    opened_by = models.ManyToManyField(settings.AUTH_USER_MODEL, blank=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.thing} is hidden"
