"""Whatever is written is read back: generated armies in every format, exactly equal."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings

from armies.exchange import read, to_csv, to_forum, to_json, to_text
from battles.engine.armies.facts import Army, Unit
from battles.engine.armies.tree import number
from tests.exchange.builders import armies

GENERATED = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@pytest.mark.parametrize(("write", "kind"), [(to_json, "muster"), (to_csv, "csv"), (to_text, "text")])
@given(army=armies)
@GENERATED
def test_a_generated_army_comes_back_exactly(write: Callable[[Army], str], kind: str, army: Army) -> None:
    reading = read(write(army).encode())
    assert reading.kind == kind
    assert reading.armies == (army,)
    assert reading.full
    assert not reading.blocking


def test_our_own_text_is_no_table_though_a_line_in_it_looks_like_the_head_of_one() -> None:
    unit = Unit(name="unit, men", type="line_infantry", quality="trained")
    army = Army(
        name="A", children=(unit, Unit(name="strength | brigade | name", type="line_infantry", quality="guard"))
    )
    reading = read(to_text(army).encode())
    assert (reading.kind, reading.armies) == ("text", (army,))


@pytest.mark.parametrize("write", [to_json, to_csv, to_text, to_forum])
@given(army=armies)
@GENERATED
def test_ids_do_not_show_and_equal_armies_give_equal_files(write: Callable[[Army], str], army: Army) -> None:
    assert write(number(army)) == write(army)
