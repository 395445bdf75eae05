"""Forms of the army pages: fields, limits and error messages."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import flatatt
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from armies.building.proposal import MOST_SEED, YEARS
from armies.building.templates import adjective, templates
from armies.exchange import limits
from armies.exchange.clean_text import many_lines, one_line
from armies.models import Army, Element, Visibility
from armies.models.visibility import visibilities_of
from battles.engine import registry
from battles.engine.armies import facts
from battles.engine.armies.nations import nations
from battles.engine.armies.reckoning import MOST_REASON, OverrideSpec
from battles.engine.armies.systems import proposals
from battles.engine.options import NONE, OptionSpec


def nation_choices(empty: str) -> list[tuple[str, str]]:
    return [("", empty), *((nation.code, nation.name) for nation in nations().values())]


def words(values: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(value, value.replace("_", " ").capitalize()) for value in values]


def refuse_large(sent: Any) -> Any:
    """``sent``; ValidationError if the file is too large."""
    if sent and sent.size > limits.MAX_BYTES:
        raise ValidationError(f"{sent.name} has {sent.size:,} bytes; at most {limits.MAX_BYTES:,} are allowed.")
    return sent


class LongSelect(forms.Select):
    """A choice among hundreds, whose options are written at once: Django renders a template for each of them."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        options = dict(written_options(tuple(self.choices)))
        chosen = "" if value is None else str(value)
        if chosen in options:
            options[chosen] = options[chosen].replace('">', '" selected>', 1)
        own = flatatt({"name": name, **self.build_attrs(self.attrs, attrs)})
        return mark_safe(f"<select{own}>{''.join(options.values())}</select>")  # noqa: S308


@lru_cache(maxsize=8)
def written_options(choices: tuple[tuple[Any, Any], ...]) -> dict[str, str]:
    """The options of a choice by their values, none selected."""
    return {str(key): format_html('<option value="{}">{}</option>', key, label) for key, label in choices}


class ImportForm(forms.Form):
    """Text or a file: exactly one of them."""

    one_of = True

    text = forms.CharField(
        label="Order of battle",
        required=False,
        strip=False,
        max_length=limits.MAX_BYTES,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "class": "mono"}),
    )
    file = forms.FileField(
        label="Or a file",
        required=False,
        allow_empty_file=True,
        help_text=f"Text, CSV, workbook (XLSX) or JSON, up to {limits.MAX_BYTES // 1_000_000} MB.",
    )

    def clean_file(self) -> Any:
        return refuse_large(self.cleaned_data.get("file"))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        text, sent = (data.get("text") or "").strip(), data.get("file")
        if text and sent:
            raise ValidationError("Paste text or choose a file, not both.")
        if not text and not sent and not self.errors:
            self.add_error("text", "Paste text or choose a file.")
        return data

    def content(self) -> tuple[bytes, str]:
        """The content, and the file's name (empty for pasted text)."""
        sent = self.cleaned_data.get("file")
        return (sent.read(), sent.name) if sent else (self.cleaned_data["text"].encode(), "")


class LineField(forms.CharField):
    """A text of one line, cleaned like imported text."""

    def to_python(self, value: Any) -> Any:
        return super().to_python(one_line(value or ""))


class LinesField(forms.CharField):
    """A text of several lines, cleaned like imported text."""

    def __init__(self, *, rows: int, **options: Any) -> None:
        attrs = {"rows": rows}
        super().__init__(required=False, max_length=limits.MAX_NOTE, widget=forms.Textarea(attrs=attrs), **options)

    def to_python(self, value: Any) -> Any:
        return super().to_python(many_lines(value or ""))


class HeadForm(forms.ModelForm):  # type: ignore[type-arg]
    """The army's own facts."""

    nation = forms.ChoiceField(required=False)
    date = forms.RegexField(
        r"^\d{4}-\d{2}-\d{2}$",
        required=False,
        help_text="Year, month and day: 1815-06-16.",
        error_messages={"invalid": "Write the date as year, month and day: 1815-06-16."},
    )
    place = LineField(required=False, max_length=limits.MAX_NOTE)
    scope = LinesField(label="Scope", rows=3)
    visibility = forms.ChoiceField(
        label="Who may see it", choices=Visibility.choices, widget=forms.RadioSelect, required=True
    )

    class Meta:
        model = Army
        fields = ["name", "nation", "commander", "battle", "date", "place", "scope", "visibility"]
        field_classes = {"name": LineField, "commander": LineField, "battle": LineField}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["nation"].choices = nation_choices("Not stated")  # type: ignore[attr-defined]
        self.fields["visibility"].choices = visibilities_of(self.instance)  # type: ignore[attr-defined]


