"""Open offers, decisions due from computer players, and the worker processes that make them."""

from django.db import models
from django.utils import timezone

from battles.models.battle import Battle


class Offer(models.Model):
    """An offer or request of one side to the other; deleted when play continues.

    A takeback is a request to undo to the state after entry ``to``. A declined or withdrawn offer is ``closed``: it
    stays until play continues, so that it cannot be repeated again and again.
    """

    class Kind(models.TextChoices):
        DRAW = "draw", "a draw"
        TAKEBACK = "takeback", "a step back"

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="offers")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    side = models.CharField(max_length=8)
    to = models.IntegerField(null=True, blank=True)
    closed = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created", "id"]
        constraints = [models.UniqueConstraint(fields=["battle", "kind", "side"], name="offer_once")]

    def __str__(self) -> str:
        return f"{self.side} asks for {self.get_kind_display()}"


class ComputerTurn(models.Model):
    """A decision that a computer player must make after entry ``head``; the worker's queue.

    It is due, claimed by a worker, or has failed; once played it is deleted. Its action is submitted against
    ``head``, so that deciding twice plays once. ``tries`` counts the claims; after several it has failed, and
    ``fault`` says why in a sentence for everybody.
    """

    class State(models.TextChoices):
        DUE = "due", "due"
        CLAIMED = "claimed", "claimed"
        FAILED = "failed", "failed"

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="computer_turns")
    head = models.IntegerField()
    side = models.CharField(max_length=8)
    state = models.CharField(max_length=8, choices=State.choices, default=State.DUE)
    claimed = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=80, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    fault = models.CharField(max_length=500, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created", "id"]
        constraints = [models.UniqueConstraint(fields=["battle", "head", "side"], name="computer_turn_once")]
        indexes = [models.Index(fields=["state", "created"], name="computer_turn_due")]

    def __str__(self) -> str:
        return f"{self.side} at {self.head} of {self.battle_id}: {self.state}"


class Worker(models.Model):
    """A worker process. It writes ``beat`` every few seconds and deletes its row when it ends normally."""

    name = models.CharField(max_length=80, unique=True)
    beat = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
