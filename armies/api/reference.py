"""Reference data of the API: its addresses, nations, templates and rule systems."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from msgspec import Struct
from rest_framework.request import Request

from armies.api.endpoint import Endpoint
from armies.api.operation import operation
from armies.api.problems import Problem
from armies.building.templates import templates
from battles.engine import registry
from battles.engine.armies.nations import Nation, nations
from battles.engine.armies.systems import recording_groups
from battles.engine.options import OptionKind, OptionSpec
from battles.rules import SYSTEMS

TAG: dict[str, Any] = {"tag": "Reference", "signed_in": False}


class Nations(Struct, frozen=True):
    """Every nation that an army can belong to."""

    items: list[Nation]


class Option(Struct, frozen=True):
    """An option of a rule system.

    The values by `kind`: `tick`: true or false. `number`: from `least` to `most`. `number_or_none`: such a number or
    `none`. `length`: centimetres with up to two decimals; its `least` and `most` are tenths of a millimetre. `sides`:
    two numbers separated by a comma. `choice`: one of `allowed`. `set`: any of `allowed`, separated by commas.
    `default` is the rulebook's value; overrides have none.
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
    """A rule system, and its options that concern armies.

    `overrides` are the values of a unit that can be overridden; the `name` of one is the `what` of an `Override`.
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
    """A typical formation of the period to start an army from. `years` are the first and the last year."""

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
    """The main addresses of the API."""

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
        """List the main addresses

        `user` is your user name, or null if you are not signed in.
        """
        at = request.build_absolute_uri
        user_name = request.user.get_username() if request.user.is_authenticated else None
        root = Root(
            documentation=at("/api/"),
            description=at("/api/v1/schema"),
            armies=at("/api/v1/armies"),
            battles=at("/api/v1/battles"),
            nations=at("/api/v1/nations"),
            systems=at("/api/v1/systems"),
            templates=at("/api/v1/templates"),
            user=user_name,
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
        nation = nations().get(code.upper())
        if nation is None:
            raise Problem("not-found", f"There is no nation with this code. The codes are {', '.join(nations())}.")
        return self.respond(nation)


class AllTemplates(Endpoint):
    """``/templates``"""

    @operation(name="template_list", answer=Templates, **TAG)
    def get(self, request: Request) -> HttpResponse:
        """List the templates

        To create an army from a template, send its `key` as `template`.
        """
        rows = [Template(one.key, one.nation, one.years, one.kind, one.title, one.sentence) for one in templates()]
        return self.respond(Templates(rows))


class AllSystems(Endpoint):
    """``/systems``"""

    @operation(name="system_list", answer=Systems, **TAG)
    def get(self, request: Request) -> HttpResponse:
        """List the rule systems, their options and overrides

        Each option has its allowed values, its default and its rule.
        """
        return self.respond(Systems([rule_system(key) for key in recording_groups()]))


def rule_system(key: str) -> RuleSystem:
    """A rule system with its options."""
    system = SYSTEMS[key]
    group = registry.army(key)
    options, overrides = options_of(group.option_specs), options_of(group.override_specs)
    return RuleSystem(key, system.title, system.summary, options, overrides)


def options_of(specs: Mapping[str, OptionSpec]) -> list[Option]:
    """The ``Option`` of each specification."""
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
