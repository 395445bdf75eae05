"""What somebody may do now, why he may not do something else, and how its dice may fall."""

from collections.abc import Mapping
from typing import Annotated, Any

from django.http import HttpResponse
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request

from armies.exchange.cleaning import one_line
from battles.api.bodies import Chosen, chosen_action
from battles.api.endpoint import PLAY, BattleEndpoint, seated
from battles.api.finding import present, side_to_act
from battles.engine.core import Modifier, Option
from battles.engine.pointing import Aim, Chance, Forecast
from battles.services.acting import plain_of
from battles.services.advising import advice
from battles.services.choosing import reasons
from battles.services.forecasting import forecast
from battles.services.look import Look
from battles.services.reading import look as look_at

TAG: dict[str, Any] = {"tag": "Playing", "sort": PLAY}
Actor = Annotated[str, Meta(max_length=80, description="A unit or leader, such as `unit 7`.")]


class OptionQuery(Struct, frozen=True):
    """Whose options, and how much of each."""

    side: Annotated[str, Meta(max_length=8, description="For whom, where you may act for several.")] = ""
    actor: Actor = ""
    words: Annotated[bool, Meta(description="With each action in words and what it points at.")] = True


class BattleAction(Struct, frozen=True):
    """An action: send `action` as it is, or its `notation`. `words` say it, `aim` what it points at on the board."""

    action: dict[str, Any]
    notation: str | UnsetType = UNSET
    words: str | UnsetType = UNSET
    aim: Aim | UnsetType = UNSET


class BattleOption(Struct, frozen=True):
    """What one actor may do in one way. Where `complete`, `actions` are all of that kind.

    Where not, they are samples: `domains` say what may be given instead, and `outline` is the ground within reach.
    """

    kind: str
    actor: str
    words: str
    complete: bool
    actions: list[BattleAction]
    domains: Mapping[str, Any]
    outline: list[tuple[int, int]]


class BattleOptions(Struct, frozen=True):
    """What may be done for `side`, null where nothing is awaited of you. Send `n` as `expect`."""

    side: str | None
    n: int
    options: list[BattleOption]


class WhyQuery(Struct, frozen=True):
    """Who would do something, and where."""

    actor: Actor = ""
    at: Annotated[
        str,
        Meta(
            max_length=80,
            description="An area, a block of the scene, or a spot of an open table, such as `at 612 340`.",
        ),
    ] = ""


class Reason(Struct, frozen=True):
    """Something that may be meant, and why it may not be done."""

    meant: str
    code: str
    rule: str
    message: str


class Reasons(Struct, frozen=True):
    """Why not; empty where something may be done there, or nothing can be meant."""

    items: list[Reason]


class OddsChance(Struct, frozen=True):
    """What may come: exactly, as a fraction such as `3/10`, and as a number. `good` is it for the side that asks."""

    what: str
    share: str
    number: float
    good: bool | None


class OddsSum(Struct, frozen=True):
    """How a number comes about, each part with its rule."""

    what: str
    modifiers: list[Modifier]
    result: str


class OddsStep(Struct, frozen=True):
    """The dice of one step. The chances of a `whole` one exclude each other and make 1 together."""

    title: str
    rule: str
    whole: bool
    chances: list[OddsChance]
    sums: list[OddsSum]


class BattleOdds(Struct, frozen=True):
    """The odds of an action, step by step; no steps where no dice are thrown."""

    steps: list[OddsStep]


class BattleAdvice(Struct, frozen=True):
    """What a computer player would do in your place, knowing what you know, and why.

    `advice` is null where nothing is awaited of you, or nobody can judge by these rules.
    """

    n: int
    advice: BattleAction | None
    reason: str


class Options(BattleEndpoint):
    """``/battles/<battle>/options``"""

    @seated(name="battle_options", query=OptionQuery, answer=BattleOptions, also=(403,), **TAG)
    def get(self, request: Request, battle: str, query: OptionQuery) -> HttpResponse:
        """List what you may do now

        Every legal action, by unit or leader. Nothing where nothing is awaited of you.
        """
        standing = present(request, battle)
        side = query.side
        if side:
            standing.must_act_for(side)
        look = look_at(standing, tail=1)
        side = side or look.acts_as or ""
        found = [option for option in look.options_of(side) if query.actor in ("", option.actor)] if side else []
        return self.respond(BattleOptions(side or None, look.n, [_option(look, each, query.words) for each in found]))


class Why(BattleEndpoint):
    """``/battles/<battle>/why``"""

    @seated(name="battle_why", query=WhyQuery, answer=Reasons, **TAG)
    def get(self, request: Request, battle: str, query: WhyQuery) -> HttpResponse:
        """Ask why something may not be done

        What one may mean who points from a unit at a place, and the rule that forbids it.
        """
        look = look_at(present(request, battle), tail=1)
        found = reasons(look, query.actor, query.at)
        return self.respond(Reasons([Reason(words, no.code, no.rule, no.sentence) for words, no in found]))


class Counsel(BattleEndpoint):
    """``/battles/<battle>/advice``"""

    @seated(name="battle_advice", answer=BattleAdvice, **TAG)
    def get(self, request: Request, battle: str) -> HttpResponse:
        """Ask what a computer player would do

        In your place, knowing what you know. Nothing is done by it.
        """
        look = look_at(present(request, battle), tail=1)
        found = advice(look)
        if found is None:
            return self.respond(BattleAdvice(look.n, None, ""))
        return self.respond(BattleAdvice(look.n, _action(look, found.action, True), found.reason))


class Odds(BattleEndpoint):
    """``/battles/<battle>/odds``"""

    @seated(name="battle_odds", body=Chosen, example={"notation": "CM A"}, answer=BattleOdds, said="The odds.", **TAG)
    def post(self, request: Request, battle: str, body: Chosen) -> HttpResponse:
        """Reckon the odds of an action

        Of one that may be done now, exactly, from what you know. Nothing is done by it.
        """
        standing = present(request, battle)
        side = side_to_act(standing, one_line(body.side))
        standing.must_act_for(side)
        return self.respond(BattleOdds([_step(one) for one in forecast(standing, side, chosen_action(standing, body))]))


def _option(look: Look, option: Option, words: bool) -> BattleOption:
    return BattleOption(
        option.kind,
        option.actor,
        look.offer(option),
        option.complete,
        [_action(look, action, words) for action in option.actions],
        option.domains,
        list(option.outline),
    )


def _action(look: Look, action: Any, words: bool) -> BattleAction:
    if not words:
        return BattleAction(plain_of(action))
    return BattleAction(plain_of(action), look.notation(action), look.choice(action), look.aim(action))


def _step(one: Forecast) -> OddsStep:
    chances = [_chance(chance) for chance in one.chances]
    sums = [OddsSum(each.what, list(each.modifiers), each.result) for each in one.sums]
    return OddsStep(one.title, one.rule, one.whole, chances, sums)


def _chance(chance: Chance) -> OddsChance:
    return OddsChance(chance.what, str(chance.share), float(chance.share), chance.good)
