"""A small tree with ids that can be read."""

from armies.building.trees import Tree, taken_apart
from armies.rules import facts
from tests.armies.builders import unit


def small() -> Tree:
    """Corps ``c`` of division ``d`` of brigades ``b1`` (units ``u1``, ``u2``) and ``b2`` (empty), and unit ``u3``."""
    first = facts.Brigade(
        name="1st Brigade", kind="infantry", id="b1", children=(unit("First", id="u1"), unit("Second", id="u2"))
    )
    second = facts.Brigade(name="2nd Brigade", kind="infantry", id="b2")
    division = facts.Division(name="Division", kind="infantry", id="d", children=(first, second))
    corps = facts.Corps(name="Corps", nation="FR", id="c", children=(division,))
    whole = facts.Army(name="Small army", nation="FR", children=(corps, unit("Loose", id="u3")))
    return taken_apart(whole, lambda: "no id")