class UnitForm(forms.ModelForm):  # type: ignore[type-arg]
    """A unit's facts, within the limits of imports. Breaking a game rule is a fault of the army, not a form error."""

    nation = forms.ChoiceField(required=False)
    type = forms.ChoiceField(choices=words(facts.UNIT_TYPES))
    quality = forms.ChoiceField(choices=words(facts.QUALITIES))
    men = forms.IntegerField(required=False, min_value=1, max_value=limits.MAX_MEN)
    guns = forms.IntegerField(required=False, min_value=1, max_value=limits.MAX_GUNS, help_text="Including howitzers.")
    gun_weight = forms.ChoiceField(
        label="Weight of guns",
        required=False,
        choices=[
            ("", "Not a battery"),
            ("light", "Light, mostly under 6 pounds"),
            ("medium", "Medium, 6 to 9 pounds"),
            ("heavy", "Heavy, over 9 pounds"),
        ],
    )
    basis = forms.ChoiceField(label="Basis of the figures", choices=words(facts.BASES))
    note = LinesField(rows=2)

    class Meta:
        model = Element
        fields = [
            *("name", "commander", "nation", "type", "quality", "men", "guns", "gun_weight"),
            *("lancer", "irregular", "kgl", "armoured", "basis", "note"),
        ]
        field_classes = {"name": LineField, "commander": LineField}
        labels = {"kgl": "King’s German Legion", "armoured": "Armoured (cuirass)", "lancer": "Lancers"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["nation"].choices = nation_choices("Same as its formation")  # type: ignore[attr-defined]


class FormationForm(forms.ModelForm):  # type: ignore[type-arg]
    """A formation's facts; its level decides which fields the form has."""

    nation = forms.ChoiceField(required=False)
    command_nation = forms.ChoiceField(
        label="Commanded by",
        required=False,
        help_text="Decides the rating table of its commanders: an allied corps under French command uses the French "
        "table (MN-RULING-62).",
    )
    kind = forms.ChoiceField(required=False)
    note = LinesField(rows=2)

    class Meta:
        model = Element
        fields = ["name", "commander", "nation", "command_nation", "kind", "reserve", "note"]
        field_classes = {"name": LineField, "commander": LineField}
        labels = {"reserve": "Was a corps reserve before play"}

    ASKED = {
        "corps": {"command_nation"},
        "division": {"kind"},
        "brigade": {"kind", "reserve"},
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        level = self.instance.level
        for name in {"command_nation", "kind", "reserve"} - self.ASKED[level]:
            del self.fields[name]
        self.fields["nation"].choices = nation_choices("Same as its formation")  # type: ignore[attr-defined]
        if "command_nation" in self.fields:
            self.fields["command_nation"].choices = nation_choices("Its own nation")  # type: ignore[attr-defined]
        if "kind" in self.fields:
            kinds = words(facts.BRIGADE_KINDS)
            choices = kinds if level == "brigade" else [("", "Not stated"), *kinds[:3]]
            self.fields["kind"].choices = choices  # type: ignore[attr-defined]


class OptionsForm(forms.Form):
    """The options of a rule system, built from its own specifications."""

    def __init__(self, specs: Mapping[str, OptionSpec], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, spec in specs.items():
            self.fields[name] = option_field(spec)


def option_field(spec: OptionSpec) -> forms.Field:
    """The form field of one option: a checkbox, a number, one choice or several choices."""
    label = spec.label
    hint = f"{spec.sentence} ({spec.rule})"
    if spec.kind == "tick":
        return forms.BooleanField(label=label, required=False, help_text=hint)
    if spec.kind == "number":
        return forms.IntegerField(label=label, help_text=hint, min_value=spec.least, max_value=spec.most)
    if spec.kind == "number_or_none":
        hint = f"{hint} Leave empty for none."
        return NumberOrNoneField(label=label, help_text=hint, required=False, min_value=spec.least, max_value=spec.most)
    choices = list(spec.words.items())
    if spec.kind == "set":
        return SeveralField(
            label=label, help_text=hint, required=False, choices=choices, widget=forms.CheckboxSelectMultiple
        )
    return forms.ChoiceField(label=label, help_text=hint, choices=choices)


class NumberOrNoneField(forms.IntegerField):
    """A number, or the options' value for none if left empty."""

    def clean(self, value: Any) -> Any:
        number = super().clean(value)
        return NONE if number is None else number


class SeveralField(forms.MultipleChoiceField):
    """Several values as one text with commas, the form that the options use."""

    def prepare_value(self, value: Any) -> Any:
        return [part for part in value.split(",") if part] if isinstance(value, str) else sorted(value or ())

    def clean(self, value: Any) -> str:
        return ",".join(super().clean(value))


class OverrideForm(forms.Form):
    """Overridden values of a unit under one system. Empty fields are not overridden."""

    reason = LineField(
        label="Reason",
        required=False,
        max_length=MOST_REASON,
        help_text="Shown beside the value on screen and on paper.",
    )

    def overridden_values(self) -> dict[str, Any]:
        """The overridden values by name."""
        return {
            name: value for name, value in self.cleaned_data.items() if name != "reason" and value not in ("", None)
        }


def override_form(specs: Mapping[str, OverrideSpec], overrides: list[dict[str, Any]], sent: Any) -> OverrideForm:
    """The form for the values that can be overridden under a system, with the current overrides."""
    choice_keys = {True: "yes", False: "no"}
    initial = {o["what"]: choice_keys[o["value"]] if isinstance(o["value"], bool) else o["value"] for o in overrides}
    initial["reason"] = overrides[0]["reason"] if overrides else ""
    form = OverrideForm(sent, initial=initial)
    fields = {name: override_field(spec) for name, spec in specs.items()}
    form.fields = {**fields, "reason": form.fields["reason"]}
    return form


def override_field(spec: OverrideSpec) -> forms.Field:
    """The field of one value; its empty choice means the value of the mapping."""
    label, hint = spec.label.capitalize(), f"({spec.rule})"
    if spec.kind == "number":
        return forms.IntegerField(
            label=label, help_text=hint, min_value=spec.least, max_value=spec.most, required=False
        )
    as_mapped = ("", "Value of the mapping")
    if spec.kind == "tick":
        return forms.TypedChoiceField(
            label=label,
            help_text=hint,
            required=False,
            choices=[as_mapped, ("yes", "Yes"), ("no", "No")],
            coerce=lambda value: value == "yes",
            empty_value=None,
        )
    choices = [as_mapped, *((key, words.capitalize()) for key, words in spec.words.items())]
    return forms.ChoiceField(label=label, help_text=hint, choices=choices, required=False)


def template_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Template choices, grouped by nation."""
    return [
        (nation, [(each.key, each.title) for each in group]) for nation, group in groupby(templates(), key=adjective)
    ]


def measure_choices() -> list[tuple[str, str]]:
    """The measures for the size of a proposed force, each with its system."""
    return [
        (measure, f"{proposal.words.capitalize()}, {registry.army(key).title}")
        for measure, (key, proposal) in proposals().items()
    ]


class NothingForm(forms.Form):
    """An empty army."""

    name = LineField(label="Name", max_length=limits.MAX_NAME)
    nation = forms.ChoiceField(choices=nation_choices("Not stated"), required=False)


class TemplateForm(forms.Form):
    """An army from a template."""

    template = forms.ChoiceField(label="Template", choices=template_choices)
    name = LineField(
        label="Name", max_length=limits.MAX_NAME, required=False, help_text="Leave empty to use the template’s name."
    )


class SampleForm(forms.Form):
    """The sample basic army of a nation."""

    nation = forms.ChoiceField(choices=nation_choices("Choose a nation"))
    name = LineField(label="Name", max_length=limits.MAX_NAME, required=False)


class ProposeForm(forms.Form):
    """A proposed force of a chosen size, drawn from a seed."""

    nation = forms.ChoiceField(choices=nation_choices("Choose a nation"))
    year = forms.IntegerField(min_value=YEARS[0], max_value=YEARS[1])
    measure = forms.ChoiceField(
        label="Measure",
        choices=measure_choices,
    )
    target = forms.IntegerField(label="Size", min_value=1)
    seed = LineField(
        label="Seed",
        max_length=MOST_SEED,
        required=False,
        help_text="The same seed gives the same force. Leave empty for a random seed.",
    )
    name = LineField(label="Name", max_length=limits.MAX_NAME, required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        measure, target = data.get("measure"), data.get("target")
        measures = proposals()
        if measure in measures and target is not None:
            _, proposal = measures[measure]
            if not proposal.least <= target <= proposal.most:
                self.add_error("target", f"Choose a size from {proposal.least} to {proposal.most:,}.")
        return data
