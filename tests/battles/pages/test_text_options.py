"""Options that a form takes as text: a number or none, a length, a number for each side."""

import pytest
from django.core.exceptions import ValidationError

from battles.engine.options import OptionSpec
from battles.pages.forms import OptionsFields, field_of
from battles.services.create.sources import in_words

LENGTH = OptionSpec(
    kind="length", default="0.5", label="Gap", sentence="How wide.", rule="MN-RULING-13", least=40, most=18_000
)


@pytest.mark.rule("MN-RULING-13", "a length is typed in centimetres, and told so again")
@pytest.mark.parametrize(("typed", "said"), [("0.5", "0.5"), (" 12.50 ", "12.5"), ("180", "180"), ("0.45", "0.45")])
def test_a_length_is_typed_in_centimetres(typed: str, said: str) -> None:
    assert field_of(LENGTH).clean(typed) == said
    assert in_words(LENGTH, said) == f"{said} cm"


@pytest.mark.parametrize("typed", ["0.39", "180.01", "12,5", "1.234", "wide", "-1", ""])
def test_what_is_no_such_length_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError):
        field_of(LENGTH).clean(typed)


def test_a_form_tells_how_a_length_is_written() -> None:
    help_text = str(field_of(LENGTH).help_text)
    assert help_text == "How wide. Centimetres, such as 0.5. (MN-RULING-13)"


@pytest.mark.parametrize(("typed", "changed"), [("0.50", {}), ("0.45", {"gap": "0.45"})])
def test_only_a_changed_length_is_chosen(typed: str, changed: dict[str, str]) -> None:
    form = OptionsFields({"gap": LENGTH}, {}, data={"option.gap": typed})
    assert form.is_valid()
    assert form.chosen() == changed
