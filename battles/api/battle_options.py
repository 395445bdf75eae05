"""The caller's legal actions, reasons for refusals, odds and advice."""

from collections.abc import Mapping
from typing import Annotated, Any

from django.http import HttpResponse
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request

from armies.exchange.clean_text import one_line
from battles.api.endpoint import (
    PLAY,
    BattleEndpoint,
    Chosen,
    access_to_battle,
    chosen_action,
    guest_operation,
    side_to_act,
)
from battles.engine.core import Modifier, Option
from battles.engine.forecast import Aim, Chance, Forecast
from battles.services.jobs.computer_turns import advice
from battles.services.play.action_menu import forecast, plain_of, refusals_at
from battles.services.view.battle_query import shown_battle
from battles.services.view.battle_view import ShownBattle

TAG: dict[str, Any] = {"tag": "Playing", "sort": PLAY}
Actor = Annotated[str, Meta(max_length=80, description="A unit or leader, such as `unit 7`.")]


class OptionQuery(Struct, frozen=True):
    """The side and actor whose options are listed, and how much of each."""

    side: Annotated[str, Meta(max_length=8, description="The side, if you may act for several.")] = ""
    actor: Actor = ""
    words: Annotated[bool, Meta(description="With each action in words and its target.")] = True


class BattleAction(Struct, frozen=True):
    """An action: send `action` unchanged, or its `notation`. `words` describe it, `aim` is its target on the board."""

    action: dict[str, Any]
    notation: str | UnsetType = UNSET
    words: str | UnsetType = UNSET
    aim: Aim | UnsetType = UNSET


class BattleOption(Struct, frozen=True):
    """The actions of one actor and one kind. If `complete`, `actions` lists all of them.

    If not, they are examples: `domains` gives the allowed values, `outline` the area within reach.
    """

    kind: str
    actor: str
    words: str
    complete: bool
    actions: list[BattleAction]
    domains: Mapping[str, Any]
    outline: list[tuple[int, int]]


class BattleOptions(Struct, frozen=True):
    """The options of `side`, which is null if you have nothing to decide. Send `n` as `expect`."""

    side: str | None
    n: int
    options: list[BattleOption]


class WhyQuery(Struct, frozen=True):
    """The actor, and the place of the action."""

    actor: Actor = ""
    at: Annotated[
        str,
        Meta(
            max_length=80,
            description="An area, a block of the scene, or a spot of an open table, such as `at 612 340`.",
        ),
    ] = ""


class Reason(Struct, frozen=True):
    """A candidate action, and why it is not allowed."""

    meant: str
    code: str
    rule: str
    message: str


class Reasons(Struct, frozen=True):
    """The reasons; empty if an action is allowed there, or if there is no candidate action."""

    items: list[Reason]


class OddsChance(Struct, frozen=True):
    """An outcome with its exact chance, as a fraction such as `3/10` and as a number. `good`: for the acting side."""

    what: str
    share: str
    number: float
    good: bool | None


class OddsSum(Struct, frozen=True):
    """The sum that gives a number, each part with its rule."""

    what: str
    modifiers: list[Modifier]
    result: str


class OddsStep(Struct, frozen=True):
    """The dice of one step. If `whole`, the chances exclude each other and add up to 1."""

    title: str
    rule: str
    whole: bool
    chances: list[OddsChance]
    sums: list[OddsSum]


class BattleOdds(Struct, frozen=True):
    """The odds of an action, step by step; no steps if it rolls no dice."""

    steps: list[OddsStep]


class BattleAdvice(Struct, frozen=True):
    """What a computer player would do in your place, with your knowledge, and why.

    `advice` is null if you have nothing to decide, or if no computer player knows these rules.
    """

    n: int
    advice: BattleAction | None
    reason: str


class Options(BattleEndpoint):
    """``/battles/<battle>/options``"""

    @guest_operation(name="battle_options", query=OptionQuery, answer=BattleOptions, also=(403,), **TAG)
    def get(self, request: Request, battle: str, query: OptionQuery) -> HttpResponse:
        """List your options now

        Every legal action, by unit or leader. Empty if you have nothing to decide.
        """
        access = access_to_battle(request, battle)
        side = query.side
        if side:
            access.must_act_for(side)
        view = shown_battle(access, tail=1)
        side = side or view.acts_as or ""
        options = [option for option in view.options_of(side) if query.actor in ("", option.actor)] if side else []
        return self.respond(BattleOptions(side or None, view.n, [_option(view, each, query.words) for each in options]))


class Why(BattleEndpoint):
    """``/battles/<battle>/why``"""

    @guest_operation(name="battle_why", query=WhyQuery, answer=Reasons, **TAG)
    def get(self, request: Request, battle: str, query: WhyQuery) -> HttpResponse:
        """Ask why an action is not allowed

        The candidate actions of a unit at a place, each with the rule that forbids it.
        """
        view = shown_battle(access_to_battle(request, battle), tail=1)
        refusals = refusals_at(view, query.actor, query.at)
        return self.respond(Reasons([Reason(words, no.code, no.rule, no.sentence) for words, no in refusals]))


class Counsel(BattleEndpoint):
    """``/battles/<battle>/advice``"""

    @guest_operation(name="battle_advice", answer=BattleAdvice, **TAG)
    def get(self, request: Request, battle: str) -> HttpResponse:
        """Ask what a computer player would do

        In your place, with your knowledge. This changes nothing.
        """
        view = shown_battle(access_to_battle(request, battle), tail=1)
        suggestion = advice(view)
        if suggestion is None:
            return self.respond(BattleAdvice(view.n, None, ""))
        return self.respond(BattleAdvice(view.n, _action(view, suggestion.action, True), suggestion.reason))


class Odds(BattleEndpoint):
    """``/battles/<battle>/odds``"""

    @guest_operation(
        name="battle_odds", body=Chosen, example={"notation": "CM A"}, answer=BattleOdds, success="The odds.", **TAG
    )
    def post(self, request: Request, battle: str, body: Chosen) -> HttpResponse:
        """Get the odds of an action

        The exact odds of a legal action, from what you know. This changes nothing.
        """
        access = access_to_battle(request, battle)
        side = side_to_act(access, one_line(body.side))
        access.must_act_for(side)
        return self.respond(BattleOdds([_step(one) for one in forecast(access, side, chosen_action(access, body))]))


def _option(view: ShownBattle, option: Option, words: bool) -> BattleOption:
    return BattleOption(
        option.kind,
        option.actor,
        view.offer(option),
        option.complete,
        [_action(view, action, words) for action in option.actions],
        option.domains,
        list(option.outline),
    )


def _action(view: ShownBattle, action: Any, words: bool) -> BattleAction:
    if not words:
        return BattleAction(plain_of(action))
    return BattleAction(plain_of(action), view.notation(action), view.choice(action), view.target(action))


def _step(one: Forecast) -> OddsStep:
    chances = [_chance(chance) for chance in one.chances]
    sums = [OddsSum(each.what, list(each.modifiers), each.result) for each in one.sums]
    return OddsStep(one.title, one.rule, one.whole, chances, sums)


def _chance(chance: Chance) -> OddsChance:
    return OddsChance(chance.what, str(chance.share), float(chance.share), chance.good)
