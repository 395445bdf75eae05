"""What is owed in a battle besides the rules' decisions: an answer to an offer, a decision of a computer player."""

from django.db import models

from battles.models.battle import Battle


class Offer(models.Model):
    """What one side asks of the other; deleted when play goes on.

    A takeback goes back to the state after entry ``to``. One that was declined or withdrawn is ``closed``: it stays
    until play goes on, so that nobody asks again and again.
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
    """A decision that a computer player owes after entry ``head``; the worker's queue.

    It is due, claimed by a worker, or has failed; once it is played it is gone. Its action is submitted against
    ``head``, so that deciding twice plays once. ``tries`` counts the claims; after some of them it has failed, and
    ``fault`` says in words for everybody why.
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
