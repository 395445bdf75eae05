"""The record of a battle: entries, states, feeds; open offers, and decisions due from computer players."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from battles.models.battle import Battle


class Entry(models.Model):
    """An entry of the log, never changed or deleted.

    ``line`` is the engine's entry as in a ``.battle`` file. ``side`` is ``""`` before the first decision and where the
    rules were corrected. ``token`` comes from the form that sent it. ``by`` and ``by_name`` are the user; ``for_other``
    means that they acted for another player's side, as an umpire may. ``free`` means that its side may undo it without
    asking while nobody else has acted: it rolled no dice and showed its side nothing hidden. ``back`` is the entry that
    it undoes to, as in ``line``. ``together`` is the first entry of an order to a group, which is undone as one.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    token = models.UUIDField(null=True, blank=True)
    side = models.CharField(max_length=8, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=80, blank=True)
    for_other = models.BooleanField(default=False)
    free = models.BooleanField(default=False)
    back = models.IntegerField(null=True, blank=True)
    together = models.PositiveIntegerField(null=True, blank=True)
    line = models.BinaryField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["battle", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["battle", "seq"], name="entry_once"),
            models.UniqueConstraint(fields=["battle", "token"], name="entry_token_once"),
        ]

    def __str__(self) -> str:
        return f"entry {self.seq} of {self.battle_id}"


class Snapshot(models.Model):
    """The state after an entry at which a turn began, or after many entries: a cache for showing the past."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="snapshots")
    seq = models.PositiveIntegerField()
    turn = models.PositiveIntegerField()
    state = models.BinaryField()

    class Meta:
        ordering = ["battle", "seq"]
        constraints = [models.UniqueConstraint(fields=["battle", "seq"], name="snapshot_once")]

    def __str__(self) -> str:
        return f"state {self.seq} of {self.battle_id}"


class Told(models.Model):
    """One line of a viewer's feed: what the viewer sees of an entry, or a notice such as a pause or a draw offer.

    ``viewer`` is a side, ``umpire`` or ``public``. ``n`` counts each viewer's own lines from 0 without gaps, so that no
    number reveals a hidden event. ``key`` identifies the entry or notice: it is the same in every feed, says nothing by
    itself, and stays the same when everybody reads the umpire's feed at the end. ``lines`` are the sentences, as
    ``[text, is heading]``. ``phase`` is the last heading at that point, ``turn`` the turn. ``undone`` lines stay and
    are crossed out.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="told")
    viewer = models.CharField(max_length=8)
    n = models.PositiveIntegerField()
    key = models.CharField(max_length=12, blank=True)
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="told")
    seq = models.IntegerField()
    """The head at that time; -1 before entry 0."""
    turn = models.PositiveIntegerField(default=0)
    phase = models.CharField(max_length=200, blank=True)
    lines = models.JSONField(default=list)
    by_name = models.CharField(max_length=200, blank=True)
    undone = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["battle", "viewer", "n"]
        constraints = [models.UniqueConstraint(fields=["battle", "viewer", "n"], name="told_once")]
        indexes = [models.Index(fields=["battle", "viewer", "seq"], name="told_seq")]

    def __str__(self) -> str:
        return f"{self.n} for {self.viewer} of {self.battle_id}"


class Note(models.Model):
    """A viewer's note on a line of their feed, by its ``key``, or by ``seq`` alone if it has none.

    ``viewer`` says who may read it: the author's side, or ``""`` for all.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="notes")
    seq = models.PositiveIntegerField()
    key = models.CharField(max_length=12, blank=True)
    viewer = models.CharField(max_length=8, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=80)
    by_seat = models.ForeignKey("battles.Seat", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    text = models.CharField(max_length=1000)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["battle", "seq", "id"]

    def __str__(self) -> str:
        return self.text


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
