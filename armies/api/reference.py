"""What the API tells of itself and of what armies are made with: who asks, nations, rule systems."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from msgspec import Struct
from rest_framework.request import Request

from armies.api.endpoint import Endpoint
from armies.api.operation import operation
from armies.api.problems import Problem
from armies.building.templates import templates
from armies.rules.nations import Nation, nations
from armies.rules.overriding import OVERRIDE_SPECS
from armies.services.editing import SYSTEMS as RULES
from battles.engine.option_spec import OptionKind, OptionSpec
from battles.rules import SYSTEMS

TAG: dict[str, Any] = {"tag": "Reference", "signed_in": False}


class Nations(Struct, frozen=True):
    """Every nation that an army can belong to."""

    items: list[Nation]


class Option(Struct, frozen=True):
    """An option of a rule system.

    A `tick` is true or false, a `number` goes from `least` to `most`, a `number_or_none` does or is `none`, a `length`
    is centimetres with up to two decimals, its `least` and `most` tenths of a millimetre, `sides` are two numbers with
    a comma between, a `choice` is one of `allowed`, a `set` any of them with commas between. `default` is the
    rulebook's; what can be overridden has none.
    """

    name: str
    kind: OptionKind
    label: str
    sentence: str
    rule: str
    default: bool | int | str
    allowed: list[str]
    least: int
    most: int


class RuleSystem(Struct, frozen=True):
    """A set of rules, and its options that bear on an army.

    `overrides` are the values of a unit that its owner may lay down; the `name` of one is an `Override`'s `what`.
    """

    key: str
    title: str
    summary: str
    options: list[Option]
    overrides: list[Option]


class Systems(Struct, frozen=True):
    """Every rule system."""

    items: list[RuleSystem]


class Template(Struct, frozen=True):
    """A typical body of troops of the period to begin an army with. `years` are the first and the last."""

    key: str
    nation: str
    years: tuple[int, int]
    kind: str
    title: str
    sentence: str


class Templates(Struct, frozen=True):
    """Every template."""

    items: list[Template]


class Root(Struct, frozen=True):
    """Where to go from here."""

    documentation: str
    description: str
    armies: str
    battles: str
    nations: str
    systems: str
    templates: str
    user: str | None


class ApiRoot(Endpoint):
    """``/``"""

    @operation(name="root", answer=Root, **TAG)
    def get(self, request: Request) -> HttpResponse:
        """See where to begin

        And whom the API takes you for: `user` is null where you are not signed in.
        """
        at = request.build_absolute_uri
        who = request.user.get_username() if request.user.is_authenticated else None
        root = Root(
            documentation=at("/api/"),
            description=at("/api/v1/schema"),
            armies=at("/api/v1/armies"),
            battles=at("/api/v1/battles"),
            nations=at("/api/v1/nations"),
            systems=at("/api/v1/systems"),
            templates=at("/api/v1/templates"),
            user=who,
        )
        return self.respond(root)


class AllNations(Endpoint):
    """``/nations``"""

    @operation(name="nation_list", answer=Nations, **TAG)
    def get(self, request: Request) -> HttpResponse:
        """List the nations

        Their codes, names, colours, and notes on their armies.
        """
        return self.respond(Nations(list(nations().values())))


class OneNation(Endpoint):
    """``/nations/<code>``"""

    @operation(name="nation_retrieve", answer=Nation, **TAG)
    def get(self, request: Request, code: str) -> HttpResponse:
        """Read one nation"""
        found = nations().get(code.upper())
        if found is None:
            raise Problem("not-found", f"There is no nation with that code; the codes are {', '.join(nations())}.")
        return self.respond(found)


class AllTemplates(Endpoint):
    """``/templates``"""

    @operation(name="template_list", answer=Templates, **TAG)
    def get(self, request: Request) -> HttpResponse:
        """List the templates

        What an army can be begun with: give a `key` as `template` where you make it.
        """
        found = [Template(one.key, one.nation, one.years, one.kind, one.title, one.sentence) for one in templates()]
        return self.respond(Templates(found))


class AllSystems(Endpoint):
    """``/systems``"""

    @operation(name="system_list", answer=Systems, **TAG)
    def get(self, request: Request) -> HttpResponse:
        """List the rule systems, their options, and what can be overridden

        Each with what it allows, its default, and the rule it rests on.
        """
        return self.respond(Systems([described(key) for key in RULES]))


def described(key: str) -> RuleSystem:
    """A rule system with its options."""
    system = SYSTEMS[key]
    options, overrides = options_of(RULES[key].OPTION_SPECS), options_of(OVERRIDE_SPECS.get(key, {}))
    return RuleSystem(key, system.title, system.summary, options, overrides)


def options_of(specs: Mapping[str, OptionSpec]) -> list[Option]:
    """What `Option` says of each."""
    return [
        Option(
            name=name,
            kind=spec.kind,
            label=spec.label,
            sentence=spec.sentence,
            rule=spec.rule,
            default=spec.default,
            allowed=list(spec.allowed),
            least=spec.least,
            most=spec.most,
        )
        for name, spec in specs.items()
    ]
