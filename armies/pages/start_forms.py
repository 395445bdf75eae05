"""Forms to start an army with."""

from itertools import groupby
from typing import Any

from django import forms

from armies.building.proposing import BOUNDS, MOST_SEED, YEARS
from armies.building.templates import adjective, templates
from armies.exchange import limits
from armies.pages.forms import LineField, nation_choices


def template_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """The templates by nation."""
    return [
        (nation, [(each.key, each.title) for each in found]) for nation, found in groupby(templates(), key=adjective)
    ]


class NothingForm(forms.Form):
    """An empty army."""

    name = LineField(label="Name", max_length=limits.MAX_NAME)
    nation = forms.ChoiceField(choices=nation_choices("Not said"), required=False)


class TemplateForm(forms.Form):
    """A typical body of a nation."""

    template = forms.ChoiceField(label="Template", choices=template_choices)
    name = LineField(label="Name", max_length=limits.MAX_NAME, required=False, help_text="Empty: as the template.")


class SampleForm(forms.Form):
    """The sample basic army of Easy Napoleonics."""

    nation = forms.ChoiceField(choices=nation_choices("Choose one"))
    name = LineField(label="Name", max_length=limits.MAX_NAME, required=False)


class ProposeForm(forms.Form):
    """A force of a size, drawn from a seed."""

    nation = forms.ChoiceField(choices=nation_choices("Choose one"))
    year = forms.IntegerField(min_value=YEARS[0], max_value=YEARS[1])
    measure = forms.ChoiceField(
        label="Counted in",
        choices=[("strength_points", "Strength points, Mini-Nap"), ("points", "Points, Easy Napoleonics")],
    )
    target = forms.IntegerField(label="How many", min_value=1)
    seed = LineField(
        label="Seed",
        max_length=MOST_SEED,
        required=False,
        help_text="The same seed gives the same force. Empty: a new one is drawn.",
    )
    name = LineField(label="Name", max_length=limits.MAX_NAME, required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        measure, target = data.get("measure"), data.get("target")
        if measure in BOUNDS and target is not None:
            least, most = BOUNDS[measure]  # type: ignore[index]
            if not least <= target <= most:
                self.add_error("target", f"From {least} to {most:,} can be proposed.")
        return data
