"""What is sent to act in a battle."""

from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Meta, Struct

from battles.api.shapes import LineNumber
from battles.engine import registry
from battles.services.acting import action_of
from battles.services.locking import Refused
from battles.services.reading import look as look_at
from battles.services.standing import Standing

Side = Annotated[str, Meta(max_length=8, description="For whom; who acts for one side need not say it.")]
Expect = LineNumber | None
Token = Annotated[UUID, Meta(description="A new UUID for each thing that is done: sent twice, it is done once.")]


class Chosen(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An action as the options list it, or in its short form."""

    action: dict[str, Any] | None = None
    notation: Annotated[str, Meta(max_length=4_000)] = ""
    side: Side = ""


class ToAct(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An action as the options list it, or in its short form.

    `expect` is the last line of your feed that you have read (`n`), null to act whatever was told meanwhile.
    """

    action: dict[str, Any] | None = None
    notation: Annotated[str, Meta(max_length=4_000)] = ""
    side: Side = ""
    expect: Expect
    token: Token


class ToDo(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something to be done besides the rules; `expect` as for an action."""

    side: Side = ""
    expect: Expect
    token: Token


class ToLeave(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A step to be left to the computer; `expect` as for an action."""

    expect: Expect
    token: Token


class ToAsk(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something to be asked of the other side; `expect` as for an action."""

    side: Side = ""
    expect: Expect


class ToResign(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A side to be given up."""

    side: Side = ""
    token: Token


def chosen_action(standing: Standing, body: Chosen | ToAct) -> Any:
    """The action that is sent.

    Raises:
        Refused: it is none of the battle's rules, or not exactly one of its two forms was sent.
    """
    if (body.action is None) == (not body.notation):
        raise Refused("Send either an action or its notation.", "action")
    if body.action is not None:
        return action_of(registry.load(standing.battle.system), msgspec.json.encode(body.action))
    try:
        return look_at(standing, tail=1).read_notation(body.notation)
    except ValueError as fault:
        raise Refused(str(fault), "notation") from None
