"""Ways into a club and to its head: invitations, requests to join, and offers to hand the club over."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from campaign.models.club import Club, ClubGuest, Role


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
